// Counters of perf_event_open(2) over an execution: opened before its start, read after its end.
#pragma once

#include "model/figures.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// In the order of FIGURE_CYCLES and the figures behind it.
enum counter {
    COUNTER_CYCLES,
    COUNTER_INSTRUCTIONS,
    COUNTER_CACHE_REFERENCES,
    COUNTER_CACHE_MISSES,
    COUNTER_BRANCHES,
    COUNTER_BRANCH_MISSES,
    COUNTER_TASK_CLOCK,
    COUNTER_MIGRATIONS,
    COUNTERS
};

struct counter_kind {
    uint64_t config;
    uint32_t type;
    bool joins;       // runs at the same time as the counter before it, so that their ratio holds
    bool kernel_only; // counts nothing in user code
    double scale;     // converts a count to the figure
};

extern const struct counter_kind counter_kinds[COUNTERS];

static inline enum figure counter_figure(enum counter counter)
{
    return (enum figure)(FIGURE_CYCLES + (int)counter);
}

static inline bool counter_is_asked(uint64_t figures, enum counter counter)
{
    return figures & figure_bit(counter_figure(counter));
}

// Figures that can also be counted for parts of an execution. Migrations are too rare for that.
static const uint64_t counted_in_batches =
    (UINT64_C(1) << FIGURE_MIGRATIONS) - (UINT64_C(1) << FIGURE_CYCLES);

struct counters {
    int fds[COUNTERS]; // -1: not open
    bool user_code_alone;
};

// Opens the counters that `figures` asks for on this thread, stopped: they count in its children
// from their exec on. Figures of refused counters stay unknown.
struct counters counters_open(uint64_t figures);

// Reads the counters, extrapolated to the whole run time, and closes them. All children must have
// been waited for.
void counters_read(struct counters *counters, struct figures *figures);

// 0 if this machine supports the counter, else the errno of the refusal. *user_code_alone: only
// without kernel code.
int counter_try(enum counter counter, bool *user_code_alone);
