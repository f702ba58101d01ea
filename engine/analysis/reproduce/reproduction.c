// Judging whether a repetition agrees.
#include "analysis/reproduce/reproduction.h"

#include "analysis/estimate/summary_statistics.h"
#include "base/text.h"
#include "stats/holm.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

const struct reproduction_rules reproduction_defaults = {
    .ratio_tolerance = 0.01, .mean_tolerance = 0.05, .within = 0.1, .same_machine = true};

struct judging {
    struct arena *arena;
    const struct estimates *old, *new;
    const struct judged_claims *new_claims;
    struct reproduction *reproduction;
};

// ---- The change and its error, on a logarithmic scale

// log(new / old), its variance, and what its degrees of freedom come from: Σv and Σv²/df.
struct change {
    double log, variance, freedom;
    const char *gap;
};

// An interval of a mean is t's; one of another summary is of its replicates, as if of very many.
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
    double widths =
        range->df ? student_t(confidence, range->df) : gsl_cdf_ugaussian_Qinv((1 - confidence) / 2);
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

// A quantity of both campaigns. Nothing twice, such as errors, is no change.
static void add_pair(struct change *change, const struct judging *judging,
                     const struct estimate *old, const struct estimate *new, int sign)
{
    if (is_zero(old) && is_zero(new))
        return;
    add_value(change, old, -sign, judging->old->confidence);
    add_value(change, new, sign, judging->new->confidence);
}

// The chance that a true change of `tolerance` at most looks as large as this one.
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

// The same quantity in the other campaign; NULL: it has none.
static const struct estimate *counterpart(const struct judging *judging,
                                          const struct estimate *estimate)
{
    const struct catalogue *a = judging->old->catalogue, *b = judging->new->catalogue;
    for (size_t i = 0; i < judging->new->count; i++) {
        const struct estimate *other = &judging->new->items[i];
        if (text_equal(a->variants[estimate->variant], b->variants[other->variant]) &&
            text_equal(a->metrics[estimate->metric].name, b->metrics[other->metric].name) &&
            text_equal(a->metrics[estimate->metric].unit, b->metrics[other->metric].unit) &&
            is_mean(estimate) == is_mean(other) &&
            (is_mean(estimate) || text_equal(estimate->summary_name, other->summary_name)) &&
            same_point(judging->old, estimate->cell, judging->new, other->cell))
            return other;
    }
    return NULL;
}

static const char *series_name(const struct judging *judging, const struct estimate *estimate)
{
    const struct catalogue *catalogue = judging->old->catalogue;
    const char *name = catalogue->cells[estimate->cell].benchmark;
    for (size_t i = 0; i < catalogue->axis_count; i++)
        name = arena_printf(judging->arena, "%s%s %s=%s", name, i ? "," : " ·", catalogue->axes[i],
                            catalogue->cells[estimate->cell].point[i]);
    const char *summary =
        is_mean(estimate) ? "" : arena_printf(judging->arena, " (%s)", estimate->summary_name);
    return arena_printf(judging->arena, "%s: %s%s of %s", name,
                        catalogue->metrics[estimate->metric].name, summary,
                        catalogue->variants[estimate->variant]);
}

// What `measure` does not name may be anything: a date, a process's number; rare events are chance.
static bool is_asked_for(const struct judging *judging, const struct estimate *estimate)
{
    return metric_is_sized(&judging->old->catalogue->metrics[estimate->metric]);
}

static struct reproduction_item *add_item(const struct judging *judging,
                                          enum reproduction_kind kind)
{
    struct reproduction_item *item = &judging->reproduction->items[judging->reproduction->count++];
    *item = (struct reproduction_item){.kind = kind,
                                       .judged = true,
                                       .high = INFINITY,
                                       .p = 1,
                                       .outcome = REPRODUCTION_INCONCLUSIVE};
    return item;
}

static void add_ratio_item(const struct judging *judging, const struct variant_ratio *variant_ratio)
{
    const struct estimates *new = judging->new;
    struct reproduction_item *item = add_item(judging, REPRODUCTION_RATIO);
    const struct estimate *baseline = counterpart(judging, variant_ratio->old);
    const struct estimate *variant = counterpart(judging, variant_ratio->new);
    item->old_ratio = variant_ratio;
    item->judged = is_asked_for(judging, variant_ratio->new);
    item->name =
        arena_printf(judging->arena, "%s against %s", series_name(judging, variant_ratio->new),
                     judging->old->catalogue->variants[variant_ratio->old->variant]);
    for (size_t i = 0; i < new->ratio_count; i++)
        if (new->ratios[i].old == baseline &&new->ratios[i].new == variant)
            item->new_ratio = &new->ratios[i];
    struct change change = {.gap = item->new_ratio ? NULL : "the repetition has no such ratio"};
    if (item->new_ratio) {
        add_pair(&change, judging, variant_ratio->new, variant, 1);
        add_pair(&change, judging, variant_ratio->old, baseline, -1);
    }
    set_change(item, &change, judging->reproduction->rules.ratio_tolerance,
               judging->reproduction->confidence);
}

static void add_mean_item(const struct judging *judging, const struct estimate *estimate)
{
    struct reproduction_item *item = add_item(judging, REPRODUCTION_MEAN);
    item->old_mean = estimate;
    item->new_mean = counterpart(judging, estimate);
    item->name = series_name(judging, estimate);
    item->judged = judging->reproduction->rules.same_machine && is_asked_for(judging, estimate);
    struct change change = {.gap = item->new_mean ? NULL : "the repetition did not measure it"};
    if (item->new_mean)
        add_pair(&change, judging, estimate, item->new_mean, 1);
    set_change(item, &change, judging->reproduction->rules.mean_tolerance,
               judging->reproduction->confidence);
}

// Outcomes, not numbers, are compared; the same "undecided" twice is the same answer.
static void add_claim_item(const struct judging *judging, const struct judged_claim *claim)
{
    struct reproduction_item *item = add_item(judging, REPRODUCTION_CLAIM);
    item->old_claim = claim;
    item->name = arena_printf(judging->arena, "claim '%s'", claim->text);
    for (size_t i = 0; i < judging->new_claims->count; i++)
        if (text_equal(judging->new_claims->items[i].text, claim->text))
            item->new_claim = &judging->new_claims->items[i];
    if (!item->new_claim)
        item->gap = "the repetition does not claim it";
    else if (item->new_claim->outcome == claim->outcome)
        item->outcome = REPRODUCTION_AGREES;
    else if (item->new_claim->outcome != CLAIM_INCONCLUSIVE && claim->outcome != CLAIM_INCONCLUSIVE)
        item->outcome = REPRODUCTION_DISAGREES;
}

static void add_items(const struct judging *judging, const struct judged_claims *claims)
{
    const struct estimates *old = judging->old;
    judging->reproduction->items = arena_new_array(judging->arena, struct reproduction_item,
                                                   claims->count + old->ratio_count + old->count);
    for (size_t i = 0; i < claims->count; i++)
        add_claim_item(judging, &claims->items[i]);
    for (size_t i = 0; i < old->ratio_count; i++)
        add_ratio_item(judging, &old->ratios[i]);
    for (size_t i = 0; i < old->count; i++)
        add_mean_item(judging, &old->items[i]);
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
    struct judging judging = {arena, &old->estimates, &new->estimates, &new->claims, &reproduction};
    add_items(&judging, &old->claims);
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
