// The order in which the search tries moves: alpha-beta cuts off soonest if the best come first.
#pragma once

#include <array>
#include <vector>

#include "position.h"

class Ordering {
  public:
    // Forgets which moves were good before.
    void new_game();

    // Before a search: what was good in the last one counts less.
    void begin_search();

    // Puts promising moves first: the preferred one, if not null, then large captures, crowning moves, and quiet moves that cut
    // off before, here or elsewhere.
    void sort(const Position &position, int ply, const Move *preferred, std::vector<Move> &moves) const;

    // A quiet move was too good for the opponent to let it come to this.
    void cut_off(const Position &position, int ply, const Move &move, int depth);

  private:
    // The last two moves that cut off so many plies from the root.
    std::vector<std::array<Move, 2>> killers;
    // Of White and Black: how much each move, from a square to a square, has cut off.
    int history[2][32][32] = {};
};
