// The false discovery rate against the example of Benjamini and Hochberg.
#include "testing.h"

#include "stats/multiplicity/false_discovery.h"

enum { MOST = 15 };

static void known(void **state)
{
    (void)state;
    // Section 4.1 of the paper: at .05 four of 15 hypotheses are rejected, where Bonferroni's
    // procedure rejects three.
    const double p[MOST] = {.6528, .0001, .3240, .0004, .0459, .0019, 1.000, .0095,
                            .0201, .0278, .4262, .0298, .5719, .0344, .7590};
    bool found[MOST];
    assert_int_equal(false_discovery(p, MOST, .05, found), 4);
    for (size_t i = 0; i < MOST; i++)
        assert_int_equal(found[i], p[i] <= .0095);
}

static void steps_up(void **state)
{
    (void)state;
    // The largest of all is at most the rate: all are found, though the smallest alone would not
    // be.
    const double p[] = {.04, .03, .05};
    bool found[3] = {false};
    assert_int_equal(false_discovery(p, 3, .05, found), 3);
    assert_true(found[0] && found[1] && found[2]);
}

static void edges(void **state)
{
    (void)state;
    const double ties[] = {.02, .9, .02}, large[] = {.2, .9};
    bool found[3] = {true, true, true};
    assert_int_equal(false_discovery(NULL, 0, .05, NULL), 0);
    assert_int_equal(false_discovery(large, 2, .05, found), 0);
    assert_false(found[0] || found[1]);
    assert_int_equal(false_discovery(ties, 3, .05, found), 2);
    assert_true(found[0] && !found[1] && found[2]);
}

int tests_of_false_discovery(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known), cmocka_unit_test(steps_up),
                                       cmocka_unit_test(edges)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
