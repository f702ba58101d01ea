// How often to repeat each level: the closed form, and what a precision demands [KJ 2013].
// docs/method.md, "Dimensioning: closed form".
#pragma once

#include "base/error.h"
#include "stats/variance.h"

// Top units of a real experiment: of 20, a layout that one build in seven has stays unseen with 5
// %.
enum { TOP_UNITS_LEAST = 20 };

// One metric of one variant, as the pilot estimates it; T_i² <= 0 counts as 0.
struct series {
    double mean;
    double T2[LEVELS_MAX];
};

// What the search has to respect. A level fixed by hand has least = most.
struct dimension_request {
    int levels;
    double cost[LEVELS_MAX]; // seconds of one more repetition without the levels below, summed over
                             // all variants of the cell; > 0
    size_t least[LEVELS_MAX]; // >= 1; of the top level at least TOP_UNITS_LEAST unless fixed
    size_t most[LEVELS_MAX];  // >= least
    double precision;         // e, relative half-width; > 0
    double confidence;        // between 0 and 1
    const struct series *series;
    size_t series_count;
};

// Repetitions of every level that are shared by all series.
struct allocation {
    bool met; // every series keeps the precision, if its variances are the pilot's
    size_t repetitions[LEVELS_MAX];
};

// The series of a metric in an experiment of `levels` levels. Components of fewer levels (a metric
// of whole executions) are aligned at the top: what they lack below has T² = 0.
struct series series_of(const struct components *components, int levels);

// The closed form for one series, r_i = ⌈√(c_{i+1}/c_i · T_i²/T_{i+1}²)⌉ for i < n, into the first
// n - 1 of `repetitions`. A level with T_i² <= 0 merges upwards: its r is 1 and its cost is added
// to the next level's. `cost`: this variant's own. False, and all 0: T_n² <= 0, there is no answer.
NODISCARD bool closed_form(int levels, const double cost[LEVELS_MAX], const double T2[LEVELS_MAX],
                           size_t repetitions[LEVELS_MAX]);

// Whether every series keeps the precision with these repetitions.
bool keeps_precision(const struct dimension_request *request, const size_t repetitions[LEVELS_MAX]);

// Sets r_n to the smallest within least and most that keeps the precision for all series under the
// given r_1..r_{n-1}. False: none does, r_n is `most`.
NODISCARD bool set_top_repetitions(const struct dimension_request *request,
                                   size_t repetitions[LEVELS_MAX]);

// Cost of the whole: r_n·(c_n + r_{n-1}·(c_{n-1} + ...)).
double allocation_cost(int levels, const double cost[LEVELS_MAX],
                       const size_t repetitions[LEVELS_MAX]);

// The relative half-width t·√(V/r_n)/|Ȳ| to expect, V = T_n² + T_{n-1}²/r_{n-1} + ...; 0 if V is,
// infinite if r_n < 2 or the mean is 0.
double predicted_half_width(const struct series *series, int levels,
                            const size_t repetitions[LEVELS_MAX], double confidence);

// The share of all layouts that a kind of layout may have and still be in none of n independent
// builds with probability 5 %: 1 - .05^(1/n). Rarer ones are likelier unseen.
double unseen_share(size_t builds);
