// The texts of squares and moves in the Hub protocol.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "position.h"

// The square with the number 1: b8 as in PDN, or a1 as in moves of pydraughts. The others follow rank by rank.
enum class Numbering { B8, A1 };

// A move as 22-18, or 2x20x16 for a capture from 2 to 20 of the piece on 16.
std::string move_text(const Move &move, Numbering numbering);

// The move of a text among legal moves. The captured pieces may be in any order.
std::optional<Move> read_move(const std::string &text, Numbering numbering, const std::vector<Move> &legal);
