// Stores the plan that plan_make() returns of the same repetitions.
#pragma once

#include "plan/plan.h"
#include "store/plan/plan_rows.h"

static inline bool planned_store(struct store *store, const struct spec *spec, enum phase phase,
                                 const struct repetitions *repetitions, int64_t *first_build,
                                 int64_t *first_execution, struct error *error)
{
    struct arena scratch = {0};
    struct planner planner = plan_begin(&scratch, spec, phase, repetitions);
    bool done = store_planned(store, &planner, first_build, first_execution, error);
    arena_release(&scratch);
    return done;
}
