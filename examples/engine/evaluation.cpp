#include "evaluation.h"

namespace {

constexpr int MAN = 100, KING = 280;

// The rank bonus of a white man.
constexpr int ADVANCE[8] = {0, 0, 2, 4, 8, 14, 24, 0};

constexpr Bitboard CENTRE = bit(9) | bit(10) | bit(13) | bit(14) | bit(17) | bit(18) | bit(21) | bit(22); // c3 to f6
constexpr Bitboard MAIN_ROAD = bit(0) | bit(4) | bit(9) | bit(13) | bit(18) | bit(22) | bit(27) | bit(31); // a1 to h8
// The home squares whose men keep the enemy from a king: c1, e1 and f8, d8.
constexpr Bitboard GUARD[2] = {bit(1) | bit(2), bit(29) | bit(30)};

int worth(const Position &position, Color color) {
    const Bitboard men = position.men[color], kings = position.kings[color];
    int sum = MAN * count(men) + KING * count(kings);
    for (Bitboard left = men; left != 0; left &= left - 1) {
        const Square rank = first(left) / 4;
        sum += ADVANCE[color == WHITE ? rank : 7 - rank];
    }
    sum += 4 * count(men & CENTRE) + 6 * count(men & GUARD[color]);
    return sum + ((kings & MAIN_ROAD) != 0 ? 30 : 0);
}

// Whether a side's lead is hard to convert: a king escapes from two others, and from three if it holds the main road.
bool is_drawish(const Position &position, Color strong) {
    const Color weak = other(strong);
    if (position.kings[weak] == 0 || position.men[strong] != 0)
        return false;
    return count(position.kings[strong]) < 3 || (position.kings[weak] & MAIN_ROAD) != 0;
}

} // namespace

int evaluate(const Position &position) {
    int score = worth(position, position.turn) - worth(position, other(position.turn));
    if (is_drawish(position, score > 0 ? position.turn : other(position.turn)))
        score /= 8;
    return score + 3; // for the right to move
}
