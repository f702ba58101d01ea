// Pick-freeze: half the mean squared difference of two builds is the variance by what they do not
// share.
#include "stats/attribution/pick_freeze.h"

#include "stats/attribution/signed_rank.h"
#include "stats/interval.h"
#include "stats/multiplicity/holm.h"

#include <math.h>

// What a block adds to variances.
struct parts {
    double *layout;          // all and other, less all and again
    double *between;         // all and other; without executions where these are known
    double *rest;            // all and again, likewise
    double *again;           // all and again, with executions
    double **total, **alone; // by factor
    double *interactions;
};

// Half the squared difference, less the half of it that executions and iterations are expected to
// cause. An execution that was disturbed adds as much to both terms.
static double difference(const struct pick_freeze_side *one, const struct pick_freeze_side *other,
                         size_t block)
{
    double apart = one->value[block] - other->value[block];
    double below = one->below && other->below ? one->below[block] + other->below[block] : 0;
    return (apart * apart - below) / 2;
}

static struct parts parts_new(struct arena *arena, size_t blocks, size_t factors)
{
    struct parts parts = {.total = arena_new_array(arena, double *, factors),
                          .alone = arena_new_array(arena, double *, factors)};
    double **const rows[] = {&parts.layout, &parts.between, &parts.rest, &parts.again,
                             &parts.interactions};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        *rows[i] = arena_new_array(arena, double, blocks);
    for (size_t i = 0; i < factors; i++) {
        parts.total[i] = arena_new_array(arena, double, blocks);
        parts.alone[i] = arena_new_array(arena, double, blocks);
    }
    return parts;
}

// `other` shares with redrawn[i] the draw of factor i alone, so their difference lacks the variance
// that the factor adds by itself.
static void set_block(const struct pick_freeze *design, size_t block, struct parts *parts)
{
    const struct pick_freeze_side *all = &design->all, *again = &design->again,
                                  *other = &design->other;
    double whole = difference(all, other, block), same = difference(all, again, block);
    double apart = all->value[block] - again->value[block];
    parts->layout[block] = parts->interactions[block] = whole - same;
    parts->between[block] = all->below ? whole : whole - same;
    parts->rest[block] = same;
    parts->again[block] = apart * apart / 2;
    for (size_t i = 0; i < design->factors; i++) {
        parts->total[i][block] = difference(all, &design->redrawn[i], block) - same;
        parts->alone[i][block] = whole - difference(other, &design->redrawn[i], block);
        parts->interactions[block] -= parts->alone[i][block];
    }
}

static double mean_of(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

// Of the two means.
static double covariance_of(const double *one, const double *other, size_t count)
{
    double sum = 0, here = mean_of(one, count), there = mean_of(other, count), n = (double)count;
    for (size_t i = 0; i < count; i++)
        sum += (one[i] - here) * (other[i] - there);
    return sum / (n - 1) / n;
}

static double within(double share)
{
    return fmin(fmax(share, 0), 1);
}

// All shares ρ with (p - ρw)² <= t²·Var(p - ρw), for the means p of the part and w of the whole.
static struct variance_share share_of(const double *part, const double *whole, size_t count,
                                      double confidence)
{
    struct variance_share share = {.low = 0, .high = 1};
    double p = mean_of(part, count), w = mean_of(whole, count);
    double t = student_t(confidence, (double)count - 1);
    double a = w * w - t * t * covariance_of(whole, whole, count);
    double b = p * w - t * t * covariance_of(part, whole, count);
    double c = p * p - t * t * covariance_of(part, part, count);
    if (w <= 0 || a <= 0)
        return share;
    double root = sqrt(fmax(b * b - a * c, 0));
    return (struct variance_share){.known = true,
                                   .value = p / w,
                                   .low = within((b - root) / a),
                                   .high = within((b + root) / a)};
}

// Whether two builds lie further apart than those with the same draws.
static double test_distance(struct arena *arena, const struct pick_freeze *design,
                            const struct pick_freeze_side *redrawn)
{
    const double *all = design->all.value, *again = design->again.value;

    double *further = arena_new_array(arena, double, design->blocks);
    for (size_t b = 0; b < design->blocks; b++)
        further[b] = fabs(all[b] - redrawn->value[b]) - fabs(all[b] - again[b]);
    return signed_rank_above(further, design->blocks);
}

static void test_all(struct arena *arena, const struct pick_freeze *design,
                     struct attribution *attribution)
{
    double **p = arena_new_array(arena, double *, design->factors + 1);
    for (size_t i = 0; i < design->factors; i++) {
        attribution->factors[i].p = test_distance(arena, design, &design->redrawn[i]);
        p[i] = &attribution->factors[i].p;
    }
    attribution->p = test_distance(arena, design, &design->other);
    p[design->factors] = &attribution->p;
    holm_adjust(p, design->factors + 1);
}

static bool excludes_zero(const double *values, size_t count, double confidence)
{
    double t = student_t(confidence, (double)count - 1);
    return mean_of(values, count) > t * sqrt(covariance_of(values, values, count));
}

static void decide(const struct pick_freeze *design, const struct parts *parts,
                   struct attribution *attribution)
{
    double alpha = 1 - design->confidence;
    attribution->visible =
        attribution->p <= alpha || excludes_zero(parts->layout, design->blocks, design->confidence);
    for (size_t i = 0; i < design->factors; i++) {
        struct factor_share *factor = &attribution->factors[i];
        factor->visible = factor->p <= alpha;
        factor->suspected = !factor->visible && factor->total.known && factor->total.low > 0;
        attribution->visible |= factor->visible;
    }
}

struct attribution pick_freeze_attribution(struct arena *arena, const struct pick_freeze *design)
{
    size_t n = design->blocks;
    double confidence = design->confidence;
    struct arena scratch = {0};
    struct parts parts = parts_new(&scratch, n, design->factors);
    for (size_t b = 0; b < n; b++)
        set_block(design, b, &parts);
    struct attribution attribution = {
        .blocks = n,
        .executions_off = design->all.below != NULL,
        .deviation = sqrt(fmax(mean_of(parts.between, n), 0)),
        .again = sqrt(fmax(mean_of(parts.again, n), 0)),
        .factors = arena_new_array(arena, struct factor_share, design->factors),
        .rest = {.low = 0, .high = 1},
        .interactions = share_of(parts.interactions, parts.between, n, confidence),
    };
    if (design->all.below)
        attribution.rest = share_of(parts.rest, parts.between, n, confidence);
    for (size_t i = 0; i < design->factors; i++) {
        attribution.factors[i].total = share_of(parts.total[i], parts.between, n, confidence);
        attribution.factors[i].alone = share_of(parts.alone[i], parts.between, n, confidence);
    }
    test_all(&scratch, design, &attribution);
    decide(design, &parts, &attribution);
    arena_release(&scratch);
    return attribution;
}
