// Calls the methods of the class. No header of a system is needed, so that clang compiles it as Microsoft's compiler would.
#include "calls.h"

unsigned call_load(EdAccess *base, char *game) {
    return base->Load(game);
}

char *call_base_type(EdAccess *base) {
    return base->GetBaseType();
}

int call_result(EdAccess *base, EdAccess::EdBoard1 *board, unsigned flags) {
    return base->GetResult(board, flags);
}

int call_others(EdAccess *base, EdAccess::EdBoard1 *board) {
    EdAccess::EdBoard2 lists = {};
    int wrong = base->GetResult(&lists, 0) != EdAccess::not_found;
    wrong += base->GetResult(1u, 1ull << 40, 0u) != EdAccess::not_found;
    wrong += base->GetTable(1, 0, 0, 1) != 0;
    wrong += base->GetTable(1, 0, 0, 1, 2) != 0;
    wrong += base->IsTableInMemory(1) != 0;
    wrong += base->GetIndex(board) != 0;
    wrong += base->GetIndex(&lists) != 0;
    return wrong;
}
