// One attempt at one execution: request made up, run, turned into values, stored.
#pragma once

#include "dispatch/builders.h"

enum { ATTEMPTS_MOST = 2 };

// What an attempt gave: the values of the first meter, in the arena of the call.
struct performance {
    bool succeeded;
    const double *values;
    size_t count;
};

// False: the engine's own trouble (launcher, store), or an interruption.
NODISCARD bool perform(struct workbench *workbench, struct arena *scratch, struct station *station,
                       const struct planned_block *block, const struct planned_execution *execution,
                       int64_t id, const struct built *built, int attempt,
                       struct performance *performance, struct error *error);
