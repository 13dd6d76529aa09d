#include "game.h"

#include <algorithm>
#include <sstream>

#include "moves.h"

void Game::play(const Move &move) {
    seen.push_back(position.key);
    if (position.is_zeroing(move))
        seen.clear();
    position = position.after(move);
}

bool Game::has_seen(std::uint64_t key) const { return std::find(seen.begin(), seen.end(), key) != seen.end(); }

std::string read_game(const std::string &position, const std::string &moves, Numbering numbering, Game &game) {
    Game read;
    if (const std::string error = read_position(position, read.position); !error.empty())
        return error;
    std::vector<Move> legal;
    std::istringstream words(moves);
    for (std::string text; words >> text;) {
        legal_moves(read.position, legal);
        const std::optional<Move> move = read_move(text, numbering, legal);
        if (!move)
            return text + " is not a legal move in the position it is to be made in";
        read.play(*move);
    }
    game = read;
    return "";
}
