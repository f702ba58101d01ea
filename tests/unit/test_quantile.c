// Exact medians and minima, of arrays and of streams that do not fit.
#include "nested.h"
#include "testing.h"

#include "stats/quantile.h"

#include <string.h>

// An array that hands out a few numbers at a time, and counts how often it is read.
struct stream {
    const double *values;
    size_t count, at;
    int passes;
    int fail_at; // this pass fails; 0: none
};

static bool stream_rewind(void *context)
{
    struct stream *stream = context;
    stream->at = 0;
    stream->passes++;
    return true;
}

static bool stream_next(void *context, const double **values, size_t *count)
{
    struct stream *stream = context;
    size_t left = stream->count - stream->at;
    *values = left ? stream->values + stream->at : NULL;
    *count = left < 1000 ? left : 1000;
    stream->at += *count;
    return stream->passes != stream->fail_at;
}

static struct order_statistics order_of(struct stream *stream, size_t capacity)
{
    struct sample_source source = {stream, stream_rewind, stream_next};
    struct order_statistics result;
    double *room = malloc(capacity * sizeof *room);
    assert_true(stream_order(&source, room, capacity, &result));
    free(room);
    return result;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void small_arrays(void **state)
{
    (void)state;
    assert_true(median_of((double[]){3}, 1) == 3);
    assert_true(median_of((double[]){4, 1}, 2) == 2.5);
    assert_true(median_of((double[]){9, 1, 5}, 3) == 5);
    assert_true(median_of((double[]){4, 4, 4, 4}, 4) == 4);
    assert_true(select_kth((double[]){5, 3, 9, 1}, 4, 3) == 9);
    assert_true(median_of((double[]){1.7e308, 1.7e308}, 2) == 1.7e308);
}

// The shapes that trouble selection: random, sorted, reversed, few distinct, two far groups, one
// value and an outlier, and an organ pipe.
static double shaped(int shape, size_t i, size_t count, gsl_rng *random)
{
    double x = (double)i, n = (double)count;
    switch (shape) {
    case 0:
        return gsl_ran_gaussian_ziggurat(random, 1);
    case 1:
        return x;
    case 2:
        return n - x;
    case 3:
        return (double)gsl_rng_uniform_int(random, 3);
    case 4:
        return i % 2 ? -1e300 + x : 1e300;
    case 5:
        return i == count / 3 ? -7 : 0.1;
    default:
        return x < n / 2 ? x : n - x;
    }
}

// The third quartile of a normal number's distance from the middle; R: qnorm(7/8).
// Whatever stands beside the array.
static void every_rank_of_part_of_an_array(void **state)
{
    (void)state;
    for (size_t count = 1; count <= 12; count++)
        for (size_t k = 0; k < count; k++) {
            double values[14] = {NAN};
            for (size_t i = 0; i < count; i++)
                values[1 + i] = (double)(5 * i % 13);
            values[1 + count] = NAN;
            double found = select_kth(values + 1, count, k);
            qsort(values + 1, count, sizeof *values, by_value);
            assert_true(found == values[1 + k]);
        }
}

static void spread_of_a_normal_distribution(void **state)
{
    (void)state;
    double distances[] = {0.2, 1e9, 3 * 1.1503493803760079, 0.1};
    assert_close(spread_of(distances, 4), 1e9 / 1.1503493803760079, 1e-15);
    double quarter_is_less[] = {0.2, 1e9, 3 * 1.1503493803760079, 0.1, 0};
    assert_close(spread_of(quarter_is_less, 5), 3, 1e-15);
}

static void streams_agree_with_sorting(void **state)
{
    (void)state;
    static const size_t counts[] = {1, 2, 3, 17, 1000, 20001, 20002};
    static const size_t capacities[] = {1, 2, 16, 1000, 30000};
    static double values[20002], sorted[20002];
    gsl_rng *random = nested_random(6);
    for (int shape = 0; shape < 7; shape++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            size_t count = counts[c];
            for (size_t i = 0; i < count; i++)
                values[i] = shaped(shape, i, count, random);
            memcpy(sorted, values, sizeof sorted);
            qsort(sorted, count, sizeof *sorted, by_value);
            double median = 0.5 * sorted[(count - 1) / 2] + 0.5 * sorted[count / 2];
            for (size_t k = 0; k < sizeof capacities / sizeof *capacities; k++) {
                struct stream stream = {.values = values, .count = count};
                struct order_statistics order = order_of(&stream, capacities[k]);
                assert_int_equal(order.count, count);
                assert_true(order.minimum == sorted[0]);
                assert_true(order.median == median);
            }
            assert_true(median_of(values, count) == median);
        }
    gsl_rng_free(random);
}

static void two_passes_do(void **state)
{
    (void)state;
    enum { COUNT = 1000000 };
    double *values = malloc(COUNT * sizeof *values);
    gsl_rng *random = nested_random(7);
    for (size_t i = 0; i < COUNT; i++)
        values[i] = 1e-3 + gsl_ran_gaussian_ziggurat(random, 1e-5);
    struct stream stream = {.values = values, .count = COUNT};
    struct order_statistics order = order_of(&stream, 1 << 16);
    assert_int_equal(stream.passes, 2);
    assert_true(order.median == median_of(values, COUNT));
    gsl_rng_free(random);
    free(values);
}

static void empty_and_failing_sources(void **state)
{
    (void)state;
    struct stream empty = {.count = 0};
    assert_int_equal(order_of(&empty, 1).count, 0);

    static const double values[] = {3, 1, 2, 5, 4};
    for (int pass = 1; pass <= 2; pass++) {
        struct stream stream = {.values = values, .count = 5, .fail_at = pass};
        struct sample_source source = {&stream, stream_rewind, stream_next};
        struct order_statistics result;
        double room[1];
        assert_false(stream_order(&source, room, 1, &result));
    }
}

int tests_of_quantile(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_arrays),
        cmocka_unit_test(every_rank_of_part_of_an_array),
        cmocka_unit_test(spread_of_a_normal_distribution),
        cmocka_unit_test(streams_agree_with_sorting),
        cmocka_unit_test(two_passes_do),
        cmocka_unit_test(empty_and_failing_sources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
