// A game: its position, and the earlier ones that can repeat.
#pragma once

#include <string>
#include <vector>

#include "notation.h"
#include "position.h"

struct Game {
    Position position = start_position();
    // The keys of the positions since the last zeroing move, without the current one. Older ones cannot repeat.
    std::vector<std::uint64_t> seen;

    void play(const Move &move);

    bool has_seen(std::uint64_t key) const;
};

// Reads a position and moves from it in the Hub protocol's notation. Returns an error, or "".
std::string read_game(const std::string &position, const std::string &moves, Numbering numbering, Game &game);
