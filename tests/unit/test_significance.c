// Tests of significance, against R 4's t.test, wilcox.test and binom.test (17 digits).
#include "testing.h"

#include "stats/significance.h"

#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const double A[] = {50, 200, 150, 400, 750, 400, 150}, B[] = {150, 400, 720, 500, 930};
// R's data sets.
static const double control[] = {4.17, 5.58, 5.18, 6.11, 4.5, 4.61, 5.17, 4.53, 5.33, 5.14},
                    treated[] = {4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69},
                    slept[] = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2},
                    slept_more[] = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

static void moments(void **state)
{
    (void)state;
    struct sample_moments a = sample_moments_of(A, COUNT(A));
    assert_close(a.mean, 300, 1e-15);
    assert_close(a.deviation, 238.04761428476167, 1e-15); // sd(A)
    struct sample_moments near = sample_moments_of((double[]){1e9 + 0.1, 1e9 + 0.2, 1e9 + 0.3}, 3);
    assert_close(near.deviation, 0.099999964237230898, 1e-12); // sd(1e9 + c(.1, .2, .3))
    struct sample_moments tiny = sample_moments_of((double[]){1e-300, 2e-300, 3e-300}, 3);
    assert_close(tiny.mean, 2e-300, 1e-15);
    assert_close(tiny.deviation, 1e-300, 1e-15);
    struct sample_moments huge = sample_moments_of((double[]){1e300, -1e300}, 2);
    assert_true(huge.mean == 0);
    assert_close(huge.deviation, 1.4142135623730951e300, 1e-15);
    assert_true(sample_moments_of((double[]){0, 0}, 2).deviation == 0);
    assert_true(sample_moments_of(A, 1).mean == 50 && sample_moments_of(A, 1).deviation == 0);
}

// Squares of 3e200 overflow unless the largest value, wherever it is, sets the scale.
static void moments_of_any_scale(void **state)
{
    (void)state;
    static const double far[3][3] = {{3e200, 1, 2}, {1, 3e200, 2}, {1, 2, -3e200}};
    for (size_t i = 0; i < 3; i++) {
        struct sample_moments a = sample_moments_of(far[i], 3);
        assert_close(a.mean, i == 2 ? -1e200 : 1e200, 1e-14);
        assert_close(a.deviation, sqrt(3) * 1e200, 1e-14);
    }
    double many[1000];
    for (int i = 0; i < 1000; i++)
        many[i] = i;
    struct sample_moments a = sample_moments_of(many, 1000);
    assert_close(a.mean, 499.5, 1e-14);
    assert_close(a.deviation, sqrt(1000 * 1001 / 12.0), 1e-14);
}

static void student(void **state)
{
    (void)state;
    struct sample_moments a = sample_moments_of(A, COUNT(A)), b = sample_moments_of(B, COUNT(B));
    struct student pooled = student_pooled(&a, &b), welch = student_welch(&a, &b);
    assert_true(pooled.known && welch.known);
    assert_close(pooled.difference, 240, 1e-15);
    assert_close(pooled.error, 154.67569760169638, 1e-14); // t.test(B, A, var.equal = TRUE)$stderr
    assert_close(pooled.p, 0.15179681521107496, 1e-12);    // …$p.value
    assert_true(pooled.freedom == 10);
    assert_close(welch.error, 161.19937374331855, 1e-14); // t.test(B, A)$stderr
    assert_close(welch.freedom, 7.4254283212425065, 1e-14);
    assert_close(welch.p, 0.17772184154340456, 1e-12);

    // t.test(PlantGrowth$weight[11:20], PlantGrowth$weight[1:10])
    a = sample_moments_of(control, 10), b = sample_moments_of(treated, 10);
    welch = student_welch(&a, &b);
    assert_close(welch.freedom, 16.5235850568593, 1e-14);
    assert_close(welch.p, 0.25038250858754757, 1e-12);
    assert_close(student_pooled(&a, &b).p, 0.2490231659730055, 1e-12); // …, var.equal = TRUE
    // t.test(extra ~ group, data = sleep)
    a = sample_moments_of(slept, 10), b = sample_moments_of(slept_more, 10);
    assert_close(student_welch(&a, &b).p, 0.079394140187358173, 1e-12);
    // t.test(c(1, 2, 3, 4), c(1e9 + 1, 1e9 + 2, 1e9 + 3.5))
    a = sample_moments_of((double[]){1, 2, 3, 4}, 4);
    b = sample_moments_of((double[]){1e9 + 1, 1e9 + 2, 1e9 + 3.5}, 3);
    assert_close(student_welch(&a, &b).p, 1.8074879104600876e-40, 1e-10);
}

static void student_without_scatter(void **state)
{
    (void)state;
    struct sample_moments none = {0}, one = {1, 5, 0}, same = {4, 7, 0}, two = {2, 1.5, 0.5};
    const struct sample_moments *const sides[] = {&none, &one, &same};
    for (size_t i = 0; i < COUNT(sides); i++) {
        for (size_t j = 0; j < COUNT(sides); j++) {
            assert_false(student_pooled(sides[i], sides[j]).known);
            assert_false(student_welch(sides[i], sides[j]).known);
        }
    }
    assert_true(student_pooled(&one, &two).known); // one variance for both: one degree of freedom
    assert_false(student_welch(&one, &two).known);
    assert_true(student_welch(&same, &two).known);
    assert_true(pooled_deviation(&one, &one) == 0);
}

static void sign(void **state)
{
    (void)state;
    struct sign_test test = sign_test(A, B, COUNT(B));
    assert_int_equal(test.lower, 0);
    assert_int_equal(test.higher, 5);
    assert_close(test.p, 0.0625, 1e-14); // binom.test(0, 5)
    double old[1000], new[1000];
    for (size_t i = 0; i < 1000; i++) {
        old[i] = 1;
        new[i] = i < 430 ? 0 : 2;
    }
    assert_close(sign_test(old, new, 1000).p, 1.0709737664959517e-05,
                 1e-10); // binom.test(430, 1000)
    // binom.test(2, 10), and ties that say nothing
    double few[12] = {0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1};
    test = sign_test(old, few, 12);
    assert_close(test.p, 0.10937499999999994, 1e-13);
    assert_int_equal(test.lower, 2);
    assert_int_equal(test.equal, 2);
    assert_true(sign_test((double[]){1, 1}, (double[]){0, 2}, 2).p == 1);
    assert_true(sign_test(old, old, 12).p == 1);
    assert_true(sign_test(old, old, 0).p == 1);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// wilcox.test(new, old)
static struct rank_test ranks(const double *new, size_t new_count, const double *old,
                              size_t old_count)
{
    double *sorted_new = malloc((new_count + 1) * sizeof *new);
    double *sorted_old = malloc((old_count + 1) * sizeof *old);
    for (size_t i = 0; i < new_count; i++)
        sorted_new[i] = new[i];
    for (size_t i = 0; i < old_count; i++)
        sorted_old[i] = old[i];
    qsort(sorted_new, new_count, sizeof *new, ascending);
    qsort(sorted_old, old_count, sizeof *old, ascending);
    struct rank_test test = rank_test(sorted_old, old_count, sorted_new, new_count);
    free(sorted_new);
    free(sorted_old);
    return test;
}

// Each pair counts as what it is; the neighbours of a value do not.
static void sign_by_hand(void **state)
{
    (void)state;
    static const double old[] = {1, 5, 2, 8, 3}, new[] = {1, 4, 3, 8, 9};
    struct sign_test test = sign_test(old, new, 5);
    assert_true(test.lower == 1 && test.equal == 2 && test.higher == 2);
    assert_close(test.p, 1, 1e-14);
    struct student welch =
        student_welch(&(struct sample_moments){3, 2, 0}, &(struct sample_moments){4, 5, 0});
    assert_true(welch.difference == 3 && welch.p == 1 && !welch.known);
}

static void rank_exact(void **state)
{
    (void)state;
    double x[] = {1.1, 2.2, 3.3, 4.4, 5.5, 6.6, 7.7, 8.8};
    double y[] = {4.05, 5.15, 6.25, 7.35, 8.45, 9.55, 10.65};
    struct rank_test test = ranks(y, COUNT(y), x, COUNT(x));
    assert_true(test.exact);
    assert_true(test.W == 41);
    assert_close(test.lower, 1 - 41.0 / 56, 1e-14);
    assert_close(test.p, 0.15198135198135199, 1e-13);
    assert_close(ranks(x, COUNT(x), y, COUNT(y)).p, 0.15198135198135199, 1e-13);

    double half[50], times[49], far[20];
    for (size_t i = 0; i < 50; i++)
        half[i] = (double)i + 1.5;
    for (size_t i = 0; i < 49; i++)
        times[i] = ((double)i + 1) * 1.31;
    for (size_t i = 0; i < 20; i++)
        far[i] = 101 + (double)i;
    test = ranks(half, 49, times, 49); // wilcox.test(1:49 + 0.5, (1:49) * 1.31)
    assert_true(test.exact && test.W == 929);
    assert_close(test.p, 0.053898508127419455, 1e-12);
    test = ranks(half, 50, times, 49); // 1:50 + 0.5: the normal approximation
    assert_true(!test.exact && test.W == 967);
    assert_close(test.p, 0.071525804677391128, 1e-12);
    // wilcox.test(1:20, 101:120)
    assert_close(ranks(half, 20, far, 20).p, 1.4508889103849688e-11, 1e-12);
    assert_close(ranks((double[]){2}, 1, half, 9).p, 0.4, 1e-13); // wilcox.test(2, 1:9 + 0.5)
    assert_close(ranks(half, 3, far, 3).p, 0.1, 1e-13);           // wilcox.test(1:3, 4:6)
}

static void rank_with_ties(void **state)
{
    (void)state;
    struct rank_test test = ranks(B, COUNT(B), A, COUNT(A));
    assert_true(!test.exact && test.W == 26);
    assert_close(test.p, 0.18758480505961109, 1e-12);
    double sevens[60], fives[40];
    for (size_t i = 0; i < 60; i++)
        sevens[i] = (double)((i + 1) % 7);
    for (size_t i = 0; i < 40; i++)
        fives[i] = (double)((i + 1) % 5);
    test = ranks(sevens, 60, fives, 40); // wilcox.test((1:60) %% 7, (1:40) %% 5)
    assert_true(test.W == 1536);
    assert_close(test.p, 0.01683723150755986, 1e-12);
    // wilcox.test(sleep$extra[11:20], sleep$extra[1:10])
    assert_close(ranks(slept_more, 10, slept, 10).p, 0.069327575433626581, 1e-12);
    double same[] = {3, 3, 3};
    assert_true(ranks(same, 3, same, 2).p == 1);
    assert_true(ranks(same, 1, same, 1).p == 1);
    assert_true(ranks(same, 0, same, 2).p == 1);
}

int tests_of_significance(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moments),    cmocka_unit_test(moments_of_any_scale),
        cmocka_unit_test(student),    cmocka_unit_test(student_without_scatter),
        cmocka_unit_test(sign),       cmocka_unit_test(sign_by_hand),
        cmocka_unit_test(rank_exact), cmocka_unit_test(rank_with_ties),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
