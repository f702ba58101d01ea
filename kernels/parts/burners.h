// Processes that do nothing but keep CPUs busy, for kernels that ask what neighbours cost.
#pragma once

#include "processes.h"

enum { BURNERS_MOST = 1024 };

struct burners {
    pid_t processes[BURNERS_MOST];
    size_t count;
};

static inline void burner_burn(int cpu)
{
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    if (cpu >= 0)
        CPU_SET(cpu, &cpus);
    if (cpu >= 0 && sched_setaffinity(0, sizeof(cpus), &cpus) != 0)
        _exit(1);
    for (;;)
        ESW_CLOBBER();
}

// One more, on `cpu` (-1: wherever the kernel puts it).
static inline bool burners_add(struct burners *burners, int cpu)
{
    pid_t child = burners->count < BURNERS_MOST ? process_start() : -1;
    if (child == 0)
        burner_burn(cpu);
    if (child > 0)
        burners->processes[burners->count++] = child;
    return child > 0;
}

// False after a line that says so if one of them has ended, so that what was timed had fewer.
static inline bool burners_are_all(const struct burners *burners)
{
    for (size_t i = 0; i < burners->count; i++)
        if (waitpid(burners->processes[i], NULL, WNOHANG) != 0) {
            fprintf(stderr, "%s: a busy neighbour could not run, or has ended\n",
                    program_invocation_short_name);
            return false;
        }
    return true;
}

static inline void burners_stop(struct burners *burners)
{
    while (burners->count > 0) {
        pid_t child = burners->processes[--burners->count];
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
}
