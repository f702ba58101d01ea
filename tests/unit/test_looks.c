// Looks: their plan, their fact, the levels of their intervals, and the plan that grows with them.
#include "paired.h"
#include "stored.h"

#include "analysis/estimate/looks.h"
#include "analysis/pilot/planned_looks.h"
#include "stats/group_sequential.h"
#include "store/facts.h"
#include "store/plan/resume.h"

static void looks_of_a_new_campaign(void **state)
{
    (void)state;
    struct arena arena = {0};
    const size_t most[] = {200, 0, 100}; // the second is identical code
    struct looks looks = looks_plan(&arena, NULL, most, 3, LOOKS_SHARE);
    const size_t blocks[] = {20, 30, 45, 67, 100}; // of the smallest
    assert_int_equal(looks.count, 4);
    assert_int_equal(looks.current, 1);
    for (size_t i = 0; i < looks.count; i++) {
        assert_int_equal(looks.items[i].blocks[2], blocks[i + 1]);
        assert_int_equal(looks.items[i].blocks[1], 0);
        assert_in_range(looks.items[i].blocks[0], 2 * blocks[i + 1] - 1, 2 * blocks[i + 1]);
        double part = pow(1.5, -(double)(3 - i));
        assert_close(looks.items[i].share, LOOKS_SHARE * part * part, 1e-12);
    }
    const size_t few[] = {29}; // a look at 20 would have fewer than 20 before it
    assert_int_equal(looks_plan(&arena, NULL, few, 1, LOOKS_SHARE).count, 1);
    const size_t many[] = {10000};
    looks = looks_plan(&arena, NULL, many, 1, LOOKS_SHARE);
    assert_int_equal(looks.count, 12);
    assert_int_equal(looks.items[11].blocks[0], 10000);
    arena_release(&arena);
}

static void looks_of_a_continuation(void **state)
{
    (void)state;
    struct arena arena = {0};
    const size_t before[] = {10, 20}, now[] = {20, 40}, later[] = {40, 80}, most[] = {80, 160};
    struct look items[] = {{0.2, before}, {0.8, now}, {0.9, later}};
    const struct looks ended = {items, 3, 2}; // the third was never taken
    struct looks looks = looks_plan(&arena, &ended, most, 2, continued_share(0.8));
    assert_int_equal(looks.count, 2 + 3);
    assert_int_equal(looks.current, 3);
    assert_true(looks.items[1].share == 0.8 && looks.items[1].blocks == now);
    const size_t added[] = {36, 54, 80}; // 24 would be less than 25 % more
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(looks.items[2 + i].blocks[0], added[i]);
        assert_true(looks.items[2 + i].share > looks.items[1 + i].share);
    }
    assert_close(looks.items[4].share, 0.9, 1e-12);
    arena_release(&arena);
}

// However often: within α, or within 1.25 α where one look has spent all.
static void continuations_spend_half_of_the_rest(void **state)
{
    (void)state;
    assert_close(continued_share(LOOKS_SHARE), 0.9, 1e-12);
    assert_close(continued_share(1), 1.125, 1e-12);
    double share = LOOKS_SHARE, fixed = 1;
    for (int i = 0; i < 20; i++) {
        share = continued_share(share);
        fixed = continued_share(fixed);
    }
    assert_true(share < 1 && share > 0.999 && fixed < 1.25 && fixed > 1.249);
}

static void assert_refused(struct store *store, const char *looks, const char *look)
{
    struct arena arena = {0};
    struct error error = {0};
    const struct looks *read;
    assert_done(store_set(store, FACT_LOOKS, looks, &error), error);
    assert_done(store_set(store, FACT_LOOK, look, &error), error);
    assert_false(looks_load(&arena, store, 2, &read, &error));
    assert_int_equal(error.code, EXIT_FAILED);
    arena_release(&arena);
}

static void looks_are_a_fact(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct store *store = store_temporary(&error);
    const size_t first[] = {20, 30}, second[] = {30, 45};
    struct look items[] = {{1.0 / 3, first}, {0.8, second}};
    const struct looks looks = {items, 2, 1}, *read;
    struct stored_fact facts[LOOKS_FACTS];
    assert_done(looks_load(&arena, store, 2, &read, &error), error);
    assert_null(read);
    looks_facts(&arena, &looks, 2, facts);
    for (size_t i = 0; i < LOOKS_FACTS; i++)
        assert_done(store_set(store, facts[i].key, facts[i].value, &error), error);
    assert_done(looks_load(&arena, store, 2, &read, &error), error);
    assert_int_equal(read->count, 2);
    assert_int_equal(read->current, 1);
    assert_true(read->items[0].share == 1.0 / 3);
    assert_int_equal(read->items[1].blocks[1], 45);
    static const char *const wrong[] = {"",
                                        "0.8",
                                        "0.8:20",
                                        "0.8:20,30,40",
                                        "0.8:20,30;",
                                        "x:20,30",
                                        "0.8;20,30",
                                        "0:20,30",
                                        "0.8:20,30x",
                                        "0.8:20,30;;1",
                                        "inf:20,30",
                                        "2.1:20,30",
                                        "0.8:20,30;0.9:40,29"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused(store, wrong[i], "1");
    TEXT_CLEANUP struct text endless = {0};
    for (int i = 0; i < 2000; i++)
        text_printf(&endless, "%s0.8:20,30", i ? ";" : "");
    assert_refused(store, endless.bytes, "2000");
    assert_refused(store, "0.8:20,30", "0");
    assert_refused(store, "0.8:20,30", "2");
    store_close(store);
    arena_release(&arena);
}

static void levels_of_looks(void **state)
{
    (void)state;
    const size_t first[] = {20, 5, 0}, second[] = {30, 5, 0};
    struct look items[] = {{0.3, first}, {0.8, second}};
    struct looks looks = {items, 2, 2};
    const double blocks[] = {20, 30}, spent[] = {0.3 * 0.05, 0.8 * 0.05};
    double level = nominal_level(blocks, spent, 2);
    assert_true(looks_confidence(NULL, 0, 0.95) == 0.95 && looks_p(NULL, 0, 0.03) == 0.03);
    assert_close(looks_confidence(&looks, 0, 0.95), 1 - level, 1e-12);
    assert_close(looks_confidence(&looks, 1, 0.95), 1 - 0.8 * 0.05, 1e-12); // no new blocks
    assert_true(looks_confidence(&looks, 2, 0.95) == 0.95);                 // identical code
    // p is at most α exactly where the interval of the look leaves 1.
    assert_close(looks_p(&looks, 0, level), 0.05, 1e-5);
    assert_true(looks_p(&looks, 0, 1) == 1 && looks_p(&looks, 0, 0.9) <= 1);
    looks.current = 1;
    assert_close(looks_confidence(&looks, 0, 0.95), 1 - 0.3 * 0.05, 1e-12);
    assert_close(looks_p(&looks, 0, 0.3 * 0.05), 0.05, 1e-12);
}

// The stored plan grows at its end; its rows are those of one plan of all blocks.
static void a_plan_grows(void **state)
{
    (void)state;
    enum { CELLS = 2, VARIANTS = 2 };
    struct arena arena = {0};
    struct error error = {0};
    struct spec *spec = stored_spec(&arena, VARIANTS, CELLS);
    struct store *store = store_temporary(&error);
    assert_done(store_spec(store, spec, &error), error);
    const struct repetitions begun[] = {{3, 2, 4, 1, 6}, {2, 1, 4, 1, 6}},
                             more[] = {{2, 2, 4, 1, 9}, {3, 1, 4, 1, 8}},
                             all[] = {{5, 2, 4, 1, 6}, {5, 1, 4, 1, 6}};
    int64_t build, execution;
    assert_done(planned_store(store, spec, PHASE_REAL, begun, &build, &execution, &error), error);
    assert_done(store_set(store, FACT_FINISHED, "yes", &error), error);
    const struct stored_fact facts[] = {{FACT_LOOK, "2"}};
    struct planner planner = plan_begin(&arena, spec, PHASE_REAL, more);
    assert_done(store_extend_plan(store, &planner, facts, 1, &error), error);
    assert_null(store_get(store, &arena, FACT_FINISHED));
    assert_string_equal(store_get(store, &arena, FACT_LOOK), "2");

    struct repetitions stored[CELLS];
    bool planned;
    assert_done(store_phase(store, PHASE_REAL, CELLS, stored, &build, &execution, &planned, &error),
                error);
    assert_memory_equal(stored, all, sizeof stored);
    struct plan plan = plan_make(&arena, spec, PHASE_REAL, all);
    int64_t *builds = arena_new_array(&arena, int64_t, plan.build_count);
    int64_t *executions = arena_new_array(&arena, int64_t, plan.execution_count);
    struct stored_step *steps = arena_new_array(&arena, struct stored_step, plan.execution_count);
    assert_done(
        store_scattered_steps(store, &plan, PHASE_REAL, CELLS, builds, executions, steps, &error),
        error);
    for (size_t i = 0; i < plan.execution_count; i++)
        assert_true(steps[i].open);
    store_close(store);
    arena_release(&arena);
}

int tests_of_looks(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looks_of_a_new_campaign),
        cmocka_unit_test(looks_of_a_continuation),
        cmocka_unit_test(continuations_spend_half_of_the_rest),
        cmocka_unit_test(looks_are_a_fact),
        cmocka_unit_test(levels_of_looks),
        cmocka_unit_test(a_plan_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
