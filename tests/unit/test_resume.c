// How far a stored campaign came: round trips of plan and steps, refusal of another plan.
#include "planned.h"
#include "stored.h"

#include "model/phase.h"
#include "store/builds.h"
#include "store/executions.h"
#include "store/facts.h"
#include "store/plan/plan_rows.h"
#include "store/plan/resume.h"
#include "store/plan/shorten.h"
#include "store/store.h"

static void test_no_plan(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    char *path = stored_path(&arena);
    struct store *store = stored_create(path, stored_spec(&arena, 2, 2));
    struct repetitions repetitions[2] = {{1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}};
    int64_t build = -1, execution = -1;
    bool planned = true;
    assert_done(
        store_phase(store, PHASE_PILOT, 2, repetitions, &build, &execution, &planned, &error),
        error);
    assert_false(planned);
    store_close(store);
    stored_remove(&arena, path);
    arena_release(&arena);
}

static void assert_phase(struct store *store, enum phase phase, size_t cells,
                         const struct repetitions *expected, int64_t first_build,
                         int64_t first_execution)
{
    struct error error = {0};
    struct repetitions stored[3];
    int64_t build = 0, execution = 0;
    bool planned = false;
    assert_done(store_phase(store, phase, cells, stored, &build, &execution, &planned, &error),
                error);
    assert_true(planned);
    assert_int_equal(build, first_build);
    assert_int_equal(execution, first_execution);
    for (size_t i = 0; i < cells; i++) {
        assert_int_equal(stored[i].blocks, expected[i].blocks);
        assert_int_equal(stored[i].executions, expected[i].executions);
        assert_int_equal(stored[i].iterations, expected[i].iterations);
        assert_int_equal(stored[i].warmup, expected[i].warmup);
        assert_int_equal(stored[i].first_block, expected[i].first_block);
    }
}

// Both phases, cells of different sizes, one of none.
static void test_phases(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    char *path = stored_path(&arena);
    struct spec *spec = stored_spec(&arena, 2, 3);
    struct store *store = stored_create(path, spec);
    const struct repetitions pilot[3] = {{2, 3, 5, 0, 1}, {2, 3, 5, 0, 1}, {2, 3, 5, 0, 1}};
    const struct repetitions real[3] = {{4, 2, 7, 1, 3}, {0}, {1, 1, 0, 9, 3}};
    int64_t build[2], execution[2];
    struct plan plans[2] = {plan_make(&arena, spec, PHASE_PILOT, pilot),
                            plan_make(&arena, spec, PHASE_REAL, real)};
    for (int i = 0; i < 2; i++)
        assert_done(planned_store(store, spec, i ? PHASE_REAL : PHASE_PILOT, i ? real : pilot,
                                  &build[i], &execution[i], &error),
                    error);
    store_close(store);
    assert_non_null(store = store_reopen(path, &error));
    assert_phase(store, PHASE_PILOT, 3, pilot, build[0], execution[0]);
    assert_phase(store, PHASE_REAL, 3, real, build[1], execution[1]);
    for (int i = 0; i < 2; i++) {
        struct stored_step *steps =
            arena_new_array(&arena, struct stored_step, plans[i].execution_count);
        assert_done(store_steps(store, &plans[i], build[i], execution[i], steps, &error), error);
        for (size_t k = 0; k < plans[i].execution_count; k++)
            assert_true(steps[k].open && !steps[k].succeeded && steps[k].attempts == 0);
    }
    store_close(store);
    stored_remove(&arena, path);
    arena_release(&arena);
}

// The plan of the blocks that stay is the beginning of the stored one.
static void test_shorter_pilot(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    char *path = stored_path(&arena);
    struct spec *spec = stored_spec(&arena, 2, 2);
    struct store *store = stored_create(path, spec);
    const struct repetitions whole[2] = {{20, 2, 3, 0, 1}, {20, 2, 3, 0, 4}};
    const struct repetitions kept[2] = {{5, 2, 3, 0, 1}, {5, 2, 3, 0, 4}};
    const struct repetitions real[2] = {{3, 1, 1, 0, 30}, {3, 1, 1, 0, 30}};
    int64_t build, execution, next_build, next_execution;
    assert_done(planned_store(store, spec, PHASE_PILOT, whole, &build, &execution, &error), error);
    assert_done(store_shorten_pilot(store, whole, 2, 5, &error), error);
    assert_phase(store, PHASE_PILOT, 2, kept, build, execution);
    assert_string_equal(store_get(store, &arena, FACT_PILOT_BLOCKS), "5");
    struct plan plan = plan_make(&arena, spec, PHASE_PILOT, kept);
    struct stored_step *steps = arena_new_array(&arena, struct stored_step, plan.execution_count);
    assert_done(store_steps(store, &plan, build, execution, steps, &error), error);
    assert_done(planned_store(store, spec, PHASE_REAL, real, &next_build, &next_execution, &error),
                error);
    assert_phase(store, PHASE_REAL, 2, real, next_build, next_execution);
    store_close(store);
    stored_remove(&arena, path);
    arena_release(&arena);
}

static void attempt(struct store *store, int64_t id, int number, bool counts)
{
    struct error error = {0};
    double value = 1;
    struct stored_series series = {"wall_time", "s", &value, 1};
    struct stored_execution done = {.execution = id,
                                    .attempt = number,
                                    .start = "",
                                    .exit = counts ? "0" : "exit 9",
                                    .counts = counts,
                                    .final = number == 2,
                                    .series = &series,
                                    .series_count = 1};
    assert_done(store_execution(store, &done, &error), error);
}

static void assert_step(const struct stored_step *step, bool open, bool succeeded, int attempts)
{
    assert_int_equal(step->open, open);
    assert_int_equal(step->succeeded, succeeded);
    assert_int_equal(step->attempts, attempts);
}

static void test_steps(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    char *path = stored_path(&arena);
    struct spec *spec = stored_spec(&arena, 1, 1);
    struct store *store = stored_create(path, spec);
    struct repetitions repetitions = {6, 1, 1, 0, 1};
    struct plan plan = plan_make(&arena, spec, PHASE_REAL, &repetitions);
    int64_t build = 0, execution = 0;
    assert_done(planned_store(store, spec, PHASE_REAL, &repetitions, &build, &execution, &error),
                error);
    attempt(store, execution, 1, true);
    attempt(store, execution + 1, 1, false);
    attempt(store, execution + 2, 1, false);
    attempt(store, execution + 2, 2, false);
    attempt(store, execution + 3, 1, false);
    attempt(store, execution + 3, 2, true);
    assert_done(store_give_up(store, build + (int64_t)plan.executions[4].build, &error), error);
    store_close(store);

    assert_non_null(store = store_reopen(path, &error));
    struct stored_step steps[6];
    assert_done(store_steps(store, &plan, build, execution, steps, &error), error);
    assert_step(&steps[0], false, true, 1);
    assert_step(&steps[1], true, false, 1);
    assert_step(&steps[2], false, false, 2);
    assert_step(&steps[3], false, true, 2);
    assert_step(&steps[4], false, false, 0);
    assert_step(&steps[5], true, false, 0);
    store_close(store);
    stored_remove(&arena, path);
    arena_release(&arena);
}

static void assert_refused(struct store *store, const struct plan *plan, int64_t build,
                           int64_t execution)
{
    struct error error = {0};
    struct stored_step steps[16];
    assert_false(store_steps(store, plan, build, execution, steps, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(error.text, "this eswexp plans the experiment differently than the stored "
                                    "plan: resume with the version that began it");
}

// Another seed, another number of executions, other places of the same ones.
static void test_another_plan(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    char *path = stored_path(&arena);
    struct spec *spec = stored_spec(&arena, 2, 1);
    struct store *store = stored_create(path, spec);
    struct repetitions repetitions = {2, 2, 1, 0, 1}, more = {4, 2, 1, 0, 1};
    struct plan plan = plan_make(&arena, spec, PHASE_REAL, &repetitions);
    int64_t build = 0, execution = 0;
    assert_done(planned_store(store, spec, PHASE_REAL, &repetitions, &build, &execution, &error),
                error);
    struct plan longer = plan_make(&arena, spec, PHASE_REAL, &more);
    assert_refused(store, &longer, build, execution);
    assert_refused(store, &plan, build + 1, execution);
    assert_refused(store, &plan, build, execution + 1);
    spec->seed++;
    struct plan other = plan_make(&arena, spec, PHASE_REAL, &repetitions);
    assert_refused(store, &other, build, execution);
    struct stored_step steps[8];
    assert_done(store_steps(store, &plan, build, execution, steps, &error), error);
    store_close(store);
    stored_remove(&arena, path);
    arena_release(&arena);
}

static void test_reopening_nothing(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    char *path = stored_path(&arena);
    assert_null(store_reopen(path, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    error = (struct error){0};
    assert_null(store_reopen(path, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "ended before it had a plan; run it again"));
    stored_remove(&arena, path);
    arena_release(&arena);
}

int tests_of_resume(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_plan),       cmocka_unit_test(test_phases),
        cmocka_unit_test(test_shorter_pilot), cmocka_unit_test(test_steps),
        cmocka_unit_test(test_another_plan),  cmocka_unit_test(test_reopening_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
