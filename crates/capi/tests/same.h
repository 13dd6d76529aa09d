/* Comparisons of structs, without the bytes between their fields. */
#include <string.h>

#include "bolshak.h"

static int same_move(const bolshak_move *one, const bolshak_move *other) {
    return one->from == other->from && one->to == other->to && one->captured == other->captured &&
           one->flags == other->flags;
}

static int same_ranked(const bolshak_ranked_move *one, const bolshak_ranked_move *other) {
    return same_move(&one->mv, &other->mv) && memcmp(&one->position, &other->position, sizeof one->position) == 0 &&
           one->clock == other->clock && one->category == other->category && one->theory == other->theory &&
           one->dtw == other->dtw && memcmp(&one->reached, &other->reached, sizeof one->reached) == 0;
}
