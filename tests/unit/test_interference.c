// Interference: seen by harness and kernel, stored, counted, and read from old stores.
#include "golden.h"
#include "planned.h"
#include "reported.h"
#include "scratch.h"

#include "analysis/diagnostics/diagnostics.h"
#include "executor/observe/interference.h"
#include "machine/activity/throttle.h"
#include "store/executions.h"
#include "store/plan/plan_rows.h"
#include "store/plan/resume.h"
#include "store/results/interference.h"
#include "store/store.h"
#include "store/transactions.h"

#include <sqlite3.h>

static void test_the_harness_sees_moves(void **state)
{
    (void)state;
    const struct esw_sample records[] = {{.cpu_before = 1, .cpu_after = 1},
                                         {.cpu_before = 1, .cpu_after = 2},
                                         {.cpu_before = 2, .cpu_after = 2},
                                         {.cpu_before = 0, .cpu_after = 0}}; // between two samples
    struct observation observation = {
        .records = records,
        .record_count = 4,
        .outcome = {.figures = {.values = {[FIGURE_INVOLUNTARY_SWITCHES] = 7}}}};
    uint64_t interference[INTERFERENCE_KINDS] = {0};
    interference_of(&observation, interference);
    assert_int_equal(interference[INTERFERENCE_MIGRATION], 2);
    assert_int_equal(interference[INTERFERENCE_SWITCH], 7);
}

static void counter(struct scratch *scratch, const char *name, const char *value)
{
    scratch_file(scratch, arena_printf(&scratch->arena, "sys/devices/system/cpu/%s", name), value);
}

static void test_throttling(void **state)
{
    struct scratch *scratch = *state;
    struct throttle_watch none = throttle_begin(&scratch->arena, scratch->folder);
    assert_int_equal(throttle_read(&none, 0), 0);
    counter(scratch, "cpu0/thermal_throttle/core_throttle_count", "5\n");
    counter(scratch, "cpu0/thermal_throttle/package_throttle_count", "100\n");
    counter(scratch, "cpu1/thermal_throttle/core_throttle_count", "7\n");
    struct throttle_watch watch = throttle_begin(&scratch->arena, scratch->folder);
    assert_int_equal(watch.count, 3);
    assert_int_equal(throttle_read(&watch, 0), 0);
    counter(scratch, "cpu1/thermal_throttle/core_throttle_count", "10\n");
    assert_int_equal(throttle_read(&watch, (int64_t)1 << 60), 0); // too early to look again
    assert_int_equal(throttle_read(&watch, 0), 3);
    assert_int_equal(throttle_read(&watch, 0), 0);
}

struct counted {
    size_t rows, sum;
};

static bool count_row(void *context, const struct interference_row *row)
{
    struct counted *counted = context;
    counted->rows++;
    counted->sum += row->count;
    assert_string_equal(row->machine, "local");
    return true;
}

// Every execution fails at its first attempt; the second one of O3 is disturbed.
static struct store *disturbed_store(struct arena *arena, const char *path)
{
    struct error error = {0};
    struct spec *spec = stored_spec(arena, 2, 1);
    struct store *store = stored_create(path, spec);
    struct repetitions repetitions = {5, 1, 1, 0, 1};
    struct plan plan = plan_make(arena, spec, PHASE_REAL, &repetitions);
    int64_t build = 0, execution = 0;
    double value = 1;
    struct stored_series series = {"wall_time", "s", &value, 1};
    assert_done(planned_store(store, spec, PHASE_REAL, &repetitions, &build, &execution, &error),
                error);
    for (size_t i = 0; i < plan.execution_count; i++)
        for (int attempt = 1; attempt <= 2; attempt++) {
            uint64_t moves = attempt == 2 ? 3 * plan.builds[plan.executions[i].build].variant : 0;
            struct stored_execution done = {.execution = execution + (int64_t)i,
                                            .attempt = attempt,
                                            .start = "2026-01-01T00:00:00.000000Z",
                                            .exit = attempt == 2 ? "0" : "exit 9",
                                            .counts = attempt == 2,
                                            .interference = {moves, attempt == 1, 0},
                                            .series = &series,
                                            .series_count = 1};
            value += 0.001;
            assert_done(store_execution(store, &done, &error), error);
        }
    assert_done(store_commit(store, &error), error);
    return store;
}

static void test_stored_and_counted(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    char *path = stored_path(&arena);
    struct store *store = disturbed_store(&arena, path);
    struct counted counted = {0};
    assert_done(store_interference_rows(store, count_row, &counted, &error), error);
    assert_int_equal(counted.rows, 10 + 5);
    assert_int_equal(counted.sum, 10 + 5 * 3);

    struct findings findings;
    assert_done(analysis_load(&arena, store, &findings, &error), error);
    assert_done(analysis_diagnose(&arena, store, &findings, &error), error);
    assert_int_equal(findings.diagnostics[0].migrated, 0);
    assert_int_equal(findings.diagnostics[1].migrated, 5);
    assert_int_equal(findings.diagnostics[1].switched, 0); // of attempts that failed
    assert_golden("interference.txt", as_text(&findings, 80, false));
    store_close(store);
    stored_remove(&arena, path);
    arena_release(&arena);
}

static void make_old(const char *path)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "DROP TABLE disturbance; PRAGMA user_version = 3", NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(db);
}

static void test_old_stores(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct counted counted = {0};
    char *path = stored_path(&arena);
    store_close(disturbed_store(&arena, path));
    make_old(path);
    for (int i = 0; i < 2; i++) { // reading changes nothing
        struct store *store = store_open(path, &error);
        assert_non_null(store);
        assert_done(store_interference_rows(store, count_row, &counted, &error), error);
        assert_int_equal(counted.rows, 0);
        store_close(store);
    }
    struct store *store = store_reopen(path, &error); // going on makes it new
    assert_non_null(store);
    double value = 1;
    struct stored_series series = {"wall_time", "s", &value, 1};
    struct stored_execution more = {.execution = 1,
                                    .attempt = 3,
                                    .start = "",
                                    .exit = "0",
                                    .interference = {2, 0, 0},
                                    .series = &series,
                                    .series_count = 1};
    assert_done(store_execution(store, &more, &error), error);
    store_close(store);
    store = store_open(path, &error);
    assert_non_null(store);
    assert_done(store_interference_rows(store, count_row, &counted, &error), error);
    assert_int_equal(counted.sum, 2);
    store_close(store);
    stored_remove(&arena, path);
    arena_release(&arena);
}

int tests_of_interference(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_harness_sees_moves),
        cmocka_unit_test_setup_teardown(test_throttling, scratch_make, scratch_remove),
        cmocka_unit_test(test_stored_and_counted),
        cmocka_unit_test(test_old_stores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
