// Processes that a kernel works with: where they run, and that none outlives it.
#pragma once

#include "../eswexp.h"
#include "choice.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

// Ends the benchmark as one that failed; what the kernel of the system says is added.
__attribute__((noreturn)) static inline void process_stop(const char *what)
{
    fprintf(stderr, "%s: %s%s%s\n", program_invocation_short_name, what, errno ? ": " : "",
            errno ? strerror(errno) : "");
    exit(ESW_EXIT_CHECK);
}

// fork(); a refusal is said, with the limits that may be behind it.
static inline pid_t process_fork(void)
{
    pid_t child = fork();
    if (child < 0)
        fprintf(stderr, "%s: cannot fork: %s%s\n", program_invocation_short_name, strerror(errno),
                errno == EAGAIN ? " (see ulimit -u, and pids.max of the control group)" : "");
    return child;
}

// The same for a child that stays: the parent's death is its own, so that none is left behind.
static inline pid_t process_start(void)
{
    pid_t parent = getpid(), child = process_fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
    }
    return child;
}

// "one": this process and its children stay on the CPU where it is; "all": where the system puts
// them. False after a line that says why they cannot.
static inline bool process_place(const char *cpus)
{
    static const char *const words[] = {"one", "all", NULL};
    int word = choice_of("cpus", cpus, words), cpu = sched_getcpu();
    cpu_set_t *set = word == 0 && cpu >= 0 ? CPU_ALLOC(cpu + 1) : NULL;
    if (!set)
        return word == 1;
    size_t size = CPU_ALLOC_SIZE(cpu + 1);
    CPU_ZERO_S(size, set);
    CPU_SET_S(cpu, size, set);
    bool stays = sched_setaffinity(0, size, set) == 0;
    CPU_FREE(set);
    if (!stays)
        fprintf(stderr, "%s: cannot stay on CPU %d: %s\n", program_invocation_short_name, cpu,
                strerror(errno));
    return stays;
}
