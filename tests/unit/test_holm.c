// Holm's procedure against adjusted p-values that are known.
#include "testing.h"

#include "stats/multiplicity/holm.h"

enum { MOST = 10 };

static void check(const double *p, const double *adjusted, size_t count)
{
    double values[MOST], *pointers[MOST];
    for (size_t i = 0; i < count; i++) {
        values[i] = p[i];
        pointers[i] = &values[i];
    }
    holm_adjust(pointers, count);
    for (size_t i = 0; i < count; i++)
        assert_close(values[i], adjusted[i], 1e-12);
}

static void known(void **state)
{
    (void)state;
    const double textbook[] = {.01, .04, .03, .005}, adjusted[] = {.03, .06, .06, .02};
    check(textbook, adjusted, 4);
    // 7·.002; 6·.009; 5·.01 is less than that; 4·.03; 3·.04 is the same; 2·.3; .9
    const double more[] = {.3, .04, .002, .9, .01, .03, .009};
    const double by_hand[] = {.6, .12, .014, .9, .054, .12, .054};
    check(more, by_hand, 7);
}

static void edges(void **state)
{
    (void)state;
    holm_adjust(NULL, 0);
    const double one[] = {.05}, ties[] = {.02, .5, .02}, tied[] = {.06, .5, .06};
    check(one, one, 1);
    check(ties, tied, 3);
    const double large[] = {.7, .9}, most[] = {1, 1};
    check(large, most, 2);
}

int tests_of_holm(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known), cmocka_unit_test(edges)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
