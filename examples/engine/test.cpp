// Tests: move generation against known counts and the library, and the search against the tables.
//
//     test PERFT.tsv TABLES       counts of moves from the start, a line for a depth; a directory of tables to three pieces
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <random>
#include <sstream>
#include <tuple>

#include "engine.h"
#include "evaluation.h"
#include "moves.h"
#include "notation.h"

namespace {

int failures = 0;

void expect(bool holds, const std::string &what) {
    if (!holds && failures++ < 20)
        std::fprintf(stderr, "failed: %s\n", what.c_str());
}

std::mt19937 random_numbers(1);

unsigned random_below(unsigned end) { return std::uniform_int_distribution<unsigned>(0, end - 1)(random_numbers); }

// A random position with a number of pieces, at least one a side, and a random clock.
Position random_position(unsigned pieces) {
    Position position{};
    const unsigned white = std::max(1u, std::min(pieces - 1, pieces / 2 + random_below(3) - 1));
    for (unsigned placed = 0; placed < pieces;) {
        const Color color = placed < white ? WHITE : BLACK;
        const Square square = random_below(32);
        if ((position.occupied() & bit(square)) != 0)
            continue;
        const bool man = random_below(3) != 0 && (crowning_rank(color) & bit(square)) == 0;
        (man ? position.men : position.kings)[color] |= bit(square);
        placed++;
    }
    position.turn = random_below(2) == 0 ? WHITE : BLACK;
    position.clock = random_below(2) == 0 ? random_below(DRAW_PLIES) : DRAW_PLIES - 1 - random_below(8);
    position.key = position.computed_key();
    return position;
}

std::string text(const Position &position) {
    char buffer[BOLSHAK_TEXT_BYTES] = "no position";
    const bolshak_position written = position.for_bolshak();
    bolshak_fen(&written, buffer, sizeof buffer);
    return std::string(buffer) + " at clock " + std::to_string(position.clock);
}

void test_perft(const char *file) {
    std::ifstream rows(file);
    std::string heading;
    std::getline(rows, heading);
    unsigned depth = 0, tested = 0;
    for (std::uint64_t expected = 0; rows >> depth >> expected && depth <= 8; tested++)
        expect(perft(start_position(), depth) == expected, "perft to depth " + std::to_string(depth));
    expect(tested == 8, std::string("eight depths in ") + file);
}

// The moves of the library, sorted by from, to and captured.
std::vector<std::tuple<unsigned, unsigned, std::uint64_t, unsigned>> library_moves(const bolshak_position &position) {
    bolshak_move moves[1024];
    std::size_t found = 0;
    expect(bolshak_legal_moves(&position, moves, 1024, &found) == BOLSHAK_OK, "the library's moves");
    std::vector<std::tuple<unsigned, unsigned, std::uint64_t, unsigned>> sorted;
    for (std::size_t i = 0; i < found; i++)
        sorted.emplace_back(moves[i].from, moves[i].to, moves[i].captured, moves[i].flags);
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

void test_moves(const Position &position) {
    const std::string where = text(position);
    std::vector<Move> moves;
    legal_moves(position, moves);
    std::sort(moves.begin(), moves.end(), [](const Move &one, const Move &two) {
        return std::tie(one.from, one.to, one.captured) < std::tie(two.from, two.to, two.captured);
    });
    const bolshak_position asked = position.for_bolshak();
    const auto expected = library_moves(asked);
    expect(moves.size() == expected.size(), "the number of moves of " + where);
    for (std::size_t i = 0; i < std::min(moves.size(), expected.size()); i++) {
        const Move &move = moves[i];
        const auto &[from, to, captured, flags] = expected[i];
        expect(move.from == from && move.to == to && move.captured == captured, "a move of " + where);
        expect(position.is_zeroing(move) == ((flags & BOLSHAK_ZEROING) != 0), "a zeroing move of " + where);
        const bolshak_move made{from, to, captured, 0};
        bolshak_position after{};
        expect(bolshak_play(&asked, &made, &after) == BOLSHAK_OK, "the library plays a move of " + where);
        const Position next = position.after(move);
        const bolshak_position ours = next.for_bolshak();
        expect(ours.white_men == after.white_men && ours.white_kings == after.white_kings &&
                   ours.black_men == after.black_men && ours.black_kings == after.black_kings && ours.turn == after.turn,
               "the position after a move of " + where);
        expect(next.key == next.computed_key(), "the key after a move of " + where);
        expect(next.clock == (position.is_zeroing(move) ? 0 : position.clock + 1), "the clock after a move of " + where);
        for (Numbering numbering : {Numbering::B8, Numbering::A1})
            expect(read_move(move_text(move, numbering), numbering, moves) == move, "the text of a move of " + where);
    }
    if (!moves.empty())
        expect(can_capture(position, position.turn) == (moves[0].captured != 0), "whether there are captures in " + where);
}

// The board turned by 180 degrees, with the colours exchanged.
Bitboard turned(Bitboard set) {
    Bitboard result = 0;
    for (; set != 0; set &= set - 1)
        result |= bit(31 - first(set));
    return result;
}

void test_evaluation(const Position &position) {
    Position other_side{{turned(position.men[BLACK]), turned(position.men[WHITE])},
                        {turned(position.kings[BLACK]), turned(position.kings[WHITE])},
                        other(position.turn), position.clock, 0};
    expect(evaluate(position) == evaluate(other_side), "the same worth for White and Black of " + text(position));
}

// The score of a search without tables.
int searched(Engine &engine, const Game &game, const std::vector<Move> &moves, int depth, std::uint64_t nodes = 4000) {
    engine.control.begin({depth, nodes, 60}, false);
    return Search(engine.hash, engine.control).run(game, moves, nullptr, [](const Found &) {}).score;
}

// A result that a search without tables sees to its end must be that of the tables at that clock. With tables, the engine must
// report their result, and its move must keep it.
void test_search(Engine &engine, Position position, int &proved) {
    Game game;
    std::vector<Move> moves;
    legal_moves(position, moves);
    // Results at clock 0 are in the hash table when the position is searched at its own clock.
    const unsigned clock = position.clock;
    for (position.clock = 0; !moves.empty(); position.clock = clock) {
        game.position = position;
        const std::optional<bolshak_category> result = engine.tables.result(position);
        const int score = searched(engine, game, moves, 100);
        if (std::abs(score) > TABLE_WIN) {
            expect(result == (score > 0 ? BOLSHAK_WIN : BOLSHAK_LOSS), "the end that the search sees in " + text(position));
            proved++;
        }
        if (position.clock == clock)
            break;
    }
    const std::optional<bolshak_category> result = engine.tables.result(position);
    expect(result.has_value(), "the tables know " + text(position));
    if (moves.empty() || !result)
        return;
    const Answer answer = engine.think(game, [](const Answer &) {});
    expect(answer.result == result, "the result that the engine gives for " + text(position));
    const std::optional<bolshak_category> then = engine.tables.result(position.after(answer.found.line.at(0)));
    expect(then && *then == BOLSHAK_WIN - *result, "the move that the engine plays in " + text(position));
}

// With tables of three pieces, the search sees which capture of four pieces wins.
void test_tables_in_search(Engine &engine, const Position &position, int &compared) {
    std::vector<Move> moves;
    legal_moves(position, moves);
    if (moves.empty() || moves[0].captured == 0)
        return;
    bool wins = false;
    for (const Move &move : moves)
        wins |= engine.tables.result(position.after(move)) == BOLSHAK_LOSS;
    Game game;
    game.position = position;
    engine.control.begin({1, 100000, 60}, false);
    const Answer answer = engine.think(game, [](const Answer &) {});
    expect((answer.found.score > TABLE_WIN - MOST_PLIES) == wins, "the search with tables of " + text(position));
    compared++;
}

// A position that occurred in the game is a draw if it can repeat.
void test_repetition(Engine &engine) {
    Game game;
    const std::string error = read_game("W:WKg1,Ke1:BKa5", "32-27 13-2 27-32 2-13", Numbering::B8, game);
    expect(error.empty() && game.seen.size() == 4 && game.position.clock == 4, "a game with moves: " + error);
    const std::vector<Move> again{{3, 6, 0}};
    expect(move_text(again[0], Numbering::B8) == "32-27" && move_text(again[0], Numbering::A1) == "4-7", "g1-f2 in text");
    expect(searched(engine, game, again, 1) == 0, "a repetition is a draw");
    game.seen.clear();
    expect(searched(engine, game, again, 1) > 0, "without a repetition the lead counts");
}

// Petrov's triangle: a win in 9 plies.
void test_long_win(Engine &engine) {
    Game game;
    expect(read_game("W:WKc3,Kd6,Ke3:BKd8", "", Numbering::B8, game).empty(), "a position");
    std::vector<Move> moves;
    legal_moves(game.position, moves);
    expect(searched(engine, game, moves, 9, 1000000) == MATE - 9, "the search wins in 9 plies");
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 3) {
        std::fputs("usage: test PERFT.tsv TABLES\n", stderr);
        return 2;
    }
    test_perft(argv[1]);
    for (int i = 0; i < 100000; i++) {
        const Position position = random_position(2 + random_below(20));
        test_moves(position);
        test_evaluation(position);
    }
    Engine engine;
    const std::string error = engine.tables.open(argv[2]);
    expect(error.empty(), error);
    test_repetition(engine);
    test_long_win(engine);
    int proved = 0, compared = 0;
    for (int i = 0; i < 1000; i++) {
        test_search(engine, random_position(2 + random_below(2)), proved);
        test_tables_in_search(engine, random_position(4), compared);
    }
    expect(proved > 100 && compared > 100, "enough positions");
    std::printf("%d failures, %d ends seen by the search, %d captures into the tables\n", failures, proved, compared);
    return failures == 0 ? 0 : 1;
}
