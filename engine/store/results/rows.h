// Visiting builds and attempts, each with its draws.
#pragma once

#include "model/level.h"
#include "model/phase.h"
#include "randomizers/randomizer.h"
#include "store/results/catalogue.h"

// Names of the recorded draws, in the order of their columns.
struct draw_names {
    const char **names;
    size_t count;
};
NODISCARD bool store_draw_names(struct store *store, struct arena *arena, enum draw_level level,
                                struct draw_names *names, struct error *error);

// A build that succeeded. A string is "" where a value does not exist.
struct build_row {
    size_t cell, variant;
    enum phase phase;
    const char *machine, *block, *seed, *layout_id, *binary_sha256;
    const char *functions_moved;
    double seconds;
    const char **draws; // by draw_names; "" where nothing was drawn
};
typedef bool build_visitor(void *context, const struct build_row *row);

// An attempt at an execution.
struct attempt_row {
    size_t cell, variant;
    enum phase phase;
    const char *machine, *block, *execution, *order, *start, *exit;
    int attempt;
    double seconds;
    const char **draws;
};
typedef bool attempt_visitor(void *context, const struct attempt_row *row);

// Call `visit` for each row of the present fingerprint, in the order of the plan, until it returns
// false, which is no error. Rows live for the call.
NODISCARD bool store_builds(struct store *store, const struct draw_names *names,
                            build_visitor *visit, void *context, struct error *error);
NODISCARD bool store_attempts(struct store *store, const struct draw_names *names,
                              attempt_visitor *visit, void *context, struct error *error);
