// A benchmark that takes its samples well, or spoils them as its first argument says.
#include "kernels/eswexp.h"

#include <math.h>
#include <signal.h>

static void spoil(struct esw_run *run, const char *how, const char *number)
{
    struct esw_header *header = run->header;
    if (strcmp(how, "magic") == 0)
        header->magic[0] = 'x';
    else if (strcmp(how, "count") == 0)
        header->count = UINT64_MAX / 2;
    else if (strcmp(how, "nan") == 0)
        esw_samples(header)[2].duration = NAN;
    else if (strcmp(how, "ticks") == 0)
        header->answer.ns_per_tick = INFINITY;
    else if (strcmp(how, "check") == 0)
        esw_check(run, false);
    else if (strcmp(how, "shorten") == 0)
        exit(truncate(number, 100));
    else if (strcmp(how, "die") == 0)
        raise(SIGSEGV);
    else if (strcmp(how, "early") == 0)
        exit(0);
}

int main(int argc, char **argv)
{
    struct esw_run run;
    char path[64];
    volatile double sum = 0;
    // The harness closes the descriptor; a program that means harm keeps its own.
    snprintf(path, sizeof path, "/proc/self/fd/%d", dup(3));
    if (argc > 1 && strcmp(argv[1], "none") == 0)
        return 0;
    esw_begin(&run, 1, argv);
    for (uint64_t i = 0; esw_next(&run); i++) {
        for (int j = 0; j < 1000; j++)
            sum = sum + j;
        if (argc > 1 && strcmp(argv[1], "early") == 0 && i == 3)
            spoil(&run, "early", path);
    }
    if (argc > 1)
        spoil(&run, argv[1], path);
    return esw_end(&run);
}
