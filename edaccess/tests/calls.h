// The calls of the methods, for callers that are compiled by another compiler: on Windows the methods are called as Microsoft's
// compiler does it.
#ifndef CALLS_H
#define CALLS_H

#include "EdAccess.h"

extern "C" {
unsigned call_load(EdAccess *base, char *game);
char *call_base_type(EdAccess *base);
int call_result(EdAccess *base, EdAccess::EdBoard1 *board, unsigned flags);
// How many of the other methods do not answer that they know nothing.
int call_others(EdAccess *base, EdAccess::EdBoard1 *board);
}

#endif
