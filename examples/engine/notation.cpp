#include "notation.h"

#include <set>
#include <sstream>

namespace {

unsigned number_of(Square square, Numbering numbering) {
    // From b8 on, the ranks are in the other order, each still from left to right.
    return 1 + (numbering == Numbering::A1 ? square : 4 * (7 - square / 4) + square % 4);
}

// The numbers of a move: from, to, then the captured squares.
std::vector<unsigned> numbers(const Move &move, Numbering numbering) {
    std::vector<unsigned> found{number_of(move.from, numbering), number_of(move.to, numbering)};
    std::set<unsigned> taken;
    for (Bitboard left = move.captured; left != 0; left &= left - 1)
        taken.insert(number_of(first(left), numbering));
    found.insert(found.end(), taken.begin(), taken.end());
    return found;
}

} // namespace

std::string move_text(const Move &move, Numbering numbering) {
    std::string text;
    for (unsigned number : numbers(move, numbering))
        text += (text.empty() ? "" : move.captured != 0 ? "x" : "-") + std::to_string(number);
    return text;
}

std::optional<Move> read_move(const std::string &text, Numbering numbering, const std::vector<Move> &legal) {
    const char separator = text.find('x') != std::string::npos ? 'x' : '-';
    std::vector<unsigned> named;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, separator);) {
        if (part.empty() || part.size() > 2 || part.find_first_not_of("0123456789") != std::string::npos)
            return std::nullopt;
        named.push_back(static_cast<unsigned>(std::stoul(part)));
    }
    if (named.size() < 2)
        return std::nullopt;
    std::set<unsigned> taken(named.begin() + 2, named.end());
    named.resize(2);
    named.insert(named.end(), taken.begin(), taken.end());
    for (const Move &move : legal)
        if (numbers(move, numbering) == named)
            return move;
    return std::nullopt;
}
