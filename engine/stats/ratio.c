// Fieller's interval, from relative half-widths.
#include "stats/ratio.h"

#include "model/better.h"
#include "model/verdict.h"

#include <math.h>

// A mean this much smaller than its half-width counts as 0; a larger quotient would overflow.
static const double LARGE = 1e50;

// Relative differences up to this are no scatter.
static const double ROUNDING = 1e-14;

// All values ρ with (Ȳ' - ρȲ)² ≤ h'² - 2ρk + ρ²h², divided by the means: e = h/Ȳ, e' = h'/Ȳ',
// κ = k/(ȲȲ'). A, C, D and ȲȲ' (less k) of docs/method.md become a = 1 - e², c = 1 - e'², d and p =
// 1 - κ, and since the roots' product is c/a, no limit needs the difference of two close numbers.
static void set_limits(struct ratio *ratio, double old, double new, double shared)
{
    old = fmin(old, LARGE);
    new = fmin(new, LARGE);
    shared = fmin(fmax(shared, -old * new), old * new); // rounding must not pass it
    double a = (1 - old) * (1 + old);
    double c = (1 - new) * (1 + new);
    double p = 1 - shared;
    double d = p * p - a * c;
    if (a * c > 0)
        d = (old - new) * (old - new) + (old * new - shared) * (2 - old * new - shared);
    double root = sqrt(fmax(d, 0));
    if (a > 0) { // p < 0 only if c < 0: the limits have different signs
        ratio->bound = RATIO_BOUNDED;
        ratio->low = ratio->value * (p > 0 ? c / (p + root) : (p - root) / a);
        ratio->high = ratio->value * (p > 0 ? (p + root) / a : c / (p - root));
    } else if (c > 0) {
        ratio->bound = RATIO_NO_UPPER;
        ratio->low = ratio->value * c / (p + root);
    } else {
        ratio->bound = RATIO_UNDETERMINED;
    }
}

// `shared`: t² times the covariance of the two means.
static struct ratio fieller(double old_mean, double old_half, double new_mean, double new_half,
                            double shared)
{
    struct ratio ratio = {.bound = RATIO_NONE, .low = 0, .high = INFINITY};
    ratio.defined = (old_mean > 0 && new_mean > 0) || (old_mean < 0 && new_mean < 0);
    if (!ratio.defined)
        return ratio;
    ratio.value = new_mean / old_mean;
    if (isfinite(old_half) && isfinite(new_half))
        set_limits(&ratio, old_half / fabs(old_mean), new_half / fabs(new_mean),
                   shared / old_mean / new_mean);
    return ratio;
}

struct ratio ratio_exact(double old_mean, double new_mean)
{
    struct ratio ratio = fieller(old_mean, 0, new_mean, 0, 0);
    ratio.exact = ratio.defined;
    if (ratio.exact)
        ratio.low = ratio.high = ratio.value;
    return ratio;
}

struct ratio ratio_fieller(double old_mean, double old_half, double new_mean, double new_half)
{
    return fieller(old_mean, old_half, new_mean, new_half, 0);
}

// Where no value differs from another, the sign test says how many of them are enough.
static bool too_few_equal(double units, double confidence)
{
    return 2 * pow(0.5, units) > 1 - confidence;
}

struct value_with_error ratio_unpaired_log(const struct value_with_error *old,
                                           const struct value_with_error *new)
{
    struct value_with_error ratio = {.value = log(new->value / old->value)};
    double one = old->variance / old->value / old->value;
    double other = new->variance / new->value / new->value;
    ratio.variance = one + other;
    ratio.df = fmin(old->df, new->df);
    double share = one / ratio.variance; // of the two variances: squares of shares do not underflow
    if (isfinite(share))
        ratio.df = 1 / (share * share / old->df + (1 - share) * (1 - share) / new->df);
    return ratio;
}

struct ratio ratio_unpaired(const struct value_with_error *old, const struct value_with_error *new,
                            double confidence)
{
    double half = INFINITY, other_half = INFINITY;
    if (old->df > 0 && new->df > 0 && old->value != 0 && new->value != 0) {
        struct value_with_error ratio = ratio_unpaired_log(old, new);
        double t = student_t(confidence, ratio.df);
        if (ratio.variance > 0 || !too_few_equal(ratio.df + 1, confidence)) {
            half = t * sqrt(old->variance);
            other_half = t * sqrt(new->variance);
        }
    }
    return ratio_fieller(old->value, half, new->value, other_half);
}

static double mean_of(const double *values, size_t count)
{
    struct moments moments = {0};
    moments_add(&moments, values, count);
    return moments_mean(&moments);
}

double ratio_part(const struct ratio_pairs *pairs, double old, double new)
{
    double part = new / pairs->new_mean - old / pairs->old_mean;
    return fabs(part) > ROUNDING ? part : 0;
}

struct ratio_pairs ratio_pairs_of(const double *old, const double *new, size_t count)
{
    struct ratio_pairs pairs = {
        .count = count, .old_mean = mean_of(old, count), .new_mean = mean_of(new, count)};
    if (count < 2 || pairs.old_mean == 0 || pairs.new_mean == 0)
        return pairs;
    for (size_t i = 0; i < count; i++) {
        double one = old[i] - pairs.old_mean, other = new[i] - pairs.new_mean;
        double part = ratio_part(&pairs, old[i], new[i]);
        pairs.olds += one * one;
        pairs.news += other * other;
        pairs.products += one * other;
        pairs.parts += part * part;
    }
    return pairs;
}

struct value_with_error ratio_paired_log(const struct ratio_pairs *pairs)
{
    struct value_with_error ratio = {.value = log(pairs->new_mean / pairs->old_mean)};
    if (pairs->count < 2 || pairs->old_mean == 0 || pairs->new_mean == 0)
        return ratio;
    ratio.df = (double)pairs->count - 1;
    ratio.variance = pairs->parts / ratio.df / (double)pairs->count;
    return ratio;
}

struct ratio ratio_paired(const struct ratio_pairs *pairs, double confidence)
{
    struct value_with_error log = ratio_paired_log(pairs);
    double n = (double)pairs->count;
    bool known = log.df > 0 && (log.variance > 0 || !too_few_equal(n, confidence));
    if (!known)
        return fieller(pairs->old_mean, INFINITY, pairs->new_mean, INFINITY, 0);

    double scale = student_t(confidence, n - 1) / sqrt(n * (n - 1));
    struct ratio ratio = fieller(pairs->old_mean, scale * sqrt(pairs->olds), pairs->new_mean,
                                 scale * sqrt(pairs->news), scale * scale * pairs->products);
    if (log.variance <= 0 && ratio.bound == RATIO_BOUNDED)
        ratio.low = ratio.high = ratio.value;
    return ratio;
}

double ratio_speedup(const struct ratio *ratio, enum better better)
{
    return better == BETTER_MORE ? ratio->value : 1 / ratio->value;
}

struct ratio ratio_above_zero(const struct ratio *ratio)
{
    struct ratio above = *ratio;
    if (ratio->bound == RATIO_BOUNDED && ratio->low <= 0) {
        above.bound = RATIO_NO_LOWER;
        above.low = 0;
    }
    return above;
}

bool ratio_has_low(const struct ratio *ratio)
{
    return ratio->bound == RATIO_BOUNDED || ratio->bound == RATIO_NO_UPPER;
}

bool ratio_has_high(const struct ratio *ratio)
{
    return ratio->bound == RATIO_BOUNDED || ratio->bound == RATIO_NO_LOWER;
}

bool ratio_is_clear(const struct ratio *ratio)
{
    static const double share = 0.2;
    double distance = share * fabs(log(ratio->value));
    return ratio->defined && (ratio->exact || (ratio->bound == RATIO_BOUNDED && ratio->low > 0 &&
                                               log(ratio->high / ratio->value) <= distance &&
                                               log(ratio->value / ratio->low) <= distance));
}

struct ratio ratio_inverse(const struct ratio *ratio)
{
    struct ratio inverse = *ratio;
    if (!ratio->defined)
        return inverse;
    inverse.value = 1 / ratio->value;
    if (!ratio_has_low(ratio) && !ratio_has_high(ratio))
        return inverse;
    inverse.bound = ratio->bound == RATIO_NO_UPPER ? RATIO_NO_LOWER
                    : ratio->low > 0               ? RATIO_BOUNDED
                                                   : RATIO_NO_UPPER;
    inverse.low = 1 / ratio->high;
    inverse.high = ratio->low > 0 ? 1 / ratio->low : INFINITY;
    return inverse;
}

enum verdict ratio_verdict(const struct ratio *ratio)
{
    if (ratio->high < 1)
        return VERDICT_FASTER;
    if (ratio->low > 1)
        return VERDICT_SLOWER;
    return ratio->exact ? VERDICT_EQUAL : VERDICT_INCONCLUSIVE;
}
