// The estimates of all cells, and the ratios of variants to the baseline.
#pragma once

#include "analysis/estimate/cells.h"
#include "analysis/estimate/completeness.h"
#include "analysis/estimate/doubts.h"
#include "analysis/estimate/looks.h"

// The results of one campaign, from which claims, derived quantities, comparisons and reproductions
// are computed.
struct estimates {
    const char *experiment; // "" where unknown
    const char *folder;     // of one of two campaigns that are compared; else NULL
    const struct catalogue *catalogue;
    double confidence;
    struct completeness completeness; // unfinished: there are no ratios
    struct cell_findings *cells;      // in the catalogue's order
    struct estimate *items;           // by cell, metric and variant
    size_t count;
    struct variant_ratio *ratios;
    size_t ratio_count;
    size_t replicates; // of each bootstrap; 0: every summary statistic is a mean
    struct doubts doubts;
    const bool *identical;     // by cell and variant: identical code, not measured; NULL: none
    const struct looks *looks; // NULL: only one
    // By cell and variant, NULL: none (analysis/compare/as_built.h, functions.h).
    const size_t *laid_out;
    const struct function_difference *const *functions;
};

// Estimates the mean of every complete series and, unless the campaign is unfinished, its ratio to
// the baseline's, and enters them in the cells. Catalogue, confidence, completeness and cells are
// set; everything else lives in the arena, which grows with the number of series, not of samples.
NODISCARD bool estimates_load(struct arena *arena, struct store *store, struct estimates *estimates,
                              struct error *error);

// The verdict of a ratio, inconclusive where there is a doubt.
enum verdict estimates_verdict(const struct estimates *estimates,
                               const struct variant_ratio *ratio);

// An estimate of the real phase, or NULL: the pilot only chose the repetition counts.
const struct estimate *estimates_real(const struct estimates *estimates, size_t cell, size_t metric,
                                      size_t variant);

// Whether the estimate is a time far below a CPU cycle: of an iteration in which nothing ran. It
// has neither ratio nor verdict.
bool is_below_grain(const struct catalogue *catalogue, const struct estimate *estimate);
// Why a pair of estimates has no ratio: one of them is; else NULL.
const char *why_below_grain(struct arena *arena, const struct catalogue *catalogue,
                            const struct estimate *old, const struct estimate *new);

// Ends the name of the variant that `compare --noise-floor` adds.
extern const char rebuilt_mark[];
// That variant, the baseline built again; 0: there is none.
size_t rebuilt_variant(const struct catalogue *catalogue);

// Why a cell has no such estimate: "C failed (exit 9)", "C was not measured".
const char *why_not_measured(struct arena *arena, const struct estimates *estimates, size_t cell,
                             size_t variant);
