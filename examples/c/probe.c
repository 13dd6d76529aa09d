/* Probes a position and lists its moves from best to worst.
 *
 *     cargo build --release -p bolshak-capi
 *     ln -sf libbolshak.so target/release/libbolshak.so.4
 *
 * makes libbolshak.so, with the name that programs look for, and libbolshak.a in target/release. With the shared library:
 *
 *     cc -std=c99 -I crates/capi examples/c/probe.c -L target/release -lbolshak -Wl,-rpath,"$PWD/target/release" -o probe
 *
 * With the static library, which is then not needed at run time:
 *
 *     cc -std=c99 -I crates/capi examples/c/probe.c target/release/libbolshak.a -lpthread -ldl -lm -o probe
 *
 * Run it with the built-in tables, or with those of a directory:
 *
 *     ./probe "W:WKa5,Ka7:BKg1"
 *     ./probe "W:WKc3,Kd6,Ke3:BKd8" tables
 */
#include <stdio.h>

#include "bolshak.h"

enum { MOST_MOVES = 256 };

static const char *name(bolshak_category category) {
    switch (category) {
    case BOLSHAK_LOSS: return "loss";
    case BOLSHAK_BLESSED_LOSS: return "blessed-loss";
    case BOLSHAK_DRAW: return "draw";
    case BOLSHAK_CURSED_WIN: return "cursed-win";
    case BOLSHAK_WIN: return "win";
    default: return "unknown";
    }
}

static void print_distance(const char *what, int32_t plies) {
    if (plies >= 0)
        printf(", %s %d", what, (int)plies);
    else if (plies == BOLSHAK_UNKNOWN_DISTANCE)
        printf(", %s unknown", what);
}

static void print_verdict(const bolshak_verdict *verdict) {
    printf("%s, in theory %s", name(verdict->category), name(verdict->theory));
    print_distance("dtw", verdict->dtw);
    print_distance("dtz", verdict->dtz);
    printf("\n");
}

static int failed(const char *what) {
    fprintf(stderr, "%s: %s\n", what, bolshak_last_error());
    return 1;
}

static int ask(const bolshak_tablebase *tablebase, const char *fen) {
    uint32_t clock = 0; /* plies since the last capture or move of a man */
    bolshak_fen_clock counter;
    bolshak_position position;
    bolshak_verdict verdict;
    bolshak_ranked_move moves[MOST_MOVES];
    size_t count;
    char text[BOLSHAK_TEXT_BYTES];

    if (bolshak_parse_fen(fen, bolshak_game(tablebase), &position, &counter) != BOLSHAK_OK)
        return failed(fen);
    if (counter.plies != BOLSHAK_NO_CLOCK) {
        clock = (uint32_t)counter.plies;
        printf("the clock of the FEN is %u%s\n", (unsigned)clock, counter.may_be_long ? ", and may be too long" : "");
    }
    if (bolshak_probe(tablebase, &position, clock, BOLSHAK_FIFTEEN_MOVES, &verdict) != BOLSHAK_OK)
        return failed(fen);
    if (bolshak_rank_moves(tablebase, &position, clock, BOLSHAK_FIFTEEN_MOVES, moves, MOST_MOVES, &count) != BOLSHAK_OK)
        return failed(fen);
    if (bolshak_fen(&position, text, sizeof text) != BOLSHAK_OK)
        return failed(fen);
    printf("%s: ", text);
    print_verdict(&verdict);
    if (verdict.over == BOLSHAK_DRAW_RULE)
        printf("  the game is over; had it gone on:\n");
    for (size_t i = 0; i < count; i++) {
        if (bolshak_move_text(&position, &moves[i].mv, text, sizeof text) != BOLSHAK_OK)
            return failed(fen);
        printf("  %s: %s, in theory %s", text, name(moves[i].category), name(moves[i].theory));
        print_distance("dtw", moves[i].dtw);
        printf("\n");
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
    if (bolshak_abi_version() != BOLSHAK_ABI_VERSION) {
        fprintf(stderr, "libbolshak has another version of the interface than bolshak.h\n");
        return 2;
    }
    if (bolshak_open(argc == 3 ? argv[2] : NULL, NULL, &tablebase) != BOLSHAK_OK)
        return failed("opening the tables");
    status = ask(tablebase, argv[1]);
    bolshak_close(tablebase);
    return status;
}
