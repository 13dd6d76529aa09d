#include "engine.h"

#include <algorithm>

#include "moves.h"

namespace {

Move move_of(const bolshak_ranked_move &ranked) {
    return {static_cast<std::uint8_t>(ranked.mv.from), static_cast<std::uint8_t>(ranked.mv.to),
            static_cast<std::uint32_t>(ranked.mv.captured)};
}

// The ranked moves that are as good as the first.
std::vector<bolshak_ranked_move> equals_of_first(const std::vector<bolshak_ranked_move> &ranked) {
    const auto is_worse = [&](const bolshak_ranked_move &move) { return move.category != ranked[0].category; };
    return {ranked.begin(), std::find_if(ranked.begin(), ranked.end(), is_worse)};
}

// The score of a move from the tables, whose line is known to the end.
int score_of(int category, std::size_t plies) {
    const int win = MATE - static_cast<int>(std::min<std::size_t>(plies, MATE - TABLE_WIN - 1));
    switch (category) {
    case BOLSHAK_WIN: return win;
    case BOLSHAK_LOSS: return -win;
    case BOLSHAK_CURSED_WIN: return 1;
    case BOLSHAK_BLESSED_LOSS: return -1;
    default: return 0;
    }
}

} // namespace

Answer Engine::think(const Game &game, const std::function<void(const Answer &)> &report) {
    std::vector<Move> moves;
    legal_moves(game.position, moves);
    if (moves.empty())
        return {};
    const Tables *asked = &tables;
    std::optional<bolshak_category> result;
    if (tables.may_have(game.position)) {
        const std::vector<bolshak_ranked_move> ranked = tables.ranked(game.position);
        if (const std::optional<Answer> answer = from_tables(game, ranked)) {
            report(*answer);
            return *answer;
        }
        result = tables.result(game.position);
        if (result == BOLSHAK_DRAW) {
            // All moves that keep the draw have the same value in the tables, and so have all replies. Only a search without
            // tables sees which of them sets the opponent problems.
            asked = nullptr;
            moves.clear();
            for (const bolshak_ranked_move &move : equals_of_first(ranked))
                moves.push_back(move_of(move));
        }
    }
    const auto as_answer = [&](Found found) {
        if (result)
            found.score = 0;
        return Answer{found, result};
    };
    return as_answer(search.run(game, moves, asked, [&](const Found &found) { report(as_answer(found)); }));
}

// The move from the tables, if they know enough and the position is not drawn. Their values include the clock: a move that runs
// into the draw rule is not a win. So the engine converts a win within the rule if it goes on like this.
std::optional<Answer> Engine::from_tables(const Game &game, const std::vector<bolshak_ranked_move> &ranked) const {
    if (ranked.empty())
        return std::nullopt;
    const int category = ranked[0].category;
    const auto is_unknown = [](const bolshak_ranked_move &move) { return move.category == BOLSHAK_UNKNOWN; };
    // A win is best, whatever the unknown moves are.
    if (category != BOLSHAK_WIN && std::any_of(ranked.begin(), ranked.end(), is_unknown))
        return std::nullopt;
    if (category == BOLSHAK_DRAW || category == BOLSHAK_UNKNOWN)
        return std::nullopt;
    bolshak_ranked_move chosen = ranked[0];
    // Best play repeats nothing, but the game so far may have: a third repetition is a draw.
    if (category == BOLSHAK_WIN || category == BOLSHAK_CURSED_WIN)
        for (const bolshak_ranked_move &move : equals_of_first(ranked))
            if (!game.has_seen(game.position.after(move_of(move)).key)) {
                chosen = move;
                break;
            }
    Answer answer;
    answer.result = static_cast<bolshak_category>(category);
    answer.found.line.push_back(move_of(chosen));
    for (const bolshak_ranked_move &move : tables.line_after(chosen))
        answer.found.line.push_back(move_of(move));
    answer.found.depth = static_cast<int>(answer.found.line.size());
    answer.found.score = score_of(category, answer.found.line.size());
    return answer;
}
