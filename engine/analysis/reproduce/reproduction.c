// Judging whether a reproduction agrees.
#include "analysis/reproduce/reproduction.h"

#include "base/text.h"
#include "spec/values.h"
#include "stats/multiplicity/holm.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

const struct reproduction_rules reproduction_defaults = {
    .ratio_tolerance = 0.01, .mean_tolerance = 0.05, .within = 0.1, .same_machine = true};

// Both campaigns, and the result that grows.
struct sides {
    struct arena *arena;
    const struct estimates *old, *new;
    const struct judged_claims *new_claims;
    struct reproduction *reproduction;
};

// ---- The change and its error, on a logarithmic scale

// log(new / old), its variance Σv, and Σv²/df for the degrees of freedom.
struct change {
    double log, variance, freedom;
    const char *gap;
};

// The interval of a mean is Student's. The interval of another statistic comes from replicates, so
// its width counts as that of a normal distribution.
static void add_value(struct change *change, const struct estimate *estimate, int sign,
                      double confidence)
{
    const struct interval *range = &estimate->range;
    size_t units = estimate->components.top_units;
    if (!estimate->defined || !range->known || units < 2)
        change->gap = "a side has no interval";
    else if (!(estimate->value > 0))
        change->gap = "a side is not above 0";
    if (change->gap)
        return;
    double widths = range->df > 0 ? student_t(confidence, range->df)
                                  : gsl_cdf_ugaussian_Qinv((1 - confidence) / 2);
    double error = (range->high - range->low) / 2 / widths / estimate->value;
    double variance = error * error;
    change->log += sign * log(estimate->value);
    change->variance += variance;
    change->freedom += variance * variance / (double)(units - 1);
}

static bool is_zero(const struct estimate *estimate)
{
    const struct interval *range = &estimate->range;
    return estimate->defined && range->known && estimate->value == 0 && range->low == 0 &&
           range->high == 0;
}

// The change of a quantity of both campaigns. Zero on both sides, such as a count of errors, is no
// change.
static void add_pair(struct change *change, const struct sides *sides, const struct estimate *old,
                     const struct estimate *new, int sign)
{
    if (is_zero(old) && is_zero(new))
        return;
    add_value(change, old, -sign, sides->old->confidence);
    add_value(change, new, sign, sides->new->confidence);
}

// The probability that a true change of at most `tolerance` looks as large as this one.
static double p_of(const struct change *change, double tolerance)
{
    double size = fabs(change->log), limit = log1p(tolerance);
    if (!(change->variance > 0))
        return size > limit ? 0 : 1;
    double error = sqrt(change->variance);
    double df = change->variance * change->variance / change->freedom;
    return fmin(gsl_cdf_tdist_Q((size - limit) / error, df) +
                    gsl_cdf_tdist_Q((size + limit) / error, df),
                1);
}

static void set_change(struct reproduction_item *item, const struct change *change,
                       double tolerance, double confidence)
{
    item->gap = change->gap;
    if (item->gap)
        return;
    double half = 0;
    if (change->variance > 0)
        half = sqrt(change->variance) *
               gsl_cdf_tdist_Qinv((1 - confidence) / 2,
                                  change->variance * change->variance / change->freedom);
    item->change = exp(change->log);
    item->low = exp(change->log - half);
    item->high = exp(change->log + half);
    item->p = p_of(change, tolerance);
}

// ---- The items

static size_t find_name(const char *const *names, size_t count, const char *name)
{
    size_t i = 0;
    while (i < count && !text_equal(names[i], name))
        i++;
    return i;
}

static bool same_point(const struct estimates *old, size_t old_cell, const struct estimates *new,
                       size_t new_cell)
{
    const struct catalogue *a = old->catalogue, *b = new->catalogue;
    bool same = a->axis_count == b->axis_count &&
                text_equal(a->cells[old_cell].benchmark, b->cells[new_cell].benchmark);
    for (size_t axis = 0; same && axis < a->axis_count; axis++) {
        size_t other = find_name(b->axes, b->axis_count, a->axes[axis]);
        same = other < b->axis_count &&
               text_equal(a->cells[old_cell].point[axis], b->cells[new_cell].point[other]);
    }
    return same;
}

// The same quantity in the other campaign, or NULL.
static const struct estimate *counterpart(const struct sides *sides,
                                          const struct estimate *estimate)
{
    const struct catalogue *a = sides->old->catalogue, *b = sides->new->catalogue;
    for (size_t i = 0; i < sides->new->count; i++) {
        const struct estimate *other = &sides->new->items[i];
        if (text_equal(a->variants[estimate->variant], b->variants[other->variant]) &&
            text_equal(a->metrics[estimate->metric].name, b->metrics[other->metric].name) &&
            text_equal(a->metrics[estimate->metric].unit, b->metrics[other->metric].unit) &&
            is_mean(estimate) == is_mean(other) &&
            (is_mean(estimate) || text_equal(estimate->summary_name, other->summary_name)) &&
            same_point(sides->old, estimate->cell, sides->new, other->cell))
            return other;
    }
    return NULL;
}

static const char *series_name(const struct sides *sides, const struct estimate *estimate)
{
    const struct catalogue *catalogue = sides->old->catalogue;
    const char *name = catalogue->cells[estimate->cell].benchmark;
    for (size_t i = 0; i < catalogue->axis_count; i++)
        name = arena_printf(sides->arena, "%s%s %s=%s", name, i ? "," : " ·", catalogue->axes[i],
                            catalogue->cells[estimate->cell].point[i]);
    const char *summary =
        is_mean(estimate) ? "" : arena_printf(sides->arena, " (%s)", estimate->summary_name);
    return arena_printf(sides->arena, "%s: %s%s of %s", name,
                        catalogue->metrics[estimate->metric].name, summary,
                        catalogue->variants[estimate->variant]);
}

// Metrics that `measure` does not name may be arbitrary, such as a date or a process id; counts of
// rare events depend on chance.
static bool is_asked_for(const struct sides *sides, const struct estimate *estimate)
{
    return metric_is_sized(&sides->old->catalogue->metrics[estimate->metric]);
}

static struct reproduction_item *add_item(const struct sides *sides, enum reproduction_kind kind)
{
    struct reproduction_item *item = &sides->reproduction->items[sides->reproduction->count++];
    *item = (struct reproduction_item){.kind = kind,
                                       .judged = true,
                                       .high = INFINITY,
                                       .p = 1,
                                       .outcome = REPRODUCTION_INCONCLUSIVE};
    return item;
}

static void add_ratio_item(const struct sides *sides, const struct variant_ratio *variant_ratio)
{
    const struct estimates *new = sides->new;
    struct reproduction_item *item = add_item(sides, REPRODUCTION_RATIO);
    const struct estimate *baseline = counterpart(sides, variant_ratio->old);
    const struct estimate *variant = counterpart(sides, variant_ratio->new);
    item->old_ratio = variant_ratio;
    item->judged = is_asked_for(sides, variant_ratio->new);
    item->name = arena_printf(sides->arena, "%s against %s", series_name(sides, variant_ratio->new),
                              sides->old->catalogue->variants[variant_ratio->old->variant]);
    for (size_t i = 0; i < new->ratio_count; i++)
        if (new->ratios[i].old == baseline &&new->ratios[i].new == variant)
            item->new_ratio = &new->ratios[i];
    struct change change = {.gap = item->new_ratio ? NULL : "the reproduction has no such ratio"};
    if (item->new_ratio) {
        add_pair(&change, sides, variant_ratio->new, variant, 1);
        add_pair(&change, sides, variant_ratio->old, baseline, -1);
    }
    set_change(item, &change, sides->reproduction->rules.ratio_tolerance,
               sides->reproduction->confidence);
}

static void add_mean_item(const struct sides *sides, const struct estimate *estimate)
{
    struct reproduction_item *item = add_item(sides, REPRODUCTION_MEAN);
    item->old_mean = estimate;
    item->new_mean = counterpart(sides, estimate);
    item->name = series_name(sides, estimate);
    const struct reproduction_rules *rules = &sides->reproduction->rules;
    item->judged = rules->judge_means && rules->same_machine && is_asked_for(sides, estimate);
    struct change change = {.gap = item->new_mean ? NULL : "the reproduction did not measure it"};
    if (item->new_mean)
        add_pair(&change, sides, estimate, item->new_mean, 1);
    set_change(item, &change, rules->mean_tolerance, sides->reproduction->confidence);
}

// Compares outcomes, not numbers: inconclusive twice is the same outcome.
static void add_claim_item(const struct sides *sides, const struct judged_claim *claim)
{
    struct reproduction_item *item = add_item(sides, REPRODUCTION_CLAIM);
    item->old_claim = claim;
    item->name = arena_printf(sides->arena, "claim '%s'", claim->text);
    for (size_t i = 0; i < sides->new_claims->count; i++)
        if (text_equal(sides->new_claims->items[i].text, claim->text))
            item->new_claim = &sides->new_claims->items[i];
    if (!item->new_claim)
        item->gap = "the reproduction does not claim it";
    else if (item->new_claim->outcome == claim->outcome)
        item->outcome = REPRODUCTION_AGREES;
    else if (item->new_claim->outcome != CLAIM_INCONCLUSIVE && claim->outcome != CLAIM_INCONCLUSIVE)
        item->outcome = REPRODUCTION_DISAGREES;
}

static void add_items(const struct sides *sides, const struct judged_claims *claims)
{
    const struct estimates *old = sides->old;
    sides->reproduction->items = arena_new_array(sides->arena, struct reproduction_item,
                                                 claims->count + old->ratio_count + old->count);
    for (size_t i = 0; i < claims->count; i++)
        add_claim_item(sides, &claims->items[i]);
    for (size_t i = 0; i < old->ratio_count; i++)
        add_ratio_item(sides, &old->ratios[i]);
    for (size_t i = 0; i < old->count; i++)
        add_mean_item(sides, &old->items[i]);
}

// An unfinished side can neither agree nor disagree.
static void withhold(const struct sides *sides)
{
    const struct estimates *unfinished = sides->new->completeness.unfinished   ? sides->new
                                         : sides->old->completeness.unfinished ? sides->old
                                                                               : NULL;
    if (!unfinished)
        return;
    const char *words = completeness_wording(sides->arena, &unfinished->completeness);
    for (size_t i = 0; i < sides->reproduction->count; i++) {
        sides->reproduction->items[i].gap = words;
        sides->reproduction->items[i].outcome = REPRODUCTION_INCONCLUSIVE;
    }
}

static void compare_times(const struct sides *sides)
{
    struct reproduction *reproduction = sides->reproduction;
    double logs = 0;
    for (size_t i = 0; i < reproduction->count; i++) {
        const struct reproduction_item *item = &reproduction->items[i];
        double seconds;
        if (item->kind != REPRODUCTION_MEAN || item->gap || !(item->change > 0) ||
            !is_asked_for(sides, item->old_mean) ||
            !value_time_unit(sides->old->catalogue->metrics[item->old_mean->metric].unit, &seconds))
            continue;
        logs += log(item->change);
        reproduction->time_count++;
    }
    if (reproduction->time_count)
        reproduction->times = exp(logs / (double)reproduction->time_count);
}

// ---- Verdicts

static void adjust(struct arena *arena, struct reproduction *reproduction)
{
    size_t family = 0;
    double **p = arena_new_array(arena, double *, reproduction->count);
    for (size_t i = 0; i < reproduction->count; i++) {
        struct reproduction_item *item = &reproduction->items[i];
        if (item->kind != REPRODUCTION_CLAIM && item->judged && !item->gap)
            p[family++] = &item->p;
    }
    holm_adjust(p, family);
}

static enum reproduction_outcome decide(const struct reproduction *reproduction,
                                        const struct reproduction_item *item)
{
    const struct reproduction_rules *rules = &reproduction->rules;
    bool of_mean = item->kind == REPRODUCTION_MEAN;
    double tolerance = 1 + (of_mean ? rules->mean_tolerance : rules->ratio_tolerance);
    double within = fmax(1 + rules->within, tolerance);
    if (item->p <= 1 - reproduction->confidence)
        return REPRODUCTION_DISAGREES;
    return item->low <= tolerance && item->high >= 1 / tolerance && item->low >= 1 / within &&
                   item->high <= within
               ? REPRODUCTION_AGREES
               : REPRODUCTION_INCONCLUSIVE;
}

struct reproduction reproduction_of(struct arena *arena, const struct reproduction_side *old,
                                    const struct reproduction_side *new,
                                    const struct reproduction_rules *rules)
{
    struct reproduction reproduction = {.rules = *rules, .confidence = old->estimates.confidence};
    struct sides sides = {arena, &old->estimates, &new->estimates, &new->claims, &reproduction};
    add_items(&sides, &old->claims);
    compare_times(&sides);
    withhold(&sides);
    adjust(arena, &reproduction);
    for (size_t i = 0; i < reproduction.count; i++) {
        struct reproduction_item *item = &reproduction.items[i];
        if (item->kind != REPRODUCTION_CLAIM && item->judged && !item->gap)
            item->outcome = decide(&reproduction, item);
        if (!item->judged)
            continue;
        reproduction.agreeing += item->outcome == REPRODUCTION_AGREES;
        reproduction.disagreeing += item->outcome == REPRODUCTION_DISAGREES;
        reproduction.inconclusive += item->outcome == REPRODUCTION_INCONCLUSIVE;
    }
    return reproduction;
}
