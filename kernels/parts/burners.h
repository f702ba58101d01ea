// Processes that do nothing but keep CPUs busy, for kernels that ask what neighbours cost.
#pragma once

#include "eswexp.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

enum { BURNERS_MOST = 1024 };

struct burners {
    pid_t processes[BURNERS_MOST];
    size_t count;
};

static inline void burner_pin(int cpu)
{
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    CPU_SET(cpu, &cpus);
    if (cpu >= 0 && sched_setaffinity(0, sizeof(cpus), &cpus) != 0)
        _exit(1);
}

// The parent's death is theirs, so that none is left behind.
static inline void burner_burn(pid_t parent, int cpu)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    burner_pin(cpu);
    for (;;)
        ESW_CLOBBER();
}

// One more, on `cpu` (-1: wherever the kernel puts it).
static inline bool burners_add(struct burners *burners, int cpu)
{
    pid_t parent = getpid(), child = burners->count < BURNERS_MOST ? fork() : -1;
    if (child == 0)
        burner_burn(parent, cpu);
    if (child > 0)
        burners->processes[burners->count++] = child;
    return child > 0;
}

static inline void burners_stop(struct burners *burners)
{
    while (burners->count > 0) {
        pid_t child = burners->processes[--burners->count];
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
}
