// Rows that hang together are found, and others are not.
#include "autocorrelation.h"
#include "r_data.h"
#include "series_drawn.h"
#include "testing.h"

#include "stats/series/independence.h"

#include <string.h>

enum { DRAWINGS = 100, SHUFFLES = 99, VALUES_MOST = 1000 };

// How many of the drawings are not independent.
static int found(size_t rows, size_t each, double memory, double spikes)
{
    gsl_rng *random = nested_random(11);
    double values[VALUES_MOST];
    struct row row[VALUES_MOST];
    int dependent = 0;
    for (int drawing = 0; drawing < DRAWINGS; drawing++) {
        for (size_t i = 0; i < rows; i++) {
            row[i] = (struct row){values + i * each, each};
            draw_noise(random, 0.01, memory, each, values + i * each);
            add_spikes(random, spikes, each, values + i * each);
        }
        struct independence seen = independence_of(row, rows, SHUFFLES, (uint64_t)drawing);
        assert_true(seen.known);
        dependent += !seen.independent;
    }
    gsl_rng_free(random);
    return dependent;
}

static void noise_is_independent(void **state)
{
    (void)state;
    assert_in_range(found(1, 500, 0, 1), 0, 5);
    assert_in_range(found(1, 500, 0, 3), 0, 5);
    assert_in_range(found(25, 25, 0, 1), 0, 5);
    assert_in_range(found(100, 10, 0, 1), 0, 5);
}

static void memory_is_found(void **state)
{
    (void)state;
    assert_in_range(found(1, 500, 0.5, 1), 95, 100);
    assert_in_range(found(25, 25, 0.5, 1), 95, 100);
    assert_in_range(found(25, 25, -0.5, 1), 95, 100);
    // Of ten values each, r is expected to be -0.1, and this memory makes it 0.06.
    assert_in_range(found(100, 10, 0.2, 1), 85, 100);
}

static void spikes_do_not_hide_it(void **state)
{
    (void)state;
    assert_in_range(found(1, 500, 0.5, 3), 95, 100);
    assert_in_range(found(25, 25, 0.5, 1.1), 95, 100);
}

// Without far values one row's r is acf()'s, however large the values' offset.
static void one_row_is_a_series(void **state)
{
    (void)state;
    double r[INDEPENDENCE_LAGS], far[NILE_COUNT];
    autocorrelations(NILE, NILE_COUNT, INDEPENDENCE_LAGS, r);
    for (int t = 0; t < NILE_COUNT; t++)
        far[t] = NILE[t] + 0x1p40;
    struct independence seen = independence_of(&(struct row){far, NILE_COUNT}, 1, 999, 1);
    for (int k = 0; k < INDEPENDENCE_LAGS; k++) {
        assert_close(seen.r[k], r[k], 1e-12);
        assert_true(seen.shuffled_low[k] < 0 && seen.shuffled_high[k] > 0);
        assert_true(seen.r[k] > seen.shuffled_high[k]);
    }
    assert_close(seen.p, 1e-3, 1e-12); // none of the copies comes near it
    assert_close(seen.p_lag[0], 1e-3, 1e-12);
    assert_false(seen.independent);
}

// Levels of executions differ and their values are in no order: nothing hangs together.
static void levels_of_rows_do_not_matter(void **state)
{
    (void)state;
    gsl_rng *random = nested_random(12);
    double values[20][20];
    struct row rows[20];
    for (size_t i = 0; i < 20; i++) {
        draw_noise(random, 0.01, 0, 20, values[i]);
        for (size_t t = 0; t < 20; t++)
            values[i][t] += (double)i;
        rows[i] = (struct row){values[i], 20};
    }
    assert_true(independence_of(rows, 20, SHUFFLES, 1).independent);
    gsl_rng_free(random);
}

static void equal_seeds_equal_answers(void **state)
{
    (void)state;
    struct row row = {LH, LH_COUNT};
    struct independence first = independence_of(&row, 1, 99, 7);
    struct independence again = independence_of(&row, 1, 99, 7);
    struct independence other = independence_of(&row, 1, 99, 8);
    assert_memory_equal(first.shuffled_low, again.shuffled_low, sizeof first.shuffled_low);
    assert_true(first.shuffled_low[0] != other.shuffled_low[0]);
    assert_true(first.p == again.p);
}

// Wherever the one value is, far from the ends r is the same but for rounding, and less elsewhere.
static void ties_are_no_diagnostics(void **state)
{
    (void)state;
    double values[20] = {[9] = 0.1};
    assert_true(independence_of(&(struct row){values, 20}, 1, 999, 1).p == 1);
}

static void nothing_to_find(void **state)
{
    (void)state;
    double equal[20];
    for (int i = 0; i < 20; i++)
        equal[i] = 0.1;
    struct independence seen = independence_of(&(struct row){equal, 20}, 1, 99, 1);
    assert_true(seen.known && seen.independent && seen.p == 1 && seen.p_lag[0] == 1);
    seen = independence_of(&(struct row){LH, INDEPENDENCE_LEAST - 1}, 1, 99, 1);
    assert_true(!seen.known && seen.independent && seen.p == 1);
    seen = independence_of(NULL, 0, 99, 1);
    assert_true(!seen.known && seen.independent);
    seen = independence_of(&(struct row){LH, LH_COUNT}, 1, 0, 1);
    assert_true(seen.known && seen.independent && seen.p == 1);
}

int tests_of_independence(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_is_independent),         cmocka_unit_test(memory_is_found),
        cmocka_unit_test(spikes_do_not_hide_it),        cmocka_unit_test(one_row_is_a_series),
        cmocka_unit_test(levels_of_rows_do_not_matter), cmocka_unit_test(equal_seeds_equal_answers),
        cmocka_unit_test(ties_are_no_diagnostics),      cmocka_unit_test(nothing_to_find),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
