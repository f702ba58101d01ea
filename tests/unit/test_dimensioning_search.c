// The search reads nothing beside the levels of its request.
#include "testing.h"

#include "stats/dimensioning_search.h"

#include <string.h>

static struct dimension_request request_of(int levels, const struct series *series)
{
    struct dimension_request request = {.levels = levels,
                                        .cost = {0.1, 1, 2, 5},
                                        .precision = 0.01,
                                        .confidence = 0.95,
                                        .series = series,
                                        .series_count = 1};
    for (int i = 0; i < LEVELS_MAX; i++) {
        request.least[i] = i == levels - 1 ? 2 : 1;
        request.most[i] = 10000;
    }
    return request;
}

static void other_levels_do_not_count(void **state)
{
    (void)state;
    struct series series = {100, {400, 2, 1, 3}};
    for (int levels = 1; levels <= LEVELS_MAX; levels++) {
        struct dimension_request request = request_of(levels, &series);
        struct allocation one = dimension_search(&request);
        for (int i = levels; i < LEVELS_MAX; i++) {
            request.cost[i] = INFINITY;
            request.least[i] = request.most[i] = 7;
        }
        struct allocation other = dimension_search(&request);
        assert_true(one.met && other.met);
        assert_memory_equal(one.repetitions, other.repetitions, sizeof one.repetitions);
    }
}

// Between the number of levels and their costs, as the upper half of the largest number.
static void padding_does_not_count(void **state)
{
    (void)state;
    struct series series = {100, {400, 2, 1, 3}};
    for (int levels = 1; levels <= LEVELS_MAX; levels++) {
        struct dimension_request request = request_of(levels, &series);
        struct allocation one = dimension_search(&request);
        static const uint32_t largest = 0x7fefffff;
        memcpy((char *)request.cost - sizeof largest, &largest, sizeof largest);
        struct allocation other = dimension_search(&request);
        assert_true(one.met && other.met);
        assert_memory_equal(one.repetitions, other.repetitions, sizeof one.repetitions);
    }
}

int tests_of_dimensioning_search(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_levels_do_not_count),
        cmocka_unit_test(padding_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
