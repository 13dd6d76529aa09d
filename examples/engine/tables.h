// Endgame tables: a few functions around libbolshak.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bolshak.h"
#include "position.h"

class Tables {
  public:
    // Opens the tables of a directory instead of the open ones; "" stands for none. Returns an error, or "".
    std::string open(const std::string &directory);

    // Whether the tables may have a position, by its number of pieces. Its table may still be missing.
    bool may_have(const Position &position) const { return count(position.occupied()) <= largest; }

    // The result for the side to move under the draw rule, at the clock of the position; nothing if unknown.
    std::optional<bolshak_category> result(const Position &position) const;

    // The legal moves, best first; none if tables cannot be read. A move may have the category BOLSHAK_UNKNOWN.
    std::vector<bolshak_ranked_move> ranked(const Position &position) const;

    // Best play after a ranked move, up to the first unknown move.
    std::vector<bolshak_ranked_move> line_after(const bolshak_ranked_move &move) const;

  private:
    struct Close {
        void operator()(bolshak_tablebase *tables) const { bolshak_close(tables); }
    };

    std::unique_ptr<bolshak_tablebase, Close> handle;
    int largest = 0;
};
