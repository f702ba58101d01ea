// The cases of a claim: cells and variants, each with its interval.
#include "analysis/claims/internal.h"

#include "analysis/estimate/pairing.h"
#include "base/text.h"
#include "model/better.h"
#include "model/level.h"
#include "spec/expression/claim_scope.h"

static bool covers(const struct claim_context *context, size_t cell)
{
    const struct catalogue *catalogue = context->estimates->catalogue;
    const struct stored_cell *stored = &catalogue->cells[cell];
    return claim_covers(context->claim, stored->benchmark, catalogue->axes, stored->point,
                        catalogue->axis_count);
}

// variant_count if no variant has the name.
static size_t variant_of(const struct catalogue *catalogue, const char *name)
{
    size_t i = 0;
    while (i < catalogue->variant_count && !text_equal(catalogue->variants[i], name))
        i++;
    return i;
}

// The metric that the claim names, or the first metric of the cell.
static size_t metric_of(const struct claim_context *context, size_t cell)
{
    const struct catalogue *catalogue = context->estimates->catalogue;
    const struct cell_findings *own = &context->estimates->cells[cell];
    const char *name = context->claim->metric.text;
    size_t i = 0;
    if (!name)
        return own->estimate_count ? own->estimates[0].metric : 0;
    while (i < catalogue->metric_count && !text_equal(catalogue->metrics[i].name, name))
        i++;
    return i;
}

// ---- Missing intervals

static const char *why_no_interval(struct arena *arena, const struct components *components,
                                   const enum level *levels)
{
    size_t units = components->top_units;
    const char *level = level_name(levels[components->levels - 1]);
    return arena_printf(arena, "there is no interval over %s: more %ss",
                        text_counted(arena, units, level), level);
}

// ---- Limits

static struct limits limits_of(const struct interval *interval)
{
    return (struct limits){interval->low, interval->high};
}

static struct limits mean_limits(const struct claim_context *context,
                                 const struct estimate *estimate, double confidence, double scale)
{
    struct interval interval = confidence == context->estimates->confidence
                                   ? estimate->interval
                                   : mean_interval(&estimate->components, confidence);
    return (struct limits){interval.low * scale, interval.high * scale};
}

static void mean_case(const struct claim_context *context, const struct claim_cases *cases,
                      struct claim_case *one)
{
    const struct stored_metric *metric = &context->estimates->catalogue->metrics[one->new->metric];
    double scale;
    if (!claim_scale(context->claim, metric->unit, &scale))
        one->unknown = arena_printf(context->arena, "%s is in '%s', not in '%s'", metric->name,
                                    metric->unit, context->claim->unit);
    else if (!one->new->interval.known)
        one->unknown = why_no_interval(context->arena, &one->new->components, one->new->level);
    if (one->unknown)
        return;
    one->value = one->new->components.mean *scale;
    one->alone = mean_limits(context, one->new, cases->confidence, scale);
    one->among = mean_limits(context, one->new, cases->adjusted, scale);
}

struct ratio claim_ratio(const struct claim_context *context, const struct claim_case *one,
                         const struct ratio *ratio)
{
    bool more = context->estimates->catalogue->metrics[one->new->metric].better == BETTER_MORE;
    return context->claim->function == CLAIM_SPEEDUP && !more ? ratio_inverse(ratio) : *ratio;
}

static struct ratio ratio_at(const struct claim_context *context, const struct claim_case *one,
                             double confidence)
{
    struct ratio_test test = ratio_test_of(context->arena, one->old, one->new);
    struct ratio ratio = ratio_test_ratio(&test, confidence);
    return claim_ratio(context, one, &ratio);
}

static struct limits ratio_limits(const struct claim_context *context, const struct claim_case *one,
                                  double confidence)
{
    struct ratio ratio = ratio_at(context, one, confidence);
    return (struct limits){ratio.low, ratio.high};
}

static void ratio_case(const struct claim_context *context, const struct claim_cases *cases,
                       struct claim_case *one)
{
    struct ratio alone = ratio_at(context, one, cases->confidence);
    const struct catalogue *catalogue = context->estimates->catalogue;
    const char *metric = catalogue->metrics[one->new->metric].name;
    enum doubt doubt = doubt_of(&context->estimates->doubts, catalogue, one->cell,
                                one->old->variant, one->new->variant, metric);
    if (doubt)
        one->unknown =
            arena_printf(context->arena, "%s says nothing: %s", metric, doubt_wording(doubt));
    else if (!alone.defined)
        one->unknown = "there is no ratio of the means: a mean is not above 0";
    else if (alone.bound == RATIO_NONE) {
        const struct estimate *few = one->new->interval.known ? one->old : one->new;
        one->unknown = why_no_interval(context->arena, &few->components, few->level);
    }
    one->value = alone.value;
    one->alone = (struct limits){alone.low, alone.high};
    one->among = ratio_limits(context, one, cases->adjusted);
    one->one_sided_alone = ratio_limits(context, one, 2 * cases->confidence - 1);
    one->one_sided_among = ratio_limits(context, one, 2 * cases->adjusted - 1);
}

// The index of the claim's level in the decomposition; components.levels if it lacks this level.
static int level_of(const struct claim_context *context, const struct decomposition *decomposition)
{
    int level = 0;
    while (level < decomposition->components.levels &&
           !text_equal(level_name(decomposition->level[level]), context->claim->level.text))
        level++;
    return level;
}

static const char *why_no_share(const struct claim_context *context, const struct claim_case *one,
                                int level)
{
    const struct decomposition *decomposition = &one->new->decomposition;
    const struct components *components = &decomposition->components;
    const char *name = context->claim->level.text;
    if (level == components->levels || !components->known[level])
        return arena_printf(context->arena, "the level %s was not repeated", name);
    if (!decomposition->separate[level])
        return arena_printf(context->arena, "the share of the level %s is not decomposed: %s", name,
                            decomposition_missing(context->arena, decomposition));
    if (decomposition->intervals[level].known)
        return NULL;
    return components->top_units < 3
               ? why_no_interval(context->arena, components, decomposition->level)
               : arena_printf(context->arena, "the samples of %s do not vary",
                              context->estimates->catalogue->variants[one->variant]);
}

static bool share_case(const struct claim_context *context, const struct claim_cases *cases,
                       struct claim_case *one, struct error *error)
{
    const struct decomposition *decomposition = &one->new->decomposition;
    struct decomposition among = *decomposition;
    int level = level_of(context, decomposition);
    one->unknown = why_no_share(context, one, level);
    if (one->unknown)
        return true;
    if (cases->adjusted != cases->confidence &&
        !decomposition_at(context->store, context->estimates, one->new, cases->adjusted, &among,
                          error))
        return false;
    one->value = decomposition->shares[level];
    one->alone = limits_of(&decomposition->intervals[level]);
    one->among = limits_of(&among.intervals[level]);
    return true;
}

static const struct estimate *estimate_of(const struct claim_context *context, size_t variant,
                                          const char *name, struct claim_case *one)
{
    const struct estimates *estimates = context->estimates;
    size_t metric = metric_of(context, one->cell);
    const struct estimate *estimate = estimates_real(estimates, one->cell, metric, variant);
    if (!estimate)
        one->unknown = variant < estimates->catalogue->variant_count
                           ? why_not_measured(context->arena, estimates, one->cell, variant)
                           : arena_printf(context->arena, "there is no variant '%s'", name);
    return estimate;
}

static bool set_limits(const struct claim_context *context, const struct claim_cases *cases,
                       struct claim_case *one, struct error *error)
{
    const struct claim *claim = context->claim;
    const char *old = claim->old.text;
    one->new = estimate_of(context, one->variant, claim->new.text, one);
    if (!one->new)
        return true;
    if (old) {
        one->old = estimate_of(context, variant_of(context->estimates->catalogue, old), old, one);
        if (one->old)
            one->unknown =
                why_below_grain(context->arena, context->estimates->catalogue, one->old, one->new);
        if (one->old && !one->unknown)
            ratio_case(context, cases, one);
        return true;
    }
    if (claim->function == CLAIM_SHARE)
        return share_case(context, cases, one, error);
    mean_case(context, cases, one);
    return true;
}

bool claim_cases(const struct claim_context *context, struct claim_cases *cases,
                 struct error *error)
{
    const struct catalogue *catalogue = context->estimates->catalogue;
    double confidence = context->estimates->confidence;
    size_t first = 0, end = catalogue->variant_count;
    if (context->claim->new.text) {
        first = variant_of(catalogue, context->claim->new.text);
        end = first + 1;
    }
    size_t most = catalogue->cell_count * (end - first);
    *cases = (struct claim_cases){arena_new_array(context->arena, struct claim_case, most), 0,
                                  confidence, confidence};
    for (size_t cell = 0; cell < catalogue->cell_count; cell++)
        for (size_t v = first; v < end && covers(context, cell); v++)
            cases->items[cases->count++] = (struct claim_case){.cell = cell, .variant = v};
    cases->adjusted = simultaneous(confidence, cases->count);
    for (size_t i = 0; i < cases->count; i++)
        if (!set_limits(context, cases, &cases->items[i], error))
            return false;
    return true;
}
