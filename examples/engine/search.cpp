#include "search.h"

#include <algorithm>
#include <cstdlib>

#include "evaluation.h"
#include "moves.h"

namespace {

// If few plies are left on the clock, a draw may be near, and a result at one clock does not hold at another.
std::uint64_t hash_key(const Position &position) {
    constexpr unsigned FAR_FROM_A_DRAW = 10;
    return position.clock < FAR_FROM_A_DRAW ? position.key : position.key ^ (position.clock * 0x9e3779b97f4a7c15);
}

// The hash table counts the plies to a win from its position, the search from the root.
constexpr int WON = TABLE_WIN - MOST_PLIES;
int to_hash(int score, int ply) { return score >= WON ? score + ply : score <= -WON ? score - ply : score; }
int from_hash(int score, int ply) { return score >= WON ? score - ply : score <= -WON ? score + ply : score; }

bool cuts_off(const Entry &entry, int score, int alpha, int beta) {
    return entry.bound == Bound::EXACT || (entry.bound == Bound::AT_LEAST && score >= beta) ||
           (entry.bound == Bound::AT_MOST && score <= alpha);
}

} // namespace

Found Search::run(const Game &game, const std::vector<Move> &moves, const Tables *asked,
                  const std::function<void(const Found &)> &report) {
    root = &game;
    tables = asked;
    nodes = 0;
    stopped = false;
    hash.begin_search();
    ordering.begin_search();
    plies[0].moves = moves;

    const Limits &limits = control.given();
    const bool plays_at_once = moves.size() == 1 && (limits.nodes != Limits().nodes || limits.seconds != Limits().seconds);
    Found found;
    for (int depth = 1; depth <= std::min(limits.depth, MOST_PLIES); depth++) {
        may_stop = depth > 1; // so that there is always a move
        const int score = search(game.position, depth, -MATE, MATE, 0);
        found.nodes = nodes;
        // The line of an unfinished depth, if there is one, is still valid: it begins with the best move so far, or with a
        // better one.
        if (!plies[0].line.empty())
            found.line = plies[0].line;
        if (stopped)
            break;
        found.depth = depth;
        found.score = score;
        report(found);
        // A win seen to its end does not get shorter.
        if (plays_at_once || std::abs(score) >= MATE - depth || !control.should_go_on())
            break;
        // The best move so far comes first at the next depth.
        std::vector<Move> &first = plies[0].moves;
        std::rotate(first.begin(), std::find(first.begin(), first.end(), found.line[0]), first.end());
    }
    return found;
}

int Search::search(const Position &position, int depth, int alpha, int beta, int ply) {
    Ply &at = plies[ply];
    at.line.clear();
    at.key = position.key;
    nodes++;
    if (out_of_nodes_or_time())
        return 0;
    if (ply > 0) {
        // First: a side without a move has lost, whatever the clock.
        legal_moves(position, at.moves);
        if (at.moves.empty())
            return -(MATE - ply);
        if (position.clock >= DRAW_PLIES || is_repeated(position, ply))
            return 0;
        if (const std::optional<int> score = table_score(position, ply))
            return *score;
    }
    const bool captures = at.moves[0].captured != 0;
    // Only quiet positions are evaluated. Compulsory captures go on beyond the depth; if the opponent threatens one, one
    // more ply shows whether it can be met.
    const bool threatened = depth == 0 && !captures && can_capture(position, other(position.turn));
    if (ply == MOST_PLIES || (depth <= 0 && !captures && !threatened))
        return evaluate(position);

    const std::uint64_t key = hash_key(position);
    const Entry *known = depth > 0 ? hash.find(key) : nullptr;
    // Only with an empty window: a cutoff would shorten the expected line and hide repetitions in it.
    if (known && ply > 0 && known->depth >= depth && beta - alpha == 1) {
        const int score = from_hash(known->score, ply);
        if (cuts_off(*known, score, alpha, beta))
            return score;
    }
    const Move from_table = known ? known->move : Move{};
    if (ply > 0)
        ordering.sort(position, ply, known ? &from_table : nullptr, at.moves);

    const int before = alpha;
    int best = -MATE;
    Move best_move = at.moves[0];
    for (std::size_t i = 0; i < at.moves.size(); i++) {
        const Move move = at.moves[i];
        const Position next = position.after(move);
        // A forced move costs no depth, nor does a capture beyond the depth.
        const bool free = depth > 0 ? at.moves.size() == 1 : captures;
        const int next_depth = free ? depth : depth - 1;
        // A late quiet move is unlikely to be good, so a shallower search must confirm it first.
        const int reduction = i >= 4 && depth >= 3 && !captures ? 1 : 0;
        int score = alpha + 1;
        if (i > 0)
            score = -search(next, next_depth - reduction, -alpha - 1, -alpha, ply + 1);
        if (!stopped && score > alpha && (i == 0 || reduction > 0 || score < beta))
            score = -search(next, next_depth, -beta, -alpha, ply + 1);
        if (stopped)
            return 0;
        if (score > best) {
            best = score;
            best_move = move;
        }
        if (score > alpha) {
            alpha = score;
            at.line = {move};
            at.line.insert(at.line.end(), plies[ply + 1].line.begin(), plies[ply + 1].line.end());
        }
        if (alpha >= beta) {
            if (!captures)
                ordering.cut_off(position, ply, move, depth);
            break;
        }
    }
    if (depth > 0) {
        const Bound bound = best >= beta ? Bound::AT_LEAST : best > before ? Bound::EXACT : Bound::AT_MOST;
        hash.store(key, best_move, to_hash(best, ply), depth, bound);
    }
    return best;
}

bool Search::out_of_nodes_or_time() {
    if (may_stop && !stopped)
        stopped = nodes >= control.given().nodes || (nodes % 1024 == 0 && control.must_stop());
    return stopped;
}

// Whether the position occurred before, in the search or in the game. One repetition counts as a draw.
bool Search::is_repeated(const Position &position, int ply) const {
    const int back = static_cast<int>(position.clock); // an older position cannot repeat
    for (int earlier = ply - 4; earlier >= 0 && earlier >= ply - back; earlier -= 2)
        if (plies[earlier].key == position.key)
            return true;
    return back > ply && root->has_seen(position.key);
}

// Positions in the tables need no search. Few pieces are left only after a capture, so the clock is 0 here, unless the search
// began with few pieces and missing tables. The score of a win counts the plies to the ending, not those after it: the root finds
// those once the game is there. A win that the draw rule spoils is a little better than a draw, since the opponent may err.
std::optional<int> Search::table_score(const Position &position, int ply) const {
    const std::optional<bolshak_category> result = tables ? tables->result(position) : std::nullopt;
    if (!result)
        return std::nullopt;
    switch (*result) {
    case BOLSHAK_WIN: return TABLE_WIN - ply;
    case BOLSHAK_CURSED_WIN: return 1;
    case BOLSHAK_BLESSED_LOSS: return -1;
    case BOLSHAK_LOSS: return -(TABLE_WIN - ply);
    default: return 0;
    }
}
