// Is this machine as an experiment requires it?
#pragma once

#include "base/log.h"
#include "machine/check/requirement.h"

#include <signal.h>

// What the experiments of one queue share: one look at the load, when the first asks for it.
struct fitness_look {
    struct arena *arena;
    const struct log *log;
    const volatile sig_atomic_t *stop;
    const struct load *load; // NULL: nobody has asked yet
};

// EXIT_UNFIT if one does not hold, each of those in a line of the log; EXIT_INTERRUPTED.
NODISCARD bool fitness_demand(struct fitness_look *look, const struct requirement *requirements,
                              size_t count, struct error *error);
