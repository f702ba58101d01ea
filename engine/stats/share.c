// The interval of a level's share of the variance.
#include "stats/share.h"

#include "model/level.h"

#include <math.h>

static const double LEAST = 1e-300; // of a sum whose logarithm is taken

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

static double part(const struct components *components, const struct sums *sums, int i)
{
    if (!components->known[i] || sums->freedom[i] < 1)
        return 0;
    return fmax(sums->squares[i], 0) / sums->freedom[i] * weight(components, i);
}

static double others(const struct components *components, const struct sums *sums, int level)
{
    double sum = 0;
    for (int i = 0; i < components->levels; i++)
        sum += i == level ? 0 : part(components, sums, i);
    return sum;
}

static double log_odds(const struct components *components, const struct sums *sums, int level)
{
    return log(fmax(part(components, sums, level), LEAST)) -
           log(fmax(others(components, sums, level), LEAST));
}

// S² over r of the nearest known level below, as T² takes it off.
static double from_below(const struct components *components, int level)
{
    int i = level - 1;
    while (i >= 0 && !components->known[i])
        i--;
    return i < 0 ? 0 : components->S2[i] / components->repetitions[i];
}

static double standard_error(const struct components *components, const struct sums *all, int level,
                             const struct share_unit *units, size_t count)
{
    struct moments values = {0};
    for (size_t u = 0; u < count; u++) {
        struct sums sums = sums_without(components, all, &units[u]);
        double value = log_odds(components, &sums, level);
        moments_add(&values, &value, 1);
    }
    return sqrt(values.squares * (double)(count - 1) / (double)count);
}

static double share_at(const struct components *components, int level, double odds, double below)
{
    double share = (1 / (1 + 1 / odds)) / weight(components, level) - below / (1 + odds);
    return fmin(fmax(share, 0), 1);
}

struct interval share_interval(const struct components *components, int level,
                               const struct share_unit *units, size_t count, double confidence)
{
    struct interval interval = {.low = 0, .high = 1};
    if (count < 3 || !components->known[level])
        return interval;
    struct sums all = sums_of(components, units, count);
    double rest = others(components, &all, level), own = part(components, &all, level);
    if (own + rest <= 0)
        return interval;
    interval.known = true;
    interval.df = (double)count - 1;
    if (components->levels == 1)
        return interval.low = 1, interval;
    double middle = log_odds(components, &all, level);
    double half = student_t(confidence, (double)count - 1) *
                  standard_error(components, &all, level, units, count);
    double below = rest > 0 ? from_below(components, level) / rest : 0;
    interval.low = share_at(components, level, exp(fmax(middle - half, -600)), below);
    interval.high = share_at(components, level, exp(fmin(middle + half, 600)), below);
    if (level > 0 && !components->known[level - 1])
        interval.low = 0;
    interval.half_width = (interval.high - interval.low) / 2;
    return interval;
}
