// Rates of a simulation: how often an interval holds, a verdict is false, a change is found.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum rate {
    RATE_MEAN,
    RATE_MEAN_HERE,
    RATE_RATIO,
    RATE_RATIOS,
    RATE_OVERALL,
    RATE_SHARE_ITERATION,
    RATE_SHARE_EXECUTION,
    RATE_SHARE_BUILD,
    RATE_SUMMARY,
    RATE_SUMMARY_RATIO,
    RATE_FALSE_ALONE,
    RATE_FALSE_FAMILY,
    RATE_FALSE_EQUAL,
    RATE_DETECTED,
    RATE_DETECTABLE,
    RATE_EQUAL,
    RATE_CLAIM_ABOVE,
    RATE_CLAIM_BELOW,
    RATE_CLAIM_SHARE,
    RATE_PRECISION,
    RATE_WARMUP,
    RATE_CAUTION,
    RATE_CAUTION_OF_MISSES,
    RATES,
};

enum rate_kind { RATE_COVERAGE, RATE_ERROR, RATE_CLAIM, RATE_POWER };

struct rate_form {
    const char *name;  // in JSON
    const char *words; // in a table
    enum rate_kind kind;
};
extern const struct rate_form rate_forms[RATES];

// What the method promises at a confidence: coverages at least, errors at most; -1: nothing.
double rate_nominal(enum rate rate, double confidence);

// How often something held in a trial, and of how many.
struct rates {
    size_t held[RATES], of[RATES];
};

void rates_count(struct rates *rates, enum rate rate, bool holds);

// Over trials that have the rate; `error` is the Monte-Carlo error, one standard error.
struct rate_value {
    size_t trials;
    double value, error;
};
