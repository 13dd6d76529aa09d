// The evaluation of a position in hundredths of a man.
#pragma once

#include "position.h"

// For the side to move. Looks at no captures, so the position should be quiet.
int evaluate(const Position &position);
