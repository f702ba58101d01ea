// What a process starts with.
#pragma once

#include "run/launcher/launcher.h"

#include <sched.h>
#include <sys/resource.h>

// In the order in which they are set. Whoever starts a process has a case for each: start_apply()
// for the launcher and for a tool in the foreground, replay/start_script.c for a shell. The
// compiler refuses a switch that lacks one.
enum start_part {
    START_FOLDER,
    START_STACK_LIMIT,
    START_MEMORY_LIMIT,
    START_CPUS,
    START_PERSONALITY,
    START_SETTINGS, // memory policy and priority
    START_STRINGS,  // path, argv and environment, above the stack: made before the start
    START_PARTS,
    START_RECORDED = START_PARTS // no part: it is written down once the process has started
};

struct starting {
    bool pinned;
    cpu_set_t cpus;
    struct address_layout address_layout;
    struct process_settings process_settings;
    uint64_t memory_limit_bytes;
    double most_s; // after which the kernel ends a SCHED_FIFO process; 0: never
};

// What a process inherits.
struct parent {
    struct rlimit stack;
    unsigned persona; // UINT_MAX: it cannot be asked for
    cpu_set_t cpus;
};

// False, with errno: a CPU does not exist.
NODISCARD bool starting_of(const struct launch *launch, struct starting *starting);

NODISCARD bool parent_here(struct parent *parent);

// Called in the child before its exec, also after vfork(). NULL, or the name of the system call
// that failed, with errno.
const char *start_apply(const struct starting *starting, const struct parent *parent,
                        const char *folder);
