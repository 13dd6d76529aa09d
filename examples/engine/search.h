// The search: alpha-beta with iterative deepening, which probes the tables.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "control.h"
#include "game.h"
#include "hash.h"
#include "ordering.h"
#include "tables.h"

// Scores are for the side to move, in hundredths of a man. A win in n plies has the score MATE - n. A win by a table probe n plies
// away, whose further length is unknown, has the score TABLE_WIN - n.
constexpr int MATE = 30000, TABLE_WIN = 20000, MOST_PLIES = 200;

// The result of a search so far.
struct Found {
    int depth = 0;
    int score = 0;
    std::uint64_t nodes = 0;
    std::vector<Move> line; // the expected moves, from the one to play on
};

class Search {
  public:
    Search(Hash &the_hash, const Control &the_control) : hash(the_hash), control(the_control) {}

    // Forgets earlier good moves.
    void new_game() { ordering.new_game(); }

    // Finds the best of some legal moves of a game, at least one, and reports each finished depth. `asked` is null without
    // tables.
    Found run(const Game &game, const std::vector<Move> &moves, const Tables *asked,
              const std::function<void(const Found &)> &report);

  private:
    struct Ply {
        std::vector<Move> moves, line;
        std::uint64_t key;
    };

    int search(const Position &position, int depth, int alpha, int beta, int ply);
    bool out_of_nodes_or_time();
    bool is_repeated(const Position &position, int ply) const;
    std::optional<int> table_score(const Position &position, int ply) const;

    Hash &hash;
    const Control &control;
    const Game *root = nullptr;
    const Tables *tables = nullptr;
    Ply plies[MOST_PLIES + 1];
    Ordering ordering;
    std::uint64_t nodes = 0;
    bool may_stop = false, stopped = false;
};
