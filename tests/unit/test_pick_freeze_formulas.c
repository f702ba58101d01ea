// Shares of the variance, their intervals and p of few blocks, by hand.
#include "testing.h"

#include "stats/attribution/pick_freeze.h"

enum { BLOCKS = 5, FACTORS = 2, FEW = 4 };

// How far from `all` the other builds of each block lie.
static const double all[BLOCKS] = {10, 13, 11, 17, 14};
static const double again_apart[BLOCKS] = {1, -1, 2, 0, 1}, other_apart[BLOCKS] = {4, -6, 5, 3, -7};
static const double redrawn_apart[FACTORS][BLOCKS] = {{3, -4, 4, 2, -5}, {1, -3, 2, 1, 1}};

// Half of other² - again², half of redrawn² - again².
static const double whole[BLOCKS] = {7.5, 17.5, 10.5, 4.5, 24};
static const double total[FACTORS][BLOCKS] = {{4, 7.5, 6, 2, 12}, {0, 4, 0, 0.5, 0}};
// Half of other² - (other - redrawn)².
static const double alone[FACTORS][BLOCKS] = {{7.5, 16, 12, 4, 22.5}, {3.5, 13.5, 8, 2.5, -7.5}};

// What executions add to the variance of each build; with it off, the halves are these.
static const double all_below[BLOCKS] = {1, 3, 2, 1, 4}, again_below[BLOCKS] = {2, 1, 0, 3, 1};
static const double other_below[BLOCKS] = {3, 15, 8, 1, 25};
static const double redrawn_below[FACTORS][BLOCKS] = {{4, 3, 5, 1, 10}, {0, 1, 1, 2, 1}};
static const double whole_off[BLOCKS] = {6, 9, 7.5, 3.5, 10}, rest_off[] = {-1, -1.5, 1, -2, -2};
static const double total_off[BLOCKS] = {3, 6.5, 3.5, 3, 7.5}; // of the first factor
static const double alone_off[BLOCKS] = {9, 16, 13.5, 4, 25.5};

static struct attribution attribute(struct arena *arena, bool below)
{
    static double again[BLOCKS], other[BLOCKS], redrawn[FACTORS][BLOCKS];
    for (size_t b = 0; b < BLOCKS; b++) {
        again[b] = all[b] + again_apart[b];
        other[b] = all[b] + other_apart[b];
        for (size_t i = 0; i < FACTORS; i++)
            redrawn[i][b] = all[b] + redrawn_apart[i][b];
    }
    const struct pick_freeze_side sides[FACTORS] = {{redrawn[0], below ? redrawn_below[0] : NULL},
                                                    {redrawn[1], below ? redrawn_below[1] : NULL}};
    const struct pick_freeze design = {.blocks = BLOCKS,
                                       .factors = FACTORS,
                                       .all = {all, below ? all_below : NULL},
                                       .again = {again, below ? again_below : NULL},
                                       .other = {other, below ? other_below : NULL},
                                       .redrawn = sides,
                                       .confidence = 0.95};
    return pick_freeze_attribution(arena, &design);
}

static double mean_of(const double *values)
{
    double sum = 0;
    for (size_t b = 0; b < BLOCKS; b++)
        sum += values[b];
    return sum / BLOCKS;
}

static void shares_by_hand(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct attribution attribution = attribute(&arena, false);
    assert_close(attribution.deviation, sqrt(12.8), 1e-12);
    assert_close(attribution.again, sqrt(0.7), 1e-12); // half of 1, 1, 4, 0 and 1
    for (size_t i = 0; i < FACTORS; i++) {
        assert_close(attribution.factors[i].total.value, mean_of(total[i]) / 12.8, 1e-12);
        assert_close(attribution.factors[i].alone.value, mean_of(alone[i]) / 12.8, 1e-12);
    }
    assert_close(attribution.interactions.value, (12.8 - 12.4 - 4) / 12.8, 1e-12);
    arena_release(&arena);
}

// Student's t of part - share·whole.
static double t_at(double share, const double *part, const double *of)
{
    double off[BLOCKS], squares = 0;
    for (size_t b = 0; b < BLOCKS; b++)
        off[b] = part[b] - share * of[b];
    double mean = mean_of(off);
    for (size_t b = 0; b < BLOCKS; b++)
        squares += (off[b] - mean) * (off[b] - mean);
    return mean / sqrt(squares / (BLOCKS - 1) / BLOCKS);
}

// The limits are where t is its quantile of 97.5 % with 4 degrees of freedom.
static void assert_share(const struct variance_share *share, const double *part, const double *of)
{
    const double t = 2.776445105;
    assert_close(share->value, mean_of(part) / mean_of(of), 1e-12);
    assert_true(share->known && share->low > 0 && share->high < 1);
    assert_close(t_at(share->low, part, of), t, 1e-8);
    assert_close(t_at(share->high, part, of), -t, 1e-8);
}

static void intervals_by_hand(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct attribution attribution = attribute(&arena, false);
    assert_share(&attribution.factors[0].total, total[0], whole);
    attribution = attribute(&arena, true);
    assert_share(&attribution.factors[0].total, total_off, whole_off);
    arena_release(&arena);
}

static void without_executions(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct attribution attribution = attribute(&arena, true);
    assert_close(attribution.deviation, sqrt(7.2), 1e-12);
    assert_close(attribution.rest.value, mean_of(rest_off) / 7.2, 1e-12);
    assert_close(attribution.factors[0].alone.value, mean_of(alone_off) / 7.2, 1e-12);
    arena_release(&arena);
}

// Distances less those of `again` are 2, 3, 2, 2, 4 and 3, 5, 3, 3, 6: one of 2⁵ signs; and twice
// above 0: one of 2². Holm counts three tests.
static void p_by_hand(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct attribution attribution = attribute(&arena, false);
    assert_close(attribution.factors[0].p, 3.0 / 32, 1e-12);
    assert_close(attribution.p, 3.0 / 32, 1e-12);
    assert_close(attribution.factors[1].p, 1.0 / 4, 1e-12);
    arena_release(&arena);
}

// Whether variances of mean ± 0.5 and ± 1.5 steps are seen, where the mean is t standard errors.
// Ranks of four blocks say too little.
static bool is_seen(double t, double step)
{
    static const double zeros[FEW];
    double other[FEW], mean = t * step * sqrt(5.0 / 12);
    for (size_t b = 0; b < FEW; b++)
        other[b] = sqrt(2 * (mean + step * ((double)b - 1.5)));
    const struct pick_freeze_side same = {zeros, NULL};
    const struct pick_freeze design = {FEW, 1, same, same, {other, NULL}, &same, 0.95};
    struct arena arena = {0};
    struct attribution attribution = pick_freeze_attribution(&arena, &design);
    assert_close(attribution.p, 2.0 / 16, 1e-12);
    arena_release(&arena);
    return attribution.visible;
}

// The quantile of 97.5 % with 3 degrees of freedom is 3.18245.
static void a_variance_that_excludes_zero(void **state)
{
    (void)state;
    assert_true(is_seen(3.183, 0.1) && is_seen(3.183, 10));
    assert_false(is_seen(3.182, 0.1) || is_seen(3.182, 10));
}

static void one_of_many_factors(void **state)
{
    (void)state;
    enum { MANY = 3001, SIGNS = 12 };
    static const double zeros[SIGNS], ones[SIGNS] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    static struct pick_freeze_side sides[MANY];
    for (size_t i = 0; i < MANY; i++)
        sides[i].value = i == 70 ? ones : zeros;
    const struct pick_freeze_side same = {zeros, NULL};
    const struct pick_freeze design = {SIGNS, MANY, same, same, same, sides, 0.95};
    struct arena arena = {0};
    struct attribution attribution = pick_freeze_attribution(&arena, &design);
    assert_close(attribution.factors[70].p, (MANY + 1) / 4096.0, 1e-12);
    assert_true(attribution.factors[69].p == 1 && attribution.p == 1);
    arena_release(&arena);
}

int tests_of_pick_freeze_formulas(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shares_by_hand),
                                       cmocka_unit_test(intervals_by_hand),
                                       cmocka_unit_test(without_executions),
                                       cmocka_unit_test(p_by_hand),
                                       cmocka_unit_test(a_variance_that_excludes_zero),
                                       cmocka_unit_test(one_of_many_factors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
