// Statistics of plain values: those of ministat(1), and more.
#pragma once

#include "base/arena.h"
#include "stats/significance.h"

#include <stdio.h>

struct data_set {
    const char *name;
    const double *values; // in the file's order
    const double *sorted;
    struct sample_moments moments; // of at least one value
    bool dependent;                // the values are autocorrelated
};

// A set of at least one value, all finite. `values` must outlive the set; the sorted copy lives in
// the arena.
struct data_set data_set_of(struct arena *arena, const char *name, const double *values,
                            size_t count);

struct ministat_choice {
    double percent; // of confidence
    size_t width;   // of the plot
    bool plain;     // the table alone
    bool no_plot, bars_apart, no_names;
};

// Prints the plot, the table and the differences from the first set line by line as ministat does,
// then statistics that ministat lacks: intervals of means and ratios, and further tests.
void report_ministat(FILE *out, const struct data_set *sets, size_t count,
                     const struct ministat_choice *choice);
