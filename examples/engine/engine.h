// The engine: plays from the tables what they know, and searches the rest.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "control.h"
#include "game.h"
#include "hash.h"
#include "search.h"
#include "tables.h"

// What the engine says of a position.
struct Answer {
    Found found;
    std::optional<bolshak_category> result; // that of the tables, if they know it
};

class Engine {
  public:
    // Decides on a move: the first of the line; none if there is no legal move. Ends when `control` says so, but with a move.
    Answer think(const Game &game, const std::function<void(const Answer &)> &report);

    // Forgets what was searched before.
    void new_game() {
        hash.clear();
        search.new_game();
    }

    Tables tables;
    Hash hash{64};
    Control control;

  private:
    std::optional<Answer> from_tables(const Game &game, const std::vector<bolshak_ranked_move> &ranked) const;

    Search search{hash, control};
};
