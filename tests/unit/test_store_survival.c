// What the store keeps through a kill, on a full disk, and beside a reader.
#include "planned.h"
#include "stored.h"

#include "base/files/files.h"
#include "store/database.h"
#include "store/executions.h"
#include "store/results/samples.h"
#include "store/schema.h"
#include "store/transactions.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>

static const struct stored_truth truth = {{1e-3, 9e-4}, 1e-5, 1e-5, 1e-5, 0};

enum { EXECUTIONS = 4000, VALUES = 200 };

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
    size_t hits = 0, kills = is_thorough() ? 12 : 3;
    for (size_t i = 0; i < kills; i++)
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
    assert_int_equal(catalogue.series_count, 2); // as it was
    store_close(reader);
    reader = store_open(path, &error);
    assert_non_null(reader);
    assert_done(store_catalogue(reader, &arena, &catalogue, &error), error);
    assert_int_equal(catalogue.series_count, 4);
    store_end_reading(reader);
    store_close(writer);
    store_close(reader);
    assert_false(file_exists(arena_printf(&arena, "%s-wal", path)));
    stored_remove(&arena, path);
    arena_release(&arena);
}

int tests_of_store_survival(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_killed),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_reader_beside_writer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
