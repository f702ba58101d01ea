// Listing every comparison that a match allows, with its names and both estimates.
#include "analysis/compare/internal.h"

#include "analysis/estimate/pairing.h"
#include "base/text.h"
#include "model/better.h"

#include <stdint.h>

static bool measured(const struct estimates *estimates, size_t cell, size_t metric)
{
    for (size_t i = 0; i < estimates->catalogue->variant_count; i++)
        if (estimates_real(estimates, cell, metric, i))
            return true;
    return false;
}

// The index in the match of a cell's first metric.
static size_t first_metric(const struct match *match, struct couple cell)
{
    const struct couples *metrics = &match->metrics;
    for (size_t i = 0; i < metrics->count; i++)
        if (measured(match->old, cell.old, metrics->items[i].old) ||
            measured(match->new, cell.new, metrics->items[i].new))
            return i;
    return 0;
}

static const char *cell_label(struct arena *arena, const struct catalogue *catalogue, size_t cell)
{
    const char *label = catalogue->cells[cell].benchmark;
    for (size_t i = 0; i < catalogue->axis_count; i++)
        label = arena_printf(arena, "%s%s %s=%s", label, i ? "," : "", catalogue->axes[i],
                             catalogue->cells[cell].point[i]);
    return label;
}

// Whatever was measured of it, where another side of the benchmark is not identical.
static void set_identical(struct comparison *comparison)
{
    comparison->outcome = OUTCOME_IDENTICAL;
    comparison->old_estimate = comparison->new_estimate = NULL;
}

static const char *why_missing(struct arena *names, const struct match *match,
                               const struct candidate *candidate)
{
    const struct comparison *comparison = &candidate->comparison;
    const char *old =
        comparison->old_estimate
            ? NULL
            : why_not_measured(names, match->old, candidate->cell.old, candidate->variant.old);
    const char *new =
        comparison->new_estimate
            ? NULL
            : why_not_measured(names, match->new, candidate->cell.new, candidate->variant.new);
    if (!old && !new)
        return why_below_grain(names, match->new->catalogue, comparison->old_estimate,
                               comparison->new_estimate);
    return old && new && !text_equal(old, new) ? arena_printf(names, "%s; %s", old, new)
           : old                               ? old
                                               : new;
}

static struct candidate new_candidate(struct arena *scratch, const struct match *match,
                                      struct couple cell, struct couple metric,
                                      struct couple variant)
{
    const struct catalogue *old = match->old->catalogue, *new = match->new->catalogue;
    struct candidate candidate = {.cell = cell, .metric = metric, .variant = variant};
    struct comparison *comparison = &candidate.comparison;
    *comparison = (struct comparison){
        .cell = cell.new,
        .old = old->variants[variant.old],
        .new = new->variants[variant.new],
        .metric = "",
        .unit = "",
        .p = 1,
        .old_estimate = estimates_real(match->old, cell.old, metric.old, variant.old),
        .new_estimate = estimates_real(match->new, cell.new, metric.new, variant.new)};
    if (metric.old < old->metric_count) {
        comparison->metric = old->metrics[metric.old].name;
        comparison->unit = old->metrics[metric.old].unit;
        comparison->better = new->metrics[metric.new].better;
    }
    if (match->old == match->new && match->new->identical &&
        match->new->identical[cell.new *new->variant_count + variant.new])
        set_identical(comparison);
    comparison->doubt =
        doubt_of(&match->new->doubts, new, cell.new, variant.new, variant.new, comparison->metric);
    if (!comparison->doubt)
        comparison->doubt = doubt_of(&match->old->doubts, old, cell.old, variant.old, variant.old,
                                     comparison->metric);
    candidate.looks = match->old == match->new ? match->new->looks : NULL;
    candidate.ratio_test.paired = true; // over no pairs, if a side is missing
    if (comparison->old_estimate && comparison->new_estimate &&
        !is_below_grain(old, comparison->old_estimate) &&
        !is_below_grain(new, comparison->new_estimate))
        candidate.ratio_test =
            match->old == match->new
                ? ratio_test_of(scratch, comparison->old_estimate, comparison->new_estimate)
                : ratio_test_apart(comparison->old_estimate, comparison->new_estimate);
    return candidate;
}

// A further metric is compared only where both sides have it: the first metric reports a gap.
static void add_cell(struct arena *scratch, struct arena *names, struct candidates *candidates,
                     const struct match *match, struct couple cell, const char *label,
                     const char *floor_variant)
{
    static const struct couple unmeasured = {SIZE_MAX, SIZE_MAX};
    size_t first = first_metric(match, cell), count = match->metrics.count;
    for (size_t m = first; m < count || m == first; m++)
        for (size_t v = 0; v < match->variants.count; v++) {
            struct couple metric = m < count ? match->metrics.items[m] : unmeasured;
            struct candidate candidate =
                new_candidate(scratch, match, cell, metric, match->variants.items[v]);
            struct comparison *comparison = &candidate.comparison;
            candidate.primary = m == first;
            if (!candidate.primary && (!comparison->old_estimate || !comparison->new_estimate))
                continue;
            comparison->benchmark = label;
            if (comparison->outcome != OUTCOME_IDENTICAL)
                comparison->missing = why_missing(names, match, &candidate);
            comparison->is_floor = floor_variant && text_equal(comparison->new, floor_variant);
            comparison->judged = candidate.primary && !comparison->is_floor;
            if (comparison->judged && match->old == match->new && !comparison->doubt)
                explain_begin(scratch, names, match->new, &candidate);
            candidates->items[candidates->count++] = candidate;
        }
}

// The first metric that a campaign has of its cell.
static const struct estimate *first_estimate(const struct estimates *estimates, size_t cell,
                                             size_t variant)
{
    const struct estimate *found = NULL;
    for (size_t i = 0; cell != SIZE_MAX && !found && i < estimates->catalogue->metric_count; i++)
        found = estimates_real(estimates, cell, i, variant);
    return found;
}

// A row for what cannot be compared: a benchmark at a point that one of two campaigns has.
static struct candidate lone_candidate(struct arena *names, const struct match *match,
                                       struct couple cell, struct couple variant)
{
    bool is_old = cell.new == SIZE_MAX;
    const struct catalogue *owner = is_old ? match->old->catalogue : match->new->catalogue;
    struct candidate candidate = {.cell = cell, .variant = variant};
    struct comparison *comparison = &candidate.comparison;
    *comparison =
        (struct comparison){.cell = is_old ? cell.old : cell.new,
                            .benchmark = cell_label(names, owner, is_old ? cell.old : cell.new),
                            .old = match->old->catalogue->variants[variant.old],
                            .new = match->new->catalogue->variants[variant.new],
                            .metric = "",
                            .unit = "",
                            .only = only_in(names, match, cell),
                            .judged = true,
                            .p = 1};
    comparison->missing = comparison->only;
    comparison->old_estimate = first_estimate(match->old, cell.old, variant.old);
    comparison->new_estimate = first_estimate(match->new, cell.new, variant.new);
    const struct estimate *own = is_old ? comparison->old_estimate : comparison->new_estimate;
    if (own) {
        comparison->metric = owner->metrics[own->metric].name;
        comparison->unit = owner->metrics[own->metric].unit;
        comparison->better = owner->metrics[own->metric].better;
    }
    candidate.ratio_test.paired = true; // over no pairs
    return candidate;
}

struct candidates candidates_of(struct arena *scratch, struct arena *names,
                                const struct match *match, const char *floor_variant)
{
    size_t most = (match->cells.count * (match->metrics.count + 1) + match->lone.count) *
                  match->variants.count;
    struct candidates candidates = {arena_new_array(scratch, struct candidate, most), 0};
    for (size_t i = 0; i < match->cells.count; i++) {
        struct couple cell = match->cells.items[i];
        const char *label = cell_label(names, match->new->catalogue, cell.new);
        add_cell(scratch, names, &candidates, match, cell, label, floor_variant);
    }
    for (size_t i = 0; i < match->lone.count; i++)
        for (size_t v = 0; v < match->variants.count; v++)
            candidates.items[candidates.count++] =
                lone_candidate(names, match, match->lone.items[i], match->variants.items[v]);
    return candidates;
}
