// The canary from the store to the report, and stores of the formats before it.
#include "golden.h"
#include "reported.h"
#include "stored.h"

#include "analysis/diagnostics/canary.h"
#include "base/clock.h"
#include "executor/observe/canary.h"
#include "store/plan/resume.h"
#include "store/store.h"

#include <sqlite3.h>

enum { BLOCKS = 40 };

static const struct stored_truth truth = {
    .mean = {1, 1.1}, .build = 0.01, .execution = 0.01, .iteration = 0.01};

static struct store *measured(struct arena *arena, const char *path, size_t cells)
{
    struct spec *spec = stored_spec(arena, 2, cells);
    struct repetitions *repetitions = arena_new_array(arena, struct repetitions, cells);
    struct store *store = stored_create(path, spec);
    for (size_t i = 0; i < cells; i++)
        repetitions[i] = (struct repetitions){.blocks = BLOCKS, .executions = 1, .iterations = 2};
    stored_phase(store, spec, PHASE_REAL, repetitions, &truth);
    return store;
}

// One look at the end of each block, a minute apart; `step` from the block `first` to before `end`.
static void probe_on(struct store *store, double step, size_t first, size_t end)
{
    struct arena scratch = {0};
    struct error error = {0};
    for (size_t i = 0; i < BLOCKS; i++) {
        bool slow = i >= first && i < end;
        struct canary_probe probe = {
            .start = arena_printf(&scratch, "2026-11-21T09:%02zu:00.000000Z", i),
            .cpus = "1",
            .seconds = 0.0026 * (slow ? step : 1) * (1 + 0.001 * (double)(i * 7 % 5)),
            .switches = slow ? 5 : 1};
        assert_done(store_canary(store, (int64_t)(2 * i + 1), &probe, &error), error);
    }
    arena_release(&scratch);
}

struct campaign {
    struct arena arena;
    char *path;
    struct store *store;
};

static int set_up(void **state)
{
    struct campaign *campaign = calloc(1, sizeof *campaign);
    campaign->path = stored_path(&campaign->arena);
    *state = campaign;
    return 0;
}

static int tear_down(void **state)
{
    struct campaign *campaign = *state;
    store_close(campaign->store);
    stored_remove(&campaign->arena, campaign->path);
    arena_release(&campaign->arena);
    free(campaign);
    return 0;
}

static struct store *begin(struct campaign *campaign, size_t cells)
{
    return campaign->store = measured(&campaign->arena, campaign->path, cells);
}

static void a_busy_stretch_is_told(void **state)
{
    struct campaign *campaign = *state;
    struct error error = {0};
    struct findings findings;
    struct store *store = begin(campaign, 1);
    probe_on(store, 1.07, 12, 20);
    assert_done(analysis_load(&campaign->arena, store, &findings, &error), error);
    assert_int_equal(findings.canary_count, 1);
    assert_int_equal(findings.canary[0].shifts.count, 3);
    assert_golden("canary-busy.txt", as_text(&findings, 100, false));
}

static void a_quiet_machine_has_one_line(void **state)
{
    struct campaign *campaign = *state;
    struct error error = {0};
    struct findings findings;
    struct store *store = begin(campaign, 1);
    probe_on(store, 1, 0, 0);
    assert_done(analysis_load(&campaign->arena, store, &findings, &error), error);
    assert_golden("canary-quiet.txt", as_text(&findings, 100, false));
}

// Some cells have other CPUs: their looks are not compared with each other.
static void places_are_told_apart(void **state)
{
    struct campaign *campaign = *state;
    struct error error = {0};
    struct findings findings;
    struct store *store = begin(campaign, 2);
    for (int i = 0; i < 20; i++) {
        struct canary_probe probe = {
            .start = arena_printf(&campaign->arena, "2026-11-2%d 09:00:%02d", i / 10, i),
            .cpus = i % 2 ? "1" : "0",
            .seconds = i % 2 ? 0.002 : 0.004};
        assert_done(store_canary(store, 2 * i + 1, &probe, &error), error);
    }
    assert_done(analysis_load(&campaign->arena, store, &findings, &error), error);
    assert_int_equal(findings.canary_count, 2);
    assert_string_equal(findings.canary[0].probes->cpus, "0");
    assert_int_equal(findings.canary[0].shifts.count, 1);
    assert_golden("canary-two-places.txt", as_text(&findings, 100, false));
}

static void few_probe_say_nothing(void **state)
{
    struct campaign *campaign = *state;
    struct error error = {0};
    struct findings findings;
    struct store *store = begin(campaign, 1);
    struct canary_probe probe = {.start = "", .cpus = "", .seconds = 0.002};
    assert_done(store_canary(store, 1, &probe, &error), error);
    probe.seconds = 0.003; // a block that was resumed
    assert_done(store_canary(store, 2, &probe, &error), error);
    assert_done(analysis_load(&campaign->arena, store, &findings, &error), error);
    assert_int_equal(findings.canary[0].count, 1);
    assert_close(findings.canary[0].probes->seconds, 0.003, 1e-12);
    assert_false(findings.canary[0].judged);
    char *report = as_text(&findings, 400, false);
    assert_null(strstr(report, "canary"));
    free(report);
}

static void change(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void stores_of_earlier_formats(void **state)
{
    static const char *const formats[] = {
        "DROP TABLE canary; DROP TABLE profile; PRAGMA user_version = 4",
        "DROP TABLE canary; DROP TABLE profile; DROP TABLE disturbance; PRAGMA user_version = 3"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct arena arena = {0};
        struct error error = {0};
        struct findings findings;
        struct canary_probe probe = {.start = "", .cpus = "", .seconds = 0.002};
        char *path = stored_path(&arena);
        store_close(measured(&arena, path, 1));
        change(path, formats[i]);
        for (int times = 0; times < 2; times++) { // reading changes nothing
            struct store *store = store_open(path, &error);
            assert_non_null(store);
            assert_done(analysis_load(&arena, store, &findings, &error), error);
            assert_int_equal(findings.canary_count, 0);
            store_close(store);
        }
        struct store *store = store_reopen(path, &error); // going on makes it new
        assert_non_null(store);
        assert_done(store_canary(store, 1, &probe, &error), error);
        store_close(store);
        store = store_open(path, &error);
        assert_non_null(store);
        assert_done(analysis_load(&arena, store, &findings, &error), error);
        assert_int_equal(findings.canary_count, 1);
        store_close(store);
        stored_remove(&arena, path);
        arena_release(&arena);
    }
}

// An hour of blocks of a second, looks of 20 ms and some, now and then one that is held up.
static void probe_take_a_hundredth(void **state)
{
    (void)state;
    struct canary_watch canary = {.since_s = 0};
    struct deadline none = {.at_ns = 0};
    double spent_s = 0;
    size_t probes = 0;
    for (size_t second = 0; second < 3600; second++) {
        canary.since_s += 1;
        if (!canary_is_due(&canary, &none))
            continue;
        double took_s = 0.02 + 0.001 * (double)(probes % 10) + (probes % 20 == 19 ? 0.01 : 0);
        canary_probed(&canary, took_s);
        spent_s += took_s;
        probes++;
    }
    assert_in_range(probes, 1000, 3600);
    assert_true(spent_s <= 36 + 0.02);
}

static void nothing_puts_off_probe_for_long(void **state)
{
    (void)state;
    struct canary_watch canary = {.since_s = 2};
    struct deadline deadline = {.at_ns = 0};
    assert_true(canary_is_due(&canary, &deadline));
    canary_probed(&canary, 0.02);
    assert_false(canary_is_due(&canary, &deadline));
    canary_probed(&canary, 9);
    canary.since_s += 4.01;
    assert_true(canary_is_due(&canary, &deadline));
    deadline.at_ns = clock_boot_ns() + 1000000000000;
    assert_true(canary_is_due(&canary, &deadline));
    deadline.at_ns = clock_boot_ns() + 10000000; // 10 ms are too few
    assert_false(canary_is_due(&canary, &deadline));
    deadline.at_ns = 0;
    canary.failed = true;
    assert_false(canary_is_due(&canary, &deadline));
}

int tests_of_canary(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_busy_stretch_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_quiet_machine_has_one_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(places_are_told_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(few_probe_say_nothing, set_up, tear_down),
        cmocka_unit_test(stores_of_earlier_formats),
        cmocka_unit_test(probe_take_a_hundredth),
        cmocka_unit_test(nothing_puts_off_probe_for_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
