// What a meter is: one const struct that turns what was observed of an execution into values.
#pragma once

#include "model/better.h"
#include "run/execution.h"

struct meter {
    const char *name, *unit, *summary;
    enum better better;
    uint32_t wants;      // ESW_WANT_… bit asked of the harness, or 0
    bool reads;          // it is the `figure` below
    enum figure figure;  // asked of the launcher
    bool divides;        // it is `figure` per `divisor`
    enum figure divisor; // asked for like it
    bool incidental;     // counts rare events: behind another metric, it chooses no repetitions
    bool custom;         // the benchmark reports it
    bool common_name;    // with a unit in the experiment file it is a custom one of that name
    const char *unsaid;  // a clause: why an execution has none where it could; NULL: it has
    double scale;        // of a custom one: what it reports without a unit times this is in `unit`

    // Can it be had on this machine, below `root` (machine_root())? If not, `*why` is a clause in
    // plain words. NULL: everywhere.
    bool (*probe)(const struct meter *meter, struct arena *arena, const char *root,
                  const char **why);

    // Does this way of sampling yield one value per iteration (true) or one per execution?
    bool (*per_iteration)(const struct meter *meter, const struct sampling *sampling);

    // The values after warm-up, in order; at most `capacity` are written, the number there is is
    // returned (0: this execution has none).
    size_t (*collect)(const struct meter *meter, const struct observation *observation,
                      double *values, size_t capacity);
};

// All meters, NULL-terminated.
extern const struct meter *const meters[];

const struct meter *meter_find(const char *name);

// Why it cannot be had on this machine; NULL: it can. `root` as for machine_root().
const char *meter_unavailable(const struct meter *meter, struct arena *arena, const char *root);

// The unit of a meter's values under a way of sampling (a pattern may have its own).
const char *meter_unit(const struct meter *meter, const struct sampling *sampling);

// Adds what the meter needs to be observed.
void meter_ask(const struct meter *meter, struct execution_request *request);

// per_iteration() and collect() of a meter that is one figure of the whole execution.
bool meter_never_per_iteration(const struct meter *meter, const struct sampling *sampling);
size_t meter_collect_figure(const struct meter *meter, const struct observation *observation,
                            double *values, size_t capacity);
