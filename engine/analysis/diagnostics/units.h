// The means of top units in the order of time, and their diagnostics.
#pragma once

#include "analysis/diagnostics/diagnostics.h"

struct unit {
    char start[32]; // of its first execution, UTC, or ""
    size_t place;   // in the order of reading
    double mean;
};

struct units {
    struct unit *items;
    size_t started, count, room; // count: units that have their mean
    size_t label;                // of the unit that started last
};

struct units units_make(struct arena *arena, size_t room);

// Notes that an execution of the unit `label` began at `start`; units beyond the room are dropped.
void units_begin(struct units *units, size_t label, const char *start);

// Adds the mean of the next unit, in the same order. A callback of struct variance; the context is
// the units.
void units_mean(void *context, size_t label, double mean);

// Trend, bimodality, and the independence of at most `most` means.
void units_diagnose(struct units *units, size_t most, size_t shuffles, uint64_t seed,
                    struct series_diagnostics *diagnostics);
