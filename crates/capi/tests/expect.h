/* What the tests in C have in common: conditions that are counted and printed where they do not hold. */
#include <stdio.h>

#include "bolshak.h"

static int failures;

#define EXPECT(condition)                                                                                               \
    do {                                                                                                                \
        if (!(condition)) {                                                                                             \
            fprintf(stderr, "%s:%d: %s (last error: %s)\n", __FILE__, __LINE__, #condition, bolshak_last_error());      \
            failures++;                                                                                                 \
        }                                                                                                               \
    } while (0)
