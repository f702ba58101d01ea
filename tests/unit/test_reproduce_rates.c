// How often reproductions of a campaign disagree: false alarms and power, simulated.
#include "made_findings.h"
#include "normal.h"

// Means of UNITS drawings around 1 (variant "b": `factor`) with a spread of 1 %.
static struct made *drawn(struct stream *stream, double factor)
{
    struct made *made = make(VARIANTS);
    for (size_t v = 0; v < VARIANTS; v++) {
        double sum = 0, squares = 0, values[UNITS];
        for (size_t i = 0; i < UNITS; i++)
            sum += values[i] = (v == 1 ? factor : 1) * (1 + 0.01 * normal(stream));
        for (size_t i = 0; i < UNITS; i++)
            squares += (values[i] - sum / UNITS) * (values[i] - sum / UNITS);
        set(made, v, sum / UNITS, sqrt(squares / (UNITS - 1) / UNITS), UNITS);
    }
    compare(made);
    return made;
}

// The number of 1000 campaigns that disagree with a reproduction in which "b" is slower by a
// factor.
static int disagreeing(double factor, const struct reproduction_rules *rules)
{
    struct stream stream = stream_from(7);
    int count = 0;
    for (int i = 0; i < 1000; i++) {
        struct arena arena = {0};
        struct made *old = drawn(&stream, 0.9), *new = drawn(&stream, 0.9 * factor);
        count += reproduce(&arena, old, new, rules).disagreeing > 0;
        unmake(old);
        unmake(new);
        arena_release(&arena);
    }
    return count;
}

static void false_alarms_and_power(void **state)
{
    (void)state;
    struct reproduction_rules strict = {.within = 0.1, .judge_means = true, .same_machine = true};
    assert_in_range(disagreeing(1, &strict), 1, 60); // of all five quantities together: 5 %
    assert_in_range(disagreeing(1.01, &reproduction_defaults), 0, 60); // as much as is tolerated
    assert_int_equal(disagreeing(1.1, &reproduction_defaults), 1000);
}

int tests_of_reproduce_rates(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(false_alarms_and_power)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
