#include "tables.h"

namespace {

// The whole draw rule: three kings against one, and 15 moves by kings alone. The clock of Position covers both.
constexpr int RULE = BOLSHAK_FIFTEEN_MOVES;

} // namespace

std::string Tables::open(const std::string &directory) {
    handle.reset();
    largest = 0;
    if (directory.empty())
        return "";
    bolshak_options options{};
    options.size = sizeof options;
    options.cache_bytes = 256 << 20; // for blocks, which are unpacked on use
    options.game = BOLSHAK_GAME_RUSSIAN;
    bolshak_tablebase *opened = nullptr;
    if (bolshak_open(directory.c_str(), &options, &opened) != BOLSHAK_OK)
        return bolshak_last_error();
    handle.reset(opened);
    largest = static_cast<int>(bolshak_largest(opened));
    return "";
}

std::optional<bolshak_category> Tables::result(const Position &position) const {
    if (!may_have(position))
        return std::nullopt;
    const bolshak_position asked = position.for_bolshak();
    bolshak_category category;
    if (bolshak_probe_wdl(handle.get(), &asked, position.clock, RULE, &category) != BOLSHAK_OK)
        return std::nullopt;
    return category;
}

std::vector<bolshak_ranked_move> Tables::ranked(const Position &position) const {
    const bolshak_position asked = position.for_bolshak();
    std::vector<bolshak_ranked_move> moves(64);
    std::size_t found = 0;
    for (;;) {
        const bolshak_code code =
            bolshak_rank_moves(handle.get(), &asked, position.clock, RULE, moves.data(), moves.size(), &found);
        if (code != BOLSHAK_OK && code != BOLSHAK_BUFFER_TOO_SMALL)
            return {};
        moves.resize(found);
        if (code == BOLSHAK_OK)
            return moves;
    }
}

std::vector<bolshak_ranked_move> Tables::line_after(const bolshak_ranked_move &move) const {
    std::vector<bolshak_ranked_move> moves(256);
    std::size_t found = 0;
    for (;;) {
        bolshak_end end;
        const bolshak_code code =
            bolshak_line(handle.get(), &move.position, move.clock, RULE, moves.data(), moves.size(), &found, &end);
        if (code != BOLSHAK_OK && code != BOLSHAK_BUFFER_TOO_SMALL)
            return {};
        moves.resize(found);
        if (code == BOLSHAK_OK)
            return moves;
    }
}
