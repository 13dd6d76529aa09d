// What a position seems to be worth, in hundredths of a man.
#pragma once

#include "position.h"

// For the side to move. No captures are looked at: the position is to be a quiet one.
int evaluate(const Position &position);
