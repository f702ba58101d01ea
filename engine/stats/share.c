// The interval of a level's share of the variance.
#include "stats/share.h"

#include "base/arena.h"
#include "model/level.h"
#include "stats/dependence.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

static const double LEAST = 1e-300; // of a number whose logarithm is taken
static const double NEAR = 0.01;    // of the distance of all units from a bound

struct share_unit share_unit_of(const struct variance *variance, double mean,
                                struct share_unit *so_far)
{
    struct share_unit unit = {.mean = mean};
    for (int i = 0; i < variance->levels - 1; i++) {
        const struct variance_level *level = &variance->level[i];
        unit.squares[i] = level->squares - so_far->squares[i];
        unit.freedom[i] = level->freedom - so_far->freedom[i];
        so_far->squares[i] = level->squares;
        so_far->freedom[i] = level->freedom;
    }
    return unit;
}

// The sums over all units, or over all but one.
struct sums {
    double squares[LEVELS_MAX]; // the top's are of the units' means
    double freedom[LEVELS_MAX];
};

static struct sums sums_of(const struct components *components, const struct share_unit *units,
                           size_t count)
{
    struct sums sums = {0};
    int top = components->levels - 1;
    for (size_t u = 0; u < count; u++)
        for (int i = 0; i < top; i++) {
            sums.squares[i] += units[u].squares[i];
            sums.freedom[i] += (double)units[u].freedom[i];
        }
    sums.freedom[top] = (double)count - 1;
    sums.squares[top] = components->S2[top] * sums.freedom[top];
    return sums;
}

static struct sums sums_without(const struct components *components, const struct sums *all,
                                const struct share_unit *unit)
{
    struct sums sums = *all;
    int top = components->levels - 1;
    double count = all->freedom[top] + 1, off = unit->mean - components->mean;
    for (int i = 0; i < top; i++) {
        sums.squares[i] -= unit->squares[i];
        sums.freedom[i] -= (double)unit->freedom[i];
    }
    sums.squares[top] -= off * off * count / (count - 1);
    sums.freedom[top] -= 1;
    return sums;
}

// What a level adds to V: the whole of its S² at the top.
static double weight(const struct components *components, int i)
{
    return i == components->levels - 1 ? 1 : 1 - 1 / components->repetitions[i];
}

static double square_of(const struct components *components, const struct sums *sums, int i)
{
    bool none = !components->known[i] || sums->freedom[i] < 1;
    return none ? 0 : fmax(sums->squares[i], 0) / sums->freedom[i];
}

static double whole(const struct components *components, const struct sums *sums)
{
    double sum = 0;
    for (int i = 0; i < components->levels; i++)
        sum += square_of(components, sums, i) * weight(components, i);
    return sum;
}

// S² over r of the nearest known level below, as T² takes it off.
static double from_below(const struct components *components, const struct sums *sums, int level)
{
    int i = level - 1;
    while (i >= 0 && !components->known[i])
        i--;
    return i < 0 ? 0 : square_of(components, sums, i) / components->repetitions[i];
}

// T²/V lies between `low` (nothing but what comes from below) and `high`; the logarithm of its odds
// between them is free of bounds. Without one unit it may lie beyond: it keeps a distance of at
// least `near_low` and `near_high` from them.
struct scale {
    double low, high;
    double near_low, near_high;
};

static double observed_share(const struct components *components, const struct sums *sums,
                             int level)
{
    return (square_of(components, sums, level) - from_below(components, sums, level)) /
           whole(components, sums);
}

static struct scale scale_of(const struct components *components, const struct sums *sums,
                             int level)
{
    struct scale scale = {.low = -from_below(components, sums, level) / whole(components, sums),
                          .high = 1 / weight(components, level)};
    double share = observed_share(components, sums, level);
    scale.near_low = fmax(NEAR * (share - scale.low), LEAST);
    scale.near_high = fmax(NEAR * (scale.high - share), LEAST);
    return scale;
}

static double log_odds(const struct scale *scale, double share)
{
    return log(fmax(share - scale->low, scale->near_low)) -
           log(fmax(scale->high - share, scale->near_high));
}

static double share_at(const struct scale *scale, double log_odds)
{
    double odds = exp(fmin(fmax(log_odds, -600), 600));
    return fmin(fmax((scale->high * odds + scale->low) / (1 + odds), 0), 1);
}

// The pseudo-values less f, one each unit, with room for one more.
static double *pseudo_values(struct arena *arena, const struct scale *scale,
                             const struct components *components, const struct sums *all, int level,
                             const struct share_unit *units, size_t count)
{
    double *values = arena_new_array(arena, double, count + 1), mean = 0;
    for (size_t u = 0; u < count; u++) {
        struct sums sums = sums_without(components, all, &units[u]);
        values[u] = log_odds(scale, observed_share(components, &sums, level));
        mean += values[u] / (double)count;
    }
    for (size_t u = 0; u < count; u++)
        values[u] = ((double)count - 1) * (mean - values[u]);
    return values;
}

struct shape {
    double mean, sd, skewness; // `sd` divides by the count
};

static struct shape shape_of(const double *values, size_t count)
{
    double n = (double)count, mean = 0, second = 0, third = 0;
    for (size_t u = 0; u < count; u++)
        mean += values[u] / n;
    for (size_t u = 0; u < count; u++) {
        second += pow(values[u] - mean, 2) / n;
        third += pow(values[u] - mean, 3) / n;
    }
    return (struct shape){mean, sqrt(second), second > 0 ? third / pow(second, 1.5) : 0};
}

// How many standard deviations the unseen unit lies from the mean: ln n, as far as the largest of n
// values whose tail is exponential; 3 comes from simulation.
static double unseen(size_t count)
{
    return fmax(3, log((double)count));
}

// The inverse of Hall's cubic transformation of a mean's t statistic [Hall 1992].
static double unskewed(double t, double skewness, double count)
{
    double g = skewness / sqrt(count);
    return fabs(g) < 1e-8 ? t : 3 / g * (cbrt(1 + g * (t - g / 6)) - 1);
}

// The limit of f - middle on one side (-1 or 1), with an unseen unit added on that side. The units
// tell as much as `effective` independent ones.
static double limit(double *values, size_t count, double effective, double side, double t)
{
    values[count] = side * unseen(count) * shape_of(values, count).sd;
    struct shape shape = shape_of(values, count + 1);
    return shape.mean -
           unskewed(-side * t, shape.skewness, effective + 1) * shape.sd / sqrt(effective);
}

// A share is of the variance at any hour, of which dependent units show less: as n(1 - r)/(1 + r)
// independent ones [Priestley 1981].
static double effective_units(struct arena *scratch, const struct share_unit *units, size_t count)
{
    double *means = arena_new_array(scratch, double, count);
    for (size_t u = 0; u < count; u++)
        means[u] = units[u].mean;
    double n = (double)count, r = fmax(neighbour_correlation(means, count), 0);
    return fmax(n * (1 - r) / (1 + r), fmin(n, 1));
}

static void set_limits(struct interval *interval, const struct components *components,
                       const struct sums *all, int level, const struct share_unit *units,
                       size_t count, double confidence)
{
    struct arena scratch = {0};
    struct scale scale = scale_of(components, all, level);
    double *values = pseudo_values(&scratch, &scale, components, all, level, units, count);
    double middle = log_odds(&scale, observed_share(components, all, level));
    double effective = effective_units(&scratch, units, count);
    interval->df = fmax(effective - 1, 1);
    double t = gsl_cdf_tdist_Qinv((1 - confidence) / 2, interval->df);
    interval->low = share_at(&scale, middle + limit(values, count, effective, -1, t));
    interval->high = share_at(&scale, middle + limit(values, count, effective, 1, t));
    arena_release(&scratch);
}

struct interval share_interval(const struct components *components, int level,
                               const struct share_unit *units, size_t count, double confidence)
{
    struct interval interval = {.low = 0, .high = 1};
    if (count < 3 || !components->known[level])
        return interval;
    struct sums all = sums_of(components, units, count);
    if (whole(components, &all) <= 0)
        return interval;
    interval.known = true;
    interval.df = (double)count - 1;
    if (components->levels == 1)
        return interval.low = 1, interval;
    set_limits(&interval, components, &all, level, units, count, confidence);
    if (level > 0 && !components->known[level - 1])
        interval.low = 0;
    interval.half_width = (interval.high - interval.low) / 2;
    return interval;
}
