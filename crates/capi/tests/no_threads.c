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
    bolshak_close(tablebase);
    printf("%d failures\n", failures);
    return failures != 0;
}
