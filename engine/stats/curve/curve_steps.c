// Finding the steps of a curve: rises from one plateau to the next.
#include "stats/curve/curve_steps.h"

#include "base/arena.h"
#include "model/level.h"

#include <math.h>

enum { BESIDE = 3 }; // points of a plateau that give its level beside a step

static const double LEAST_NOISE = 0.01, UNKNOWN_NOISE = 0.1, ERRORS_APART = 3, EDGE = 0.1;

struct curve {
    const double *places;
    double *height, *weight; // logarithms, 1/variance of them
    size_t count;
};

struct stable_level {
    size_t first, last;
};

// ---- The rising curve

static double middle_of(double a, double b, double c)
{
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

static void set_points(struct curve *curve, const struct value_with_error *means)
{
    for (size_t i = 0; i < curve->count; i++) {
        double noise = means[i].df > 0 ? sqrt(means[i].variance) / means[i].value : UNKNOWN_NOISE;
        double own = log(means[i].value);
        bool inside = i > 0 && i + 1 < curve->count;
        curve->height[i] =
            inside ? middle_of(curve->height[i - 1], own, log(means[i + 1].value)) : own;
        curve->weight[i] = 1 / fmax(noise * noise, LEAST_NOISE * LEAST_NOISE);
    }
}

// Pools falling neighbours until none falls: blocks of one height and their summed weight.
static void make_rise(struct arena *scratch, struct curve *curve)
{
    size_t *length = arena_new_array(scratch, size_t, curve->count);
    double *height = arena_new_array(scratch, double, curve->count);
    double *weight = arena_new_array(scratch, double, curve->count);
    size_t blocks = 0;
    for (size_t i = 0; i < curve->count; i++) {
        height[blocks] = curve->height[i];
        weight[blocks] = curve->weight[i];
        length[blocks++] = 1;
        for (; blocks > 1 && height[blocks - 2] > height[blocks - 1]; blocks--) {
            double both = weight[blocks - 2] + weight[blocks - 1];
            height[blocks - 2] +=
                (height[blocks - 1] - height[blocks - 2]) * weight[blocks - 1] / both;
            weight[blocks - 2] = both;
            length[blocks - 2] += length[blocks - 1];
        }
    }
    for (size_t block = 0, i = 0; block < blocks; block++)
        for (size_t k = 0; k < length[block]; k++)
            curve->height[i++] = height[block];
}

// ---- Plateaus

// The height half as far out as point i, but not before `first`.
static double height_at_half(const struct curve *curve, size_t first, size_t i)
{
    double half = curve->places[i] / 2;
    size_t k = i;
    while (k > first && curve->places[k - 1] >= half)
        k--;
    if (k == first)
        return curve->height[k];
    double part = log(half / curve->places[k - 1]) / log(curve->places[k] / curve->places[k - 1]);
    return curve->height[k - 1] + part * (curve->height[k] - curve->height[k - 1]);
}

static size_t end_of_flat(const struct curve *curve, size_t first)
{
    size_t last = first;
    while (last + 1 < curve->count &&
           curve->height[last + 1] - height_at_half(curve, first, last + 1) < log(CURVE_STEP_LEAST))
        last++;
    return last;
}

static size_t find_plateaus(const struct curve *curve, struct stable_level *found)
{
    size_t count = 0;
    for (size_t i = 0; i < curve->count;) {
        size_t last = end_of_flat(curve, i);
        bool whole = curve->places[last] >= 1.999 * curve->places[i];
        if (whole || i == 0)
            found[count++] = (struct stable_level){i, whole ? last : 0};
        i = whole ? last + 1 : i + 1;
    }
    return count;
}

// The level beside a step, and its variance, as logarithms.
static double level(const struct curve *curve, const struct stable_level *plateau, bool right,
                    double *variance)
{
    size_t points = plateau->last - plateau->first + 1, used = points < BESIDE ? points : BESIDE;
    double sum = 0, weight = 0;
    for (size_t k = 0; k < used; k++) {
        size_t i = right ? plateau->last - k : plateau->first + k;
        sum += curve->weight[i] * curve->height[i];
        weight += curve->weight[i];
    }
    *variance = 1 / weight;
    return sum / weight;
}

static bool is_step(const struct curve *curve, const struct stable_level *lower,
                    const struct stable_level *upper, struct curve_step *step)
{
    double below, above;
    double low = level(curve, lower, true, &below), high = level(curve, upper, false, &above);
    step->lower = exp(low);
    step->upper = exp(high);
    return high - low >= log(CURVE_STEP_LEAST) && high - low >= ERRORS_APART * sqrt(below + above);
}

// ---- Steps

// The last place from `from` on that is below this part of the rise.
static size_t last_below(const struct curve *curve, const struct curve_step *step, size_t from,
                         double part)
{
    double most = step->lower + part * (step->upper - step->lower);
    size_t i = from;
    while (i + 1 < curve->count && exp(curve->height[i + 1]) < most)
        i++;
    return i;
}

static void place_step(const struct curve *curve, const struct stable_level *lower,
                       struct curve_step *step)
{
    step->begins = last_below(curve, step, lower->first, EDGE);
    step->last = last_below(curve, step, lower->first, 0.5);
    step->first = step->last + 1;
    step->ends = last_below(curve, step, lower->first, 1 - EDGE) + 1;
}

static struct curve_steps find_steps(struct arena *scratch, const struct curve *curve)
{
    struct curve_steps steps = {0};
    struct stable_level *plateaus = arena_new_array(scratch, struct stable_level, curve->count);
    size_t count = find_plateaus(curve, plateaus);
    struct stable_level lower = plateaus[0];
    for (size_t i = 1; i < count && steps.count < CURVE_STEPS_MOST; i++) {
        struct curve_step *step = &steps.items[steps.count];
        if (is_step(curve, &lower, &plateaus[i], step)) {
            place_step(curve, &lower, step);
            steps.count++;
            lower = plateaus[i];
        } else {
            lower.last = plateaus[i].last;
        }
    }
    steps.from = lower.last;
    steps.rises_on =
        curve->height[curve->count - 1] - curve->height[lower.last] >= log(CURVE_STEP_LEAST);
    return steps;
}

struct curve_steps curve_steps_of(const double *places, const struct value_with_error *means,
                                  size_t count)
{
    struct arena scratch = {0};
    struct curve curve = {places, arena_new_array(&scratch, double, count),
                          arena_new_array(&scratch, double, count), count};
    struct curve_steps steps = {0};
    if (count >= 2) {
        set_points(&curve, means);
        make_rise(&scratch, &curve);
        steps = find_steps(&scratch, &curve);
    }
    arena_release(&scratch);
    return steps;
}
