// Counters of perf_event_open(2) over an execution: opened before it is born, read after its end.
#pragma once

#include "model/figures.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// FIGURE_CYCLES and those after it are these.
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
    bool joins;       // counted whenever the one before it is, so that their ratio holds
    bool kernel_only; // nothing of it happens in user code
    double scale;     // a count times this is the figure
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

// What can be counted of a part of an execution, too; migrations are too few for that.
static const uint64_t counted_in_batches =
    (UINT64_C(1) << FIGURE_MIGRATIONS) - (UINT64_C(1) << FIGURE_CYCLES);

struct counters {
    int fds[COUNTERS]; // -1: not open
    bool user_code_alone;
};

// Opens those that `figures` asks for on this thread, at rest: they count in whatever it begets,
// from its exec on. What is refused stays unknown.
struct counters counters_open(uint64_t figures);

// Once all that counted has been waited for: scaled to all of its time, and closed.
void counters_read(struct counters *counters, struct figures *figures);

// 0 if it can be had here, else the errno of the refusal; `user_code_alone` as counters_open() has
// it.
int counter_try(enum counter counter, bool *user_code_alone);
