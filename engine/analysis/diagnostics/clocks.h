// The clock that timed a variant: what reading it costs, and how much that can be of a sample.
#pragma once

#include "store/results/catalogue.h"

// The fact "clock.BENCHMARK.VARIANT".
struct clock_fact {
    char name[24], reason[72]; // why this one
    double step_ns;            // between neighbours on its grid
    double reading_ns;         // one reading costs
    double shortest_ns;        // sample, of as many iterations as it has
};

// As text and back; false if it is none.
const char *clock_in_text(struct arena *arena, const struct clock_fact *clock);
bool clock_of_text(const char *text, struct clock_fact *clock);

// The most that reading and grid can be of a sample, 1 for all of it.
double clock_share(const struct clock_fact *clock);

// All of them, one of each name: that of the largest share.
NODISCARD bool clocks_load(struct arena *arena, struct store *store, struct clock_fact **clocks,
                           size_t *count, struct error *error);

// A step as a share of a series' shortest sample; 0 if it is not known, or they are no times of
// that clock.
double clock_step_share(struct store *store, const struct catalogue *catalogue,
                        const struct series_entry *series);

// The grid in the values of one execution, as warmup_detect() takes it.
double clock_grid(double step_share, const double *values, size_t count);
