// A program of which it is known what counters must say: "spin MS", "sleep TIMES", "touch PAGES",
// "move TIMES" (between its first two CPUs) or "add TIMES", in two processes if "both" is behind
// it.
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double cpu_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int spin(long ms)
{
    double end = cpu_ms() + (double)ms;
    while (cpu_ms() < end)
        ;
    return 0;
}

static int sleep_often(long times)
{
    while (times-- > 0)
        usleep(1000);
    return 0;
}

// Small pages, each of which is a fault of its own.
static int touch(long pages)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = (size_t)pages * page;
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || madvise(memory, bytes, MADV_NOHUGEPAGE))
        return 1;
    for (size_t at = 0; at < bytes; at += page)
        ((volatile char *)memory)[at] = 1;
    return 0;
}

static int move(long times)
{
    cpu_set_t all, one;
    int cpus[2], found = 0;
    sched_getaffinity(0, sizeof all, &all);
    for (int cpu = 0; cpu < CPU_SETSIZE && found < 2; cpu++)
        if (CPU_ISSET(cpu, &all))
            cpus[found++] = cpu;
    for (long i = -1; found == 2 && i < times; i++) { // the first may find it there already
        CPU_ZERO(&one);
        CPU_SET(cpus[i & 1], &one);
        if (sched_setaffinity(0, sizeof one, &one))
            return 1;
    }
    return found != 2;
}

static int add(long times)
{
    volatile long sum = 0;
    while (times-- > 0)
        sum = sum + times;
    return 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(long number);
    } acts[] = {
        {"spin", spin}, {"sleep", sleep_often}, {"touch", touch}, {"move", move}, {"add", add}};
    int status = 0, failed = 2;
    pid_t child = argc > 3 && strcmp(argv[3], "both") == 0 ? fork() : 0;
    for (size_t i = 0; argc > 2 && i < sizeof acts / sizeof *acts; i++)
        if (strcmp(argv[1], acts[i].name) == 0)
            failed = acts[i].run(strtol(argv[2], NULL, 10));
    if (child > 0)
        waitpid(child, &status, 0);
    return failed || status;
}
