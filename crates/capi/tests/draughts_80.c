/* Plays draughts-80, on ten files, and asks its tables. */
#include <string.h>

#include "expect.h"
#include "same.h"

enum { RULE = BOLSHAK_FIFTEEN_MOVES, GAME = BOLSHAK_GAME_DRAUGHTS_80, MOST_MOVES = 256 };

static bolshak_position parsed(const char *fen) {
    bolshak_position position = {0};
    EXPECT(bolshak_parse_fen(fen, GAME, &position, NULL) == BOLSHAK_OK && position.game == GAME);
    return position;
}

static uint64_t perft(const bolshak_position *position, int depth) {
    bolshak_move moves[MOST_MOVES];
    bolshak_position after;
    size_t count = 0;
    uint64_t sum = 0;

    EXPECT(bolshak_legal_moves(position, moves, MOST_MOVES, &count) == BOLSHAK_OK);
    if (depth == 1)
        return count;
    for (size_t i = 0; i < count; i++) {
        EXPECT(bolshak_play(position, &moves[i], &after) == BOLSHAK_OK && after.game == GAME);
        sum += perft(&after, depth - 1);
    }
    return sum;
}

static void plays(void) {
    const uint64_t expected[] = {9, 81, 658, 4265, 27132};
    bolshak_position start = parsed("W:W26-40:B1-15"), position = parsed("W:WKa1:BKj8"), other;
    bolshak_move moves[MOST_MOVES], read;
    char text[BOLSHAK_TEXT_BYTES];
    size_t count = 0;

    for (int depth = 1; depth <= 5; depth++)
        EXPECT(perft(&start, depth) == expected[depth - 1]);

    EXPECT(position.white_kings == 1 && position.black_kings == UINT64_C(1) << 39 && position.turn == BOLSHAK_WHITE);
    EXPECT(bolshak_legal_moves(&position, moves, MOST_MOVES, &count) == BOLSHAK_OK && count == 7);
    for (size_t i = 0; i < count; i++) {
        EXPECT(moves[i].from == 0 && moves[i].to < 40 && moves[i].captured == 0 && moves[i].flags == 0);
        EXPECT(bolshak_move_text(&position, &moves[i], text, sizeof text) == BOLSHAK_OK && strlen(text) == 5);
        EXPECT(bolshak_parse_move(&position, text, &read) == BOLSHAK_OK && same_move(&read, &moves[i]));
    }
    EXPECT(bolshak_fen(&position, text, sizeof text) == BOLSHAK_OK && strcmp(text, "W:WKa1:BKj8") == 0);
    other = parsed("W:WKa1:BKk8");
    EXPECT(memcmp(&other, &position, sizeof other) == 0);
    other = parsed("WeeeeBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeWeeee");
    EXPECT(memcmp(&other, &position, sizeof other) == 0);

    /* A man takes the king on g7, square 33, and is crowned. */
    position = parsed("W:Wf6:BKg7");
    EXPECT(bolshak_legal_moves(&position, moves, MOST_MOVES, &count) == BOLSHAK_OK && count == 1);
    EXPECT(moves[0].from == 27 && moves[0].to == 38 && moves[0].captured == UINT64_C(1) << 33);
    EXPECT(moves[0].flags == (BOLSHAK_CAPTURE | BOLSHAK_ZEROING | BOLSHAK_CROWNING));
    EXPECT(bolshak_move_text(&position, &moves[0], text, sizeof text) == BOLSHAK_OK && strcmp(text, "f6:h8") == 0);
    EXPECT(bolshak_play(&position, &moves[0], &other) == BOLSHAK_OK && other.white_kings == UINT64_C(1) << 38);
}

/* The longest text has 15 kings a side. */
static void texts(void) {
    bolshak_position full = {0, 0x7FFF, 0, UINT64_C(0x7FFF) << 25, BOLSHAK_BLACK, GAME}, again;
    char text[BOLSHAK_TEXT_BYTES];
    const char *wrong[] = {"W:WKa2:BKj8", "W:WKl1:BKj8", "W:WK41:BKj8", "W:Wj8:BKa1", "W:W25-40:B1-15",
                           "WeeeBeeeeeeeeeeeeebeeeWeeeeeeweee"};

    EXPECT(bolshak_fen(&full, text, sizeof text) == BOLSHAK_OK && strlen(text) == 123);
    again = parsed(text);
    EXPECT(memcmp(&again, &full, sizeof again) == 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        EXPECT(bolshak_parse_fen(wrong[i], GAME, &again, NULL) == BOLSHAK_BAD_FEN);
    EXPECT(bolshak_parse_fen("W:WKa1:BKj8", 0, &again, NULL) == BOLSHAK_BAD_FEN);
    EXPECT(bolshak_parse_fen("W:WKa1:BKj8", BOLSHAK_GAME_PODDAVKI, &again, NULL) == BOLSHAK_BAD_FEN);
    full.white_kings = 1ull << 40;
    EXPECT(bolshak_fen(&full, text, sizeof text) == BOLSHAK_BAD_POSITION);
    EXPECT(strstr(bolshak_last_error(), "bit 40 is not a square; the board has 40"));
    full.white_kings = 0xFFFF;
    EXPECT(bolshak_fen(&full, text, sizeof text) == BOLSHAK_BAD_POSITION && strstr(bolshak_last_error(), "at most 15"));
    EXPECT(memcmp(&again, &full, sizeof again) != 0);
}

/* Every position of a king against a king: 1,560. The side to move wins 282 and loses 2 of them. */
static void kings(const bolshak_tablebase *tablebase) {
    unsigned asked = 0, won = 0, lost = 0;
    for (int white = 0; white < 40; white++)
        for (int black = 0; black < 40; black++)
            for (int turn = BOLSHAK_WHITE; white != black && turn <= BOLSHAK_BLACK; turn++) {
                /* The game is not named: it is that of the tables. */
                bolshak_position position = {0, UINT64_C(1) << white, 0, UINT64_C(1) << black, turn, 0};
                bolshak_category category = BOLSHAK_UNKNOWN;
                EXPECT(bolshak_probe_wdl(tablebase, &position, 0, RULE, &category) == BOLSHAK_OK);
                asked++;
                won += category == BOLSHAK_WIN;
                lost += category == BOLSHAK_LOSS;
            }
    EXPECT(asked == 2 * 1560 && won == 2 * 282 && lost == 2 * 2);
}

static void asks(const bolshak_tablebase *tablebase) {
    bolshak_position position = parsed("W:WKb4,Ki7:BKa3"), other; /* the longest win of two kings against one */
    bolshak_category category = BOLSHAK_UNKNOWN;
    bolshak_verdict verdict;
    bolshak_ranked_move best, moves[MOST_MOVES];
    bolshak_move list[MOST_MOVES];
    bolshak_end end;
    size_t count = 0, all = 0;

    EXPECT(bolshak_game(tablebase) == GAME && bolshak_largest(tablebase) == 3 && bolshak_draw_plies(tablebase) == 30);
    EXPECT(bolshak_try_probe_wdl(tablebase, &position, 0, BOLSHAK_NO_RULE, &category) == BOLSHAK_NOT_IN_MEMORY);
    EXPECT(bolshak_probe_wdl(tablebase, &position, 0, BOLSHAK_NO_RULE, &category) == BOLSHAK_OK);
    EXPECT(category == BOLSHAK_WIN);
    EXPECT(bolshak_try_probe_wdl(tablebase, &position, 0, BOLSHAK_NO_RULE, &category) == BOLSHAK_OK);
    EXPECT(bolshak_probe(tablebase, &position, 0, BOLSHAK_NO_RULE, &verdict) == BOLSHAK_OK);
    EXPECT(verdict.category == BOLSHAK_WIN && verdict.theory == BOLSHAK_WIN && verdict.dtw == 11);
    EXPECT(bolshak_best_move(tablebase, &position, 0, BOLSHAK_NO_RULE, &best, &count) == BOLSHAK_OK && count == 1);
    EXPECT(best.dtw == 11 && best.position.game == GAME && best.reached.dtw == 10);
    EXPECT(bolshak_rank_moves(tablebase, &position, 0, BOLSHAK_NO_RULE, moves, MOST_MOVES, &count) == BOLSHAK_OK);
    EXPECT(same_ranked(&moves[0], &best));
    EXPECT(bolshak_legal_moves(&position, list, MOST_MOVES, &all) == BOLSHAK_OK && all == count);
    EXPECT(bolshak_play(&position, &best.mv, &other) == BOLSHAK_OK);
    EXPECT(memcmp(&other, &best.position, sizeof other) == 0);
    EXPECT(bolshak_line(tablebase, &position, 0, BOLSHAK_NO_RULE, moves, MOST_MOVES, &count, &end) == BOLSHAK_OK);
    EXPECT(count == 11 && end == BOLSHAK_END_NO_MOVE && same_ranked(&moves[0], &best));
    EXPECT(moves[10].reached.over == BOLSHAK_NO_MOVE);

    /* Positions of other games, and those of a board of eight files, are not taken for its own. */
    for (int32_t game = BOLSHAK_GAME_RUSSIAN; game <= BOLSHAK_GAME_PODDAVKI; game++) {
        EXPECT(bolshak_parse_fen("W:WKa1:BKh8", game, &other, NULL) == BOLSHAK_OK);
        EXPECT(bolshak_probe(tablebase, &other, 0, RULE, &verdict) == BOLSHAK_OTHER_GAME);
        EXPECT(bolshak_rank_moves(tablebase, &other, 0, RULE, moves, MOST_MOVES, &count) == BOLSHAK_OTHER_GAME);
        EXPECT(strstr(bolshak_last_error(), "the tables are of draughts-80"));
    }
    EXPECT(bolshak_parse_fen("W:WKa1:BKh8", 0, &other, NULL) == BOLSHAK_OK && other.game == BOLSHAK_GAME_RUSSIAN);
    EXPECT(bolshak_probe_wdl(tablebase, &other, 0, RULE, &category) == BOLSHAK_OTHER_GAME);
}

int main(int argc, char **argv) {
    bolshak_options options = {.size = sizeof options, .game = GAME};
    bolshak_tablebase *tablebase = NULL;

    EXPECT(argc == 2);
    plays();
    texts();
    EXPECT(bolshak_open(argv[1], NULL, &tablebase) == BOLSHAK_OK);
    asks(tablebase);
    kings(tablebase);
    bolshak_close(tablebase);
    EXPECT(bolshak_open(argv[1], &options, &tablebase) == BOLSHAK_OK);
    asks(tablebase);
    bolshak_close(tablebase);
    options.game = BOLSHAK_GAME_RUSSIAN;
    EXPECT(bolshak_open(argv[1], &options, &tablebase) == BOLSHAK_OPEN_FAILED);
    EXPECT(strstr(bolshak_last_error(), "is a table of draughts-80, not of russian"));
    printf("%d failures\n", failures);
    return failures != 0;
}
