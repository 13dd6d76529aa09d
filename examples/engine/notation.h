// The texts of squares and moves in the Hub protocol.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "position.h"

// Which square has the number 1: b8 as in PDN, or a1 as pydraughts sends moves. The others follow rank by rank.
enum class Numbering { B8, A1 };

// A move as 22-18, or 2x20x16: a capture from 2 to 20 that takes the piece on 16.
std::string move_text(const Move &move, Numbering numbering);

// The move of a text among legal ones. The captured pieces may come in any order.
std::optional<Move> read_move(const std::string &text, Numbering numbering, const std::vector<Move> &legal);
