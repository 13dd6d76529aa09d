#include "position.h"

#include <algorithm>
#include <array>

namespace {

// Random numbers for the pieces on each square, and one for Black to move: the key is their exclusive or.
struct Keys {
    std::array<std::array<std::uint64_t, 32>, 4> pieces;
    std::uint64_t black;
};

// SplitMix64.
constexpr std::uint64_t next_random(std::uint64_t &state) {
    state += 0x9e3779b97f4a7c15;
    std::uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
}

constexpr Keys make_keys() {
    Keys keys{};
    std::uint64_t state = 1;
    for (auto &squares : keys.pieces)
        for (auto &key : squares)
            key = next_random(state);
    keys.black = next_random(state);
    return keys;
}

constexpr Keys KEYS = make_keys();

std::uint64_t key_of(Color color, bool king, Square square) { return KEYS.pieces[2 * color + king][square]; }

std::uint64_t key_of(Color color, bool king, Bitboard set) {
    std::uint64_t key = 0;
    for (; set != 0; set &= set - 1)
        key ^= key_of(color, king, first(set));
    return key;
}

} // namespace

std::uint64_t Position::computed_key() const {
    std::uint64_t computed = turn == BLACK ? KEYS.black : 0;
    for (Color color : {WHITE, BLACK})
        computed ^= key_of(color, false, men[color]) ^ key_of(color, true, kings[color]);
    return computed;
}

Position Position::after(const Move &move) const {
    Position next = *this;
    const Color enemy = other(turn);
    const bool king = (kings[turn] & bit(move.from)) != 0;
    // A man that takes a piece on the second-last rank lands on the last rank, or was crowned before. It reaches the last rank
    // in no other way during a capture. So the captured set shows whether it is crowned, without the path.
    const Bitboard last = crowning_rank(turn), before_last = turn == WHITE ? last >> 4 : last << 4;
    const bool king_then = king || (bit(move.to) & last) != 0 || (move.captured & before_last) != 0;

    (king ? next.kings : next.men)[turn] &= ~bit(move.from);
    (king_then ? next.kings : next.men)[turn] |= bit(move.to);
    next.key ^= key_of(turn, king, Square{move.from}) ^ key_of(turn, king_then, Square{move.to});
    if (move.captured != 0) {
        next.key ^= key_of(enemy, false, men[enemy] & move.captured) ^ key_of(enemy, true, kings[enemy] & move.captured);
        next.men[enemy] &= ~Bitboard{move.captured};
        next.kings[enemy] &= ~Bitboard{move.captured};
    }
    next.turn = enemy;
    next.key ^= KEYS.black;
    next.clock = is_zeroing(move) ? 0 : clock + 1;
    return next;
}

bolshak_position Position::for_bolshak() const {
    return {men[WHITE], kings[WHITE], men[BLACK], kings[BLACK], turn, BOLSHAK_GAME_RUSSIAN};
}

Position start_position() {
    Position position{{0xfff, 0xfff00000}, {0, 0}, WHITE, 0, 0};
    position.key = position.computed_key();
    return position;
}

std::string read_position(const std::string &text, Position &position) {
    bolshak_position read;
    bolshak_fen_clock counter;
    if (bolshak_parse_fen(text.c_str(), BOLSHAK_GAME_RUSSIAN, &read, &counter) != BOLSHAK_OK)
        return bolshak_last_error();
    position = {{read.white_men, read.black_men}, {read.white_kings, read.black_kings},
                read.turn == BOLSHAK_WHITE ? WHITE : BLACK, 0, 0};
    // All clocks from 30 on are equivalent.
    if (counter.plies != BOLSHAK_NO_CLOCK)
        position.clock = static_cast<unsigned>(std::min<std::int64_t>(counter.plies, DRAW_PLIES));
    position.key = position.computed_key();
    return "";
}
