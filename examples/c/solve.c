/* Solves a position, also with more pieces than the tables have. Ctrl-C ends the search and prints what is known by then. Compiled
 * like probe.c:
 *
 *     ./solve "W:Wc3,d4,e3:Ba7,b8"
 *     ./solve "W:Wc3,d4,e3,g3:Ba7,b8,h6" tables
 */
#include <signal.h>
#include <stdio.h>

#include "bolshak.h"

enum { MOST_MOVES = 256, SECONDS = 60 };

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

static int32_t stop(void *user) {
    (void)user;
    return interrupted;
}

static const char *name(int32_t category) {
    switch (category) {
    case BOLSHAK_LOSS: return "loss";
    case BOLSHAK_BLESSED_LOSS: return "blessed-loss";
    case BOLSHAK_DRAW: return "draw";
    case BOLSHAK_CURSED_WIN: return "cursed-win";
    case BOLSHAK_WIN: return "win";
    default: return "not decided";
    }
}

static void print(int32_t category, int32_t at_least, int32_t at_most, int32_t within) {
    printf("%s", name(category));
    if (at_least != at_most)
        printf(", in theory from %s to %s", name(at_least), name(at_most));
    if (within != BOLSHAK_UNKNOWN_DISTANCE)
        printf(", in at most %d plies", (int)within);
    printf("\n");
}

static int failed(const char *what) {
    fprintf(stderr, "%s: %s\n", what, bolshak_last_error());
    return 1;
}

static int solve(const bolshak_tablebase *tablebase, const char *fen) {
    static bolshak_solved_move moves[MOST_MOVES];
    bolshak_limits limits = {.size = sizeof limits, .seconds = SECONDS, .stop = stop};
    bolshak_position position;
    bolshak_solved solved;
    char text[BOLSHAK_TEXT_BYTES];

    if (bolshak_parse_fen(fen, bolshak_game(tablebase), &position, NULL) != BOLSHAK_OK)
        return failed(fen);
    if (bolshak_solve(tablebase, &position, 0, BOLSHAK_FIFTEEN_MOVES, &limits, &solved, moves, MOST_MOVES, NULL, 0) != BOLSHAK_OK)
        return failed(fen);
    print(solved.verdict.category, solved.at_least, solved.at_most, solved.within);
    for (size_t i = 0; i < solved.move_count; i++) {
        if (bolshak_move_text(&position, &moves[i].ranked.mv, text, sizeof text) != BOLSHAK_OK)
            return failed(fen);
        printf("  %s: ", text);
        print(moves[i].ranked.category, moves[i].at_least, moves[i].at_most, moves[i].within);
    }
    return 0;
}

int main(int argc, char **argv) {
    bolshak_tablebase *tablebase;
    int status;

    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s FEN [DIRECTORY]\n", argv[0]);
        return 2;
    }
    signal(SIGINT, on_interrupt);
    if (bolshak_open(argc == 3 ? argv[2] : NULL, NULL, &tablebase) != BOLSHAK_OK)
        return failed("opening the tables");
    status = solve(tablebase, argv[1]);
    bolshak_close(tablebase);
    return status;
}
