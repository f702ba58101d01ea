// Intervals of shares of the variance: against a jackknife done by hand, and how often they hold.
#include "normal.h"
#include "testing.h"

#include "base/arena.h"
#include "base/stream.h"
#include "model/level.h"
#include "stats/dependence.h"
#include "stats/share.h"

#include <string.h>

enum { UNITS_MOST = 30, EXECUTIONS = 4, ITERATIONS = 5 };

struct nested {
    struct components components;
    struct share_unit units[UNITS_MOST];
    struct variance variance;
    struct share_unit so_far;
    size_t count;
};

static void add_unit(void *context, size_t label, double mean)
{
    struct nested *nested = context;
    nested->units[nested->count++] = share_unit_of(&nested->variance, mean, &nested->so_far);
    (void)label;
}

// units × executions × iterations values.
static void nest(struct nested *nested, const double *values, size_t units, size_t executions,
                 size_t iterations)
{
    *nested = (struct nested){.variance = {.levels = 3, .top_unit = add_unit, .context = nested}};
    for (size_t i = 0; i < units * executions; i++)
        variance_add(&nested->variance, (const size_t[]){i + 1, i / executions + 1},
                     values + i * iterations, iterations);
    nested->components = variance_finish(&nested->variance);
}

// The units of 2 × 3 values in another order, in which neighbours are unlike: `step` to the next.
static void spread(double *values, size_t units, size_t step)
{
    double spread[25 * 6];
    for (size_t u = 0; u < units; u++)
        memcpy(spread + 6 * u, values + 6 * (step * u % units), 6 * sizeof *spread);
    memcpy(values, spread, 6 * units * sizeof *values);
}

struct by_hand {
    size_t units;
    double confidence;
    double low[3], high[3];
};

// Python: every unit left out in turn, everything computed anew from the raw numbers. ln 25 exceeds
// the 3 standard deviations at which 8 units have their unseen unit.
static const struct by_hand by_hand[] = {
    {8,
     0.9,
     {0.005322567895597108, 0, 0.0898671393369168},
     {1, 0.5814957971165753, 0.9970926554986222}},
    {25,
     0.95,
     {0.10225384108148851, 0, 0.30462195854808555},
     {0.5108740272381793, 0.5312077462033405, 0.8724681132557068}},
};

static void set_values(double values[25 * 6])
{
    for (size_t k = 0; k < 25 * 6; k++) {
        size_t execution = k / 3, unit = k / 6;
        values[k] = (double)((7 * k * k + 3 * k) % 31 + 2 * (execution * execution % 11) +
                             6 * (unit * unit % 7));
    }
}

static void test_by_hand(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof by_hand / sizeof *by_hand; k++) {
        const struct by_hand *known = &by_hand[k];
        double values[25 * 6];
        set_values(values);
        spread(values, known->units, 3);
        struct nested nested;
        nest(&nested, values, known->units, 2, 3);
        for (int level = 0; level < 3; level++) {
            struct interval interval = share_interval(&nested.components, level, nested.units,
                                                      known->units, known->confidence);
            assert_true(interval.known && interval.df == (double)known->units - 1);
            assert_close(interval.low, known->low[level], 1e-9);
            assert_close(interval.high, known->high[level], 1e-9);
            assert_close(interval.half_width, (interval.high - interval.low) / 2, 1e-12);
        }
    }
}

// Neighbours that are alike tell less: as the first eight of these units are in their own order.
static void test_dependent_units(void **state)
{
    (void)state;
    double values[25 * 6], means[8] = {0};
    struct nested nested;
    set_values(values);
    for (size_t k = 0; k < 48; k++)
        means[k / 6] += values[k] / 6;
    double r = neighbour_correlation(means, 8), effective = 8 * (1 - r) / (1 + r);
    assert_true(effective > 4 && effective < 5);
    nest(&nested, values, 8, 2, 3);
    for (int level = 0; level < 3; level++) {
        struct interval interval = share_interval(&nested.components, level, nested.units, 8, 0.9);
        assert_close(interval.df, effective - 1, 1e-12);
        assert_true(interval.low <= by_hand[0].low[level] &&
                    interval.high >= by_hand[0].high[level]);
        assert_true(level != 1 || interval.high > 1.01 * by_hand[0].high[1]);
    }
}

// What a unit adds to the levels below the top, and nothing else.
static void test_units(void **state)
{
    (void)state;
    struct variance variance = {
        .levels = 3,
        .level = {{.squares = 5, .freedom = 4}, {.squares = 3, .freedom = 2}, {.squares = 7}}};
    struct share_unit so_far = {0}, unit = share_unit_of(&variance, 6, &so_far);
    assert_true(unit.mean == 6 && unit.squares[0] == 5 && unit.squares[1] == 3);
    assert_true(unit.freedom[0] == 4 && unit.freedom[1] == 2);
    assert_true(unit.squares[2] == 0 && so_far.squares[2] == 0);
    variance.level[1] = (struct variance_level){.squares = 4.5, .freedom = 5};
    unit = share_unit_of(&variance, 8, &so_far);
    assert_true(unit.mean == 8 && unit.squares[0] == 0 && unit.squares[1] == 1.5);
    assert_true(unit.freedom[0] == 0 && unit.freedom[1] == 3);
}

// All executions of a unit are equal but for those of the first: without it, the share lies at its
// bound. Python, as above.
static void test_one_unit_alone(void **state)
{
    (void)state;
    double values[8 * 2 * 3];
    for (size_t k = 0; k < 48; k++)
        values[k] = (double)(k % 3 + 4 * (k / 6 * (k / 6) % 5) + (k < 3 ? 44 : k < 6 ? 40 : 0));
    spread(values, 8, 5);
    struct nested nested;
    nest(&nested, values, 8, 2, 3);
    struct interval interval = share_interval(&nested.components, 1, nested.units, 8, 0.2);
    assert_true(interval.low == 0);
    assert_close(interval.high, 0.7659205164052861, 1e-9);
}

// A level that is not repeated counts in the next: the limits are those without it, but for 0.
static void test_level_between(void **state)
{
    (void)state;
    double values[8 * 3];
    for (size_t k = 0; k < 24; k++)
        values[k] = (double)(7 * k * k % 5 + 6 * (k / 3 * (k / 3) % 7));
    struct nested three;
    nest(&three, values, 8, 1, 3);
    struct interval with = share_interval(&three.components, 2, three.units, 8, 0.9);
    struct components two = {.levels = 2,
                             .mean = three.components.mean,
                             .top_units = 8,
                             .known = {true, true},
                             .S2 = {three.components.S2[0], three.components.S2[2]},
                             .repetitions = {3, 8}};
    struct interval without = share_interval(&two, 1, three.units, 8, 0.9);
    assert_true(without.low > 0.1 && with.low == 0);
    assert_close(with.high, without.high, 1e-12);
    assert_close(share_interval(&three.components, 0, three.units, 8, 0.9).high,
                 share_interval(&two, 0, three.units, 8, 0.9).high, 1e-12);
}

// An array of its own in the arena, of an odd length, which no rounding makes longer.
static void test_many_units(void **state)
{
    (void)state;
    enum { UNITS = 601 };
    static struct share_unit units[UNITS];
    struct components components = {.levels = 2,
                                    .mean = 1.0 / UNITS,
                                    .known = {true, true},
                                    .S2 = {2, 4},
                                    .repetitions = {2, UNITS}};
    for (size_t u = 0; u < UNITS; u++)
        units[u] = (struct share_unit){u % 2 ? -2 : 2, {(double)(u % 3 * 2)}, {1}};
    struct interval interval = share_interval(&components, 1, units, UNITS, 0.95);
    assert_true(interval.known && interval.low < 0.6 && interval.high > 0.6);
    assert_true(interval.high - interval.low < 0.1);
}

// Student's t with three degrees of freedom, its variance 1.
static double heavy(struct stream *stream)
{
    double squares = 0, top = normal(stream);
    for (int i = 0; i < 3; i++) {
        double one = normal(stream);
        squares += one * one;
    }
    return top / sqrt(squares);
}

static void draw(struct stream *stream, const double sd[3], bool tails, size_t units,
                 double *values)
{
    for (size_t u = 0; u < units; u++) {
        double unit = 100 + sd[2] * (tails ? heavy(stream) : normal(stream));
        for (size_t e = 0; e < EXECUTIONS; e++) {
            double execution = unit + sd[1] * normal(stream);
            for (size_t i = 0; i < ITERATIONS; i++)
                *values++ = execution + sd[0] * normal(stream);
        }
    }
}

struct misses {
    size_t below[3], above[3]; // the truth lies below or above the interval
};

static struct misses miss(const double sd[3], bool tails, size_t units, int drawings)
{
    static double values[UNITS_MOST * EXECUTIONS * ITERATIONS];
    double sum = sd[0] * sd[0] + sd[1] * sd[1] + sd[2] * sd[2];
    struct stream stream = stream_from(11);
    struct misses misses = {0};
    struct nested nested;
    for (int drawing = 0; drawing < drawings; drawing++) {
        draw(&stream, sd, tails, units, values);
        nest(&nested, values, units, EXECUTIONS, ITERATIONS);
        for (int level = 0; level < 3; level++) {
            struct interval interval =
                share_interval(&nested.components, level, nested.units, units, 0.95);
            double share = sd[level] * sd[level] / sum;
            misses.below[level] += share < interval.low;
            misses.above[level] += share > interval.high;
        }
    }
    return misses;
}

// Of 1000 drawings: normal ones miss at most 12, those with heavy-tailed builds 60; four standard
// errors of these are 14 and 30.
static void test_coverage(void **state)
{
    (void)state;
    static const double sds[][3] = {{1, 1, 1}, {1, 0.5, 2}, {2, 1, 0.7}};
    for (size_t k = 0; k < 3; k++)
        for (size_t units = 10; units <= UNITS_MOST; units += 10)
            for (int tails = 0; tails <= (units >= 20); tails++) {
                struct misses misses = miss(sds[k], tails, units, 1000);
                for (int i = 0; i < 3; i++) {
                    size_t below = misses.below[i], above = misses.above[i];
                    if (below + above > (tails ? 90 : 26))
                        fail_msg("%zu units, case %zu, level %d, %s: %zu below, %zu above of 1000",
                                 units, k, i, tails ? "heavy tails" : "normal", below, above);
                }
            }
}

static void test_edges(void **state)
{
    (void)state;
    double values[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13};
    struct nested nested;
    nest(&nested, values, 2, 2, 3); // two top units have no jackknife
    assert_false(share_interval(&nested.components, 2, nested.units, 2, 0.95).known);
    nest(&nested, values, 3, 1, 4); // executions count in the builds
    assert_false(share_interval(&nested.components, 1, nested.units, 3, 0.95).known);
    struct interval top = share_interval(&nested.components, 2, nested.units, 3, 0.95);
    assert_true(top.known && top.low == 0 && top.high > 0.9);
    for (size_t i = 0; i < 12; i++)
        values[i] = 5;
    nest(&nested, values, 3, 2, 2); // nothing varies
    assert_false(share_interval(&nested.components, 2, nested.units, 3, 0.95).known);
    for (size_t i = 0; i < 12; i++)
        values[i] = i < 4 ? 0 : i < 8 ? 1 : 2;
    nest(&nested, values, 3, 2, 2); // only the top does
    top = share_interval(&nested.components, 2, nested.units, 3, 0.95);
    assert_true(top.known && top.low > 0.99 && top.high == 1);
    struct components one = {.levels = 1, .top_units = 5, .known = {true}, .S2 = {2}};
    top = share_interval(&one, 0, NULL, 5, 0.95);
    assert_true(top.known && top.low == 1 && top.high == 1 && top.df == 4);
}

int tests_of_share(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),       cmocka_unit_test(test_dependent_units),
        cmocka_unit_test(test_units),         cmocka_unit_test(test_one_unit_alone),
        cmocka_unit_test(test_level_between), cmocka_unit_test(test_many_units),
        cmocka_unit_test(test_coverage),      cmocka_unit_test(test_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
