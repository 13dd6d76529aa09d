/* Loads tables where the system makes no thread, as under a limit of processes. */
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

#include "expect.h"

static int refused;

/* In the place of the system's, for the library too. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    (void)thread, (void)attributes, (void)start, (void)argument;
    refused++;
    return EAGAIN;
}

int main(int argc, char **argv) {
    const bolshak_position kings = {0, 1u << 3, 0, 1u << 28, BOLSHAK_WHITE, BOLSHAK_GAME_RUSSIAN}; /* W:WKg1:BKb8 */
    bolshak_options options = {.size = sizeof options, .preload = 1};
    bolshak_tablebase *tablebase = NULL;
    bolshak_category category;

    EXPECT(argc == 2);
    EXPECT(bolshak_open(argv[1], &options, &tablebase) == BOLSHAK_OK);
    EXPECT(refused > 0 || sysconf(_SC_NPROCESSORS_ONLN) == 1);
    EXPECT(bolshak_try_probe_wdl(tablebase, &kings, 0, BOLSHAK_FIFTEEN_MOVES, &category) == BOLSHAK_OK);
    EXPECT(category == BOLSHAK_DRAW);

    /* A search goes on in the caller's thread alone. */
    const bolshak_position many = {7, 1u << 3, 7u << 24, 1u << 28, BOLSHAK_WHITE, BOLSHAK_GAME_RUSSIAN};
    bolshak_limits limits = {.size = sizeof limits, .positions = 1000, .threads = 4};
    bolshak_solved solved;
    refused = 0;
    EXPECT(bolshak_solve(tablebase, &many, 0, BOLSHAK_FIFTEEN_MOVES, &limits, &solved, NULL, 0, NULL, 0) == BOLSHAK_OK);
    EXPECT(refused > 0 && solved.positions > 0);
    bolshak_close(tablebase);
    printf("%d failures\n", failures);
    return failures != 0;
}
