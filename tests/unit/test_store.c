// The store: round trips, what survives a kill, a full disk, foreign files, readers beside a
// writer.
#include "planned.h"
#include "stored.h"

#include "base/files/files.h"
#include "store/builds.h"
#include "store/database.h"
#include "store/events.h"
#include "store/executions.h"
#include "store/facts.h"
#include "store/plan/plan_rows.h"
#include "store/results/outcomes.h"
#include "store/results/samples.h"
#include "store/schema.h"
#include "store/transactions.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>

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

enum { KILLS = 12, EXECUTIONS = 4000, VALUES = 200 };

// Writes executions and says so, one byte each, until it is killed.
static void write_until_killed(struct store *store, int64_t first, int said)
{
    struct error error = {0};
    double values[VALUES];
    for (int64_t i = 0; i < EXECUTIONS; i++) {
        for (size_t k = 0; k < VALUES; k++)
            values[k] = (double)i;
        struct stored_series series = {"wall_time", "s", values, VALUES};
        struct stored_execution done = {.execution = first + i,
                                        .attempt = 1,
                                        .start = "",
                                        .exit = "0",
                                        .counts = true,
                                        .series = &series,
                                        .series_count = 1};
        if (!store_execution(store, &done, &error) || !store_commit(store, &error) ||
            write(said, "", 1) != 1)
            _exit(1);
    }
    _exit(0);
}

static size_t count_whole(const char *path)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db,
                           "SELECT (SELECT count(*) FROM attempt WHERE state = 'done'),"
                           " (SELECT count(*) FROM samples WHERE length(data) = ?),"
                           " (SELECT count(*) FROM execution WHERE state = 'done'),"
                           " (SELECT integrity_check = 'ok' FROM pragma_integrity_check)",
                           -1, &statement, NULL),
        SQLITE_OK);
    sqlite3_bind_int(statement, 1, VALUES * (int)sizeof(double));
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int attempts = sqlite3_column_int(statement, 0);
    assert_int_equal(sqlite3_column_int(statement, 1), attempts);
    assert_int_equal(sqlite3_column_int(statement, 2), attempts);
    assert_int_equal(sqlite3_column_int(statement, 3), 1);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return (size_t)attempts;
}

// Kills a writer after `wait` acknowledged executions; true if it was not done yet.
static bool kill_a_writer(size_t wait, struct stream *stream)
{
    struct arena arena = {0};
    struct error error = {0};
    char *path = stored_path(&arena);
    struct spec *spec = stored_spec(&arena, 1, 1);
    struct repetitions repetitions = {1, EXECUTIONS, VALUES, 0, 1};
    int said[2];
    assert_int_equal(pipe(said), 0);
    pid_t child = fork();
    if (child == 0) { // no connection may cross a fork: the child opens its own
        struct store *store = stored_create(path, spec);
        int64_t build = 0, execution = 0;
        if (!planned_store(store, spec, PHASE_REAL, &repetitions, &build, &execution, &error))
            _exit(1);
        write_until_killed(store, execution, said[1]);
    }
    close(said[1]);
    size_t acknowledged = 0;
    char byte;
    while (acknowledged < wait && read(said[0], &byte, 1) == 1)
        acknowledged++;
    usleep((useconds_t)stream_below(stream, 400)); // anywhere within a transaction
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    while (read(said[0], &byte, 1) == 1)
        acknowledged++;
    close(said[0]);
    bool hit = WIFSIGNALED(status) && acknowledged < EXECUTIONS;
    size_t stored = count_whole(path);
    assert_true(stored == acknowledged || stored == acknowledged + 1);
    stored_remove(&arena, path);
    arena_release(&arena);
    return hit;
}

static void test_killed(void **state)
{
    (void)state;
    struct stream stream = stream_from(seed_fresh());
    size_t hits = 0;
    for (size_t i = 0; i < KILLS; i++)
        hits += kill_a_writer(1 + stream_below(&stream, 300), &stream);
    assert_true(hits > 0);
}

static void fill_small_disk(const char *path, const struct spec *spec,
                            const struct repetitions *repetitions)
{
    struct error error = {0};
    struct store *store = stored_create(path, spec);
    int64_t build = 0, execution = 0;
    assert_done(planned_store(store, spec, PHASE_REAL, repetitions, &build, &execution, &error),
                error);
    struct rlimit limit = {1 << 20, 1 << 20};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    static double values[VALUES];
    struct stored_series series = {"wall_time", "s", values, VALUES};
    size_t stored = 0;
    for (; stored < EXECUTIONS; stored++) {
        struct stored_execution done = {.execution = execution + (int64_t)stored,
                                        .attempt = 1,
                                        .start = "",
                                        .exit = "0",
                                        .counts = true,
                                        .series = &series,
                                        .series_count = 1};
        if (!store_execution(store, &done, &error) || !store_commit(store, &error))
            break;
    }
    bool said = strstr(error.text, path) && strstr(error.text, "disk full");
    _exit(stored > 0 && stored < EXECUTIONS && said && error.code == EXIT_FAILED ? 0 : 1);
}

static void test_full_disk(void **state)
{
    (void)state;
    struct arena arena = {0};
    char *path = stored_path(&arena);
    struct spec *spec = stored_spec(&arena, 1, 1);
    struct repetitions repetitions = {1, EXECUTIONS, VALUES, 0, 1};
    pid_t child = fork();
    if (child == 0)
        fill_small_disk(path, spec, &repetitions);
    int status = 0;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_true(count_whole(path) > 0);
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

static void test_reader_beside_writer(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    char *path = stored_path(&arena);
    struct spec *spec = stored_spec(&arena, 1, 1);
    struct store *writer = stored_create(path, spec);
    struct repetitions repetitions = {2, 2, 2, 0, 1};
    stored_phase(writer, spec, PHASE_PILOT, &repetitions, &truth);
    struct store *reader = store_open(path, &error);
    assert_non_null(reader);
    struct catalogue catalogue;
    assert_done(store_catalogue(reader, &arena, &catalogue, &error), error);
    struct sample_cursor *cursor = samples_open(reader, &catalogue.series[0], &error);
    struct sample_piece piece;
    assert_done(samples_next(cursor, &piece, &error), error);
    repetitions.first_block = 3;
    stored_phase(writer, spec, PHASE_REAL, &repetitions, &truth);
    assert_done(samples_next(cursor, &piece, &error), error);
    assert_int_equal(piece.count, 2);
    samples_close(cursor);
    assert_done(store_catalogue(reader, &arena, &catalogue, &error), error);
    assert_int_equal(catalogue.series_count, 4);
    store_close(writer);
    store_close(reader);
    assert_false(file_exists(arena_printf(&arena, "%s-wal", path)));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_measured_once),
        cmocka_unit_test(test_killed),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_foreign_files),
        cmocka_unit_test(test_reader_beside_writer),
        cmocka_unit_test(test_joined_writes_are_one),
        cmocka_unit_test(test_unread_facts_are_not_absent),
        cmocka_unit_test(test_events_that_sessions_repeat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
