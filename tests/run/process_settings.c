// A child for tests of how it stands with the kernel: says it, or spins.
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// Its memory policy and the nodes of it, nice value, scheduler with its priority, how long it may
// go on without a pause, and its parent's priority.
static int say_process_settings(void)
{
    int policy = -1;
    unsigned long nodes[16] = {0};
    struct sched_param param, parent;
    struct rlimit limit;
    syscall(SYS_get_mempolicy, &policy, nodes, 8 * sizeof nodes, NULL, 0);
    sched_getparam(0, &param);
    sched_getparam(getppid(), &parent);
    getrlimit(RLIMIT_RTTIME, &limit);
    return printf("memory %d %lx nice %d scheduler %d %d limit %lld parent %d", policy, nodes[0],
                  getpriority(PRIO_PROCESS, 0), sched_getscheduler(0), param.sched_priority,
                  limit.rlim_cur == RLIM_INFINITY ? -1 : (long long)limit.rlim_cur,
                  parent.sched_priority) < 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "say") == 0)
        return say_process_settings();
    if (strcmp(what, "stubborn") == 0)
        signal(SIGTERM, SIG_IGN);
    for (volatile unsigned long i = 0;; i++)
        ;
}
