// A game: its position, and those before it that may be repeated.
#pragma once

#include <string>
#include <vector>

#include "notation.h"
#include "position.h"

struct Game {
    Position position = start_position();
    // The keys of the positions since the last zeroing move, without the present one. Older ones cannot come again.
    std::vector<std::uint64_t> seen;

    void play(const Move &move);

    bool has_seen(std::uint64_t key) const;
};

// Reads a position and the moves made from it, in the Hub protocol's notation. Returns an error, or "".
std::string read_game(const std::string &position, const std::string &moves, Numbering numbering, Game &game);
