// The store: round trips, foreign files, joined writes, events.
#include "planned.h"
#include "stored.h"

#include "base/files/files.h"
#include "store/builds.h"
#include "store/database.h"
#include "store/events.h"
#include "store/executions.h"
#include "store/facts.h"
#include "store/results/outcomes.h"
#include "store/results/samples.h"
#include "store/schema.h"
#include "store/transactions.h"

#include <sqlite3.h>

static const struct stored_truth truth = {{1e-3, 9e-4}, 1e-5, 1e-5, 1e-5, 0};

static void test_round_trip(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    char *path = stored_path(&arena);
    struct spec *spec = stored_spec(&arena, 2, 3);
    struct store *store = stored_create(path, spec);
    struct repetitions repetitions[3] = {{4, 2, 3, 0, 1}, {4, 2, 3, 0, 1}, {4, 2, 3, 0, 1}};
    stored_phase(store, spec, PHASE_REAL, repetitions, &truth);
    assert_done(store_set(store, "host", "h", &error), error);
    assert_done(store_event(store, "kind", "text", &error), error);
    store_close(store);

    assert_true(file_exists(path));
    assert_false(file_exists(arena_printf(&arena, "%s-wal", path)));
    assert_non_null(store = store_open(path, &error));
    assert_string_equal(store_get(store, &arena, "experiment"), "experiment");
    assert_string_equal(store_get(store, &arena, "seed"), "42");
    assert_null(store_get(store, &arena, "quick"));
    struct catalogue catalogue;
    assert_done(store_catalogue(store, &arena, &catalogue, &error), error);
    assert_int_equal(catalogue.cell_count, 3);
    assert_int_equal(catalogue.variant_count, 2);
    assert_string_equal(catalogue.axes[0], "n");
    assert_string_equal(catalogue.cells[2].point[0], "3");
    assert_true(catalogue.cells[0].build_level && catalogue.cells[0].paced);
    assert_int_equal(catalogue.series_count, 3 * 2 * 2);
    assert_string_equal(catalogue.metrics[1].name, "peak_memory");
    assert_int_equal(catalogue.series[0].longest, 3);
    assert_int_equal(catalogue.series[2].longest, 1);

    struct sample_cursor *cursor = samples_open(store, &catalogue.series[0], &error);
    struct sample_piece piece;
    size_t pieces = 0, block = 0;
    for (;;) {
        assert_done(samples_next(cursor, &piece, &error), error);
        if (piece.count == 0)
            break;
        assert_int_equal(piece.count, 3);
        assert_close(piece.values[0], 1e-3, 0.2);
        assert_true(piece.block_unit >= block);
        block = piece.block_unit;
        assert_string_equal(piece.machine, "local");
        pieces++;
    }
    assert_int_equal(pieces, 8);
    samples_close(cursor);

    struct cell_progress progress[3];
    assert_done(store_progress(store, &arena, progress, 3, &error), error);
    assert_int_equal(progress[1].blocks, 4);
    assert_int_equal(progress[1].builds, 8);
    assert_int_equal(progress[1].layouts, 8);
    assert_int_equal(progress[1].executions, 16);
    store_close(store);
    stored_remove(&arena, path);
    arena_release(&arena);
}

static bool run_one(struct store *store, int64_t id, int attempt, const char *exit_words,
                    struct error *error)
{
    double values[] = {1, 2};
    struct stored_series series = {"wall_time", "s", values, 2};
    struct stored_execution done = {.execution = id,
                                    .attempt = attempt,
                                    .start = "",
                                    .exit = exit_words,
                                    .counts = exit_words[0] == '0',
                                    .series = &series,
                                    .series_count = 1};
    return store_execution(store, &done, error) && store_commit(store, error);
}

static void test_measured_once(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    char *path = stored_path(&arena);
    struct spec *spec = stored_spec(&arena, 2, 1);
    struct store *store = stored_create(path, spec);
    struct repetitions repetitions = {2, 1, 2, 0, 1};
    struct plan plan = plan_make(&arena, spec, PHASE_REAL, &repetitions);
    int64_t build = 0, execution = 0;
    assert_done(planned_store(store, spec, PHASE_REAL, &repetitions, &build, &execution, &error),
                error);
    assert_done(run_one(store, execution, 1, "timeout", &error), error);
    assert_done(run_one(store, execution, 2, "0", &error), error);
    assert_false(run_one(store, execution, 3, "0", &error));
    assert_true(text_starts(error.text, "'"));

    // One of two executions of the first block: it is open. Its build given up: it counts.
    struct catalogue catalogue;
    assert_done(store_catalogue(store, &arena, &catalogue, &error), error);
    assert_int_equal(catalogue.series_count, 0);
    for (size_t i = 0; i < plan.build_count; i++)
        if (plan.builds[i].block == 0 && i != plan.executions[0].build)
            assert_done(store_give_up(store, build + (int64_t)i, &error), error);
    assert_done(store_catalogue(store, &arena, &catalogue, &error), error);
    assert_int_equal(catalogue.series_count, 1);
    struct cell_progress progress;
    assert_done(store_progress(store, &arena, &progress, 1, &error), error);
    assert_int_equal(progress.open_blocks, 1);
    assert_int_equal(progress.retried, 1);
    assert_string_equal(progress.reasons, "timeout ×1");
    struct failure_row *failures = NULL;
    size_t count = 0;
    assert_done(store_failures(store, &arena, &failures, &count, &error), error);
    assert_int_equal(count, 1);
    assert_int_equal(failures[0].variant, 1 - plan.builds[plan.executions[0].build].variant);
    assert_int_equal(failures[0].executions, 1);
    assert_string_equal(failures[0].reason, "build failed");
    store_close(store);
    stored_remove(&arena, path);
    arena_release(&arena);
}

static void test_foreign_files(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    char *path = stored_path(&arena);
    assert_null(store_open(path, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_done(file_write(path, "no database, but long enough to be read as one", 46, &error),
                error);
    assert_null(store_open(path, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_null(store_create(path, &error));
    assert_int_equal(error.code, EXIT_USAGE);

    unlink(path);
    sqlite3 *db = NULL;
    sqlite3_open(path, &db);
    sqlite3_exec(db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    assert_true(file_exists(path) && store_is_blank(path));
    sqlite3_exec(db, "CREATE TABLE t(x)", NULL, NULL, NULL);
    assert_false(store_is_blank(path));
    assert_null(store_open(path, &error));
    assert_non_null(strstr(error.text, "not a campaign's"));
    char *newer = arena_printf(&arena, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                               STORE_APPLICATION, STORE_VERSION + 1);
    sqlite3_exec(db, newer, NULL, NULL, NULL);
    sqlite3_close(db);
    assert_null(store_open(path, &error));
    assert_non_null(strstr(error.text, "use a newer eswexp"));
    stored_remove(&arena, path);
    arena_release(&arena);
}

static size_t count_facts(const char *path, const char *key)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *row = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT count(*) FROM fact WHERE key = ?", -1, &row, NULL),
        SQLITE_OK);
    sqlite3_bind_text(row, 1, key, -1, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    size_t count = (size_t)sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(db);
    return count;
}

// What shares a transaction is written as a whole, however long it takes.
static void test_joined_writes_are_one(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    char *path = stored_path(&arena);
    struct store *store = stored_create(path, stored_spec(&arena, 1, 1));
    assert_done(store_commit(store, &error), error);
    assert_done(store_join(store, &error), error);
    assert_done(store_set(store, "first", "1", &error), error);
    usleep(2 * COMMIT_EVERY_NS / 1000);
    assert_done(store_set(store, "second", "2", &error), error);
    assert_int_equal(count_facts(path, "first"), 0);
    assert_done(store_leave(store, true, &error), error);
    assert_int_equal(count_facts(path, "first") + count_facts(path, "second"), 2);
    store_close(store);
    stored_remove(&arena, path);
    arena_release(&arena);
}

static int interrupt(void *context)
{
    (void)context;
    return 1;
}

static void test_unread_facts_are_not_absent(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    char *path = stored_path(&arena);
    struct store *store = stored_create(path, stored_spec(&arena, 1, 1));
    assert_done(store_set(store, "key", "value", &error), error);
    assert_done(store_commit(store, &error), error);
    assert_null(store_get(store, &arena, "another"));
    assert_done(store_is_read(store, &error), error);
    sqlite3_progress_handler(store->db, 1, interrupt, NULL);
    assert_null(store_get(store, &arena, "key"));
    sqlite3_progress_handler(store->db, 0, NULL, NULL);
    assert_false(store_is_read(store, &error));
    assert_int_equal(error.code, EXIT_FAILED);
    bool written = store_set(store, "key", "concluded", &error) && store_commit(store, &error);
    assert_false(written);
    assert_string_equal(store_get(store, &arena, "key"), "value");
    store_close(store);
    stored_remove(&arena, path);
    arena_release(&arena);
}

static void test_events_that_sessions_repeat(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct event_row *events;
    size_t count;
    struct store *store = store_temporary(&error);
    assert_non_null(store);
    for (int session = 0; session < 2; session++) {
        assert_done(store_event(store, "kind", "a", &error), error);
        assert_done(store_event_once(store, "kind", "a", &error), error);
        assert_done(store_event_once(store, "kind", "b", &error), error);
    }
    assert_done(store_events(store, &arena, &events, &count, &error), error);
    assert_int_equal(count, 3);
    assert_string_equal(events[1].kind, "kind");
    assert_string_equal(events[1].text, "b");
    store_close(store);
    arena_release(&arena);
}

// A session that measures, looks at its verdicts and plans more has many.
static void test_any_number_of_statements(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct store *store = store_temporary(&error);
    for (int again = 0; again < 2; again++)
        for (int64_t i = 0; i < 300; i++) {
            const char *sql = arena_printf(&arena, "SELECT ? + %d", (int)i);
            struct bound value = bound_integer(i);
            sqlite3_stmt *statement = store_bind(store, sql, &value, 1, &error);
            bool row;
            assert_non_null(statement);
            assert_done(store_step(store, statement, &row, &error), error);
            assert_true(row && sqlite3_column_int64(statement, 0) == 2 * i);
        }
    store_close(store);
    arena_release(&arena);
}

int tests_of_store(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_measured_once),
        cmocka_unit_test(test_foreign_files),
        cmocka_unit_test(test_joined_writes_are_one),
        cmocka_unit_test(test_unread_facts_are_not_absent),
        cmocka_unit_test(test_events_that_sessions_repeat),
        cmocka_unit_test(test_any_number_of_statements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
