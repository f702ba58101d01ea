// A straight line through means that come from the same blocks.
#include "stats/curve/line_fit.h"

#include "base/arena.h"

#include <math.h>

static const double ROUNDING = 1e-12; // of the largest value: smaller values count as 0

struct coefficients {
    double slope, intercept;
};

static double middle_of(const double *values, size_t count)
{
    double middle = 0;
    for (size_t i = 0; i < count; i++)
        middle += values[i] / (double)count;
    return middle;
}

static double spread_over(const struct line_points *points)
{
    double middle = middle_of(points->places, points->count), spread = 0;
    for (size_t i = 0; i < points->count; i++)
        spread += (points->places[i] - middle) * (points->places[i] - middle);
    return spread;
}

static struct coefficients least_squares(const struct line_points *points, const double *values)
{
    double middle = middle_of(points->places, points->count), slope = 0;
    double height = middle_of(values, points->count), spread = spread_over(points);
    for (size_t i = 0; i < points->count; i++)
        slope += (points->places[i] - middle) * (values[i] - height) / spread;
    return (struct coefficients){slope, height - slope * middle};
}

static double residual(const struct line_points *points, const double *values,
                       const struct coefficients *line, size_t i)
{
    return values[i] - line->intercept - line->slope * points->places[i];
}

static double fewest_degrees(const struct line_points *points)
{
    double fewest = INFINITY;
    for (size_t i = 0; i < points->count; i++)
        fewest = fmin(fewest, points->means[i].df);
    return fewest;
}

// The jackknife with at most `df` degrees of freedom.
static struct value_with_error leave_out(double value, const double *without, size_t blocks,
                                         double df)
{
    struct value_with_error number = jackknife(value, without, blocks);
    number.df = fmin(number.df, df);
    return number;
}

static void look_at_residuals(const struct line_points *points, const double *values,
                              const struct coefficients *lines, double confidence, double *without,
                              struct line *line)
{
    double each = 1 - (1 - confidence) / (double)points->count, df = fewest_degrees(points);
    const struct coefficients own = {line->slope.value, line->intercept.value};
    double largest = 0;
    for (size_t i = 0; i < points->count; i++)
        largest = fmax(largest, fabs(values[i]));
    for (size_t i = 0; i < points->count; i++) {
        double low, high, off = residual(points, values, &own, i);
        for (size_t b = 0; b < points->blocks; b++)
            without[b] = residual(points, points->without + b * points->count, &lines[b], i);
        struct value_with_error number = leave_out(off, without, points->blocks, df);
        standard_error_limits(&number, each, &low, &high);
        line->missed += fabs(off) > ROUNDING * largest && (low > 0 || high < 0);
        off = values[i] != 0 ? off / values[i] : 0;
        if (fabs(off) > fabs(line->off)) {
            line->off = off;
            line->farthest = i;
        }
    }
    line->fit = !(line->slope.df > 0) ? LINE_UNTRIED : line->missed ? LINE_MISSES : LINE_FITS;
}

static void fit(struct arena *scratch, const struct line_points *points, double confidence,
                struct line *line)
{
    struct coefficients *lines = arena_new_array(scratch, struct coefficients, points->blocks);
    double *without = arena_new_array(scratch, double, points->blocks);
    double *values = arena_new_array(scratch, double, points->count);
    double df = fewest_degrees(points);
    for (size_t i = 0; i < points->count; i++)
        values[i] = points->means[i].value;
    struct coefficients own = least_squares(points, values);
    for (size_t b = 0; b < points->blocks; b++) {
        lines[b] = least_squares(points, points->without + b * points->count);
        without[b] = lines[b].slope;
    }
    line->slope = leave_out(own.slope, without, points->blocks, df);
    line->slope_dependence = dependence_of(without, points->blocks);
    for (size_t b = 0; b < points->blocks; b++)
        without[b] = lines[b].intercept;
    line->intercept = leave_out(own.intercept, without, points->blocks, df);
    line->intercept_dependence = dependence_of(without, points->blocks);
    if (points->count > 2)
        look_at_residuals(points, values, lines, confidence, without, line);
}

struct line line_through(const struct line_points *points, double confidence)
{
    struct line line = {.defined = points->count >= 2 && spread_over(points) > 0};
    struct arena scratch = {0};
    if (line.defined)
        fit(&scratch, points, confidence, &line);
    arena_release(&scratch);
    return line;
}
