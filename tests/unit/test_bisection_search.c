// The search for steps with executions that are made up, and the journal of a bisection.
#include "campaign/bisection/conclusion.h"
#include "campaign/bisection/journal.h"
#include "store/facts.h"

#include "testing.h"

#include <string.h>

enum { COMMITS = 64, MEASUREMENTS_MOST = 60 };

struct world {
    size_t step, second;              // 0: none
    size_t broken_first, broken_last; // cannot be built
};

// Blocks that differ by a fixed pattern of +-1 %.
static void measure(const struct world *world, const struct search_plan *plan,
                    struct search *search)
{
    double ratios[1000];
    bool broken = plan->commit >= world->broken_first && plan->commit <= world->broken_last;
    double level = (world->step && plan->commit >= world->step ? 0.03 : 0) +
                   (world->second && plan->commit >= world->second ? 0.02 : 0);
    assert_true(plan->blocks <= sizeof ratios / sizeof *ratios);
    assert_true(plan->commit >= 1 && plan->commit <= COMMITS);
    assert_true(search->commits[plan->commit].state != COMMIT_BROKEN);
    for (size_t i = 0; i < plan->blocks; i++)
        ratios[i] = level + (i % 2 ? 0.01 : -0.01);
    double build_s = search->commits[plan->commit].state == COMMIT_BUILT ? 0 : 10;
    const struct search_result result = {.commit = plan->commit,
                                         .log_ratios = ratios,
                                         .blocks = broken ? 0 : plan->blocks,
                                         .broken = broken,
                                         .build_s = build_s,
                                         .blocks_s = broken ? 0 : (double)plan->blocks,
                                         .seconds = 2 + build_s + (double)plan->blocks};
    search_add(search, &result);
}

static struct search_conclusion run(struct arena *arena, const struct world *world, double budget_s,
                                    enum search_state *state, struct search *search)
{
    struct search_plan plan;
    *search =
        (struct search){.rules = {0.95, 0.005, budget_s},
                        .commits = arena_new_array(arena, struct searched_commit, COMMITS + 1),
                        .count = COMMITS};
    while ((plan = search_plan(search)).state == SEARCH_MEASURES) {
        measure(world, &plan, search);
        assert_true(search->measurements <= MEASUREMENTS_MOST);
    }
    *state = plan.state;
    return search_conclude(arena, search);
}

static void test_one_step(void **unused)
{
    (void)unused;
    for (size_t step = 1; step <= COMMITS; step += 9) {
        struct arena arena = {0};
        enum search_state state;
        struct search search;
        const struct world world = {.step = step};
        struct search_conclusion found = run(&arena, &world, 0, &state, &search);
        assert_int_equal(state, SEARCH_FOUND);
        assert_int_equal(found.found, 1);
        assert_int_equal(found.steps[0].first, step);
        assert_int_equal(found.steps[0].last, step);
        assert_true(found.steps[0].low < 0.0305 && found.steps[0].high > 0.0305);
        arena_release(&arena);
    }
}

static void test_two_steps(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    enum search_state state;
    struct search search;
    const struct world world = {.step = 12, .second = 50};
    struct search_conclusion found = run(&arena, &world, 0, &state, &search);
    assert_int_equal(found.found, 2);
    assert_int_equal(found.steps[0].last, 12);
    assert_int_equal(found.steps[1].last, 50);
    arena_release(&arena);
}

static void test_no_step(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    enum search_state state;
    struct search search;
    const struct world world = {.step = 0};
    struct search_conclusion found = run(&arena, &world, 0, &state, &search);
    assert_int_equal(state, SEARCH_NO_STEP);
    assert_int_equal(found.found, 0);
    assert_true(found.unchanged >= 0.95);
    arena_release(&arena);
}

static void test_broken_commits_are_named_together(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    enum search_state state;
    struct search search;
    const struct world world = {.step = 22, .broken_first = 20, .broken_last = 23};
    struct search_conclusion found = run(&arena, &world, 0, &state, &search);
    assert_int_equal(state, SEARCH_FOUND);
    assert_int_equal(found.steps[0].first, 20);
    assert_int_equal(found.steps[0].last, 24);
    arena_release(&arena);
}

static void test_many_broken_commits_end_it(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    enum search_state state;
    struct search search;
    const struct world world = {.step = 22, .broken_first = 1, .broken_last = COMMITS - 1};
    struct search_conclusion found = run(&arena, &world, 0, &state, &search);
    assert_int_equal(state, SEARCH_EXHAUSTED);
    assert_int_equal(search.broken_in_a_row, BISECTION_BROKEN_MOST);
    assert_int_equal(found.found, 0);
    arena_release(&arena);
}

static void test_the_budget_ends_it(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    enum search_state state;
    struct search search;
    const struct world world = {.step = 22};
    struct search_conclusion found = run(&arena, &world, 60, &state, &search);
    assert_int_equal(state, SEARCH_BUDGET);
    assert_true(search.elapsed_s <= 60);
    assert_int_equal(found.found, 0);
    assert_int_equal(found.count, 1);
    assert_true(found.steps[0].first <= 22 && found.steps[0].last >= 22);
    arena_release(&arena);
}

static void test_a_build_that_outlasts_the_budget_takes_only_time(void **unused)
{
    (void)unused;
    struct arena arena = {0};
    enum search_state state;
    struct search search;
    const struct world world = {.step = 22};
    struct search_conclusion found = run(&arena, &world, 0, &state, &search);
    assert_int_equal(state, SEARCH_FOUND);
    const struct search_result result = {.commit = 50, .timed_out = true, .seconds = 100};
    search.rules.budget_s = search.elapsed_s + 100;
    enum commit_state before = search.commits[50].state;
    search_add(&search, &result);
    assert_int_equal(search.commits[50].state, before);
    assert_int_equal(search_plan(&search).state, SEARCH_FOUND);
    assert_int_equal(search_conclude(&arena, &search).found, found.found);
    search.found_s = 0;
    search.commits[22].data = search.commits[21].data = (struct measured_commit){0};
    assert_int_equal(search_plan(&search).state, SEARCH_BUDGET);
    arena_release(&arena);
}

// ---- The journal

#define ID "0123456789abcdef0123456789abcdef01234567"

static bool reads_plan(const char *text)
{
    struct error error = {.code = EXIT_FINE};
    struct journal_plan plan = {.blocks = 0};
    bool found = false;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    assert_non_null(store);
    assert_true(store_set(store, "bisect.measurement.002", text, &error));
    bool read = journal_planned(store, 2, &plan, &found, &error);
    assert_true(found);
    assert_true(read || error.code == EXIT_USAGE);
    return read && plan.blocks > 0 && strlen(plan.id) == 40;
}

static bool reads_result(const char *text)
{
    struct error error = {.code = EXIT_FINE};
    struct journal_result result = {.seconds = 0};
    bool found = false;
    STORE_CLEANUP struct store *store = store_temporary(&error);
    assert_non_null(store);
    assert_true(store_set(store, "bisect.result.002", text, &error));
    bool read = journal_ended(store, 2, &result, &found, &error);
    assert_true(read || error.code == EXIT_USAGE);
    return read;
}

static void test_journal(void **unused)
{
    (void)unused;
    assert_true(reads_plan(ID " 8"));
    const char *const plans[] = {"",        ID,          ID " ",    ID " 0",  ID " -1", ID " x",
                                 ID " nan", ID " 1e300", "01234 8", ID "f 8", ID "\t8", ID " 8x"};
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++)
        assert_false(reads_plan(plans[i]));
    assert_true(reads_result("measured 1.5 0 2 4"));
    assert_true(reads_result("broken 0 0 0 3.25"));
    assert_true(reads_result("timed_out 0 0 0 60"));
    const char *const results[] = {"",
                                   "measured",
                                   "measured 1 2 3",
                                   "measured 1 2 3 4 5",
                                   "measured 1 2 3 inf",
                                   "measured 1 2 3 -4",
                                   "measuredx 1 2 3 4",
                                   "other 1 2 3 4"};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        assert_false(reads_result(results[i]));
}

int tests_of_bisection_search(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_step),
        cmocka_unit_test(test_two_steps),
        cmocka_unit_test(test_no_step),
        cmocka_unit_test(test_broken_commits_are_named_together),
        cmocka_unit_test(test_many_broken_commits_end_it),
        cmocka_unit_test(test_the_budget_ends_it),
        cmocka_unit_test(test_a_build_that_outlasts_the_budget_takes_only_time),
        cmocka_unit_test(test_journal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
