// Restarted cells: their plan beside that of the others, two restarts, and what is kept of before.
#include "stored.h"

#include "campaign/phase/stored_plan.h"
#include "store/executions.h"
#include "store/facts.h"
#include "store/plan/restart.h"
#include "store/results/catalogue.h"
#include "store/results/rows.h"

enum { CELLS = 3, BLOCKS = 4 };

static struct arena arena;
static struct spec *spec;
static struct store *store;

static void take(struct repetitions *repetitions, struct stored_plan *taken)
{
    struct error error = {0};
    size_t next[CELLS] = {1, 1, 1};
    for (size_t cell = 0; cell < CELLS; cell++)
        repetitions[cell] = (struct repetitions){BLOCKS, 2, 3, 0, 0};
    assert_done(plan_take(&arena, store, spec, PHASE_REAL, false, next, repetitions, taken, &error),
                error);
}

static void start_again(bool first, bool second, bool third)
{
    struct error error = {0};
    bool cells[CELLS] = {first, second, third};
    struct stored_fact facts[] = {{"program.sort.O2", "new"}, {"toolchain.sort.O2", "same"}};
    struct restart restart = {cells, CELLS, facts, 2, "restarted"};
    assert_done(store_restart(store, &restart, &error), error);
}

static bool same_execution(const struct stored_plan *a, size_t i, const struct stored_plan *b,
                           size_t k)
{
    const struct planned_block
        *one = &a->plan.blocks[a->plan.builds[a->plan.executions[i].build].block],
        *two = &b->plan.blocks[b->plan.builds[b->plan.executions[k].build].block];
    return one->cell == two->cell && one->number == two->number &&
           a->plan.executions[i].seed == b->plan.executions[k].seed &&
           a->plan.executions[i].order == b->plan.executions[k].order;
}

// Every execution of `cell` has the id that it had before.
static void assert_kept(const struct stored_plan *before, const struct stored_plan *after,
                        size_t cell)
{
    size_t found = 0;
    for (size_t i = 0; i < after->plan.execution_count; i++)
        for (size_t k = 0; k < before->plan.execution_count; k++) {
            if (!same_execution(after, i, before, k))
                continue;
            size_t build = after->plan.executions[i].build;
            assert_int_equal(after->plan.blocks[after->plan.builds[build].block].cell, cell);
            assert_int_equal(stored_execution(&after->ids, i), stored_execution(&before->ids, k));
            assert_int_equal(stored_build(&after->ids, build),
                             stored_build(&before->ids, before->plan.executions[k].build));
            found++;
        }
    assert_int_equal(found, 2 * 2 * BLOCKS);
}

static void planned_beside(void **state)
{
    (void)state;
    struct error error = {0};
    struct repetitions repetitions[CELLS];
    struct stored_plan first, second, again;
    bool kept[CELLS], whole = true;
    take(repetitions, &first);
    start_again(false, true, true);
    assert_done(plan_already_planned(store, spec, PHASE_REAL, repetitions, kept, &whole, &error),
                error);
    assert_true(!whole && kept[0] && !kept[1] && !kept[2]);
    take(repetitions, &second);
    assert_kept(&first, &second, 0);
    assert_int_equal(repetitions[0].first_block, 1);
    assert_int_equal(repetitions[1].first_block, BLOCKS + 1);
    assert_int_equal(second.plan.execution_count, first.plan.execution_count);
    for (size_t i = 0; i < CELLS; i++) // rounds go over all cells
        assert_int_equal(second.plan.blocks[i].number, second.plan.blocks[i].cell ? BLOCKS + 1 : 1);
    start_again(false, false, true);
    take(repetitions, &again);
    assert_int_equal(repetitions[2].first_block, 2 * BLOCKS + 1);
    plan_release(&second);
    take(repetitions, &second);
    for (size_t i = 0; i < second.plan.execution_count; i++)
        assert_int_equal(stored_execution(&again.ids, i), stored_execution(&second.ids, i));
    assert_done(plan_already_planned(store, spec, PHASE_REAL, repetitions, kept, &whole, &error),
                error);
    assert_true(whole);
    plan_release(&first);
    plan_release(&second);
    plan_release(&again);
}

static bool count_build(void *context, const struct build_row *row)
{
    ++*(size_t *)context;
    return row != NULL;
}

// What was measured before is in the store, and no query finds it.
static void kept_apart(void **state)
{
    (void)state;
    struct error error = {0};
    const struct repetitions repetitions[CELLS] = {
        {2, 1, 3, 0, 1}, {2, 1, 3, 0, 1}, {2, 1, 3, 0, 1}};
    const struct stored_truth truth = {.mean = {1, 2}};
    struct catalogue catalogue;
    struct draw_names none = {0};
    size_t builds = 0, blocks = 0;
    assert_done(store_set(store, "program.sort.O2", "old", &error), error);
    assert_done(store_set(store, "finished", "yes", &error), error);
    stored_phase(store, spec, PHASE_REAL, repetitions, &truth);
    start_again(true, false, false);
    assert_done(store_catalogue(store, &arena, &catalogue, &error), error);
    for (size_t i = 0; i < catalogue.series_count; i++)
        assert_int_not_equal(catalogue.series[i].cell, 0);
    assert_done(store_builds(store, &none, count_build, &builds, &error), error);
    assert_int_equal(builds, 2 * 2 * 2);
    assert_done(store_earlier_blocks(store, &blocks, &error), error);
    assert_int_equal(blocks, 2);
    assert_string_equal(store_get(store, &arena, "was.1.program.sort.O2"), "old");
    assert_string_equal(store_get(store, &arena, "program.sort.O2"), "new");
    assert_null(store_get(store, &arena, "finished"));
    start_again(true, false, false);
    assert_null(store_get(store, &arena, "was.2.program.sort.O2"));
    assert_string_equal(store_get(store, &arena, "fingerprint"), "3");
}

static int set_up(void **state)
{
    *state = stored_path(&arena);
    spec = stored_spec(&arena, 2, CELLS);
    store = stored_create(*state, spec);
    return 0;
}

static int tear_down(void **state)
{
    store_close(store);
    stored_remove(&arena, *state);
    arena_release(&arena);
    return 0;
}

int tests_of_restart(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(planned_beside, set_up, tear_down),
        cmocka_unit_test_setup_teardown(kept_apart, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
