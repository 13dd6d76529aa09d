// The legal moves of a position, and perft.
#pragma once

#include <cstdint>
#include <vector>

#include "position.h"

// Whether a side could capture if it were to move.
bool can_capture(const Position &position, Color color);

// Writes the legal moves of the side to move, each once: only captures if there is one. Empty if the side has lost.
void legal_moves(const Position &position, std::vector<Move> &moves);

// The number of sequences of `depth` legal moves.
std::uint64_t perft(const Position &position, unsigned depth);
