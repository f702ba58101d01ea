// The bias of one set-up on simulated sweeps of which the truth is known.
#include "testing.h"

#include "analysis/bias/conclusion.h"
#include "normal.h"

#include <string.h>

enum { VALUES = 257, BLOCKS = 10 };

static int trials(void)
{
    return is_thorough() ? 200 : 50;
}

static const double CONFIDENCE = 0.95;

// A sweep whose true ratio at each value is known. Blocks drift, and both sides with them.
struct world {
    double truth[VALUES];
    bool heavy; // Student's t with three degrees of freedom in place of normal noise
};

struct sweep {
    size_t block[BLOCKS];
    double old[VALUES][BLOCKS], new[VALUES][BLOCKS];
    struct ratio_test tests[VALUES];
    struct bias_value values[VALUES];
};

static double noise(struct stream *stream, bool heavy)
{
    double value = normal(stream), squares = 0;
    for (int i = 0; heavy && i < 3; i++) {
        double one = normal(stream);
        squares += one * one;
    }
    return heavy ? value / sqrt(squares) : value; // t with 3 degrees of freedom, sd 1
}

static void draw(const struct world *world, struct stream *stream, struct sweep *sweep)
{
    memset(sweep->values, 0, sizeof sweep->values);
    for (size_t block = 0; block < BLOCKS; block++)
        sweep->block[block] = block + 1;
    for (size_t i = 0; i < VALUES; i++) {
        for (size_t block = 0; block < BLOCKS; block++) {
            double drift = 1 + 0.03 * normal(stream);
            sweep->old[i][block] = drift * (1 + 0.01 * noise(stream, world->heavy));
            sweep->new[i][block] =
                (1 + 0.01 * noise(stream, world->heavy)) * world->truth[i] * drift;
        }
        const struct block_pairs pairs = {sweep->block, sweep->old[i], sweep->new[i], BLOCKS};
        sweep->tests[i] = ratio_test_paired(&pairs);
        sweep->values[i].test = &sweep->tests[i];
    }
}

static struct world world_of(double truth)
{
    struct world world = {.heavy = false};
    for (size_t i = 0; i < VALUES; i++)
        world.truth[i] = truth;
    return world;
}

// What trials found: of each, how many are opposite, and how many of those truly.
struct tally {
    double opposite, right, share, chance, same, none, whole_wrong;
    size_t any;
};

static struct tally run(const struct world *world, enum bias_effect effect, double whole)
{
    static struct sweep sweep;
    struct tally tally = {0};
    struct stream stream = stream_from(20090307);
    for (int trial = 0; trial < trials(); trial++) {
        size_t right = 0;
        draw(world, &stream, &sweep);
        struct bias_conclusion conclusion = bias_conclude(sweep.values, VALUES, CONFIDENCE);
        for (size_t i = 0; i < VALUES; i++)
            right += sweep.values[i].effect == effect &&
                     (sweep.values[i].ratio.value - 1) * (world->truth[i] - 1) > 0;
        size_t found = conclusion.effects[effect];
        tally.opposite += (double)found / trials();
        tally.right += (double)right / trials();
        tally.share += found ? (double)(found - right) / (double)found / trials() : 0;
        tally.any += found > 0;
        tally.chance += (double)conclusion.effects[BIAS_MAYBE_CHANCE] / trials();
        tally.same += (double)conclusion.effects[BIAS_SAME] / trials();
        tally.none += (double)conclusion.effects[BIAS_NO_DIFFERENCE] / trials();
        tally.whole_wrong +=
            (double)(conclusion.whole.low > whole || conclusion.whole.high < whole) / trials();
    }
    return tally;
}

// Three standard errors of a share of the trials above what is allowed.
static double at_most(double share)
{
    return share + 3 * sqrt(share * (1 - share) / trials());
}

// -2 % nearly everywhere, +4 % at three sizes, nothing at fourteen.
static struct world spikes(void)
{
    struct world world = world_of(0.98);
    for (size_t i = 0; i < 3; i++)
        world.truth[80 * (i + 1)] = 1.04;
    for (size_t i = 0; i < 14; i++)
        world.truth[10 * i + 5] = 1;
    return world;
}

static double mean_of(const struct world *world)
{
    double logs = 0;
    for (size_t i = 0; i < VALUES; i++)
        logs += log(world->truth[i]) / VALUES;
    return exp(logs);
}

static void finds_what_turns(void **state)
{
    (void)state;
    struct world world = spikes();
    struct tally tally = run(&world, BIAS_OPPOSITE, mean_of(&world));
    assert_true(tally.right > 2.7); // of 3
    assert_true(tally.share < at_most(0.025));
    assert_true(tally.same > 220 && tally.none > 10);
    assert_true(tally.whole_wrong < at_most(0.05));
}

// Uncorrected, values where nothing differs would contradict the whole: 2.5 % on its other side.
static void chance_turns_nothing(void **state)
{
    (void)state;
    struct world world = world_of(1);
    for (size_t i = 0; i < VALUES / 2; i++)
        world.truth[i] = 0.9;
    struct tally tally = run(&world, BIAS_OPPOSITE, mean_of(&world));
    assert_true((double)tally.any / trials() < at_most(0.025));
    assert_true(tally.chance > 2 && tally.chance < 5); // 2.5 % of 129
}

// Where no value differs, none is said to.
static void nothing_differs(void **state)
{
    (void)state;
    for (int heavy = 0; heavy < 2; heavy++) {
        struct world world = world_of(1);
        world.heavy = heavy;
        struct tally tally = run(&world, BIAS_DIFFERENCE, 1);
        assert_true((double)tally.any / trials() < at_most(0.05));
        assert_true(tally.whole_wrong < at_most(0.05));
    }
}

// Spikes in both directions about a mean of nothing.
static void finds_differences(void **state)
{
    (void)state;
    struct world world = world_of(1);
    world.truth[100] = 1.8;
    world.truth[102] = 1 / 1.8;
    struct tally tally = run(&world, BIAS_DIFFERENCE, 1);
    assert_true(tally.right > 1.9);
    assert_true(tally.share < at_most(0.05));
}

// A value beside the others is judged alone, and changes nothing of them.
static void beside(void **state)
{
    (void)state;
    static struct sweep sweep;
    struct world world = spikes();
    struct stream stream = stream_from(7);
    draw(&world, &stream, &sweep);
    struct bias_conclusion all = bias_conclude(sweep.values, VALUES, CONFIDENCE);
    sweep.values[80].beside = true;
    struct bias_conclusion others = bias_conclude(sweep.values, VALUES, CONFIDENCE);
    assert_int_equal(sweep.values[80].effect, BIAS_OPPOSITE);
    assert_int_equal(others.compared, all.compared - 1);
    assert_int_equal(others.effects[BIAS_OPPOSITE], all.effects[BIAS_OPPOSITE] - 1);
    assert_true(others.whole.value < all.whole.value);
}

static void nothing_measured(void **state)
{
    (void)state;
    struct bias_value values[2] = {{.cell = 0}, {.cell = 1}};
    struct bias_conclusion conclusion = bias_conclude(values, 2, CONFIDENCE);
    assert_int_equal(conclusion.compared, 0);
    assert_int_equal(conclusion.effects[BIAS_UNCOMPARED], 2);
    assert_null(conclusion.least);
}

int tests_of_bias(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_turns), cmocka_unit_test(chance_turns_nothing),
        cmocka_unit_test(nothing_differs),  cmocka_unit_test(finds_differences),
        cmocka_unit_test(beside),           cmocka_unit_test(nothing_measured)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
