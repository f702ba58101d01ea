// The options of eswexp simulate, and the simulation that they describe.
#pragma once

#include "commands/shared/command.h"
#include "simulate/simulation.h"

struct simulate_options {
    struct common_options common;
    const char *like, *builds, *executions, *iterations, *precision, *precision_of, *assurance,
        *builds_least, *pilot, *allocation;
    const char *sd, *cost, *distribution, *rare_layouts, *rare_side;
    const char *coupled, *dependence, *dependence_of, *states, *sensitivity, *drift, *warmup,
        *effect;
    const char *benchmarks, *points, *threshold, *equivalence, *confidence;
    const char *summary, *trials, *seed, *workers;
    bool unpaired, until_decided, until_clear, json;
};

extern const char *const simulate_allocations[],
    *const simulate_sides[], *const simulate_shares[], *const simulate_precisions[];

// Fails with EXIT_USAGE.
NODISCARD bool simulation_read(struct arena *arena, const struct simulate_options *options,
                               struct simulation *simulation, struct error *error);
