// Repetition counts that a budget pays, against trying all.
#include "testing.h"

#include "analysis/pilot/affordable.h"
#include "stats/dimensioning_search.h"

#include <math.h>
#include <string.h>

// Executions of 20 ms that vary by 10 %; builds of `build_s` that vary by `build_T2`.
static struct dimension_request request_of(const struct series *series, double build_s)
{
    return (struct dimension_request){.levels = 2,
                                      .cost = {0.02, build_s},
                                      .least = {1, 20},
                                      .most = {1000, 10000},
                                      .precision = 1e-4,
                                      .confidence = 0.95,
                                      .series = series,
                                      .series_count = 1};
}

// The half-width of as many builds as the limit pays, with so many executions.
static double half_width_of(const struct dimension_request *request, size_t executions,
                            size_t least, double limit_s)
{
    size_t builds = (size_t)(limit_s / (request->cost[1] + (double)executions * request->cost[0]));
    const size_t repetitions[LEVELS_MAX] = {executions, builds};
    return builds < least ? INFINITY : predicted_half_width(request->series, 2, repetitions, 0.95);
}

static double best_half_width(const struct dimension_request *request, size_t least, double limit_s)
{
    double best = INFINITY;
    for (size_t executions = 1; executions <= 1000; executions++)
        best = fmin(best, half_width_of(request, executions, least, limit_s));
    return best;
}

// Cheap builds that vary or not; builds so dear that 20 cannot be paid.
static void time_is_spent_well(void **state)
{
    (void)state;
    static const struct {
        double build_s, build_T2, limit_s;
        size_t least;
    } cases[] = {{0.1, 0, 100, 20}, {0.1, 1e-4, 100, 20}, {10, 1e-4, 100, 5}, {10, 0, 100, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct series series = {.mean = 1, .T2 = {0.01, cases[i].build_T2}};
        struct dimension_request request = request_of(&series, cases[i].build_s);
        struct allocation found = affordable_search(&request, cases[i].limit_s);
        double reached =
            half_width_of(&request, found.repetitions[0], cases[i].least, cases[i].limit_s);
        double best = best_half_width(&request, cases[i].least, cases[i].limit_s);
        if (!(reached <= 1.02 * best))
            fail_msg("case %zu: %zu executions: %g, best %g", i, found.repetitions[0], reached,
                     best);
        assert_true(found.repetitions[1] >= 1000); // what the precision takes, or as many as may be
    }
}

static void without_a_limit_nothing_changes(void **state)
{
    (void)state;
    const struct series series = {.mean = 1, .T2 = {0.01, 0}};
    struct dimension_request request = request_of(&series, 0.1);
    request.precision = 0.01;
    struct allocation all = dimension_search(&request), unlimited = affordable_search(&request, 0),
                      enough = affordable_search(&request, 1e6);
    assert_memory_equal(&all, &unlimited, sizeof all);
    assert_memory_equal(&all, &enough, sizeof all);
}

// The least is then the cheapest.
static void nothing_can_be_paid(void **state)
{
    (void)state;
    const struct series series = {.mean = 1, .T2 = {0.01, 1e-4}};
    struct dimension_request request = request_of(&series, 10);
    assert_int_equal(affordable_search(&request, 20).repetitions[0], 1);
}

// Five builds of executions that vary by half: ±1 % is out of reach of 1000 executions of each.
static void fixed_builds_do_not_ask_for_thousands_of_executions(void **state)
{
    (void)state;
    const struct series series = {.mean = 1, .T2 = {0.25, 0}};
    struct dimension_request request = request_of(&series, 0.1);
    request.least[1] = request.most[1] = 5;
    request.precision = 0.01;
    assert_true(dimension_search(&request).repetitions[0] > 900);
    struct allocation found = affordable_search(&request, 0);
    assert_false(found.met);
    assert_int_equal(found.repetitions[1], 5);
    assert_in_range(found.repetitions[0], 50, 100);
    request.cost[0] = 2; // of 5 builds, a minute pays 5 executions each
    found = affordable_search(&request, 0);
    assert_in_range(found.repetitions[0], 4, 6);
    assert_in_range(affordable_search(&request, 22).repetitions[0], 1, 2);
    request.precision = 0.9; // in reach
    assert_true(affordable_search(&request, 0).met);
}

int tests_of_affordable(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_is_spent_well),
        cmocka_unit_test(without_a_limit_nothing_changes),
        cmocka_unit_test(nothing_can_be_paid),
        cmocka_unit_test(fixed_builds_do_not_ask_for_thousands_of_executions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
