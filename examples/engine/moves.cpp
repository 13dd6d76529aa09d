#include "moves.h"

#include <algorithm>
#include <array>

namespace {

// The four diagonal directions: those of White's men, then those of Black's.
constexpr unsigned DIRECTIONS = 4;

// The next square from each square in each direction. From OFF_BOARD it is OFF_BOARD.
using Neighbours = std::array<std::array<Square, 33>, DIRECTIONS>;

constexpr Neighbours make_neighbours() {
    Neighbours neighbours{};
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        for (Square square = 0; square < 32; square++) {
            // The dark squares of even ranks begin at file a, those of odd ranks at b.
            const int rank = static_cast<int>(square / 4), file = static_cast<int>(2 * (square % 4)) + rank % 2;
            const int to_rank = rank + (direction < 2 ? 1 : -1), to_file = file + (direction % 2 == 0 ? -1 : 1);
            const bool inside = to_rank >= 0 && to_rank < 8 && to_file >= 0 && to_file < 8;
            neighbours[direction][square] = inside ? static_cast<Square>(4 * to_rank + to_file / 2) : OFF_BOARD;
        }
        neighbours[direction][OFF_BOARD] = OFF_BOARD;
    }
    return neighbours;
}

constexpr Neighbours NEIGHBOURS = make_neighbours();

Square next(Square square, unsigned direction) { return NEIGHBOURS[direction][square]; }

// The first occupied square in a direction, perhaps OFF_BOARD.
Square look(Square square, unsigned direction, Bitboard empty) {
    do
        square = next(square, direction);
    while ((empty & bit(square)) != 0);
    return square;
}

// The captures of one piece.
class Captures {
  public:
    Captures(const Position &position, Square origin, std::vector<Move> &moves)
        // The piece is lifted: the capture may cross its square and end there.
        : empty(BOARD & ~(position.occupied() & ~bit(origin))), enemies(position.pieces(other(position.turn))),
          last(crowning_rank(position.turn)), from(origin), found(moves) {}

    // Adds the captures that go on from a square after jumping `taken`. Returns whether there are any.
    bool go_on(Square at, bool king, Bitboard taken) {
        bool any = false;
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            const Square over = king ? look(at, direction, empty) : next(at, direction);
            const Square behind = next(over, direction);
            // Jumped pieces stay until the end, and are not jumped twice.
            if ((enemies & ~taken & bit(over)) == 0 || (empty & bit(behind)) == 0)
                continue;
            any = true;
            land(behind, direction, king, taken | bit(over));
        }
        return any;
    }

  private:
    void land(Square behind, unsigned direction, bool king, Bitboard taken) {
        bool goes_on = false;
        if (!king) {
            goes_on = go_on(behind, (last & bit(behind)) != 0, taken);
            if (!goes_on)
                add(behind, taken);
            return;
        }
        for (Square to = behind; (empty & bit(to)) != 0; to = next(to, direction))
            goes_on |= go_on(to, true, taken);
        // If the capture can go on from some of the squares, the king must choose one of them.
        for (Square to = behind; !goes_on && (empty & bit(to)) != 0; to = next(to, direction))
            add(to, taken);
    }

    void add(Square to, Bitboard taken) {
        const Move move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), static_cast<std::uint32_t>(taken)};
        if (std::find(found.begin(), found.end(), move) == found.end())
            found.push_back(move);
    }

    const Bitboard empty, enemies, last;
    const Square from;
    std::vector<Move> &found;
};

void add_quiet_moves(const Position &position, std::vector<Move> &moves) {
    const Bitboard empty = BOARD & ~position.occupied();
    for (Bitboard left = position.pieces(position.turn); left != 0; left &= left - 1) {
        const Square from = first(left);
        const bool king = (position.kings[position.turn] & bit(from)) != 0;
        const unsigned begin = king || position.turn == WHITE ? 0 : 2, end = king || position.turn == BLACK ? 4 : 2;
        for (unsigned direction = begin; direction < end; direction++) {
            Square to = next(from, direction);
            for (; (empty & bit(to)) != 0; to = king ? next(to, direction) : OFF_BOARD)
                moves.push_back({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), 0});
        }
    }
}

} // namespace

bool can_capture(const Position &position, Color color) {
    const Bitboard empty = BOARD & ~position.occupied(), enemies = position.pieces(other(color));
    for (Bitboard left = position.pieces(color); left != 0; left &= left - 1) {
        const Square from = first(left);
        const bool king = (position.kings[color] & bit(from)) != 0;
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            const Square over = king ? look(from, direction, empty) : next(from, direction);
            if ((enemies & bit(over)) != 0 && (empty & bit(next(over, direction))) != 0)
                return true;
        }
    }
    return false;
}

void legal_moves(const Position &position, std::vector<Move> &moves) {
    moves.clear();
    if (!can_capture(position, position.turn))
        return add_quiet_moves(position, moves);
    for (Bitboard left = position.pieces(position.turn); left != 0; left &= left - 1) {
        const Square from = first(left);
        Captures(position, from, moves).go_on(from, (position.kings[position.turn] & bit(from)) != 0, 0);
    }
}

std::uint64_t perft(const Position &position, unsigned depth) {
    if (depth == 0)
        return 1;
    std::vector<Move> moves;
    legal_moves(position, moves);
    if (depth == 1)
        return moves.size();
    std::uint64_t sum = 0;
    for (const Move &move : moves)
        sum += perft(position.after(move), depth - 1);
    return sum;
}
