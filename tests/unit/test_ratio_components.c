// The variances of a ratio by level.
#include "nested.h"
#include "paired.h"
#include "testing.h"

#include "analysis/pilot/ratio_components.h"
#include "stats/dimensioning.h"
#include "stats/ratio.h"

#include <math.h>

enum { BLOCKS = 4, BLOCKS_MANY = 20000, UNITS_MOST = BLOCKS_MANY };

// A side while its samples are made.
struct side {
    struct variance variance;
    double *mean;
    size_t count;
};

static void keep(void *context, size_t label, double mean)
{
    struct side *side = context;
    (void)label;
    side->mean[side->count++] = mean;
}

static void begin(struct side *side, struct arena *arena)
{
    *side = (struct side){.mean = arena_new_array(arena, double, UNITS_MOST)};
    side->variance = (struct variance){.levels = 2, .top_unit = keep, .context = side};
}

static struct block_pairs pairs_of(struct side *old, struct side *new, struct components sides[2])
{
    static size_t blocks[UNITS_MOST];
    sides[0] = variance_finish(&old->variance);
    sides[1] = variance_finish(&new->variance);
    for (size_t i = 0; i < old->count; i++)
        blocks[i] = i;
    return (struct block_pairs){blocks, old->mean, new->mean, old->count};
}

// By hand: means 2 and 4; d = (.05, 0, -.05, 0) apart from the block's own shift.
static void what_blocks_share_cancels(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct side old, new;
    static const double shift[BLOCKS] = {0.9, 1.1, 1.2, 0.8}, own[BLOCKS] = {0.05, 0, -0.05, 0};
    begin(&old, &arena);
    begin(&new, &arena);
    for (size_t block = 0; block < BLOCKS; block++) {
        double low = 2 * shift[block], high = 4 * (shift[block] + own[block]);
        variance_add(&old.variance, &block, (double[]){low - 0.02, low + 0.02}, 2);
        variance_add(&new.variance, &block, (double[]){high - 0.08, high + 0.08}, 2);
    }
    struct components sides[2];
    struct block_pairs pairs = pairs_of(&old, &new, sides);
    struct components ratio = ratio_components(&sides[0], &sides[1], &pairs);
    double lower = 0.0008 / 4 + 0.0128 / 16;
    assert_int_equal(ratio.levels, 2);
    assert_int_equal(ratio.top_units, BLOCKS);
    assert_true(ratio.mean == 1);
    assert_close(ratio.T2[0], lower, 1e-12);
    assert_close(ratio.S2[1], 0.005 / 3, 1e-12);
    assert_close(ratio.T2[1], 0.005 / 3 - lower / 2, 1e-12);

    pairs.count = 1; // unpaired, the shift counts on both sides
    ratio = ratio_components(&sides[0], &sides[1], &pairs);
    assert_true(ratio.T2[1] > 0.05);
    sides[0].mean = 0;
    assert_true(ratio_components(&sides[0], &sides[1], &pairs).mean == 0);
    arena_release(&arena);
}

// What the search predicts of other counts is the interval that these counts then have.
static void it_predicts_the_interval(void **state)
{
    (void)state;
    struct arena arena = {0};
    gsl_rng *random = nested_random(3);
    struct side old, new;
    begin(&old, &arena);
    begin(&new, &arena);
    for (size_t block = 0; block < BLOCKS_MANY; block++) {
        double drift = gsl_ran_gaussian(random, 0.05);
        for (int side = 0; side < 2; side++) {
            double values[3], base = 1 + drift + gsl_ran_gaussian(random, 0.01);
            for (int i = 0; i < 3; i++)
                values[i] = base + gsl_ran_gaussian(random, 0.02);
            variance_add(side ? &new.variance : &old.variance, &block, values, 3);
        }
    }
    struct components sides[2];
    struct block_pairs pairs = pairs_of(&old, &new, sides);
    struct components components = ratio_components(&sides[0], &sides[1], &pairs);
    assert_close(components.T2[0], 2 * 0.0004, 0.05);
    assert_close(components.T2[1], 2 * 0.0001, 0.15);
    struct series series = series_of(&components, 2);
    struct ratio ratio = paired_ratio(pairs.old, pairs.new, pairs.count, 0.95);
    size_t repetitions[LEVELS_MAX] = {3, BLOCKS_MANY};
    assert_close(predicted_half_width(&series, 2, repetitions, 0.95), (ratio.high - ratio.low) / 2,
                 0.01);
    gsl_rng_free(random);
    arena_release(&arena);
}

int tests_of_ratio_components(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_blocks_share_cancels),
        cmocka_unit_test(it_predicts_the_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
