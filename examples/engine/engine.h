// The engine: plays from the tables if they know the position, and searches otherwise.
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

// The engine's report on a position.
struct Answer {
    Found found;
    std::optional<bolshak_category> result; // from the tables, if they have it
};

class Engine {
  public:
    // Chooses a move, the first of the line; none if there is no legal move. Ends when `control` says so, but always with a move.
    Answer think(const Game &game, const std::function<void(const Answer &)> &report);

    // Forgets earlier searches.
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
