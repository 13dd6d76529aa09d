#include "ordering.h"

#include <algorithm>
#include <iterator>

namespace {

constexpr int MOST_HISTORY = 1 << 20;

} // namespace

void Ordering::new_game() {
    for (auto &of_color : history)
        for (auto &from : of_color)
            std::fill(std::begin(from), std::end(from), 0);
}

void Ordering::begin_search() {
    killers.clear();
    for (auto &of_color : history)
        for (auto &from : of_color)
            for (int &value : from)
                value /= 8;
}

void Ordering::sort(const Position &position, int ply, const Move *preferred, std::vector<Move> &moves) const {
    const Color turn = position.turn;
    const Bitboard enemy_kings = position.kings[other(turn)];
    const std::size_t at = static_cast<std::size_t>(ply);
    const auto promise = [&](const Move &move) {
        if (preferred && move == *preferred)
            return 1 << 30;
        if (move.captured != 0)
            return 2 * count(move.captured) + count(move.captured & enemy_kings);
        if ((crowning_rank(turn) & bit(move.to)) != 0 && (position.men[turn] & bit(move.from)) != 0)
            return 1 << 29;
        for (unsigned i = 0; at < killers.size() && i < 2; i++)
            if (move == killers[at][i])
                return (1 << 28) - static_cast<int>(i);
        return history[turn][move.from][move.to];
    };
    std::stable_sort(moves.begin(), moves.end(),
                     [&](const Move &one, const Move &two) { return promise(one) > promise(two); });
}

void Ordering::cut_off(const Position &position, int ply, const Move &move, int depth) {
    const std::size_t at = static_cast<std::size_t>(ply);
    if (at >= killers.size())
        killers.resize(at + 1);
    if (!(move == killers[at][0]))
        killers[at] = {move, killers[at][0]};
    int &value = history[position.turn][move.from][move.to];
    value = std::min(value + depth * depth, MOST_HISTORY);
}
