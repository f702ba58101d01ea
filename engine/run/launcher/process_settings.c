// Applies NUMA memory policy and scheduling priority to a child.
#include "run/launcher/process_settings.h"

#include <sched.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// From <linux/mempolicy.h>, which is not installed everywhere.
enum { POLICY_BIND = 2, POLICY_INTERLEAVE = 3 };

static bool set_memory(const struct process_settings *process_settings)
{
    int policy = process_settings->memory == MEMORY_INTERLEAVED ? POLICY_INTERLEAVE : POLICY_BIND;
    return process_settings->memory == MEMORY_ANY ||
           syscall(SYS_set_mempolicy, policy, process_settings->nodes.bits, NODES_MAX + 1) == 0;
}

// If the launcher is stopped or killed, the kernel ends the child: SIGXCPU, then SIGKILL.
static bool limit_time(double most_s)
{
    static const rlim_t more_us = 1000000;
    struct rlimit limit, wanted = {(rlim_t)(most_s * 1e6), (rlim_t)(most_s * 1e6) + more_us};
    if (most_s <= 0)
        return true;
    if (getrlimit(RLIMIT_RTTIME, &limit))
        return false;
    limit.rlim_max = wanted.rlim_max < limit.rlim_max ? wanted.rlim_max : limit.rlim_max;
    limit.rlim_cur = wanted.rlim_cur < limit.rlim_max ? wanted.rlim_cur : limit.rlim_max;
    return setrlimit(RLIMIT_RTTIME, &limit) == 0;
}

// Threads and descendants inherit it, because they are measured, too.
static bool set_fifo(int priority)
{
    return sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){priority}) == 0;
}

const char *process_settings_apply(const struct process_settings *process_settings, double most_s)
{
    if (!set_memory(process_settings))
        return "set_mempolicy";
    if (process_settings->urgency == URGENCY_NICE &&
        setpriority(PRIO_PROCESS, 0, process_settings->priority))
        return "setpriority";
    if (process_settings->urgency != URGENCY_FIFO)
        return NULL;
    if (!limit_time(most_s))
        return "setrlimit";
    return set_fifo(process_settings->priority) ? NULL : "sched_setscheduler";
}

const char *process_settings_above(const struct process_settings *process_settings, int *level)
{
    int wanted = process_settings->urgency == URGENCY_FIFO ? process_settings->priority + 1 : 0;
    if (wanted == *level)
        return NULL;
    if (wanted ? !set_fifo(wanted) : sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){0}))
        return "sched_setscheduler";
    *level = wanted;
    return NULL;
}
