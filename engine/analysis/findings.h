// The result of the analysis: all data of a campaign's report.
#pragma once

#include "analysis/attribute/attribute.h"
#include "analysis/claims/claims.h"
#include "analysis/diagnostics/clocks.h"
#include "analysis/diagnostics/diagnostics.h"
#include "analysis/estimate/doubts.h"
#include "analysis/estimate/estimates.h"

struct comparison_set; // analysis/compare/comparison.h
struct function_difference;
struct bias;          // analysis/bias/bias.h
struct canary_series; // analysis/diagnostics/canary.h
struct derived;       // analysis/derive/derived.h
struct profile_row;   // store/profiles.h

// analysis_load() fills it in; it lives in the arena.
struct findings {
    const char *experiment, *question, *seed; // "" where unknown
    double confidence, precision;             // precision 0: unknown
    bool of_ratios;                           // the precision is that of ratios
    bool quick, closed_form;                  // how repetitions were chosen
    bool fixed[LEVEL_MACHINE + 1];            // by level: the file fixes its repetitions
    size_t warmup;                            // iterations that the file leaves out; auto: 0
    size_t iteration;                         // 0, or the only iteration that was recorded
    size_t replicates;                        // of each bootstrap; 0: none was needed
    struct catalogue catalogue;
    struct completeness
        completeness; // unfinished: neither ratios nor derived quantities, claims inconclusive
    struct cell_findings *cells;
    struct estimate *estimates;
    size_t estimate_count;
    struct variant_ratio *variant_ratios;
    size_t variant_ratio_count;
    struct dimension_row *dimensions;
    size_t dimension_count;
    struct failure_row *failures;
    size_t failure_count;
    struct event_row *events;
    size_t event_count;
    struct clock_fact *clocks; // of different names
    size_t clock_count;
    const struct series_diagnostics *diagnostics; // by estimate; NULL before analysis_diagnose()
    const struct judged_claim *claims;            // in the file's order
    size_t claim_count;
    const struct attributions
        *attributions;                  // NULL: nothing is attributed; else there are no ratios
    const struct bias *bias;            // NULL: `eswexp bias` did not begin it, or unfinished
    const struct derived *derived;      // NULL: the file derives nothing, or unfinished
    const struct canary_series *canary; // by machine and its CPUs
    size_t canary_count;
    struct profile_row *profiles; // by cell, variant and rank
    size_t profile_count;
    const struct looks *looks; // NULL: only that at the end
    struct doubts doubts;
    const bool *identical;  // by cell and variant: identical code, which `compare` did not measure
    const size_t *laid_out; // as in struct estimates
    const struct function_difference *const *functions;
    const struct comparison_set *explained; // comparisons with explanations; NULL: none
    size_t earlier_blocks; // of cells before a restart; no other member counts them
    bool goes_on;          // `resume --budget` measures more of it, by the same design
    const char *machines;  // a sentence on the differences of several machines, or NULL
};
