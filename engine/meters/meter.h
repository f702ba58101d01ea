// A meter: one const struct that turns the observation of an execution into values.
// docs/metrics.md.
#pragma once

#include "base/arena.h"
#include "kernels/eswexp.h"
#include "model/better.h"
#include "model/figures.h"
#include "model/sampling.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct execution_request; // run/execution.h
struct observation;       // run/execution.h

struct meter {
    const char *name, *unit, *summary;
    enum better better;
    uint32_t wants;      // ESW_WANT_… bit requested from the harness, or 0
    bool reads;          // its value is `figure`
    enum figure figure;  // requested from the launcher
    bool divides;        // its value is `figure` per `divisor`
    enum figure divisor; // requested from the launcher
    bool incidental;     // counts rare events: behind another metric, it is not dimensioned
    bool custom;         // the benchmark reports it
    bool common_name;    // a unit in the experiment file makes it a custom metric of this name
    const char *unsaid;  // clause: why an execution may have no value; NULL: it always has one
    double scale;        // of a custom metric: converts a value without a unit to `unit`

    // Does this machine, below `root` (machine_root()), support it? If not, *why is a clause for
    // the user. NULL: every machine does.
    bool (*probe)(const struct meter *meter, struct arena *arena, const char *root,
                  const char **why);

    // Does this sampling give one value per iteration (true) or one per execution?
    bool (*per_iteration)(const struct meter *meter, const struct sampling *sampling);

    // Writes at most `capacity` values after warm-up, in order. Returns their full number (0: this
    // execution has none).
    size_t (*collect)(const struct meter *meter, const struct observation *observation,
                      double *values, size_t capacity);
};

// All meters, NULL-terminated.
extern const struct meter *const meters[];

const struct meter *meter_find(const char *name);

// NULL if this machine supports the meter, else a clause why not. `root` as for machine_root().
const char *meter_unavailable(const struct meter *meter, struct arena *arena, const char *root);

// The unit of the meter's values under this sampling; a pattern may have its own.
const char *meter_unit(const struct meter *meter, const struct sampling *sampling);

// Adds the observations that the meter needs.
void meter_ask(const struct meter *meter, struct execution_request *request);

// per_iteration() and collect() of a meter that is one figure of the whole execution.
bool meter_never_per_iteration(const struct meter *meter, const struct sampling *sampling);
size_t meter_collect_figure(const struct meter *meter, const struct observation *observation,
                            double *values, size_t capacity);
