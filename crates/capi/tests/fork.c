/* Opens and asks tables in a process and in its children: a child has none of its parent's threads but one. */
#include <dirent.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "expect.h"

static const bolshak_position KINGS = {0, 1u << 3, 0, 1u << 28, BOLSHAK_WHITE, BOLSHAK_GAME_RUSSIAN}; /* W:WKg1:BKb8 */

static bolshak_tablebase *opened(const char *directory, int preload) {
    bolshak_options options = {.size = sizeof options, .preload = preload};
    bolshak_tablebase *tablebase = NULL;
    EXPECT(bolshak_open(directory, &options, &tablebase) == BOLSHAK_OK);
    return tablebase;
}

static void ask(const bolshak_tablebase *tablebase) {
    bolshak_category category;
    EXPECT(bolshak_probe_wdl(tablebase, &KINGS, 0, BOLSHAK_FIFTEEN_MOVES, &category) == BOLSHAK_OK);
    EXPECT(category == BOLSHAK_DRAW);
}

/* The threads of this process; 1 where the system does not tell. */
static int threads(void) {
    DIR *tasks = opendir("/proc/self/task");
    if (tasks == NULL)
        return 1;
    int count = 0;
    while (readdir(tasks) != NULL)
        count++;
    closedir(tasks);
    return count - 2; /* without . and .. */
}

int main(int argc, char **argv) {
    EXPECT(argc == 2);
    bolshak_tablebase *read = opened(argv[1], 0), *loaded = opened(argv[1], 1);
    /* A thread that was joined is listed for a moment more. */
    for (int i = 0; i < 1000 && threads() > 1; i++)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    EXPECT(threads() == 1);
    ask(loaded);
    pid_t child = fork();
    if (child == 0) {
        alarm(30); /* instead of waiting for ever */
        ask(read);
        ask(loaded);
        bolshak_tablebase *own = opened(argv[1], 1);
        ask(own);
        bolshak_close(own);
        bolshak_close(loaded);
        bolshak_close(read);
        _exit(failures != 0);
    }
    int status;
    EXPECT(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    ask(read);
    ask(loaded);
    bolshak_close(loaded);
    bolshak_close(read);
    printf("%d failures\n", failures);
    return failures != 0;
}
