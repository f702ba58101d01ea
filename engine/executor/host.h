// Locks between campaigns: on one host one measures at a time, whoever started it.
#pragma once

#include "base/error.h"
#include "base/log.h"

#include <signal.h>
#include <stdint.h>

// What a campaign does while another has what it needs.
struct waiting {
    const struct log *log;
    const volatile sig_atomic_t *stop; // set: EXIT_INTERRUPTED
    int64_t deadline_ns;               // boot clock; 0: none; no longer than that: EXIT_UNFIT
    bool refused;                      // not at all: EXIT_UNFIT
};

// Locks an open file. While another has it, `holder` (who that is) is said once.
NODISCARD bool lock_take(const struct waiting *waiting, int lock, const char *holder,
                         struct error *error);

// Takes this host's lock, a file that all users share: ESWEXP_HOST_LOCK, else eswexp.lock in
// /run/lock, or in /tmp where /run/lock is not for everybody. It is of no use against campaigns in
// containers and services that have such folders for themselves. Who waits is told `folder`, the
// campaign's. `*lock` is -1 on failure; it ends with the process, kill -9 included.
NODISCARD bool host_take(const struct waiting *waiting, const char *folder, int *lock,
                         struct error *error);

// -1 is nothing.
void host_release(int lock);
