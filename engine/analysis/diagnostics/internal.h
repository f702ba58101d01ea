// What the steps of gathering evidence share: how much is looked at, and one series of samples.
#pragma once

#include "analysis/diagnostics/diagnostics.h"

// The share of one series.
struct diagnostics_share {
    size_t executions, samples, searched, shuffled;
};

// A series and where to look; `pilot` is NULL where there is none.
struct diagnostics_place {
    struct store *store;
    const struct catalogue *catalogue;
    const struct series_entry *own, *pilot;
    struct slice slice; // of the pilot
    uint64_t seed;      // of the copies that are shuffled
    struct diagnostics_share share;
};

// Means of top units, to be put in the order of time.
struct unit {
    char start[32]; // of its first execution, UTC, or ""
    size_t place;   // in the order of reading
    double mean;
};

struct units {
    struct unit *items;
    size_t begun, count, room; // count: that have their mean
    size_t label;              // of the one begun last
};

struct units units_make(struct arena *arena, size_t room);

// An execution of the unit `label` began at `start`; beyond the room nothing is kept.
void units_begin(struct units *units, size_t label, const char *start);

// The mean of the next unit in the same order; struct variance calls it with the units as its
// context.
void units_mean(void *context, size_t label, double mean);

// Drift, humps, and the independence of at most `most` means.
void units_judge(struct units *units, size_t most, size_t shuffles, uint64_t seed,
                 struct series_diagnostics *diagnostics);

// Fills in all but `estimate`, which is there, and what disturbed the executions.
NODISCARD bool diagnostics_of_series(const struct diagnostics_place *place,
                                     struct series_diagnostics *diagnostics, struct error *error);
