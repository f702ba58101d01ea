// Is this machine as an experiment requires it?
#pragma once

#include "base/log.h"
#include "machine/requirement.h"

#include <signal.h>

// EXIT_UNFIT if one does not hold, each of those in a line of the log; EXIT_INTERRUPTED.
NODISCARD bool fitness_demand(struct arena *arena, const struct requirement *requirements,
                              size_t count, const struct log *log,
                              const volatile sig_atomic_t *stop, struct error *error);
