// account NAME COMMAND...: runs the command. Where ESWEXP_COSTS names a file, a line is added to
// it: NAME, wall, user and system seconds of the command and all it began, tab-separated.
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int count, char **words)
{
    const char *costs = getenv("ESWEXP_COSTS");
    if (count < 3)
        return 2;
    if (!costs) {
        execvp(words[2], words + 2);
        return 127;
    }
    prctl(PR_SET_CHILD_SUBREAPER, 1); // also of those whose parent ended first
    double begin_s = now_s();
    pid_t child = fork();
    if (child == 0) {
        execvp(words[2], words + 2);
        _exit(127);
    }
    int status = 0, other;
    while (child > 0) {
        pid_t ended = wait(&other);
        if (ended == child)
            status = other;
        if (ended < 0 || ended == child)
            break;
    }
    while (waitpid(-1, &other, WNOHANG) > 0)
        ;
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    FILE *file = fopen(costs, "a");
    if (file) {
        fprintf(file, "%s\t%.2f\t%.2f\t%.2f\n", words[1], now_s() - begin_s,
                seconds(usage.ru_utime), seconds(usage.ru_stime));
        fclose(file);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
