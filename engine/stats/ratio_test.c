// p-values by bisection, further blocks by the delta method.
#include "stats/ratio_test.h"

#include "stats/interval.h"

#include <math.h>

static const double P_LEAST = 1e-15, P_DIGITS = 1e-6;

struct ratio ratio_test_ratio(const struct ratio_test *ratio_test, double confidence)
{
    return ratio_test->paired
               ? ratio_paired(ratio_test->old, ratio_test->new, ratio_test->pairs, confidence)
               : ratio_of(ratio_test->old_whole, ratio_test->new_whole, confidence);
}

static bool lies_beyond(const struct ratio_test *ratio_test, double margin, double confidence)
{
    struct ratio ratio = ratio_test_ratio(ratio_test, confidence);
    return ratio.low > 1 + margin || ratio.high < 1 - margin;
}

double ratio_test_p(const struct ratio_test *ratio_test, double margin, double confidence)
{
    struct ratio ratio = ratio_test_ratio(ratio_test, confidence);
    if (ratio.bound == RATIO_NONE || fabs(ratio.value - 1) <= margin)
        return 1;
    double low = 1 - confidence, high = 1;
    if (lies_beyond(ratio_test, margin, confidence)) {
        high = low;
        low = P_LEAST;
        if (lies_beyond(ratio_test, margin, 1 - low))
            return low;
    }
    while (high > low * (1 + P_DIGITS)) { // at `high` it lies beyond, at `low` it does not
        double middle = sqrt(low * high);
        if (lies_beyond(ratio_test, margin, 1 - middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

// Relative variances of the independent parts of a ratio, and the number of observations of each.
struct scatter {
    int parts;
    struct {
        double variance;
        size_t units;
    } part[2];
};

static struct scatter scatter_of_pairs(const struct ratio_test *ratio_test)
{
    struct moments old = {0}, new = {0};
    moments_add(&old, ratio_test->old, ratio_test->pairs);
    moments_add(&new, ratio_test->new, ratio_test->pairs);
    double squares = 0;
    for (size_t i = 0; i < ratio_test->pairs; i++) {
        double difference =
            ratio_test->new[i] / moments_mean(&new) - ratio_test->old[i] / moments_mean(&old);
        squares += difference * difference;
    }
    return (struct scatter){1, {{squares / (double)(ratio_test->pairs - 1), ratio_test->pairs}}};
}

// The parts of a test whose ratio has an interval.
static struct scatter scatter_of(const struct ratio_test *ratio_test)
{
    if (ratio_test->paired)
        return scatter_of_pairs(ratio_test);
    const struct components *sides[] = {ratio_test->old_whole, ratio_test->new_whole};
    struct scatter scatter = {.parts = 2};
    for (int i = 0; i < 2; i++) {
        scatter.part[i].units = sides[i]->top_units;
        scatter.part[i].variance =
            sides[i]->S2[sides[i]->levels - 1] / sides[i]->mean / sides[i]->mean;
    }
    return scatter;
}

static double relative_half_width(const struct scatter *scatter, size_t more, double confidence)
{
    double sum = 0;
    for (int i = 0; i < scatter->parts; i++) {
        size_t units = scatter->part[i].units + more;
        double t = student_t(confidence, units - 1);
        sum += t * t * scatter->part[i].variance / (double)units;
    }
    return sqrt(sum);
}

size_t ratio_test_more(const struct ratio_test *ratio_test, double half_width, double confidence)
{
    struct ratio ratio = ratio_test_ratio(ratio_test, confidence);
    if (ratio.bound == RATIO_NONE || half_width <= 0)
        return 0;
    struct scatter scatter = scatter_of(ratio_test);
    double relative = half_width / ratio.value;
    size_t low = 0, high = MORE_MOST;
    if (!(relative_half_width(&scatter, high, confidence) <= relative))
        return 0;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (relative_half_width(&scatter, middle, confidence) <= relative)
            high = middle;
        else
            low = middle;
    }
    return high;
}

// Sums for the mean of some logs.
struct logs {
    double sum, variance;
    double quartic; // Σ (s²/n)²/(n - 1), for the degrees of freedom
};

static void add_variance(struct logs *logs, const struct ratio_test *ratio_test)
{
    struct scatter scatter = scatter_of(ratio_test);
    for (int i = 0; i < scatter.parts; i++) {
        double variance = scatter.part[i].variance / (double)scatter.part[i].units;
        logs->variance += variance;
        logs->quartic += variance * variance / (double)(scatter.part[i].units - 1);
    }
}

static double log_half_width(const struct logs *logs, size_t count, double confidence)
{
    if (logs->quartic <= 0) // no variance at all
        return 0;
    double freedom = logs->variance * logs->variance / logs->quartic;
    return student_t(confidence, (size_t)fmax(freedom, 1)) * sqrt(logs->variance) / (double)count;
}

struct ratio ratio_test_overall(const struct ratio_test *const *ratio_test, size_t count,
                                double confidence)
{
    struct logs logs = {0};
    bool bounded = true;
    for (size_t i = 0; i < count; i++) {
        struct ratio ratio = ratio_test_ratio(ratio_test[i], confidence);
        logs.sum += log(ratio.value);
        bounded = bounded && ratio.bound == RATIO_BOUNDED && ratio.low > 0;
        if (bounded)
            add_variance(&logs, ratio_test[i]);
    }
    double value = exp(logs.sum / (double)count);
    if (!bounded)
        return (struct ratio){true, value, RATIO_NONE, 0, INFINITY};
    double factor = exp(log_half_width(&logs, count, confidence));
    return (struct ratio){true, value, RATIO_BOUNDED, value / factor, value * factor};
}
