// Checking the machine against the requirements of an experiment.
#pragma once

#include "base/log.h"
#include "machine/check/requirement.h"

#include <signal.h>

// Shared by the experiments of one queue: the load is measured once, when first required.
struct fitness_check {
    struct arena *arena;
    const struct log *log;
    const volatile sig_atomic_t *stop;
    const struct load *load; // NULL: not measured yet
};

// EXIT_UNFIT if a requirement does not hold; the log has a line for each. EXIT_INTERRUPTED.
NODISCARD bool fitness_demand(struct fitness_check *check, const struct requirement *requirements,
                              size_t count, struct error *error);
