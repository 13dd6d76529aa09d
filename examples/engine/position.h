// A position: four boards, the side to move, the clock of the draw rule, and a key for hashing.
#pragma once

#include <cstdint>
#include <string>

#include "bolshak.h"

// A set of squares in the order of bolshak.h: bit 0 is a1, bit 1 is c1, bit 31 is h8.
using Bitboard = std::uint64_t;

// A square from 0 to 31; 32 is off the board. No board has its bit, so steps over the edge need no test.
using Square = unsigned;
constexpr Square OFF_BOARD = 32;
constexpr Bitboard BOARD = (Bitboard{1} << 32) - 1;

constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }

// The lowest square of a nonempty set.
inline Square first(Bitboard set) { return static_cast<Square>(__builtin_ctzll(set)); }

inline int count(Bitboard set) { return __builtin_popcountll(set); }

enum Color { WHITE = BOLSHAK_WHITE, BLACK = BOLSHAK_BLACK };

constexpr Color other(Color color) { return color == WHITE ? BLACK : WHITE; }

// A man that reaches this rank is a king.
constexpr Bitboard crowning_rank(Color color) { return color == WHITE ? Bitboard{0xf} << 28 : Bitboard{0xf}; }

// The game is drawn after this number of plies without a capture or a move of a man: 15 moves by kings alone, also with three
// kings against one.
constexpr unsigned DRAW_PLIES = 30;

// Two captures that take the same pieces from the same square to the same square are one move.
struct Move {
    std::uint8_t from, to;
    std::uint32_t captured;

    bool operator==(const Move &move) const {
        return from == move.from && to == move.to && captured == move.captured;
    }
};

struct Position {
    Bitboard men[2], kings[2]; // of White, of Black
    Color turn;
    unsigned clock;    // plies since the last capture or move of a man
    std::uint64_t key; // of the boards and the turn, without the clock

    Bitboard pieces(Color color) const { return men[color] | kings[color]; }
    Bitboard occupied() const { return pieces(WHITE) | pieces(BLACK); }

    // Whether a move resets the clock: a capture or a move of a man.
    bool is_zeroing(const Move &move) const { return move.captured != 0 || (men[turn] & bit(move.from)) != 0; }

    // The position after a legal move.
    Position after(const Move &move) const;

    // The key, computed from the boards.
    std::uint64_t computed_key() const;

    // The position for the library.
    bolshak_position for_bolshak() const;
};

// The position at the start of a game.
Position start_position();

// Reads a FEN or a Hub string, with the draw counter of a FEN as the clock. Returns an error, or "".
std::string read_position(const std::string &text, Position &position);
