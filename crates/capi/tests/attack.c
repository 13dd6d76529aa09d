/* Misuses the interface in every way that is not the caller's promise: each is an error, none ends the process. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "same.h"

enum { RULE = BOLSHAK_FIFTEEN_MOVES, THREADS = 4 };

static const bolshak_position KINGS = {0, 1u << 3, 0, 1u << 28, BOLSHAK_WHITE, BOLSHAK_GAME_RUSSIAN}; /* W:WKg1:BKb8 */

static bolshak_position parsed(const char *fen) {
    bolshak_position position;
    EXPECT(bolshak_parse_fen(fen, BOLSHAK_GAME_RUSSIAN, &position, NULL) == BOLSHAK_OK);
    return position;
}

static void nulls(const bolshak_tablebase *tablebase) {
    bolshak_position position = KINGS;
    bolshak_category category = 77;
    bolshak_verdict verdict;
    bolshak_ranked_move moves[64];
    bolshak_move mv;
    bolshak_end end;
    char text[BOLSHAK_TEXT_BYTES];
    size_t count;

    memset(moves, 0, sizeof moves);
    memset(&mv, 0, sizeof mv);

    EXPECT(bolshak_open(NULL, NULL, NULL) == BOLSHAK_NULL_POINTER);
    EXPECT(strstr(bolshak_last_error(), "tablebase is null"));
    EXPECT(bolshak_probe_wdl(NULL, &position, 0, RULE, &category) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_probe_wdl(tablebase, NULL, 0, RULE, &category) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_probe_wdl(tablebase, &position, 0, RULE, NULL) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_try_probe_wdl(NULL, &position, 0, RULE, &category) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_try_probe_wdl(tablebase, NULL, 0, RULE, &category) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_try_probe_wdl(tablebase, &position, 0, RULE, NULL) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_probe(NULL, &position, 0, RULE, &verdict) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_probe(tablebase, NULL, 0, RULE, &verdict) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_probe(tablebase, &position, 0, RULE, NULL) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_rank_moves(NULL, &position, 0, RULE, moves, 64, &count) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_rank_moves(tablebase, NULL, 0, RULE, moves, 64, &count) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_rank_moves(tablebase, &position, 0, RULE, NULL, 64, &count) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_rank_moves(tablebase, &position, 0, RULE, moves, 64, NULL) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_parse_fen(NULL, 0, &position, NULL) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_parse_fen("W:WKa1:BKh8", 0, NULL, NULL) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_fen(NULL, text, sizeof text) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_fen(&position, NULL, sizeof text) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_move_text(NULL, &moves[0].mv, text, sizeof text) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_move_text(&position, NULL, text, sizeof text) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_best_move(NULL, &position, 0, RULE, moves, &count) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_best_move(tablebase, NULL, 0, RULE, moves, &count) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_best_move(tablebase, &position, 0, RULE, NULL, &count) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_best_move(tablebase, &position, 0, RULE, moves, NULL) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_line(NULL, &position, 0, RULE, moves, 64, &count, &end) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_line(tablebase, NULL, 0, RULE, moves, 64, &count, &end) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_line(tablebase, &position, 0, RULE, NULL, 64, &count, &end) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_line(tablebase, &position, 0, RULE, moves, 64, NULL, &end) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_line(tablebase, &position, 0, RULE, moves, 64, &count, NULL) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_legal_moves(NULL, &mv, 1, &count) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_legal_moves(&position, NULL, 1, &count) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_legal_moves(&position, &mv, 1, NULL) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_play(NULL, &mv, &position) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_play(&position, NULL, &position) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_play(&position, &mv, NULL) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_parse_move(NULL, "g1-f2", &mv) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_parse_move(&position, NULL, &mv) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_parse_move(&position, "g1-f2", NULL) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_largest(NULL) == 0 && bolshak_draw_plies(NULL) == 0);
    EXPECT(category == 77);
    bolshak_close(NULL);
}

static void positions(const bolshak_tablebase *tablebase) {
    const bolshak_position illegal[] = {
        {0, 0, 0, 0, BOLSHAK_WHITE, 0},                        /* nobody */
        {1, 1, 0, 1u << 31, BOLSHAK_WHITE, 0},                 /* two pieces on a1 */
        {1, 0, 1, 0, BOLSHAK_WHITE, 0},                        /* of two colours */
        {1u << 31, 0, 0, 1, BOLSHAK_WHITE, 0},                 /* a man on its crowning rank */
        {0, 1u << 31, 1, 0, BOLSHAK_BLACK, 0},                 /* the same of Black's */
        {0, 0x1FFF, 0, 1u << 31, BOLSHAK_WHITE, 0},            /* 13 pieces */
        {0, 1, 0, 0, BOLSHAK_WHITE, 0},                        /* no opponent */
        {0, 1, 0, 1ull << 32, BOLSHAK_WHITE, 0},               /* beyond the board of eight files */
        {1ull << 63, 0, 0, 1, BOLSHAK_WHITE, 1},               /* beyond every board */
        {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, 0, 0} /* full */
    };
    const int32_t numbers[] = {-1, 2, 3, 255, 256, 1 << 30, -2147483647 - 1};
    const int32_t games[] = {-1, 2, 3, 4, 1 << 30, -2147483647 - 1};
    bolshak_category category = 77;
    bolshak_verdict verdict;
    bolshak_ranked_move moves[64];
    bolshak_move mv = {3, 6, 0, 0}, list[64];
    bolshak_position after = KINGS;
    bolshak_end end = 77;
    char text[BOLSHAK_TEXT_BYTES];
    size_t count = 77;

    for (size_t i = 0; i < sizeof illegal / sizeof *illegal; i++) {
        EXPECT(bolshak_probe_wdl(tablebase, &illegal[i], 0, RULE, &category) == BOLSHAK_BAD_POSITION);
        EXPECT(bolshak_try_probe_wdl(tablebase, &illegal[i], 0, RULE, &category) == BOLSHAK_BAD_POSITION);
        EXPECT(bolshak_probe(tablebase, &illegal[i], 0, RULE, &verdict) == BOLSHAK_BAD_POSITION);
        EXPECT(bolshak_rank_moves(tablebase, &illegal[i], 0, RULE, moves, 64, &count) == BOLSHAK_BAD_POSITION);
        EXPECT(bolshak_best_move(tablebase, &illegal[i], 0, RULE, moves, &count) == BOLSHAK_BAD_POSITION);
        EXPECT(bolshak_line(tablebase, &illegal[i], 0, RULE, moves, 64, &count, &end) == BOLSHAK_BAD_POSITION);
        EXPECT(bolshak_legal_moves(&illegal[i], list, 64, &count) == BOLSHAK_BAD_POSITION);
        EXPECT(bolshak_play(&illegal[i], &mv, &after) == BOLSHAK_BAD_POSITION);
        EXPECT(bolshak_parse_move(&illegal[i], "g1-f2", &mv) == BOLSHAK_BAD_POSITION);
        EXPECT(bolshak_fen(&illegal[i], text, sizeof text) == BOLSHAK_BAD_POSITION);
        EXPECT(bolshak_move_text(&illegal[i], &mv, text, sizeof text) == BOLSHAK_BAD_POSITION);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        bolshak_position turned = KINGS;
        turned.turn = numbers[i];
        EXPECT(bolshak_probe_wdl(tablebase, &turned, 0, RULE, &category) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(bolshak_try_probe_wdl(tablebase, &turned, 0, RULE, &category) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(bolshak_probe(tablebase, &turned, 0, RULE, &verdict) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(bolshak_rank_moves(tablebase, &turned, 0, RULE, moves, 64, &count) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(bolshak_best_move(tablebase, &turned, 0, RULE, moves, &count) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(bolshak_line(tablebase, &turned, 0, RULE, moves, 64, &count, &end) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(bolshak_legal_moves(&turned, list, 64, &count) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(bolshak_play(&turned, &mv, &after) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(bolshak_parse_move(&turned, "g1-f2", &mv) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(bolshak_move_text(&turned, &mv, text, sizeof text) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(bolshak_fen(&turned, text, sizeof text) == BOLSHAK_BAD_ARGUMENT);
        if (numbers[i] != 2) {
            EXPECT(bolshak_probe_wdl(tablebase, &KINGS, 0, numbers[i], &category) == BOLSHAK_BAD_ARGUMENT);
            EXPECT(bolshak_probe(tablebase, &KINGS, 0, numbers[i], &verdict) == BOLSHAK_BAD_ARGUMENT);
            EXPECT(bolshak_rank_moves(tablebase, &KINGS, 0, numbers[i], moves, 64, &count) == BOLSHAK_BAD_ARGUMENT);
        }
    }
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        bolshak_position other = KINGS;
        bolshak_code named = games[i] == BOLSHAK_GAME_PODDAVKI || games[i] == BOLSHAK_GAME_DRAUGHTS_80
                                 ? BOLSHAK_OTHER_GAME
                                 : BOLSHAK_BAD_ARGUMENT;
        other.game = games[i];
        EXPECT(bolshak_probe_wdl(tablebase, &other, 0, RULE, &category) == named);
        EXPECT(bolshak_try_probe_wdl(tablebase, &other, 0, RULE, &category) == named);
        EXPECT(bolshak_probe(tablebase, &other, 0, RULE, &verdict) == named);
        EXPECT(bolshak_rank_moves(tablebase, &other, 0, RULE, moves, 64, &count) == named);
        EXPECT(bolshak_best_move(tablebase, &other, 0, RULE, moves, &count) == named);
        EXPECT(bolshak_line(tablebase, &other, 0, RULE, moves, 64, &count, &end) == named);
        if (named == BOLSHAK_OTHER_GAME) {
            EXPECT(strstr(bolshak_last_error(), "the tables are of russian"));
            continue;
        }
        EXPECT(strstr(bolshak_last_error(), "bolshak_game_name"));
        EXPECT(bolshak_legal_moves(&other, list, 64, &count) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(bolshak_play(&other, &mv, &after) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(bolshak_parse_move(&other, "g1-f2", &mv) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(bolshak_move_text(&other, &mv, text, sizeof text) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(bolshak_fen(&other, text, sizeof text) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(bolshak_parse_fen("W:WKa1:BKh8", games[i], &after, NULL) == BOLSHAK_BAD_ARGUMENT);
    }
    EXPECT(category == 77 && count == 77 && end == 77 && memcmp(&after, &KINGS, sizeof after) == 0);

    bolshak_position crowded = parsed("W:W21-32:B1-12");
    EXPECT(bolshak_probe_wdl(tablebase, &crowded, 0, RULE, &category) == BOLSHAK_TOO_MANY_PIECES);
    EXPECT(strstr(bolshak_last_error(), "24 pieces"));
    EXPECT(bolshak_probe(tablebase, &crowded, 0, RULE, &verdict) == BOLSHAK_TOO_MANY_PIECES);
    EXPECT(bolshak_rank_moves(tablebase, &crowded, 0, RULE, moves, 64, &count) == BOLSHAK_OK && count == 7);
    EXPECT(moves[0].category == BOLSHAK_UNKNOWN && moves[0].dtw == BOLSHAK_UNKNOWN_DISTANCE);
    EXPECT(moves[0].mv.flags == BOLSHAK_ZEROING);
}

static void values(const bolshak_tablebase *tablebase) {
    bolshak_position position = parsed("W:WKa5,Ka7:BKg1"), lost = parsed("B:WKa1:B");
    bolshak_category category;
    bolshak_verdict verdict;
    bolshak_ranked_move moves[64];
    size_t count = 0;

    EXPECT(bolshak_probe_wdl(tablebase, &position, 23, RULE, &category) == BOLSHAK_OK && category == BOLSHAK_WIN);
    EXPECT(bolshak_probe_wdl(tablebase, &position, 24, RULE, &category) == BOLSHAK_OK && category == BOLSHAK_CURSED_WIN);
    EXPECT(bolshak_probe_wdl(tablebase, &position, 24, BOLSHAK_NO_RULE, &category) == BOLSHAK_OK);
    EXPECT(category == BOLSHAK_WIN);
    EXPECT(bolshak_probe_wdl(tablebase, &position, 4294967295u, BOLSHAK_THREE_KINGS, &category) == BOLSHAK_OK);
    EXPECT(category == BOLSHAK_WIN);
    EXPECT(bolshak_probe_wdl(tablebase, &position, 4294967295u, RULE, &category) == BOLSHAK_OK);
    EXPECT(category == BOLSHAK_CURSED_WIN);
    EXPECT(bolshak_probe(tablebase, &KINGS, 0, RULE, &verdict) == BOLSHAK_OK);
    EXPECT(verdict.category == BOLSHAK_DRAW && verdict.theory == BOLSHAK_DRAW);
    EXPECT(verdict.dtw == BOLSHAK_NO_DISTANCE && verdict.dtz == BOLSHAK_NO_DISTANCE);
    EXPECT(bolshak_probe(tablebase, &lost, 99, RULE, &verdict) == BOLSHAK_OK);
    EXPECT(verdict.category == BOLSHAK_LOSS && verdict.theory == BOLSHAK_LOSS && verdict.dtw == 0 && verdict.dtz == 0);
    EXPECT(bolshak_rank_moves(tablebase, &lost, 0, RULE, moves, 64, &count) == BOLSHAK_OK && count == 0);
    EXPECT(bolshak_largest(tablebase) == 3 && bolshak_draw_plies(tablebase) == 30);
    EXPECT(bolshak_try_probe_wdl(tablebase, &position, 0, RULE, &category) == BOLSHAK_OK && category == BOLSHAK_WIN);
    EXPECT(bolshak_abi_version() == BOLSHAK_ABI_VERSION);
    EXPECT(strstr(bolshak_licenses(), "MIT License") && strstr(bolshak_licenses(), "Meta Platforms"));
}

static void buffers(const bolshak_tablebase *tablebase) {
    bolshak_position fork = parsed("W:WKd2:Bf6,c5,e5,e3");
    bolshak_ranked_move moves[64];
    bolshak_move wrong;
    char text[BOLSHAK_TEXT_BYTES];
    size_t count = 0, again = 0;

    EXPECT(bolshak_rank_moves(tablebase, &KINGS, 0, RULE, NULL, 0, &count) == BOLSHAK_BUFFER_TOO_SMALL);
    EXPECT(count > 5 && count <= 64);
    memset(moves, 0x55, sizeof moves);
    EXPECT(bolshak_rank_moves(tablebase, &KINGS, 0, RULE, moves, count - 1, &again) == BOLSHAK_BUFFER_TOO_SMALL);
    EXPECT(again == count && moves[0].mv.from == 0x55555555);
    EXPECT(bolshak_rank_moves(tablebase, &KINGS, 0, RULE, moves, count, &again) == BOLSHAK_OK);
    EXPECT(again == count && moves[0].mv.from == 3 && moves[count - 1].mv.from == 3 && moves[count].mv.from == 0x55555555);
    for (size_t i = 0; i < sizeof text; i++) {
        memset(text, 'x', sizeof text);
        bolshak_code code = bolshak_fen(&KINGS, i > 0 ? text : NULL, i);
        EXPECT(code == (i < 12 ? BOLSHAK_BUFFER_TOO_SMALL : BOLSHAK_OK));
        EXPECT(i < 12 ? text[0] == 'x' : strcmp(text, "W:WKg1:BKb8") == 0 && text[12] == 'x');
    }
    EXPECT(bolshak_rank_moves(tablebase, &fork, 0, RULE, moves, 64, &count) == BOLSHAK_OK && count > 1);
    for (size_t i = 0; i < count; i++) {
        EXPECT(bolshak_move_text(&fork, &moves[i].mv, text, sizeof text) == BOLSHAK_OK && strlen(text) >= 5);
        EXPECT(moves[i].mv.flags == (BOLSHAK_CAPTURE | BOLSHAK_ZEROING) && moves[i].mv.captured != 0);
        EXPECT(bolshak_move_text(&fork, &moves[i].mv, text, strlen(text)) == BOLSHAK_BUFFER_TOO_SMALL);
    }
    memset(&wrong, 0xFF, sizeof wrong);
    EXPECT(bolshak_move_text(&fork, &wrong, text, sizeof text) == BOLSHAK_BAD_MOVE);
    wrong = moves[0].mv;
    wrong.captured = 0;
    EXPECT(bolshak_move_text(&fork, &wrong, text, sizeof text) == BOLSHAK_BAD_MOVE);
}

/* Moves without tables: the list, the position after each, and their texts, which are read back. */
static void plays(const bolshak_tablebase *tablebase) {
    bolshak_position fork = parsed("W:WKd2:Bf6,c5,e5,e3"), after;
    bolshak_move list[64], read;
    bolshak_ranked_move ranked[64], best;
    bolshak_end end = 77;
    char text[BOLSHAK_TEXT_BYTES], reached[BOLSHAK_TEXT_BYTES];
    size_t count = 0, all = 0;

    EXPECT(bolshak_rank_moves(tablebase, &fork, 5, RULE, ranked, 64, &all) == BOLSHAK_OK && all > 1);
    EXPECT(bolshak_legal_moves(&fork, NULL, 0, &count) == BOLSHAK_BUFFER_TOO_SMALL && count == all);
    EXPECT(bolshak_legal_moves(&fork, list, 64, &count) == BOLSHAK_OK && count == all);
    for (size_t i = 0; i < count; i++) {
        size_t same = 0;
        EXPECT(bolshak_move_text(&fork, &list[i], text, sizeof text) == BOLSHAK_OK);
        EXPECT(bolshak_parse_move(&fork, text, &read) == BOLSHAK_OK && same_move(&read, &list[i]));
        EXPECT(bolshak_play(&fork, &list[i], &after) == BOLSHAK_OK && after.turn == BOLSHAK_BLACK);
        for (size_t j = 0; j < all; j++)
            same += same_move(&ranked[j].mv, &list[i]) && ranked[j].clock == 0 &&
                    memcmp(&ranked[j].position, &after, sizeof after) == 0;
        EXPECT(same == 1);
    }
    read = list[0];
    read.to = read.from = 0;
    EXPECT(bolshak_play(&fork, &read, &after) == BOLSHAK_BAD_MOVE);
    read = list[0];
    read.captured |= 1ull << 39;
    EXPECT(bolshak_play(&fork, &read, &after) == BOLSHAK_BAD_MOVE);
    EXPECT(bolshak_parse_move(&fork, "d2:a3", &read) == BOLSHAK_BAD_MOVE);
    EXPECT(strstr(bolshak_last_error(), "fits several captures"));
    EXPECT(bolshak_parse_move(&fork, "\xff", &read) == BOLSHAK_BAD_MOVE);

    /* In place: the position after is the position. */
    after = parsed("W:WKg1:Bb8,e5");
    EXPECT(bolshak_parse_move(&after, "g1-e3", &read) == BOLSHAK_OK && bolshak_play(&after, &read, &after) == BOLSHAK_OK);
    EXPECT(bolshak_fen(&after, reached, sizeof reached) == BOLSHAK_OK && strcmp(reached, "B:WKe3:Be5,b8") == 0);

    fork = parsed("W:WKg1:Bb8,e5");
    EXPECT(bolshak_best_move(tablebase, &fork, 0, RULE, &best, &count) == BOLSHAK_OK && count == 1);
    EXPECT(same_move(&best.mv, &read) && memcmp(&best.position, &after, sizeof after) == 0);
    EXPECT(best.category == BOLSHAK_WIN && best.theory == BOLSHAK_WIN && best.dtw == 13 && best.clock == 1);
    EXPECT(best.reached.category == BOLSHAK_LOSS && best.reached.dtw == 12);
    EXPECT(bolshak_line(tablebase, &fork, 0, RULE, NULL, 0, &count, &end) == BOLSHAK_BUFFER_TOO_SMALL);
    EXPECT(count == 13 && end == 77);
    EXPECT(bolshak_line(tablebase, &fork, 0, RULE, ranked, 64, &count, &end) == BOLSHAK_OK);
    EXPECT(count == 13 && end == BOLSHAK_END_NO_MOVE && same_ranked(&ranked[0], &best));
    EXPECT(ranked[12].dtw == 1 && ranked[12].reached.over == BOLSHAK_NO_MOVE);
    EXPECT(bolshak_line(tablebase, &KINGS, 0, RULE, ranked, 64, &count, &end) == BOLSHAK_OK);
    EXPECT(count == 0 && end == BOLSHAK_END_DRAW);
    fork = parsed("W:WKa5,Ka7:BKg1");
    EXPECT(bolshak_line(tablebase, &fork, 30, RULE, ranked, 64, &count, &end) == BOLSHAK_OK);
    EXPECT(count == 0 && end == BOLSHAK_END_DRAW_RULE);
    fork = parsed("B:WKa1:B");
    EXPECT(bolshak_best_move(tablebase, &fork, 0, RULE, &best, &count) == BOLSHAK_OK && count == 0);
    EXPECT(bolshak_legal_moves(&fork, NULL, 0, &count) == BOLSHAK_OK && count == 0);
}

/* Options that are shorter, longer and newer than those of the library. */
static void sizes(void) {
    struct {
        bolshak_options known;
        uint64_t newer;
    } options = {{.size = sizeof options}, 0};
    bolshak_tablebase *tablebase = NULL;

    EXPECT(bolshak_open(NULL, &options.known, &tablebase) == BOLSHAK_OK);
    bolshak_close(tablebase);
    tablebase = NULL;
    options.newer = 1ull << 56;
    EXPECT(bolshak_open(NULL, &options.known, &tablebase) == BOLSHAK_BAD_ARGUMENT);
    /* Those of a program that knows no `unmapped`, and has something else there. */
    options.known.unmapped = options.known.reserved = -1;
    options.known.size = offsetof(bolshak_options, unmapped);
    EXPECT(bolshak_open(NULL, &options.known, &tablebase) == BOLSHAK_OK);
    bolshak_close(tablebase);
    tablebase = NULL;
    options.known.size = sizeof options.known;
    EXPECT(bolshak_open(NULL, &options.known, &tablebase) == BOLSHAK_BAD_ARGUMENT);
    options.known.reserved = 0;
    const size_t wrong[] = {0, 1, sizeof options.known - 1, 1 << 20, (size_t)-1};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        options.known.size = wrong[i];
        EXPECT(bolshak_open(NULL, &options.known, &tablebase) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(strstr(bolshak_last_error(), "sizeof(bolshak_options)"));
    }
    EXPECT(tablebase == NULL);
}

static void texts(const char *damaged) {
    bolshak_position position = KINGS;
    bolshak_tablebase *tablebase = NULL;
    bolshak_category category;
    char *endless = malloc(1 << 20);

    const char *wrong[] = {"", " ", "X", "W:WKa2:BKh8", "W:Wh8:BKa1", "\xff\xfe", "W:WKa1:B\xc3", "%s%n%s%n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        EXPECT(bolshak_parse_fen(wrong[i], 0, &position, NULL) == BOLSHAK_BAD_FEN);
        EXPECT(bolshak_last_error()[0] != 0);
    }
    memset(endless, 'W', 1 << 20);
    endless[(1 << 20) - 1] = 0;
    EXPECT(bolshak_parse_fen(endless, 0, &position, NULL) == BOLSHAK_BAD_FEN);
    EXPECT(strlen(bolshak_last_error()) < 1000);
    free(endless);
    EXPECT(memcmp(&position, &KINGS, sizeof position) == 0);

    EXPECT(bolshak_open("no such directory", NULL, &tablebase) == BOLSHAK_OPEN_FAILED);
    EXPECT(strstr(bolshak_last_error(), "no such directory") && strstr(bolshak_last_error(), "No such file"));
    EXPECT(bolshak_open("\xff", NULL, &tablebase) == BOLSHAK_OPEN_FAILED && tablebase == NULL);

    bolshak_options options = {.size = sizeof options, .cache_bytes = 1, .preload = 1};
    EXPECT(bolshak_open(damaged, &options, &tablebase) == BOLSHAK_OK && tablebase != NULL);
    EXPECT(bolshak_probe_wdl(tablebase, &KINGS, 0, RULE, &category) == BOLSHAK_TABLE_DAMAGED);
    EXPECT(bolshak_try_probe_wdl(tablebase, &KINGS, 0, RULE, &category) == BOLSHAK_NOT_IN_MEMORY);
    EXPECT(strstr(bolshak_last_error(), "not in memory"));
    position = parsed("W:Wa1:BKh8");
    EXPECT(bolshak_probe_wdl(tablebase, &position, 0, RULE, &category) == BOLSHAK_OK);
    position = parsed("W:WKa1:Be5");
    EXPECT(bolshak_try_probe_wdl(tablebase, &position, 0, RULE, &category) == BOLSHAK_OK);
    position = parsed("W:Wc3:Bf6");
    EXPECT(bolshak_probe_wdl(tablebase, &position, 0, RULE, &category) == BOLSHAK_TABLE_MISSING);
    bolshak_close(tablebase);

    /* A file that is gone: an error of the system, until it is there again. */
    char name[4096], away[4096];
    snprintf(name, sizeof name, "%s/KvM.wdl", damaged);
    snprintf(away, sizeof away, "%s/away", damaged);
    EXPECT(bolshak_open(damaged, NULL, &tablebase) == BOLSHAK_OK && rename(name, away) == 0);
    position = parsed("W:Wa1:BKh8");
    EXPECT(bolshak_probe_wdl(tablebase, &position, 0, RULE, &category) == BOLSHAK_TABLE_UNREADABLE);
    EXPECT(strstr(bolshak_last_error(), "KvM.wdl") && strstr(bolshak_last_error(), "No such file"));
    EXPECT(rename(away, name) == 0);
    EXPECT(bolshak_probe_wdl(tablebase, &position, 0, RULE, &category) == BOLSHAK_OK);
    bolshak_close(tablebase);

    for (int32_t code = -3; code < 20; code++)
        EXPECT(bolshak_error_text(code) != NULL && bolshak_error_text(code)[0] != 0);
    EXPECT(strcmp(bolshak_error_text(-3), "no code of this library") == 0);
}

struct task {
    const bolshak_tablebase *tablebase;
    uint64_t sum;
    int number, wrong;
};

/* Asks every pair of kings, with errors in between; all threads must come to the same sum. */
static void *run(void *argument) {
    struct task *task = argument;
    char token[16], text[32];
    snprintf(token, sizeof token, "\"%d\"", 100 + task->number);
    snprintf(text, sizeof text, "W:W%d:BKh8", 100 + task->number);
    for (unsigned at = 0; at < 2048; at++) {
        bolshak_position position = {0, 1u << (at >> 5 & 31), 0, 1u << (at & 31), (int32_t)(at >> 10), 0}, other;
        bolshak_category category;
        bolshak_code code = bolshak_probe_wdl(task->tablebase, &position, at % 40, RULE, &category);
        if ((at >> 5 & 31) == (at & 31)) {
            task->wrong += code != BOLSHAK_BAD_POSITION;
            task->wrong += bolshak_parse_fen(text, 0, &other, NULL) != BOLSHAK_BAD_FEN;
            task->wrong += strstr(bolshak_last_error(), token) == NULL; /* the own error, not another thread's */
        } else {
            task->wrong += code != BOLSHAK_OK;
            task->sum = task->sum * 31 + (uint64_t)category;
        }
    }
    return NULL;
}

static void threads(void) {
    bolshak_tablebase *tablebase;
    bolshak_options options = {.size = sizeof options, .cache_bytes = 4096}; /* so small a cache that blocks are read again and again */
    struct task tasks[THREADS];
    pthread_t handles[THREADS];

    EXPECT(bolshak_open(NULL, &options, &tablebase) == BOLSHAK_OK);
    for (int i = 0; i < THREADS; i++) {
        tasks[i] = (struct task){tablebase, 0, i, 0};
        EXPECT(pthread_create(&handles[i], NULL, run, &tasks[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        EXPECT(pthread_join(handles[i], NULL) == 0);
        EXPECT(tasks[i].wrong == 0 && tasks[i].sum == tasks[0].sum);
    }
    bolshak_close(tablebase);
}

int main(int argc, char **argv) {
    bolshak_tablebase *tablebase;

    EXPECT(argc == 2);
    EXPECT(strcmp(bolshak_last_error(), "") == 0);
    EXPECT(bolshak_open(NULL, NULL, &tablebase) == BOLSHAK_OK);
    nulls(tablebase);
    positions(tablebase);
    values(tablebase);
    buffers(tablebase);
    plays(tablebase);
    bolshak_close(tablebase);
    sizes();
    texts(argv[1]);
    threads();
    printf("%d failures\n", failures);
    return failures != 0;
}
