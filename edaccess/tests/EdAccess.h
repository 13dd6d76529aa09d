// The interface by which engines of the Kallisto family ask an endgame base, as it is known from their sources.
#ifndef EDACCESS_H
#define EDACCESS_H

#ifdef _WIN32
#define METHOD __stdcall
#else
#define METHOD
#endif

struct EdAccess {
    // A board with White to move: what stands on b8, d8, ... g1.
    struct EdBoard1 {
        unsigned char board[32];
    };

    struct EdBoard2 {
        unsigned char *wman;
        unsigned wman_cnt;
        unsigned char *wkings;
        unsigned wkings_cnt;
        unsigned char *bman;
        unsigned bman_cnt;
        unsigned char *bkings;
        unsigned bkings_cnt;
    };

    enum { draw = 0, win = 10000, lose = -10000, not_found = 32000 };
    enum { white = 1, black = 2, empty = 4, king = 8 };
    enum { in_mem = 1 };

    virtual unsigned METHOD Load(char *game_type) = 0;
    virtual char *METHOD GetBaseType() = 0;
    virtual int METHOD GetResult(EdBoard1 *board, unsigned flags) = 0;
    virtual int METHOD GetResult(EdBoard2 *board, unsigned flags) = 0;
    virtual unsigned METHOD GetTable(unsigned wm, unsigned wk, unsigned bm, unsigned bk) = 0;
    virtual unsigned METHOD GetTable(unsigned wm, unsigned wk, unsigned bm, unsigned bk, unsigned rank) = 0;
    virtual unsigned METHOD IsTableInMemory(unsigned table) = 0;
    virtual unsigned long long METHOD GetIndex(EdBoard1 *board) = 0;
    virtual unsigned long long METHOD GetIndex(EdBoard2 *board) = 0;
    virtual int METHOD GetResult(unsigned table, unsigned long long index, unsigned flags) = 0;
};

#endif
