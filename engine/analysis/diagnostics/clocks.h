// The clock that timed a variant: its resolution, and the cost of reading it (docs/method.md,
// "Timer overhead").
#pragma once

#include "store/results/catalogue.h"

// The fact "clock.BENCHMARK.VARIANT".
struct clock_fact {
    char name[24], reason[72]; // why the harness chose it
    double step_ns;            // between two neighbouring values
    double reading_ns;         // cost of one reading
    double shortest_ns;        // the shortest sample, with all its iterations
};

// The text of the fact, and back; false if the text is no such fact.
const char *clock_in_text(struct arena *arena, const struct clock_fact *clock);
bool clock_of_text(const char *text, struct clock_fact *clock);

// The largest share of a sample that clock step and reading can take, at most 1.
double clock_share(const struct clock_fact *clock);

// All clocks of a store; of several facts with one name, the clock with the largest share.
NODISCARD bool clocks_load(struct arena *arena, struct store *store, struct clock_fact **clocks,
                           size_t *count, struct error *error);

// The clock step as a share of the series' shortest sample; 0 if it is unknown, or if the series
// has no wall times.
double clock_step_share(struct store *store, const struct catalogue *catalogue,
                        const struct series_entry *series);

// The clock step in the unit of an execution's values, as warmup_detect() expects it.
double clock_grid(double step_share, const double *values, size_t count);
