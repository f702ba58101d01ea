// The warm-up of a cell as a campaign searches for it: probes, then the pilot's executions.
#pragma once

#include "analysis/estimate/levels.h"
#include "simulate/simulation.h"

// The iterations that the pilot's executions make, planned with these counts, after probes of both
// sides; adds the cost of the probes.
size_t pilot_warmup_horizon(const struct simulation *simulation, size_t trial, size_t cell,
                            const size_t counts[WORLD_LEVELS], double *cost_s);

// What counts of the executions of a pilot with these counts.
struct slice pilot_warmup_slice(const struct simulation *simulation, size_t trial, size_t cell,
                                const size_t counts[WORLD_LEVELS]);
