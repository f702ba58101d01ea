// A straight line through means that are known with different precision.
#include "stats/line.h"

#include "base/arena.h"

#include <math.h>

// What the weights of the combinations are made of.
struct design {
    const double *places;
    size_t count;
    double middle, spread; // mean place, Σ (x - mean)²
};

static struct design design_of(const double *places, size_t count)
{
    struct design design = {.places = places, .count = count};
    for (size_t i = 0; i < count; i++)
        design.middle += places[i] / (double)count;
    for (size_t i = 0; i < count; i++)
        design.spread += (places[i] - design.middle) * (places[i] - design.middle);
    return design;
}

// The weight of point i in the fitted value at x.
static double weight_at(const struct design *design, double x, size_t i)
{
    return 1 / (double)design->count +
           (x - design->middle) * (design->places[i] - design->middle) / design->spread;
}

static double slope_weight(const struct design *design, size_t i)
{
    return (design->places[i] - design->middle) / design->spread;
}

static void look_at_residuals(const struct design *design, const struct uncertain *means,
                              double confidence, double *weights, struct line *line)
{
    double each = 1 - (1 - confidence) / (double)design->count;
    bool known = true;
    for (size_t j = 0; j < design->count; j++) {
        double low, high;
        for (size_t i = 0; i < design->count; i++)
            weights[i] = (i == j) - weight_at(design, design->places[j], i);
        struct uncertain residual = uncertain_sum(means, weights, design->count);
        uncertain_limits(&residual, each, &low, &high);
        known = known && residual.df > 0;
        line->missed += low > 0 || high < 0;
        double off = means[j].value != 0 ? residual.value / means[j].value : 0;
        if (fabs(off) > fabs(line->off)) {
            line->off = off;
            line->farthest = j;
        }
    }
    line->fit = !known ? LINE_UNTRIED : line->missed ? LINE_MISSES : LINE_FITS;
}

struct line line_through(const double *places, const struct uncertain *means, size_t count,
                         double confidence)
{
    struct line line = {0};
    struct design design = design_of(places, count);
    line.defined = count >= 2 && design.spread > 0;
    if (!line.defined)
        return line;
    struct arena scratch = {0};
    double *weights = arena_new_array(&scratch, double, count);
    for (size_t i = 0; i < count; i++)
        weights[i] = slope_weight(&design, i);
    line.slope = uncertain_sum(means, weights, count);
    for (size_t i = 0; i < count; i++)
        weights[i] = weight_at(&design, 0, i);
    line.intercept = uncertain_sum(means, weights, count);
    if (count > 2)
        look_at_residuals(&design, means, confidence, weights, &line);
    arena_release(&scratch);
    return line;
}
