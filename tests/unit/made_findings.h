// Findings made by hand, for what compares two of them.
#pragma once

#include "testing.h"

#include "analysis/analysis.h"
#include "analysis/reproduce/reproduction.h"

#include <math.h>
#include <stdlib.h>

enum { VARIANTS = 3, UNITS = 10 };

// One cell of one metric: variants "a" (the baseline), "b", "c".
struct made {
    struct arena arena;
    struct findings findings;
};

static inline struct made *make(size_t variants)
{
    static const char *names[] = {"a", "b", "c"};
    struct made *made = calloc(1, sizeof *made);
    struct arena *arena = &made->arena;
    struct findings *findings = &made->findings;
    findings->confidence = 0.95;
    findings->catalogue = (struct catalogue){.variants = names,
                                             .variant_count = variants,
                                             .cells = arena_new(arena, struct stored_cell),
                                             .cell_count = 1,
                                             .metrics = arena_new(arena, struct stored_metric),
                                             .metric_count = 1};
    findings->catalogue.cells[0].benchmark = "sort";
    findings->catalogue.metrics[0] = (struct stored_metric){.name = "wall_time", .unit = "s"};
    findings->estimates = arena_new_array(arena, struct estimate, variants);
    findings->estimate_count = variants;
    findings->variant_ratios = arena_new_array(arena, struct variant_ratio, variants);
    return made;
}

static inline void unmake(struct made *made)
{
    arena_release(&made->arena);
    free(made);
}

// A mean with the standard error given, over `units` top units.
static inline void set(struct made *made, size_t variant, double mean, double error, size_t units)
{
    double half = units > 1 ? error * student_t(0.95, (double)units - 1) : INFINITY;
    made->findings.estimates[variant] =
        (struct estimate){.variant = variant,
                          .defined = true,
                          .value = mean,
                          .components = {.levels = 1, .top_units = units, .mean = mean},
                          .range = {.known = units > 1,
                                    .low = mean - half,
                                    .high = mean + half,
                                    .half_width = half,
                                    .df = (double)units - 1}};
}

static inline void compare(struct made *made)
{
    struct findings *findings = &made->findings;
    findings->variant_ratio_count = 0;
    for (size_t v = 1; v < findings->estimate_count; v++)
        findings->variant_ratios[findings->variant_ratio_count++] =
            (struct variant_ratio){.old = &findings->estimates[0],
                                   .new = &findings->estimates[v],
                                   .ratio = {.defined = true}};
}

static inline struct reproduction_side side_of(const struct made *made)
{
    return (struct reproduction_side){analysis_estimates(&made->findings),
                                      {made->findings.claims, made->findings.claim_count}};
}

static inline struct reproduction reproduce(struct arena *arena, const struct made *old,
                                            const struct made *new,
                                            const struct reproduction_rules *rules)
{
    struct reproduction_side before = side_of(old), after = side_of(new);
    return reproduction_of(arena, &before, &after, rules);
}
