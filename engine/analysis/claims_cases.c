// The cases of a claim: cells and variants, each with its interval.
#include "analysis/claims_parts.h"

#include "analysis/shares.h"
#include "model/better.h"
#include "model/level.h"
#include "spec/expression/claim_scope.h"

static bool covers(const struct findings *findings, const struct claim *claim, size_t cell)
{
    const struct catalogue *catalogue = &findings->catalogue;
    const struct stored_cell *stored = &catalogue->cells[cell];
    return claim_covers(claim, stored->benchmark, catalogue->axes, stored->point,
                        catalogue->axis_count);
}

// An index past all variants if there is none of the name.
static size_t variant_of(const struct catalogue *catalogue, const char *name)
{
    size_t i = 0;
    while (i < catalogue->variant_count && !text_equal(catalogue->variants[i], name))
        i++;
    return i;
}

// As named, or the first that the cell was measured in.
static size_t metric_of(const struct findings *findings, const struct claim *claim, size_t cell)
{
    const struct catalogue *catalogue = &findings->catalogue;
    const struct cell_findings *own = &findings->cells[cell];
    size_t i = 0;
    if (!claim->metric.text)
        return own->estimate_count ? own->estimates[0].metric : 0;
    while (i < catalogue->metric_count &&
           !text_equal(catalogue->metrics[i].name, claim->metric.text))
        i++;
    return i;
}

// ---- Why there is none

static const char *why_no_interval(struct arena *arena, const struct estimate *estimate)
{
    size_t units = estimate->components.top_units;
    const char *level = level_name(estimate->level[estimate->components.levels - 1]);
    return arena_printf(arena, "there is no interval over %s: more %ss",
                        text_counted(arena, units, level), level);
}

// ---- Limits

static struct limits mean_limits(const struct findings *findings, const struct estimate *estimate,
                                 double confidence, double scale)
{
    struct interval interval = confidence == findings->confidence
                                   ? estimate->interval
                                   : mean_interval(&estimate->components, confidence);
    return (struct limits){interval.low * scale, interval.high * scale};
}

static void mean_case(struct arena *arena, const struct findings *findings,
                      const struct claim *claim, const struct claim_cases *cases,
                      struct claim_case *one)
{
    const struct stored_metric *metric = &findings->catalogue.metrics[one->new->metric];
    double scale;
    if (!claim_scale(claim, metric->unit, &scale))
        one->unknown = arena_printf(arena, "%s is in '%s', not in '%s'", metric->name, metric->unit,
                                    claim->unit);
    else if (!one->new->interval.known)
        one->unknown = why_no_interval(arena, one->new);
    if (one->unknown)
        return;
    one->value = one->new->components.mean *scale;
    one->alone = mean_limits(findings, one->new, cases->confidence, scale);
    one->among = mean_limits(findings, one->new, cases->adjusted, scale);
}

// A speedup of what is better if it is more is new / old.
static struct ratio ratio_at(const struct findings *findings, const struct claim *claim,
                             const struct claim_case *one, double confidence)
{
    bool more = findings->catalogue.metrics[one->new->metric].better == BETTER_MORE;
    struct ratio ratio = ratio_of(&one->old->components, &one->new->components, confidence);
    return claim->function == CLAIM_SPEEDUP && !more ? ratio_inverse(&ratio) : ratio;
}

static void ratio_case(struct arena *arena, const struct findings *findings,
                       const struct claim *claim, const struct claim_cases *cases,
                       struct claim_case *one)
{
    struct ratio alone = ratio_at(findings, claim, one, cases->confidence);
    struct ratio among = ratio_at(findings, claim, one, cases->adjusted);
    if (!alone.defined)
        one->unknown = "there is no ratio of the means: one is not above 0";
    else if (alone.bound == RATIO_NONE)
        one->unknown = why_no_interval(arena, one->new->interval.known ? one->old : one->new);
    one->value = alone.value;
    one->alone = (struct limits){alone.low, alone.high};
    one->among = (struct limits){among.low, among.high};
}

static bool share_case(struct arena *arena, struct store *store, const struct findings *findings,
                       const struct claim *claim, const struct claim_cases *cases,
                       struct claim_case *one, struct error *error)
{
    const struct components *components = &one->new->components;
    struct top_units units;
    int level = 0;
    while (level < components->levels &&
           !text_equal(level_name(one->new->level[level]), claim->level.text))
        level++;
    if (level == components->levels || !components->known[level]) {
        one->unknown = arena_printf(arena, "the level %s was not repeated", claim->level.text);
        return true;
    }
    if (!shares_load(arena, store, findings, one->new, &units, error))
        return false;
    size_t count = components->top_units;
    struct interval alone =
        share_interval(components, level, units.items, count, cases->confidence);
    struct interval among = share_interval(components, level, units.items, count, cases->adjusted);
    if (!alone.known)
        one->unknown = count < 3 ? why_no_interval(arena, one->new)
                                 : arena_printf(arena, "nothing of %s varied",
                                                findings->catalogue.variants[one->variant]);
    one->value = one->new->shares[level];
    one->alone = (struct limits){alone.low, alone.high};
    one->among = (struct limits){among.low, among.high};
    return true;
}

static const struct estimate *estimate_of(struct arena *arena, const struct findings *findings,
                                          const struct claim *claim, size_t variant,
                                          const char *name, struct claim_case *one)
{
    size_t metric = metric_of(findings, claim, one->cell);
    const struct estimate *estimate = findings_real(findings, one->cell, metric, variant);
    if (!estimate)
        one->unknown = variant < findings->catalogue.variant_count
                           ? why_not_measured(arena, findings, one->cell, variant)
                           : arena_printf(arena, "there is no variant '%s'", name);
    return estimate;
}

static bool set_limits(struct arena *arena, struct store *store, const struct findings *findings,
                       const struct claim *claim, const struct claim_cases *cases,
                       struct claim_case *one, struct error *error)
{
    const char *old = claim->old.text;
    one->new = estimate_of(arena, findings, claim, one->variant, claim->new.text, one);
    if (!one->new)
        return true;
    if (old) {
        one->old =
            estimate_of(arena, findings, claim, variant_of(&findings->catalogue, old), old, one);
        if (one->old)
            ratio_case(arena, findings, claim, cases, one);
        return true;
    }
    if (claim->function == CLAIM_SHARE)
        return share_case(arena, store, findings, claim, cases, one, error);
    mean_case(arena, findings, claim, cases, one);
    return true;
}

bool claim_cases(struct arena *arena, struct store *store, const struct findings *findings,
                 const struct claim *claim, struct claim_cases *cases, struct error *error)
{
    const struct catalogue *catalogue = &findings->catalogue;
    size_t first = 0, end = catalogue->variant_count;
    if (claim->new.text) {
        first = variant_of(catalogue, claim->new.text);
        end = first + 1;
    }
    *cases = (struct claim_cases){
        arena_new_array(arena, struct claim_case, catalogue->cell_count * (end - first)), 0,
        findings->confidence, 0};
    for (size_t cell = 0; cell < catalogue->cell_count; cell++)
        for (size_t v = first; v < end && covers(findings, claim, cell); v++)
            cases->items[cases->count++] = (struct claim_case){.cell = cell, .variant = v};
    cases->adjusted = cases->count > 1 ? 1 - (1 - findings->confidence) / (double)cases->count
                                       : findings->confidence;
    for (size_t i = 0; i < cases->count; i++)
        if (!set_limits(arena, store, findings, claim, cases, &cases->items[i], error))
            return false;
    return true;
}
