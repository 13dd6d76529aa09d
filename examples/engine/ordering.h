// The order in which the search tries moves: alpha-beta cuts off soonest if the best come first.
#pragma once

#include <array>
#include <vector>

#include "position.h"

class Ordering {
  public:
    // Forgets earlier good moves.
    void new_game();

    // Before a search: good moves of the last one count less.
    void begin_search();

    // Puts promising moves first: the preferred one, if not null, then large captures, crowning moves, and quiet moves that caused
    // cutoffs before, here or elsewhere.
    void sort(const Position &position, int ply, const Move *preferred, std::vector<Move> &moves) const;

    // A quiet move caused a cutoff.
    void cut_off(const Position &position, int ply, const Move &move, int depth);

  private:
    // By distance from the root: the last two moves that caused a cutoff.
    std::vector<std::array<Move, 2>> killers;
    // For White and Black: how much each move, from a square to a square, has cut off.
    int history[2][32][32] = {};
};
