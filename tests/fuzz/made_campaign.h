// A small campaign, made without measuring.
#pragma once

#include "edits.h"
#include "store/executions.h"
#include "store/plan/experiment.h"
#include "store/plan/plan_rows.h"
#include "store/transactions.h"

enum { BLOCKS = 3, EXECUTIONS = 2, ITERATIONS = 3, VARIANTS = 2 };

// A campaign, planned but not measured.
struct made_campaign {
    struct arena arena;
    struct store *store;
    struct plan plan;
    int64_t first_build, first_execution;
};

static inline struct spec *made_spec(struct arena *arena)
{
    static char a[] = "a", b[] = "b", *variants[] = {a, b};
    static struct target targets[VARIANTS] = {{.benchmark = "one", .variant = "a"},
                                              {.benchmark = "one", .variant = "b"}};
    static struct cell cell = {.benchmark = "one", .targets = targets};
    struct spec *spec = arena_new(arena, struct spec);
    *spec = (struct spec){.name = "fuzzed",
                          .path = "fuzzed.yaml",
                          .folder = "/",
                          .variants = variants,
                          .variant_count = VARIANTS,
                          .cells = &cell,
                          .cell_count = 1,
                          .repeat = {.confidence = 0.95, .precision = 0.01}};
    return spec;
}

static inline bool measure_all(struct store *store, const struct plan *plan, int64_t first,
                               struct error *error)
{
    bool done = true;
    for (size_t i = 0; done && i < plan->execution_count; i++) {
        const double samples[ITERATIONS] = {1, 1.5, 1 + (double)i};
        struct stored_series series = {"wall_time", "s", samples, ITERATIONS};
        struct stored_execution execution = {.execution = first + (int64_t)i,
                                             .attempt = 1,
                                             .start = "2026-01-01T00:00:00.000000Z",
                                             .exit = "0",
                                             .counts = true,
                                             .seconds = 1,
                                             .iterating_s = 1,
                                             .interference = {1, 2, 3},
                                             .series = &series,
                                             .series_count = 1};
        done = store_execution(store, &execution, error);
    }
    return done && store_commit(store, error);
}

// The caller closes the store and releases the arena.
static inline struct made_campaign make_campaign(const char *path)
{
    struct made_campaign made = {0};
    struct error error;
    struct spec *spec = made_spec(&made.arena);
    struct repetitions repetitions = {BLOCKS, EXECUTIONS, ITERATIONS, 0, 1};
    struct planner planner = plan_begin(&made.arena, spec, PHASE_REAL, &repetitions);
    made.plan = plan_make(&made.arena, spec, PHASE_REAL, &repetitions);
    made.store = store_create(path, &error);
    if (!made.store || !store_spec(made.store, spec, &error) ||
        !store_planned(made.store, &planner, &made.first_build, &made.first_execution, &error) ||
        !store_commit(made.store, &error))
        abort();
    return made;
}
