// Asks the library for every position of files of Kallisto's base, as an engine would, and compares the answers.
//
//   client LIBRARY GAME PIECES FILE...    GAME: russian, russianlosers; PIECES: what Load should return
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include "calls.h"

typedef void METHOD GetBase(EdAccess **);

static void expect(bool holds, const std::string &what) {
    if (!holds) {
        std::fprintf(stderr, "not so: %s\n", what.c_str());
        std::exit(1);
    }
}

static EdAccess *loaded(const char *library) {
#ifdef _WIN32
    HMODULE module = LoadLibraryA(library);
    expect(module != 0, "the library can be loaded");
    GetBase *get = reinterpret_cast<GetBase *>(reinterpret_cast<void *>(GetProcAddress(module, "GetEGDB")));
#else
    void *module = dlopen(library, RTLD_NOW);
    expect(module != 0, "the library can be loaded");
    GetBase *get = reinterpret_cast<GetBase *>(dlsym(module, "GetEGDB"));
#endif
    expect(get != 0, "it has GetEGDB");
    EdAccess *base = 0, *again = 0;
    get(&base);
    get(&again);
    get(0);
    expect(base != 0 && base == again, "there is one object");
    return base;
}

// In how many ways so many of a number of squares can be chosen.
static unsigned long long choices(int squares, int count) {
    unsigned long long ways = 1;
    for (int chosen = 0; chosen < count; chosen++)
        ways = ways * (squares - chosen) / (chosen + 1);
    return ways;
}

// Places pieces of some kinds one kind after the other, each kind's squares in ascending order.
struct Positions {
    struct Kind {
        unsigned char code;
        int count, first, last;
    };
    EdAccess *base;
    std::string bytes;
    std::vector<Kind> kinds;
    EdAccess::EdBoard1 board;
    unsigned long long number, asked;

    void compare(bool is_position) {
        expect(number / 4 < bytes.size(), "the file has all positions");
        int value = static_cast<unsigned char>(bytes[number / 4]) >> 2 * (number % 4) & 3;
        number += 1;
        if (!is_position) {
            expect(value == 0, "a number without a position has no value");
            return;
        }
        static const int results[] = {EdAccess::draw, EdAccess::win, EdAccess::lose};
        expect(value < 3, "the value is one");
        int result = call_result(base, &board, 0);
        expect(result == results[value], "number " + std::to_string(number - 1) + " is " + std::to_string(result));
        // What was just asked is in memory.
        expect(call_result(base, &board, EdAccess::in_mem) == result, "it is in memory");
        asked += 1;
    }

    // Where men share a square there are numbers for kings as if they did not, and no positions.
    void pass_over() {
        int free = 32 - kinds[0].count - kinds[1].count;
        unsigned long long numbers = choices(free, kinds[2].count) * choices(free - kinds[2].count, kinds[3].count);
        while (numbers-- > 0)
            compare(false);
    }

    void place(size_t kind, int placed, int from, bool shared) {
        if (kind == kinds.size()) {
            compare(true);
            return;
        }
        const Kind &now = kinds[kind];
        if (placed == now.count) {
            if (kind == 1 && shared)
                pass_over();
            else
                place(kind + 1, 0, kind + 1 < kinds.size() ? kinds[kind + 1].first : 0, shared);
            return;
        }
        bool is_king = now.code & EdAccess::king;
        for (int square = from; square <= now.last; square++) {
            unsigned char before = board.board[square];
            if (is_king && before != EdAccess::empty)
                continue;
            board.board[square] = now.code;
            place(kind, placed + 1, square + 1, shared || before != EdAccess::empty);
            board.board[square] = before;
        }
    }
};

static void compare(EdAccess *base, const char *path, unsigned long long *asked) {
    std::string name(path);
    name = name.substr(name.find_last_of("/\\") + 1);
    std::ifstream file(path, std::ios::binary);
    expect(file.good(), name + " can be read");
    Positions positions;
    positions.base = base;
    positions.bytes.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    std::memset(&positions.board, EdAccess::empty, sizeof positions.board);
    positions.number = positions.asked = 0;
    Positions::Kind kinds[] = {
        {EdAccess::white, name[3] - '0', 4, 31},
        {EdAccess::black, name[4] - '0', 0, 27},
        {EdAccess::white | EdAccess::king, name[1] - '0', 0, 31},
        {EdAccess::black | EdAccess::king, name[2] - '0', 0, 31},
    };
    positions.kinds.assign(kinds, kinds + 4);
    positions.place(0, 0, kinds[0].first, false);
    expect(positions.bytes.size() == (positions.number + 3) / 4, name + " has no more positions");
    *asked += positions.asked;
}

int main(int count, char **arguments) {
    expect(count > 4, "the arguments are LIBRARY GAME PIECES FILE...");
    EdAccess *base = loaded(arguments[1]);
    EdAccess::EdBoard1 board;
    std::memset(&board, EdAccess::empty, sizeof board);
    board.board[0] = EdAccess::white | EdAccess::king;
    board.board[31] = EdAccess::black | EdAccess::king;
    expect(call_result(base, &board, 0) == EdAccess::not_found, "nothing is known before Load");
    char other[] = "pool";
    expect(call_load(base, other) == 0, "there are no tables of pool checkers");
    unsigned pieces = static_cast<unsigned>(std::atoi(arguments[3]));
    for (int times = 0; times < 2; times++)
        expect(call_load(base, arguments[2]) == pieces, "the tables are to that many pieces");
    expect(!std::strcmp(call_base_type(base), "bolshak"), "the base has its name");
    expect(call_result(base, &board, EdAccess::in_mem) == EdAccess::not_found, "nothing is in memory yet");
    expect(call_result(base, 0, 0) == EdAccess::not_found, "no board has no value");
    expect(call_others(base, &board) == 0, "the other methods know nothing");

    bool is_losers = !std::strcmp(arguments[2], "russianlosers");
    board.board[31] = EdAccess::empty;
    expect(call_result(base, &board, 0) == (is_losers ? EdAccess::lose : EdAccess::win), "Black has no piece");
    board.board[0] = EdAccess::black;
    expect(call_result(base, &board, 0) == (is_losers ? EdAccess::win : EdAccess::lose), "White has no piece");
    board.board[1] = EdAccess::white;
    expect(call_result(base, &board, 0) == EdAccess::not_found, "no man stands on its crowning rank");
    board.board[1] = 7;
    expect(call_result(base, &board, 0) == EdAccess::not_found, "7 is no piece");
    std::memset(board.board, EdAccess::white | EdAccess::king, 12);
    board.board[31] = EdAccess::black | EdAccess::king;
    expect(call_result(base, &board, 0) == EdAccess::not_found, "there are no tables of so many pieces");

    unsigned long long asked = 0;
    for (int file = 4; file < count; file++)
        compare(base, arguments[file], &asked);
    std::printf("%llu positions of %d files agree\n", asked, count - 4);
}
