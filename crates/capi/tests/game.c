/* Opens tables of poddavki, with the game named and not, and asks them: a side without a legal move has won there. */
#include <string.h>

#include "expect.h"
#include "same.h"

enum { RULE = BOLSHAK_FIFTEEN_MOVES };

static const bolshak_position GIVEN_AWAY = {0, 0, 0, 1, BOLSHAK_WHITE, 0};           /* W:W:BKa1 */
static const bolshak_position OFFERS = {1u << 9, 0, 1u << 18, 0, BOLSHAK_WHITE, 0}; /* W:Wc3:Be5 */

static bolshak_code open_game(const char *directory, int32_t game, bolshak_tablebase **tablebase) {
    bolshak_options options = {.size = sizeof options, .game = game};
    return bolshak_open(directory, &options, tablebase);
}

static void asks(const bolshak_tablebase *tablebase) {
    bolshak_category category;
    bolshak_verdict verdict;
    bolshak_ranked_move best, moves[64];
    bolshak_end end;
    char text[BOLSHAK_TEXT_BYTES];
    size_t count = 77;

    EXPECT(bolshak_game(tablebase) == BOLSHAK_GAME_PODDAVKI);
    EXPECT(bolshak_largest(tablebase) == 3 && bolshak_draw_plies(tablebase) == 30);
    EXPECT(bolshak_probe_wdl(tablebase, &GIVEN_AWAY, 0, RULE, &category) == BOLSHAK_OK && category == BOLSHAK_WIN);
    EXPECT(bolshak_probe(tablebase, &GIVEN_AWAY, 0, RULE, &verdict) == BOLSHAK_OK && verdict.category == BOLSHAK_WIN);
    EXPECT(verdict.dtw == 0 && verdict.dtz == 0 && verdict.over == BOLSHAK_NO_MOVE);
    EXPECT(bolshak_best_move(tablebase, &GIVEN_AWAY, 0, RULE, &best, &count) == BOLSHAK_OK && count == 0);

    /* White gives its man away: a win has an even number of plies. */
    EXPECT(bolshak_try_probe_wdl(tablebase, &OFFERS, 0, RULE, &category) == BOLSHAK_NOT_IN_MEMORY);
    EXPECT(bolshak_probe_wdl(tablebase, &OFFERS, 0, RULE, &category) == BOLSHAK_OK && category == BOLSHAK_WIN);
    EXPECT(bolshak_try_probe_wdl(tablebase, &OFFERS, 0, RULE, &category) == BOLSHAK_OK && category == BOLSHAK_WIN);
    EXPECT(bolshak_best_move(tablebase, &OFFERS, 0, RULE, &best, &count) == BOLSHAK_OK && count == 1 && best.dtw == 2);
    EXPECT(bolshak_move_text(&OFFERS, &best.mv, text, sizeof text) == BOLSHAK_OK && strcmp(text, "c3-d4") == 0);
    EXPECT(bolshak_rank_moves(tablebase, &OFFERS, 0, RULE, moves, 64, &count) == BOLSHAK_OK && count == 2);
    EXPECT(same_ranked(&moves[0], &best));
    EXPECT(bolshak_line(tablebase, &OFFERS, 0, RULE, moves, 64, &count, &end) == BOLSHAK_OK);
    EXPECT(count == 2 && end == BOLSHAK_END_NO_MOVE);
    EXPECT(moves[1].category == BOLSHAK_LOSS && moves[1].reached.category == BOLSHAK_WIN);
    EXPECT(moves[0].position.game == BOLSHAK_GAME_PODDAVKI);

    /* The board is that of Russian draughts, the game is not. */
    bolshak_position named = OFFERS;
    named.game = BOLSHAK_GAME_PODDAVKI;
    EXPECT(bolshak_probe(tablebase, &named, 0, RULE, &verdict) == BOLSHAK_OK && verdict.dtw == 2);
    EXPECT(bolshak_play(&named, &best.mv, &named) == BOLSHAK_OK && named.game == BOLSHAK_GAME_PODDAVKI);
    EXPECT(bolshak_parse_fen("W:Wc3:Be5", 0, &named, NULL) == BOLSHAK_OK && named.game == BOLSHAK_GAME_RUSSIAN);
    EXPECT(bolshak_probe(tablebase, &named, 0, RULE, &verdict) == BOLSHAK_OTHER_GAME);
    EXPECT(strstr(bolshak_last_error(), "the position is of russian, the tables are of poddavki"));
    EXPECT(bolshak_parse_fen("W:Wc3:Be5", bolshak_game(tablebase), &named, NULL) == BOLSHAK_OK);
    EXPECT(bolshak_probe(tablebase, &named, 0, RULE, &verdict) == BOLSHAK_OK && verdict.dtw == 2);
}

int main(int argc, char **argv) {
    const int32_t fitting[] = {BOLSHAK_GAME_OF_TABLES, BOLSHAK_GAME_PODDAVKI}, wrong[] = {-1, 4, 1 << 30};
    bolshak_tablebase *tablebase = NULL;
    bolshak_category category;

    EXPECT(argc == 2 && BOLSHAK_GAME_OF_TABLES == 0);
    for (size_t i = 0; i < sizeof fitting / sizeof *fitting; i++) {
        EXPECT(open_game(argv[1], fitting[i], &tablebase) == BOLSHAK_OK);
        asks(tablebase);
        bolshak_close(tablebase);
    }
    EXPECT(bolshak_open(argv[1], NULL, &tablebase) == BOLSHAK_OK);
    EXPECT(bolshak_game(tablebase) == BOLSHAK_GAME_PODDAVKI);
    bolshak_close(tablebase);

    tablebase = NULL;
    EXPECT(open_game(argv[1], BOLSHAK_GAME_RUSSIAN, &tablebase) == BOLSHAK_OPEN_FAILED);
    EXPECT(strstr(bolshak_last_error(), "is a table of poddavki, not of russian"));
    EXPECT(open_game(NULL, BOLSHAK_GAME_PODDAVKI, &tablebase) == BOLSHAK_OPEN_FAILED);
    EXPECT(strstr(bolshak_last_error(), "no tables of poddavki are built in"));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        EXPECT(open_game(argv[1], wrong[i], &tablebase) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(strstr(bolshak_last_error(), "bolshak_game_name"));
    }
    EXPECT(tablebase == NULL && bolshak_game(NULL) == BOLSHAK_GAME_OF_TABLES);

    for (int32_t game = BOLSHAK_GAME_OF_TABLES; game <= BOLSHAK_GAME_RUSSIAN; game++) {
        EXPECT(open_game(NULL, game, &tablebase) == BOLSHAK_OK && bolshak_game(tablebase) == BOLSHAK_GAME_RUSSIAN);
        EXPECT(bolshak_probe_wdl(tablebase, &GIVEN_AWAY, 0, RULE, &category) == BOLSHAK_OK);
        EXPECT(category == BOLSHAK_LOSS);
        bolshak_close(tablebase);
    }
    printf("%d failures\n", failures);
    return failures != 0;
}
