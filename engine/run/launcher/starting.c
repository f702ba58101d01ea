// Sets what a process starts with.
#include "run/launcher/starting.h"

#include <errno.h>
#include <limits.h>
#include <sys/personality.h>
#include <unistd.h>

enum { PERSONALITY_ASK = -1 };

bool starting_of(const struct launch *launch, struct starting *starting)
{
    static const double spare_s = 1;
    double most_s = launch->timeout_s + launch->grace_s + spare_s;
    *starting = (struct starting){.pinned = launch->cpu_count > 0,
                                  .address_layout = launch->address_layout,
                                  .process_settings = launch->process_settings,
                                  .memory_limit_bytes = launch->memory_limit_bytes,
                                  .most_s = launch->timeout_s > 0 ? most_s : 0};
    for (size_t i = 0; i < launch->cpu_count; i++) {
        if (launch->cpus[i] < 0 || launch->cpus[i] >= CPU_SETSIZE) {
            errno = EINVAL;
            return false;
        }
        CPU_SET(launch->cpus[i], &starting->cpus);
    }
    return true;
}

bool parent_here(struct parent *parent)
{
    parent->persona = (unsigned)personality(PERSONALITY_ASK);
    return sched_getaffinity(0, sizeof parent->cpus, &parent->cpus) == 0 &&
           getrlimit(RLIMIT_STACK, &parent->stack) == 0;
}

static bool set_personality(const struct starting *starting, const struct parent *parent)
{
    bool fixed = starting->address_layout.aslr == ASLR_FIXED;
    if (parent->persona == UINT_MAX && !fixed)
        return true; // even the query is refused, so the personality is the default
    unsigned wanted = parent->persona & ~(unsigned)ADDR_NO_RANDOMIZE;
    if (fixed)
        wanted |= ADDR_NO_RANDOMIZE;
    if (wanted == parent->persona)
        return true;
    errno = 0;
    if (personality(wanted) >= 0 && (unsigned)personality(PERSONALITY_ASK) == wanted)
        return true;
    errno = errno ? errno : EPERM; // some sandboxes ignore the call without an error
    return false;
}

static bool set_stack_limit(const struct starting *starting, const struct parent *parent)
{
    struct rlimit limit = parent->stack;
    limit.rlim_cur = starting->address_layout.stack_limit;
    return !limit.rlim_cur || setrlimit(RLIMIT_STACK, &limit) == 0;
}

// RLIMIT_DATA, because reserved address space that is not writable does not count. An inherited
// limit may be lower.
static bool set_memory_limit(const struct starting *starting)
{
    rlim_t limit = starting->memory_limit_bytes;
    struct rlimit inherited;
    if (!limit)
        return true;
    if (getrlimit(RLIMIT_DATA, &inherited))
        return false;
    limit = limit < inherited.rlim_max ? limit : inherited.rlim_max;
    return setrlimit(RLIMIT_DATA, &(struct rlimit){limit, limit}) == 0;
}

// Where it is refused, nothing has moved an unpinned process before.
static bool set_cpus(const struct starting *starting, const struct parent *parent)
{
    const cpu_set_t *cpus = starting->pinned ? &starting->cpus : &parent->cpus;
    return sched_setaffinity(0, sizeof *cpus, cpus) == 0 || !starting->pinned;
}

static const char *apply(enum start_part part, const struct starting *starting,
                         const struct parent *parent, const char *folder)
{
    switch (part) {
    case START_FOLDER:
        return chdir(folder) == 0 ? NULL : "chdir";
    case START_STACK_LIMIT:
        return set_stack_limit(starting, parent) ? NULL : "setrlimit";
    case START_MEMORY_LIMIT:
        return set_memory_limit(starting) ? NULL : "setrlimit";
    case START_CPUS:
        return set_cpus(starting, parent) ? NULL : "sched_setaffinity";
    case START_PERSONALITY:
        return set_personality(starting, parent) ? NULL : "personality";
    case START_SETTINGS:
        return process_settings_apply(&starting->process_settings, starting->most_s);
    case START_STRINGS:
    case START_PARTS:
        break;
    }
    return NULL;
}

const char *start_apply(const struct starting *starting, const struct parent *parent,
                        const char *folder)
{
    const char *refused = NULL;
    for (enum start_part part = 0; part < START_PARTS && !refused; part++)
        refused = apply(part, starting, parent, folder);
    return refused;
}
