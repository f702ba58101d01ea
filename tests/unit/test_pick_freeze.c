// Attribution of simulated programs whose shares of the variance are known.
#include "testing.h"

#include "normal.h"
#include "stats/attribution/pick_freeze.h"

#include <string.h>

enum { FACTORS = 3, BLOCKS = 40, EXPERIMENTS = 400 };

// A time: its factors' effects, the product of the first two, and noise.
struct world {
    double deviation[FACTORS], together, rest, below; // below: of one execution
    bool rare;      // the first factor is a slow layout in four, not a normal number
    bool disturbed; // one execution in twenty is slower by ten times `below`
};

struct drawn {
    double value[FACTORS + 3][BLOCKS], below[FACTORS + 3][BLOCKS]; // all, again, other, redrawn
};

static double layout_of(const struct world *world, const double *x)
{
    double time = world->together * x[0] * x[1];
    for (size_t i = 0; i < FACTORS; i++)
        time += world->deviation[i] * x[i];
    return time;
}

// A build of two executions.
static void execute(const struct world *world, double time, struct stream *stream,
                    struct drawn *drawn, size_t variant, size_t block)
{
    double execution[2], build = time + world->rest * normal(stream);
    for (size_t i = 0; i < 2; i++) {
        execution[i] = build + world->below * normal(stream);
        if (world->disturbed && stream_below(stream, 20) == 0)
            execution[i] += 10 * world->below;
    }
    double apart = execution[0] - execution[1];
    drawn->value[variant][block] = (execution[0] + execution[1]) / 2;
    drawn->below[variant][block] = apart * apart / 4;
}

static void draw(const struct world *world, struct stream *stream, double *x)
{
    for (size_t i = 0; i < FACTORS; i++)
        x[i] = normal(stream);
    if (world->rare) // mean 0, variance 1
        x[0] = stream_below(stream, 4) == 0 ? sqrt(3) : -1 / sqrt(3);
}

static void measure(const struct world *world, struct stream *stream, struct drawn *drawn)
{
    for (size_t b = 0; b < BLOCKS; b++) {
        double first[FACTORS], second[FACTORS], mixed[FACTORS], drift = normal(stream);
        draw(world, stream, first);
        draw(world, stream, second);
        execute(world, drift + layout_of(world, first), stream, drawn, 0, b);
        execute(world, drift + layout_of(world, first), stream, drawn, 1, b);
        execute(world, drift + layout_of(world, second), stream, drawn, 2, b);
        for (size_t i = 0; i < FACTORS; i++) {
            memcpy(mixed, first, sizeof mixed);
            mixed[i] = second[i];
            execute(world, drift + layout_of(world, mixed), stream, drawn, 3 + i, b);
        }
    }
}

static struct attribution attributed(struct arena *arena, const struct drawn *drawn, bool separate)
{
    struct pick_freeze_side sides[FACTORS + 3];
    for (size_t i = 0; i < FACTORS + 3; i++)
        sides[i] = (struct pick_freeze_side){drawn->value[i], separate ? drawn->below[i] : NULL};
    const struct pick_freeze design = {BLOCKS,   FACTORS,   sides[0], sides[1],
                                       sides[2], sides + 3, 0.95};
    return pick_freeze_attribution(arena, &design);
}

static struct attribution attribute(struct arena *arena, const struct world *world,
                                    struct stream *stream)
{
    struct drawn drawn;
    measure(world, stream, &drawn);
    return attributed(arena, &drawn, true);
}

// What many experiments say of one share.
struct tally {
    double mean;
    size_t covered;
};

static void count(struct tally *tally, const struct variance_share *share, double truth)
{
    tally->mean += share->known ? share->value / EXPERIMENTS : truth / EXPERIMENTS;
    tally->covered += share->low <= truth && truth <= share->high;
}

static void check(const struct tally *tally, double truth)
{
    assert_true(fabs(tally->mean - truth) < 0.05);
    assert_true((double)tally->covered >= 0.9 * EXPERIMENTS); // of the 95 % that are meant
}

static void check_world(const struct world *world, uint64_t seed)
{
    struct stream stream = stream_from(seed);
    struct tally total[FACTORS] = {0}, alone[FACTORS] = {0}, rest = {0}, interactions = {0};
    double squares[FACTORS], joint = world->together * world->together;
    double still = world->rest * world->rest, whole = joint + still;
    for (size_t i = 0; i < FACTORS; i++)
        whole += squares[i] = world->deviation[i] * world->deviation[i];
    for (size_t e = 0; e < EXPERIMENTS; e++) {
        struct arena arena = {0};
        struct attribution attribution = attribute(&arena, world, &stream);
        assert_true(attribution.visible);
        for (size_t i = 0; i < FACTORS; i++) {
            count(&total[i], &attribution.factors[i].total,
                  (squares[i] + (i < 2 ? joint : 0)) / whole);
            count(&alone[i], &attribution.factors[i].alone, squares[i] / whole);
        }
        count(&rest, &attribution.rest, still / whole);
        count(&interactions, &attribution.interactions, joint / whole);
        arena_release(&arena);
    }
    for (size_t i = 0; i < FACTORS; i++) {
        check(&total[i], (squares[i] + (i < 2 ? joint : 0)) / whole);
        check(&alone[i], squares[i] / whole);
    }
    check(&rest, still / whole);
    check(&interactions, joint / whole);
}

static void additive(void **state)
{
    (void)state;
    check_world(&(struct world){.deviation = {0.8, 0.5, 0}, .rest = 0.2, .below = 0.2}, 1);
}

static void interacting(void **state)
{
    (void)state;
    check_world(
        &(struct world){.deviation = {0.6, 0.4, 0}, .together = 0.5, .rest = 0.1, .below = 0.1}, 2);
}

static void skewed(void **state)
{
    (void)state;
    check_world(
        &(struct world){.deviation = {0.9, 0.3, 0}, .rest = 0.1, .below = 0.2, .rare = true}, 3);
}

// Executions that were disturbed cancel in the mean.
static void disturbed(void **state)
{
    (void)state;
    check_world(
        &(struct world){.deviation = {0.8, 0.5, 0}, .rest = 0.2, .below = 0.1, .disturbed = true},
        7);
}

// One factor alone: at least 80 %, and the intervals of the others lie below its own.
static void one_factor(void **state)
{
    (void)state;
    const struct world world = {.deviation = {0, 1, 0}, .rest = 0.1, .below = 0.1};
    struct stream stream = stream_from(4);
    for (size_t e = 0; e < EXPERIMENTS; e++) {
        struct arena arena = {0};
        struct attribution attribution = attribute(&arena, &world, &stream);
        const struct factor_share *factors = attribution.factors;
        assert_true(factors[1].visible && factors[1].total.value > 0.8);
        assert_true(factors[0].total.high < factors[1].total.low);
        assert_true(factors[2].total.high < factors[1].total.low);
        arena_release(&arena);
    }
}

// Factors without effect are seen in at most 5 % of the experiments, all together.
static void no_false_alarms(void **state)
{
    (void)state;
    const struct world noise = {.rest = 0.35, .below = 0.35},
                       one = {.deviation = {1, 0, 0}, .rest = 0.35, .below = 0.35};
    struct stream stream = stream_from(5);
    size_t seen = 0, wrong = 0, found = 0;
    for (size_t e = 0; e < EXPERIMENTS; e++) {
        struct arena arena = {0};
        struct attribution nothing = attribute(&arena, &noise, &stream);
        struct attribution first = attribute(&arena, &one, &stream);
        bool all = nothing.p <= 0.05;
        for (size_t i = 0; i < FACTORS; i++)
            all |= nothing.factors[i].visible;
        seen += all;
        wrong += first.factors[1].visible || first.factors[2].visible;
        found += first.factors[0].visible;
        arena_release(&arena);
    }
    assert_true((double)found >= 0.9 * EXPERIMENTS);
    assert_true((double)seen <= 0.07 * EXPERIMENTS); // 5 %, with 2 % for chance
    assert_true((double)wrong <= 0.07 * EXPERIMENTS);
}

// What executions and iterations add is unknown: shares are of the layouts' variance alone.
static void unknown_below(void **state)
{
    (void)state;
    const struct world world = {.deviation = {1, 0.5, 0}, .rest = 0.4, .below = 0};
    struct stream stream = stream_from(6);
    struct drawn drawn;
    struct arena arena = {0};
    measure(&world, &stream, &drawn);
    struct attribution without = attributed(&arena, &drawn, false);
    assert_false(without.rest.known || without.executions_off);
    struct attribution with = attributed(&arena, &drawn, true);
    assert_true(with.rest.known && with.executions_off);
    assert_true(without.factors[0].total.value > with.factors[0].total.value);
    assert_close(without.factors[0].total.value * without.deviation * without.deviation,
                 with.factors[0].total.value * with.deviation * with.deviation, 1e-9);
    arena_release(&arena);
}

static void nothing_varies(void **state)
{
    (void)state;
    const double same[] = {1, 2, 3}, none[] = {0, 0, 0};
    const struct pick_freeze_side side = {same, none};
    const struct pick_freeze design = {3, 1, side, side, side, &side, 0.95};
    struct arena arena = {0};
    struct attribution attribution = pick_freeze_attribution(&arena, &design);
    assert_false(attribution.visible);
    assert_false(attribution.factors[0].total.known);
    assert_true(attribution.deviation == 0 && attribution.p == 1);
    arena_release(&arena);
}

int tests_of_pick_freeze(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(additive),      cmocka_unit_test(interacting),
        cmocka_unit_test(skewed),        cmocka_unit_test(disturbed),
        cmocka_unit_test(one_factor),    cmocka_unit_test(no_false_alarms),
        cmocka_unit_test(unknown_below), cmocka_unit_test(nothing_varies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
