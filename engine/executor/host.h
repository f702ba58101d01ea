// Locks between campaigns: one campaign measures on a host at a time, whoever started it.
#pragma once

#include "base/error.h"
#include "base/log.h"
#include "executor/time_account.h"

#include <signal.h>
#include <stdint.h>

// How a campaign waits for a lock that another holds.
struct waiting {
    const struct log *log;
    const volatile sig_atomic_t *stop; // set: EXIT_INTERRUPTED
    int64_t deadline_ns;               // boot clock, then EXIT_UNFIT; 0: none
    bool refused;                      // does not wait: EXIT_UNFIT
    struct time_account *account;      // that the waiting is told to; or NULL
    int64_t note_every_ns;             // between lines of progress off a terminal; 0: a minute
};

// Locks an open file. If another process has it, says `what` that means, who has it (process, user,
// command; of the host's lock also its campaign and since when), and waits, showing for how long.
NODISCARD bool lock_take(const struct waiting *waiting, int lock, const char *what,
                         struct error *error);

// Was the file of this lock removed since it was opened? Then another process may lock a new one.
bool lock_was_removed(int lock);

// Takes this host's lock, a file that all users share: `asked` (--lock; NULL: not given), else
// ESWEXP_HOST_LOCK, else eswexp.lock in /run/lock, or in /tmp where /run/lock is not for everybody.
// Containers and services with a private /run/lock and /tmp do not share it. Stores `folder`, the
// campaign's, in a file of this user, for the messages of those who wait; writes into no other
// file. *lock is -1 on failure; the lock ends with the process, even after kill -9.
NODISCARD bool host_take(const struct waiting *waiting, const char *asked, const char *folder,
                         int *lock, struct error *error);

// -1: does nothing.
void host_release(int lock);
