// The synthetic world: moments of what it draws, what sides and points share, and the rates of the
// normal model.
#include "testing.h"

#include "base/arena.h"
#include "simulate/tally.h"
#include "stats/moments.h"

#include <math.h>
#include <string.h>

enum { DRAWS = 400000 };

static void assert_near(double value, double expected, double most)
{
    if (!(fabs(value - expected) <= most))
        fail_msg("%.10g is not within %g of %.10g", value, most, expected);
}

static double variance_of(const struct moments *moments)
{
    return moments->squares / (double)(moments->count - 1);
}

// Five standard errors of the mean; the variance of t₃ has none, and is checked loosely.
static void test_shapes(void **state)
{
    (void)state;
    for (enum shape shape = 0; shape < SHAPES; shape++) {
        struct normal_source source = {.stream = stream_from(shape + 1)};
        struct moments moments = {0};
        for (size_t i = 0; i < DRAWS; i++) {
            double value = shape_next(shape, &source);
            moments_add(&moments, &value, 1);
        }
        assert_near(moments_mean(&moments), 0, 5 / sqrt(DRAWS));
        assert_near(variance_of(&moments), 1, shape == SHAPE_HEAVY_TAILS ? 0.15 : 0.03);
    }
}

// The share of the values above a bound.
static double share_above(enum shape shape, double bound)
{
    struct normal_source source = {.stream = stream_from(9)};
    size_t above = 0;
    for (size_t i = 0; i < DRAWS; i++)
        above += shape_next(shape, &source) > bound;
    return (double)above / DRAWS;
}

static void test_tails(void **state)
{
    (void)state;
    assert_near(share_above(SHAPE_TWO_MODES, 1.2), 0.1, 0.003);
    assert_near(share_above(SHAPE_SPIKES, 3.3), 0.02, 0.002);
    // exp(Z/2) above its mean by two standard deviations: Z > 2 ln(1.1331 + 2·0.6039)
    assert_near(share_above(SHAPE_LOG_NORMAL, 2), erfc(2 * log(2.3409) / sqrt(2)) / 2, 0.002);
    // Student's t with 3 degrees of freedom above 3·√3: pt(5.196152, 3, lower = FALSE) of R
    assert_near(share_above(SHAPE_HEAVY_TAILS, 3), 0.00692342, 0.0007);
}

// The mean of a build of one value.
static double build_of(const struct world *world, struct place place, struct walk *walk,
                       size_t block)
{
    double value;
    world_build(world, &place, walk, block, 1, 1, &value);
    return value;
}

static void test_layouts(void **state)
{
    (void)state;
    const struct world world = {
        .rare_share = {0, 0.1}, .rare_slowdown = 0.2, .effect = 0.5, .sd = {{0}, {0, 0, 0.01}}};
    struct place place = {.seed = 3, .side = 1};
    struct walk walk = walk_of(&world, &place);
    struct moments moments = {0};
    double T2[WORLD_LEVELS];
    for (size_t block = 0; block < DRAWS; block++) {
        double value = build_of(&world, place, &walk, block);
        moments_add(&moments, &value, 1);
    }
    world_T2(&world, 1, T2);
    assert_near(moments_mean(&moments), world_mean(&world, 1, 0, DRAWS), 0.001);
    assert_near(variance_of(&moments) / 2.25, T2[2], 0.02 * T2[2]);
}

// The correlation of consecutive blocks is rho, and its variance that of the process.
static void test_dependence(void **state)
{
    (void)state;
    const struct world world = {.shared_sd = 0.02, .shared_rho = 0.8, .sensitivity = {1, 1}};
    struct place place = {.seed = 4};
    struct walk walk = walk_of(&world, &place);
    double last = 0, products = 0, squares = 0;
    for (size_t block = 0; block < DRAWS; block++) {
        double value = build_of(&world, place, &walk, block) - 1;
        products += value * last;
        squares += value * value;
        last = value;
    }
    assert_near(products / squares, 0.8, 0.01);
    assert_near(squares / DRAWS, 0.0004, 0.00001);
}

// A state stays as long as it shall, its size is between the two, and the truth of the campaign is
// the mean of what its blocks had; one side feels twice as much.
static void test_states(void **state)
{
    (void)state;
    const struct world world = {
        .states_stay = 0.9, .states_size = 0.04, .sensitivity = {1, 2}, .effect = 0.5};
    struct place old = {.seed = 9}, new = {.seed = 9, .side = 1};
    struct walk walk = walk_of(&world, &old), other = walk_of(&world, &new);
    double sum = 0, last = 0, T2[WORLD_LEVELS];
    int stays = 0;
    for (size_t block = 0; block < DRAWS; block++) {
        double value = build_of(&world, old, &walk, block);
        assert_near(fabs(value - 1), 0.02, 1e-12);
        assert_near(build_of(&world, new, &other, block), 1.5 * (1 + 2 * (value - 1)), 1e-12);
        stays += value == last;
        sum += last = value;
    }
    assert_near((double)stays / DRAWS, 0.9, 0.01);
    assert_near(world_mean_here(&world, &old, 0, DRAWS), sum / DRAWS, 1e-9);
    assert_near(world_mean(&world, 0, 0, DRAWS), 1, 1e-12);
    world_T2(&world, 1, T2);
    assert_near(T2[2], 4 * 0.0004, 1e-12);
}

// The correlation of the two sides is the share of coupled blocks; each side varies as without.
static void test_coupling(void **state)
{
    (void)state;
    const struct world world = {.coupled = 0.9, .sd = {{0, 0, 0.02}, {0, 0, 0.02}}};
    struct place old = {.seed = 6}, new = {.seed = 6, .side = 1};
    struct walk walk = walk_of(&world, &old), other = walk_of(&world, &new);
    double products = 0, squares[2] = {0};
    for (size_t block = 0; block < DRAWS; block++) {
        double a = build_of(&world, old, &walk, block) - 1;
        double b = build_of(&world, new, &other, block) - 1;
        products += a * b;
        squares[0] += a * a;
        squares[1] += b * b;
    }
    assert_near(products / sqrt(squares[0] * squares[1]), 0.9, 0.01);
    assert_near(squares[0] / DRAWS, 0.0004, 0.00001);
    assert_near(squares[1] / DRAWS, 0.0004, 0.00001);
}

// Both sides share the machine, or nothing; points share layouts.
static void test_sharing(void **state)
{
    (void)state;
    struct world world = {.shared_sd = 0.02, .sensitivity = {1, 1}};
    struct place old = {.seed = 5}, new = {.seed = 5, .side = 1}, point = {.seed = 5, .point = 1},
                 benchmark = {.seed = 5, .benchmark = 1};
    struct walk walk = walk_of(&world, &old), other = walk_of(&world, &new);
    assert_true(build_of(&world, old, &walk, 0) == build_of(&world, new, &other, 0));
    world.shared_by_side = true;
    walk = walk_of(&world, &old);
    other = walk_of(&world, &new);
    assert_true(build_of(&world, old, &walk, 0) != build_of(&world, new, &other, 0));
    world = (struct world){.sd = {{0, 0, 0.02}, {0, 0, 0.02}}};
    walk = walk_of(&world, &old);
    double value = build_of(&world, old, &walk, 7);
    assert_true(value == build_of(&world, point, &walk, 7));
    assert_true(value != build_of(&world, benchmark, &walk, 7));
    assert_true(value != build_of(&world, new, &walk, 7));
}

// The first iterations are slower; probes see new values, and the truth is steady.
static void test_warmup(void **state)
{
    (void)state;
    struct world world = {.warmup = 2, .warmup_slowdown = 0.3, .effect = 0.5};
    struct place place = {.seed = 8, .side = 1};
    struct walk walk = walk_of(&world, &place);
    double values[6], others[6];
    world_build(&world, &place, &walk, 0, 2, 3, values);
    for (size_t i = 0; i < 6; i++)
        assert_near(values[i], i % 3 < 2 ? 1.95 : 1.5, 1e-12);
    assert_near(world_mean(&world, 1, 0, 1), 1.5, 1e-12);
    world = (struct world){.sd = {{0.03}, {0.03}}};
    world_build(&world, &place, &walk, 0, 2, 3, values);
    for (place.probe = 1; place.probe < 3; place.probe++) {
        world_build(&world, &place, &walk, 0, 2, 3, others);
        assert_true(values[0] != others[0]);
        memcpy(values, others, sizeof values);
    }
}

static void assert_rate(const struct tally *tally, enum rate rate, double expected)
{
    const struct rate_value *value = &tally->rates[rate];
    if (fabs(value->value - expected) > 4 * value->error)
        fail_msg("%s: %.4f ± %.4f, expected %.3f", rate_forms[rate].name, value->value,
                 value->error, expected);
}

// Intervals of normal means hold exactly; those of ratios nearly.
static void test_normal_world(void **state)
{
    (void)state;
    struct simulation simulation = {.world = {.sd = {{0.03, 0.01, 0.02}, {0.03, 0.01, 0.02}}},
                                    .cost_s = {0.001, 0.02, 2},
                                    .counts = {3, 2, 10},
                                    .builds_least = 2,
                                    .benchmarks = 2,
                                    .points = 1,
                                    .confidence = 0.95,
                                    .trials = 4000,
                                    .workers = 2,
                                    .seed = 6};
    struct tally tally;
    for (int unpaired = 0; unpaired < 2; unpaired++) {
        simulation.unpaired = unpaired;
        simulate(&simulation, &tally);
        assert_rate(&tally, RATE_MEAN, 0.95);
        assert_rate(&tally, RATE_RATIO, 0.95);
        assert_rate(&tally, RATE_FALSE_ALONE, 0.05);
        assert_rate(&tally, RATE_CLAIM_ABOVE, 0.025);
        assert_rate(&tally, RATE_CLAIM_BELOW, 0.025);
        assert_true(tally.rates[RATE_RATIOS].value > 0.94);
        assert_true(tally.rates[RATE_FALSE_FAMILY].value < 0.06);
    }
}

// A campaign drops a warm-up that its probes show, and pays for it.
static void test_warmup_found(void **state)
{
    (void)state;
    struct simulation simulation = {.world = {.sd = {{0.03, 0.01, 0.02}, {0.03, 0.01, 0.02}},
                                              .warmup = 60,
                                              .warmup_slowdown = 0.3},
                                    .cost_s = {0.001, 0.02, 2},
                                    .counts = {3, 2, 10},
                                    .pilot = {3, 2, 20},
                                    .pilot_is_open = true,
                                    .benchmarks = 1,
                                    .points = 1,
                                    .confidence = 0.95,
                                    .trials = 200,
                                    .workers = 2,
                                    .seed = 9};
    struct tally tally;
    simulate(&simulation, &tally);
    assert_rate(&tally, RATE_MEAN, 0.95);
    assert_rate(&tally, RATE_RATIO, 0.95);
    assert_true(tally.rates[RATE_WARMUP].value > 0.95);
    assert_true(tally.warmup >= 60 && tally.warmup <= 65);
    // Both sides' 10 builds of 2 executions.
    assert_near(tally.cost_s, 20 * (2 + 2 * (0.02 + 0.001 * (tally.warmup + 3))), 1e-9);
    // Five builds of executions of 2 · 60 iterations and 43 more, and two probes or more a side.
    double blocks = 10 * (2 + 2 * (0.02 + 0.001 * 163)), probes = 4 * (0.02 + 0.001 * 107);
    assert_true(tally.pilot_cost_s >= blocks + probes && tally.pilot_cost_s < blocks + 3 * probes);
}

// No probe reaches the end of a warm-up that lasts longer than a second: the mean contains it.
static void test_warmup_missed(void **state)
{
    (void)state;
    struct simulation simulation = {.world = {.sd = {{0.03, 0.01, 0.02}, {0.03, 0.01, 0.02}},
                                              .warmup = 2000,
                                              .warmup_slowdown = 0.3},
                                    .cost_s = {0.001, 0.02, 2},
                                    .counts = {3, 2, 10},
                                    .pilot = {3, 2, 20},
                                    .benchmarks = 1,
                                    .points = 1,
                                    .confidence = 0.95,
                                    .trials = 20,
                                    .workers = 2,
                                    .seed = 10};
    struct tally tally;
    simulate(&simulation, &tally);
    assert_true(tally.rates[RATE_MEAN].value == 0);
    assert_true(tally.rates[RATE_WARMUP].value == 0);
}

int tests_of_simulate(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),        cmocka_unit_test(test_tails),
        cmocka_unit_test(test_layouts),       cmocka_unit_test(test_dependence),
        cmocka_unit_test(test_states),        cmocka_unit_test(test_coupling),
        cmocka_unit_test(test_sharing),       cmocka_unit_test(test_normal_world),
        cmocka_unit_test(test_warmup),        cmocka_unit_test(test_warmup_found),
        cmocka_unit_test(test_warmup_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
