/* The search beyond the tables: its answers, its limits, who stops it, and what is wrong with questions. */
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "expect.h"
#include "same.h"

enum { RULE = BOLSHAK_FIFTEEN_MOVES, MOST = 64, THREADS = 3 };

static bolshak_position parsed(const char *fen) {
    bolshak_position position;
    EXPECT(bolshak_parse_fen(fen, BOLSHAK_GAME_RUSSIAN, &position, NULL) == BOLSHAK_OK);
    return position;
}

static bolshak_position won(void) { return parsed("W:Wc3,d4,e3:Ba7,b8"); }

/* Many kings: no search decides it soon. */
static bolshak_position hard(void) { return parsed("W:WKa1,Kc1,Ke1,a3,c3,e3:BKb8,Kd8,Kf8,b6,d6,f6"); }

static bolshak_limits limited(double seconds, uint64_t positions) {
    bolshak_limits limits = {.size = sizeof limits, .seconds = seconds, .positions = positions};
    return limits;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The answer to a position alone. */
static bolshak_solved asked(const bolshak_tablebase *tablebase, const bolshak_position *position, const bolshak_limits *limits) {
    bolshak_solved solved;
    memset(&solved, 0x55, sizeof solved);
    EXPECT(bolshak_solve(tablebase, position, 0, RULE, limits, &solved, NULL, 0, NULL, 0) == BOLSHAK_OK);
    EXPECT(solved.move_count == 0);
    return solved;
}

static void answers(const bolshak_tablebase *tablebase) {
    bolshak_position position = won(), after;
    bolshak_solved solved, of_move;
    bolshak_solved_move moves[MOST];
    bolshak_ranked_move ranked[MOST];
    bolshak_move line[256], first;
    bolshak_verdict verdict;
    size_t count;

    EXPECT(bolshak_solve(tablebase, &position, 0, RULE, NULL, &solved, moves, MOST, line, 256) == BOLSHAK_OK);
    EXPECT(solved.verdict.category == BOLSHAK_WIN && solved.verdict.theory == BOLSHAK_WIN);
    EXPECT(solved.verdict.dtw == BOLSHAK_UNKNOWN_DISTANCE && solved.verdict.over == BOLSHAK_GOES_ON);
    EXPECT(solved.at_least == BOLSHAK_WIN && solved.at_most == BOLSHAK_WIN && solved.positions > 0);
    EXPECT(solved.within % 2 == 1 && solved.line_count > 1 && (size_t)solved.within >= solved.line_count);
    after = position;
    for (size_t i = 0; i < solved.line_count; i++)
        EXPECT(bolshak_play(&after, &line[i], &after) == BOLSHAK_OK);
    EXPECT(bolshak_probe(tablebase, &after, 0, BOLSHAK_NO_RULE, &verdict) == BOLSHAK_OK);
    EXPECT(verdict.theory == (after.turn == BOLSHAK_WHITE ? BOLSHAK_WIN : BOLSHAK_LOSS));

    EXPECT(bolshak_legal_moves(&position, NULL, 0, &count) == BOLSHAK_BUFFER_TOO_SMALL && count == solved.move_count);
    EXPECT(moves[0].ranked.category == BOLSHAK_WIN && moves[0].ranked.reached.category == BOLSHAK_LOSS && moves[0].within > 0);
    for (size_t i = 0; i < count; i++) {
        EXPECT(bolshak_play(&position, &moves[i].ranked.mv, &after) == BOLSHAK_OK);
        of_move = asked(tablebase, &after, NULL);
        EXPECT(moves[i].ranked.theory == BOLSHAK_WIN - of_move.verdict.theory && moves[i].at_least == moves[i].ranked.theory);
        EXPECT(moves[i].at_least == BOLSHAK_WIN - of_move.at_most && moves[i].at_most == BOLSHAK_WIN - of_move.at_least);
    }

    /* Without the moves, whose proofs may be shorter; and less room for the line: its beginning. */
    EXPECT(bolshak_solve(tablebase, &position, 0, RULE, NULL, &solved, NULL, 0, line, 256) == BOLSHAK_OK);
    memset(&first, 0, sizeof first);
    EXPECT(bolshak_solve(tablebase, &position, 0, RULE, NULL, &of_move, NULL, 0, &first, 1) == BOLSHAK_OK);
    EXPECT(same_move(&first, &line[0]) && of_move.line_count == solved.line_count && of_move.move_count == 0);

    /* What the tables know is theirs. */
    position = parsed("W:WKa5,Ka7:BKg1");
    EXPECT(bolshak_solve(tablebase, &position, 26, RULE, NULL, &solved, moves, MOST, NULL, 0) == BOLSHAK_OK);
    EXPECT(bolshak_probe(tablebase, &position, 26, RULE, &verdict) == BOLSHAK_OK);
    EXPECT(memcmp(&solved.verdict, &verdict, sizeof verdict) == 0 && verdict.category == BOLSHAK_CURSED_WIN);
    EXPECT(solved.at_least == BOLSHAK_WIN && solved.within == BOLSHAK_UNKNOWN_DISTANCE && solved.positions == 0);
    EXPECT(bolshak_rank_moves(tablebase, &position, 26, RULE, ranked, MOST, &count) == BOLSHAK_OK);
    EXPECT(solved.line_count == 0 && solved.move_count == count && count > 1);
    for (size_t i = 0; i < count; i++) {
        size_t same = 0;
        for (size_t j = 0; j < count; j++)
            same += same_ranked(&moves[i].ranked, &ranked[j]);
        EXPECT(same == 1);
    }
    position = parsed("B:WKa1:B");
    EXPECT(bolshak_solve(tablebase, &position, 0, RULE, NULL, &solved, moves, MOST, NULL, 0) == BOLSHAK_OK);
    EXPECT(solved.move_count == 0 && solved.at_most == BOLSHAK_LOSS && solved.verdict.over == BOLSHAK_NO_MOVE);
}

static void limits(const bolshak_tablebase *tablebase) {
    bolshak_position position = parsed("W:Wc3,d4,e3,g3:Ba7,b8,h6"), far = hard();
    bolshak_limits limits = limited(0, 2000);
    bolshak_solved one, two;
    double start = now(), seconds;

    one = asked(tablebase, &position, &limits), two = asked(tablebase, &position, &limits);
    EXPECT(memcmp(&one, &two, sizeof one) == 0 && one.positions > 0 && one.positions < 2500);
    limits.positions = 1;
    one = asked(tablebase, &far, &limits);
    EXPECT(one.verdict.category == BOLSHAK_UNKNOWN && one.verdict.theory == BOLSHAK_UNKNOWN && one.line_count == 0);
    EXPECT(one.at_least == BOLSHAK_LOSS && one.at_most == BOLSHAK_WIN && one.within == BOLSHAK_UNKNOWN_DISTANCE);
    EXPECT(now() - start < 5);
    for (uint32_t threads = 0; threads <= THREADS; threads++) {
        limits = limited(0.3, 0), limits.threads = threads;
        start = now(), one = asked(tablebase, &far, &limits), seconds = now() - start;
        EXPECT(one.verdict.theory == BOLSHAK_UNKNOWN && seconds > 0.25 && seconds < 3);
    }
    position = won();
    limits.seconds = 1e9, limits.threads = UINT32_MAX, limits.memory = 1 << 20;
    EXPECT(asked(tablebase, &position, &limits).verdict.category == BOLSHAK_WIN);
}

struct calls {
    pthread_mutex_t lock;
    int made, most;
};

static int32_t stop(void *user) {
    struct calls *calls = user;
    pthread_mutex_lock(&calls->lock);
    int over = ++calls->made >= calls->most;
    pthread_mutex_unlock(&calls->lock);
    return over ? -1 : 0;
}

static void stops(const bolshak_tablebase *tablebase) {
    bolshak_position position = hard();
    for (uint32_t threads = 1; threads <= THREADS; threads++) {
        bolshak_limits limits = limited(1000, 0);
        struct calls calls = {.most = 500};
        bolshak_solved_move moves[MOST];
        bolshak_solved solved;
        double start = now();

        pthread_mutex_init(&calls.lock, NULL);
        limits.threads = threads, limits.stop = stop, limits.user = &calls;
        EXPECT(bolshak_solve(tablebase, &position, 0, RULE, &limits, &solved, moves, MOST, NULL, 0) == BOLSHAK_OK);
        EXPECT(solved.verdict.theory == BOLSHAK_UNKNOWN && solved.positions > 0 && solved.move_count > 1);
        EXPECT(calls.made >= calls.most && now() - start < 20);
        calls.made = 0, calls.most = 1;
        EXPECT(asked(tablebase, &position, &limits).at_most == BOLSHAK_WIN && now() - start < 20);
        pthread_mutex_destroy(&calls.lock);
    }
}

static void wrong(const bolshak_tablebase *tablebase, const char *damaged) {
    const bolshak_position illegal = {1, 1, 0, 1u << 31, BOLSHAK_WHITE, 0};
    const double seconds[] = {-1, -1e-9, NAN, INFINITY, -INFINITY, 1e10};
    const size_t sizes[] = {0, 1, sizeof(bolshak_limits) - 1, 1 << 20, (size_t)-1};
    bolshak_position position = won(), other = position;
    bolshak_limits limits = limited(1, 0);
    bolshak_solved_move moves[MOST];
    bolshak_solved solved, before;
    bolshak_move line[8];
    bolshak_tablebase *opened;
    struct {
        bolshak_limits known;
        uint64_t newer;
    } longer = {.known = limited(1, 0)};
    size_t count;

    memset(&solved, 0x55, sizeof solved);
    memset(moves, 0x55, sizeof moves);
    before = solved;
#define SOLVE(tablebase, position, rule, limits) \
    bolshak_solve(tablebase, position, 0, rule, limits, &solved, moves, MOST, line, 8)
    EXPECT(SOLVE(NULL, &position, RULE, NULL) == BOLSHAK_NULL_POINTER);
    EXPECT(SOLVE(tablebase, NULL, RULE, NULL) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_solve(tablebase, &position, 0, RULE, NULL, NULL, moves, MOST, line, 8) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_solve(tablebase, &position, 0, RULE, NULL, &solved, NULL, 1, line, 8) == BOLSHAK_NULL_POINTER);
    EXPECT(bolshak_solve(tablebase, &position, 0, RULE, NULL, &solved, moves, MOST, NULL, 8) == BOLSHAK_NULL_POINTER);
    EXPECT(SOLVE(tablebase, &illegal, RULE, &limits) == BOLSHAK_BAD_POSITION);
    EXPECT(SOLVE(tablebase, &position, 3, &limits) == BOLSHAK_BAD_ARGUMENT);
    other.game = BOLSHAK_GAME_PODDAVKI;
    EXPECT(SOLVE(tablebase, &other, RULE, &limits) == BOLSHAK_OTHER_GAME);
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
        limits.seconds = seconds[i];
        EXPECT(SOLVE(tablebase, &position, RULE, &limits) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(strstr(bolshak_last_error(), "expected a number from 0 to 1000000000"));
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        limits.size = sizes[i];
        EXPECT(SOLVE(tablebase, &position, RULE, &limits) == BOLSHAK_BAD_ARGUMENT);
        EXPECT(strstr(bolshak_last_error(), "sizeof(bolshak_limits)"));
    }
    limits = limited(1, 0), limits.reserved = 1;
    EXPECT(SOLVE(tablebase, &position, RULE, &limits) == BOLSHAK_BAD_ARGUMENT);
    longer.known.size = sizeof longer, longer.newer = 1;
    EXPECT(SOLVE(tablebase, &position, RULE, &longer.known) == BOLSHAK_BAD_ARGUMENT);
    limits = limited(1, 0), limits.memory = UINT64_MAX;
    EXPECT(SOLVE(tablebase, &position, RULE, &limits) == BOLSHAK_OUT_OF_MEMORY);

    /* Too little room for the moves is found before the search. */
    position = hard(), limits = limited(1000, 0);
    EXPECT(bolshak_legal_moves(&position, NULL, 0, &count) == BOLSHAK_BUFFER_TOO_SMALL && count > 1 && count <= MOST);
    EXPECT(bolshak_solve(tablebase, &position, 0, RULE, &limits, &solved, moves, count - 1, line, 8) == BOLSHAK_BUFFER_TOO_SMALL);
    EXPECT(bolshak_open(damaged, NULL, &opened) == BOLSHAK_OK);
    position = parsed("W:Wc3,d4,e3:Bf6,b8");
    EXPECT(SOLVE(opened, &position, RULE, &limits) == BOLSHAK_TABLE_DAMAGED);
    bolshak_close(opened);
    EXPECT(memcmp(&solved, &before, sizeof solved) == 0 && moves[0].at_least == 0x55555555);

    position = won(), longer.newer = 0;
    EXPECT(SOLVE(tablebase, &position, RULE, &longer.known) == BOLSHAK_OK && solved.verdict.category == BOLSHAK_WIN);
}

struct task {
    const bolshak_tablebase *tablebase;
    int32_t category;
};

static void *run(void *argument) {
    struct task *task = argument;
    bolshak_position position = won();
    task->category = asked(task->tablebase, &position, NULL).verdict.category;
    return NULL;
}

/* Several searches on one tablebase at once. */
static void at_once(const bolshak_tablebase *tablebase) {
    struct task tasks[THREADS];
    pthread_t handles[THREADS];
    for (int i = 0; i < THREADS; i++) {
        tasks[i] = (struct task){tablebase, BOLSHAK_UNKNOWN};
        EXPECT(pthread_create(&handles[i], NULL, run, &tasks[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++)
        EXPECT(pthread_join(handles[i], NULL) == 0 && tasks[i].category == BOLSHAK_WIN);
}

int main(int argc, char **argv) {
    bolshak_tablebase *tablebase;

    EXPECT(argc == 2);
    EXPECT(bolshak_open(NULL, NULL, &tablebase) == BOLSHAK_OK);
    answers(tablebase);
    limits(tablebase);
    stops(tablebase);
    wrong(tablebase, argv[1]);
    at_once(tablebase);
    bolshak_close(tablebase);
    printf("%d failures\n", failures);
    return failures != 0;
}
