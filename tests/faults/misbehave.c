// A benchmark that does what its first argument says, mostly something bad.
#include "eswexp.h"

#include <math.h>
#include <signal.h>

static void pause_for_ever(void)
{
    for (;;)
        pause();
}

static void shout(size_t bytes) // 0: for ever
{
    static char line[1 << 16];
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\n';
    for (size_t done = 0; !bytes || done < bytes; done += sizeof line)
        if (write(1, line, sizeof line) < 0)
            exit(4);
}

// One in our group, one that left it; both would outlive us.
static void leave_children(void)
{
    if (fork() == 0)
        pause_for_ever();
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            signal(SIGTERM, SIG_IGN);
            pause_for_ever();
        }
        _exit(0);
    }
}

// Says that we have begun, and when.
static void append(const char *path, const char *block, const char *execution)
{
    FILE *file = fopen(path, "a");
    if (!file)
        exit(5);
    fprintf(file, "%s %s %llu\n", block, execution,
            (unsigned long long)esw_clock_ns(CLOCK_MONOTONIC));
    fclose(file);
}

static bool exists_or_is_made(const char *path)
{
    bool there = access(path, F_OK) == 0;
    FILE *file = fopen(path, "a");
    if (file)
        fclose(file);
    return there;
}

// Samples that say whose they are: 1000 * block + execution + iteration / 10^3, in ns.
static void report(struct esw_run *run, double base, uint64_t most)
{
    bool more = true;
    for (uint64_t i = 1; more && i <= most; i++)
        more = esw_record(run, base + (double)i / 1e3, 1);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "good", *path = argc > 2 ? argv[2] : "";
    const char *block = argc > 3 ? argv[3] : "1", *execution = argc > 4 ? argv[4] : "1";
    double base = 1000 * strtod(block, NULL) + strtod(execution, NULL);
    if (strcmp(mode, "words") == 0 || strcmp(mode, "numbers") == 0)
        return puts(*mode == 'w' ? "took long ms" : "took 1.5 ms") < 0;
    struct esw_run run;
    esw_begin(&run, 1, argv);
    if (strcmp(mode, "log") == 0) {
        append(path, block, execution);
        usleep(argc > 5 ? (useconds_t)strtoul(argv[5], NULL, 10) : 0);
    }
    if (strcmp(mode, "hang") == 0)
        pause_for_ever();
    if (strcmp(mode, "stubborn") == 0) {
        signal(SIGTERM, SIG_IGN);
        pause_for_ever();
    }
    if (strcmp(mode, "crash") == 0)
        raise(SIGSEGV);
    if (strcmp(mode, "shout") == 0)
        shout(0);
    if (strcmp(mode, "flood") == 0)
        shout(100 << 20);
    if (strcmp(mode, "children") == 0)
        leave_children();
    if (strcmp(mode, "flaky") == 0 && !exists_or_is_made(path))
        return 7;
    if (strcmp(mode, "nan") == 0)
        esw_record(&run, NAN, 1);
    if (strcmp(mode, "silent") != 0)
        report(&run, base, strcmp(mode, "few") == 0 ? 1 : UINT64_MAX);
    if (strcmp(mode, "exit") == 0) {
        fputs("misbehave: words on the way out\n", stderr);
        return 3;
    }
    if (strcmp(mode, "wrong") == 0)
        esw_check(&run, false);
    return esw_end(&run);
}
