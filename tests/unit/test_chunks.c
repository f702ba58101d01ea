// Chunks: written, measured elsewhere, taken over once, in any order.
#include "chunked.h"

#include "base/files/files.h"
#include "model/phase.h"
#include "store/database.h"
#include "store/facts.h"
#include "store/results/dimensions.h"
#include "store/transactions.h"

// Of a chunk that begins at block `first` of the whole.
static void assert_same_plan(const struct plan *part, const struct plan *whole, size_t first)
{
    const struct planned_block *from = &whole->blocks[first];
    for (size_t i = 0; i < part->block_count; i++) {
        const struct planned_block *is = &part->blocks[i], *was = &from[i];
        assert_true(is->cell == was->cell && is->phase == was->phase && is->number == was->number);
        assert_int_equal(is->first_build, was->first_build - from->first_build);
        assert_int_equal(is->build_count, was->build_count);
        assert_int_equal(is->first_execution, was->first_execution - from->first_execution);
        assert_int_equal(is->execution_count, was->execution_count);
    }
    for (size_t i = 0; i < part->build_count; i++) {
        const struct planned_build *is = &part->builds[i],
                                   *was = &whole->builds[from->first_build + i];
        assert_int_equal(is->block, was->block - first);
        assert_true(is->variant == was->variant && is->seed == was->seed);
    }
    for (size_t i = 0; i < part->execution_count; i++) {
        const struct planned_execution *is = &part->executions[i],
                                       *was = &whole->executions[from->first_execution + i];
        assert_int_equal(is->build, was->build - from->first_build);
        assert_true(is->number == was->number && is->order == was->order && is->seed == was->seed);
        assert_true(is->warmup == was->warmup && is->iterations == was->iterations);
    }
}

static void test_written(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    struct plan plan;
    int64_t first_build = 0, first_execution = 0;
    const struct stored_dimensioning cell = {.cell = 1, .warmup = 3, .pilot_iterations = 8};
    assert_done(store_dimensioning(made->store, &cell, &error), error);
    assert_done(store_set(made->store, "node.n1.machine.cpu", "fast", &error), error);
    int64_t begin_build = made->first_build + (int64_t)made->plan.blocks[2].first_build;
    int64_t begin = made->first_execution + (int64_t)made->plan.blocks[2].first_execution;
    build(made->store, begin_build, 1);
    execute(made->store, begin, 1, true, 1);
    made_chunk(made, "real-0001.chunk", 2, 1); // is replaced
    char *path = made_chunk(made, "real-0001.chunk", 2, 3);
    struct store *chunk = store_open(path, &error);
    assert_non_null(chunk);
    assert_done(chunk_plan(chunk, &made->arena, &plan, &first_build, &first_execution, &error),
                error);
    assert_int_equal(first_build, begin_build);
    assert_int_equal(first_execution, begin);
    assert_int_equal(plan.block_count, 3);
    assert_int_equal(plan.build_count, 3 * VARIANTS);
    assert_int_equal(plan.execution_count, 3 * IN_BLOCK);
    assert_same_plan(&plan, &made->plan, 2);
    struct stored_step steps[3 * IN_BLOCK];
    assert_done(store_steps(chunk, &plan, first_build, first_execution, steps, &error), error);
    for (size_t i = 0; i < plan.execution_count; i++)
        assert_true(steps[i].open && steps[i].attempts == 0);
    assert_string_equal(store_get(chunk, &made->arena, "spec"), made->spec->text);
    assert_string_equal(store_get(chunk, &made->arena, "revision.O2"), "1a2b");
    assert_null(store_get(chunk, &made->arena, "host"));
    assert_null(store_get(chunk, &made->arena, "machine.host"));
    assert_null(store_get(chunk, &made->arena, "node.n1.machine.cpu"));
    store_close(chunk);
    assert_string_equal(rows_of(&made->arena, path, "SELECT warmup, pilot_iterations FROM cell"),
                        "-,-\n3,8\n");
    assert_string_equal(rows_of(&made->arena, path, "SELECT count(*) FROM point"), "2\n");
    assert_string_equal(rows_of(&made->arena, path, "PRAGMA journal_mode"), "delete\n");
    assert_false(file_exists(arena_printf(&made->arena, "%s.tmp", path)));
}

// Chunks in any order give what one that holds all of them gives; merging again changes nothing.
static void test_round_trip(void **state)
{
    struct made *made = *state;
    static const size_t sizes[] = {1, 3, 2};
    char *chunks[] = {made_chunk(made, "0", 0, 1), made_chunk(made, "1", 1, 3),
                      made_chunk(made, "2", 4, 2)};
    for (size_t i = 3; i-- > 0;) {
        measure(chunks[i], "n'1", 100, 1);
        merge(made, chunks[i], sizes[i]);
        merge(made, chunks[i], 0);
    }
    assert_holds(made, 3, chunks);
    for (size_t i = 0; i < 3; i++)
        merge(made, chunks[i], 0);
    assert_holds(made, 3, chunks);
    struct arena *arena = &made->arena;
    assert_string_equal(
        rows_of(arena, made->path,
                "SELECT build.state, count(DISTINCT build.id), execution.state, count(*)"
                " FROM execution JOIN build ON build.id = build JOIN block ON block.id = block"
                " WHERE phase = 1 GROUP BY 1, 3"),
        rows_of(arena, made->path,
                "SELECT 'done', 9, 'done', (SELECT count(DISTINCT execution) FROM samples)"
                " UNION ALL SELECT 'done', count(DISTINCT build), 'failed', count(*) FROM execution"
                " WHERE state = 'failed' AND build IN (SELECT id FROM build WHERE state = 'done')"
                " UNION ALL SELECT 'failed', 3, 'failed', 9"));
    assert_string_equal(rows_of(arena, made->path, "SELECT name FROM machine ORDER BY 1"),
                        "head\nn'1\n");
}

static void test_facts_and_events(void **state)
{
    struct made *made = *state;
    struct arena *arena = &made->arena;
    const char *hosts[] = {"n1", "n2"};
    for (size_t i = 0; i < 2; i++) {
        char *path = made_chunk(made, hosts[i], 3 * i, 3);
        measure(path, hosts[i], 100, 1);
        merge(made, path, 3);
        merge(made, path, 0);
    }
    assert_string_equal(rows_of(arena, made->path, "SELECT kind, text FROM event ORDER BY id"),
                        "layout,no huge pages\nlayout,n1\nlayout,n2\n");
    assert_string_equal(
        rows_of(arena, made->path, "SELECT key, value FROM fact WHERE key GLOB 'node.*'"),
        "node.n1.fixed.sort.O2,aslr\nnode.n1.machine.host,n1\n"
        "node.n1.process.standing,n1\nnode.n1.program.sort.O2,5ha\n"
        "node.n1.randomized.sort.O2,link_order\nnode.n1.toolchain.sort.O2,gcc 12\n"
        "node.n2.fixed.sort.O2,aslr\nnode.n2.machine.host,n2\n"
        "node.n2.process.standing,n2\nnode.n2.program.sort.O2,5ha\n"
        "node.n2.randomized.sort.O2,link_order\nnode.n2.toolchain.sort.O2,gcc 12\n");
    assert_string_equal(store_get(made->store, arena, "toolchain.sort.O2"), "gcc 12");
    assert_string_equal(store_get(made->store, arena, "program.sort.O2"), "5ha");
    assert_string_equal(store_get(made->store, arena, "randomized.sort.O2"), "link_order");
    assert_string_equal(store_get(made->store, arena, "fixed.sort.O2"), "aslr");
    assert_null(store_get(made->store, arena, "process.standing"));
    assert_string_equal(store_get(made->store, arena, "reported.hits."), "more");
    assert_string_equal(store_get(made->store, arena, "host"), "head");
    assert_string_equal(store_get(made->store, arena, "machine.host"), "head");
}

// The same blocks twice: the first whole one wins, block by block.
static void test_first_wins(void **state)
{
    struct made *made = *state;
    char *a = made_chunk(made, "a", 0, 3), *b = made_chunk(made, "b", 1, 4);
    measure(a, "n1", 100, 1);
    measure(b, "n2", 100, 2);
    merge(made, a, 3);
    merge(made, b, 2);
    assert_string_equal(rows_of(&made->arena, made->path,
                                "SELECT name, count(*), max(attempt.seconds) FROM block"
                                " JOIN machine ON machine.id = machine JOIN build ON block.id ="
                                " block JOIN execution ON build.id = build JOIN attempt ON"
                                " execution = execution.id GROUP BY name"),
                        rows_of(&made->arena, made->path,
                                "SELECT 'n1', count(*), 1.0 FROM attempt WHERE seconds = 1"
                                " UNION ALL SELECT 'n2', count(*), 2.0 FROM attempt"
                                " WHERE seconds = 2"));
    assert_string_equal(rows_of(&made->arena, made->path,
                                "SELECT name FROM block JOIN machine ON machine.id = machine"
                                " WHERE phase = 1 ORDER BY block.id"),
                        "n1\nn1\nn1\nn2\nn2\nhead\n");
}

// What is not whole there is left out, and what was begun here is replaced.
static void test_partial(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    char *part = made_chunk(made, "part", 0, 3), *whole = made_chunk(made, "whole", 0, 6);
    measure(part, "n1", 2 * IN_BLOCK - 1, 1);
    merge(made, part, 1);
    char *before = contents(made, 1, &made->path);
    merge(made, part, 0);
    assert_string_equal(contents(made, 1, &made->path), before);
    build(made->store, made->first_build + VARIANTS, 5);
    for (int i = 0; i < IN_BLOCK - 1; i++)
        execute(made->store, made->first_execution + IN_BLOCK + i, 1, i % 2, 5);
    assert_done(store_commit(made->store, &error), error);
    measure(whole, "n2", 100, 2);
    merge(made, whole, 5);
    assert_string_equal(rows_of(&made->arena, made->path,
                                "SELECT count(*) FROM execution_draw WHERE value LIKE '5.%'"
                                " OR execution IN (SELECT execution FROM attempt WHERE seconds = 5)"
                                " UNION ALL SELECT count(*) FROM build WHERE seconds = 5"),
                        "0\n0\n");
    merge(made, part, 0);
}

static void test_untouched(void **state)
{
    struct made *made = *state;
    merge(made, made_chunk(made, "new", 0, 6), 0);
}

// Metrics are found by name and unit, whatever their numbers are.
static void test_metrics(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    int64_t id = 0;
    assert_done(store_metric(made->store, "cycles", "", &id, &error), error);
    assert_done(store_metric(made->store, "memory", "kB", &id, &error), error);
    assert_done(store_metric(made->store, "memory", "B", &id, &error), error);
    char *path = made_chunk(made, "all", 0, 6);
    measure(path, "n1", 100, 1);
    merge(made, path, 6);
    assert_string_equal(
        rows_of(&made->arena, made->path, "SELECT name, unit FROM metric ORDER BY name, unit"),
        "cycles,\nmemory,B\nmemory,kB\nwall_time,s\n");
    assert_holds(made, 1, &path);
}

static void test_no_chunk(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    struct plan plan;
    int64_t build_id = 0, execution_id = 0;
    char *path = made_path(made, "empty.db");
    STORE_CLEANUP struct store *empty = stored_create(path, made->spec);
    assert_false(chunk_plan(empty, &made->arena, &plan, &build_id, &execution_id, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "it is no chunk"));
    static const char *const harms[] = {"DELETE FROM build WHERE variant = 1",
                                        "UPDATE execution SET seed = NULL WHERE number = 2",
                                        "UPDATE block SET cell = id WHERE number = 2",
                                        "UPDATE execution SET build = -id",
                                        "UPDATE build SET block = block % 3 + 3, variant = id + 10",
                                        "DELETE FROM execution WHERE number = 2"};
    for (size_t i = 0; i < sizeof harms / sizeof *harms; i++) {
        path = made_chunk(made, "chunk", 0, 6);
        rows_of(&made->arena, path, harms[i]);
        error = (struct error){0};
        STORE_CLEANUP struct store *chunk = store_open(path, &error);
        assert_false(chunk &&
                     chunk_plan(chunk, &made->arena, &plan, &build_id, &execution_id, &error));
        assert_int_equal(error.code, EXIT_USAGE);
    }
}

static void test_no_folder(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    assert_false(chunk_write(made->store, &made->plan, made->first_build, made->first_execution, 0,
                             1, made_path(made, "none/1.chunk"), &error));
    assert_int_equal(error.code, EXIT_FAILED);
}

int tests_of_chunks(void)
{
    const struct CMUnitTest tests[] = {
        chunked_test(test_written),          chunked_test(test_no_chunk),
        chunked_test(test_no_folder),        chunked_test(test_round_trip),
        chunked_test(test_facts_and_events), chunked_test(test_first_wins),
        chunked_test(test_partial),          chunked_test(test_untouched),
        chunked_test(test_metrics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
