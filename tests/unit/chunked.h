// A campaign with a plan, chunks of it and nodes that measure them, for the tests of chunks.
#pragma once

#include "planned.h"
#include "stored.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "model/build_result.h"
#include "store/builds.h"
#include "store/chunk/chunk.h"
#include "store/chunk/merge.h"
#include "store/events.h"
#include "store/executions.h"
#include "store/facts.h"
#include "store/plan/plan_rows.h"
#include "store/plan/resume.h"
#include "store/results/canary.h"
#include "store/store.h"

#include <sqlite3.h>
#include <stdio.h>

enum { BLOCKS = 6, VARIANTS = 2, EXECUTIONS = 3, IN_BLOCK = VARIANTS * EXECUTIONS };

// A campaign with a plan, in a folder of awkward name.
struct made {
    struct arena arena;
    char *folder, *path;
    struct spec *spec;
    struct store *store;
    struct plan plan;
    int64_t first_build, first_execution;
};

static inline char *made_path(struct made *made, const char *name)
{
    return path_join(&made->arena, made->folder, name);
}

static inline void made_plan(struct made *made, const char *name)
{
    struct error error = {0};
    struct repetitions repetitions[2] = {{3, EXECUTIONS, 4, 1, 1}, {3, EXECUTIONS, 4, 1, 1}};
    struct repetitions pilot[2] = {{1, 1, 1, 0, 1}, {1, 1, 1, 0, 1}};
    made->path = made_path(made, name);
    made->store = stored_create(made->path, made->spec);
    assert_done(store_set(made->store, "id", "0123456789abcdef", &error), error);
    assert_done(store_set(made->store, "host", "head", &error), error);
    assert_done(store_set(made->store, "machine.host", "head", &error), error);
    assert_done(store_set(made->store, "revision.O2", "1a2b", &error), error);
    assert_done(planned_store(made->store, made->spec, PHASE_PILOT, pilot, &made->first_build,
                              &made->first_execution, &error),
                error);
    made->plan = plan_make(&made->arena, made->spec, PHASE_REAL, repetitions);
    assert_done(planned_store(made->store, made->spec, PHASE_REAL, repetitions, &made->first_build,
                              &made->first_execution, &error),
                error);
}

static inline int setup(void **state)
{
    struct made *made = calloc(1, sizeof *made);
    struct error error = {0};
    *state = made;
    made->folder =
        path_join(&made->arena, path_folder(&made->arena, stored_path(&made->arena)), "it's 1%41");
    assert_done(folder_make(made->folder, &error), error);
    made->spec = stored_spec(&made->arena, VARIANTS, 2);
    made_plan(made, "campaign.db");
    return 0;
}

static inline int teardown(void **state)
{
    struct made *made = *state;
    store_close(made->store);
    stored_remove(&made->arena, made->folder);
    arena_release(&made->arena);
    free(made);
    return 0;
}

static inline char *made_chunk(struct made *made, const char *name, size_t first, size_t count)
{
    struct error error = {0};
    char *path = made_path(made, name);
    assert_done(chunk_write(made->store, &made->plan, made->first_build, made->first_execution,
                            first, count, path, &error),
                error);
    return path;
}

// One attempt with draws, which succeeds or fails for good; values tell of it and of the machine.
static inline void execute(struct store *store, int64_t id, int number, bool counts, double base)
{
    struct error error = {0};
    double values[4];
    for (int i = 0; i < 4; i++)
        values[i] = base + (double)id + i / 10.0;
    struct stored_series series[] = {{"wall_time", "s", values, 4}, {"memory", "B", values, 1}};
    struct draws draws = {.items = {{"environment", ""}, {"stack", ""}}, .count = 2};
    snprintf(draws.items[0].value, sizeof draws.items[0].value, "%g", base + (double)id);
    struct stored_execution one = {.execution = id,
                                   .attempt = number,
                                   .start = "2026-01-01T00:00:00.000000Z",
                                   .exit = counts ? "0" : "exit 9",
                                   .counts = counts,
                                   .final = number == 2,
                                   .seconds = base,
                                   .batch = 7,
                                   .interference = {(uint64_t)id % 3, 1, 0},
                                   .draws = &draws,
                                   .series = series,
                                   .series_count = 2};
    assert_done(store_execution(store, &one, &error), error);
}

static inline void build(struct store *store, int64_t id, double base)
{
    struct error error = {0};
    struct build_result result = {.functions_moved = 3, .seconds = base};
    struct draws draws = {.items = {{"link_order", ""}}, .count = 1};
    snprintf(result.layout_id, sizeof result.layout_id, "layout %d", (int)id);
    snprintf(result.binary_sha256, sizeof result.binary_sha256, "binary %d", (int)id);
    snprintf(draws.items[0].value, sizeof draws.items[0].value, "%d", (int)id);
    assert_done(store_build(store, id, &result, &draws, &error), error);
    struct canary_probe look = {
        .start = "2026-01-01T00:00:00.000000Z", .cpus = "1", .seconds = base, .switches = id};
    if (id % 3)
        assert_done(store_canary(store, id, &look, &error), error);
}

static inline void node_facts(struct store *store, const char *host, const char *toolchain)
{
    struct error error = {0};
    const char *facts[][2] = {{"host", host},
                              {"machine.host", host},
                              {"toolchain.sort.O2", toolchain},
                              {"program.sort.O2", "5ha"},
                              {"randomized.sort.O2", "link_order"},
                              {"fixed.sort.O2", "aslr"},
                              {"process.standing", host},
                              {"reported.hits.", "more"}};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        assert_done(store_set(store, facts[i][0], facts[i][1], &error), error);
}

// Measures the first executions of a chunk as the workbench would. In every block the second
// execution succeeds at its second attempt, the third fails; the last build is given up.
static inline void measure(const char *path, const char *host, size_t executions, double base)
{
    struct arena arena = {0};
    struct error error = {0};
    struct plan plan;
    int64_t first_build = 0, first_execution = 0;
    struct store *store = store_reopen(path, &error);
    if (!store)
        fail_msg("%s", error.text);
    assert_done(chunk_plan(store, &arena, &plan, &first_build, &first_execution, &error), error);
    node_facts(store, host, "gcc 12");
    assert_done(store_event(store, "layout", "no huge pages", &error), error);
    assert_done(store_event(store, "layout", host, &error), error);
    for (size_t i = 0; i + 1 < plan.build_count; i++)
        build(store, first_build + (int64_t)i, base);
    for (size_t i = 0; i < executions && i < plan.execution_count; i++) {
        int64_t id = first_execution + (int64_t)i;
        if (plan.executions[i].build == plan.build_count - 1)
            continue;
        bool retried = i % IN_BLOCK == 1 || i % IN_BLOCK == 2;
        execute(store, id, 1, !retried, base);
        if (retried)
            execute(store, id, 2, i % IN_BLOCK == 1, base);
    }
    if (executions >= plan.execution_count)
        assert_done(store_give_up(store, first_build + (int64_t)plan.build_count - 1, &error),
                    error);
    store_close(store);
    arena_release(&arena);
}

static inline void merge(struct made *made, const char *path, size_t expected)
{
    struct error error = {0};
    size_t blocks = 99;
    assert_done(chunk_merge(made->store, path, &blocks, &error), error);
    assert_int_equal(blocks, expected);
}

// All rows of a query, columns between commas, rows between line ends.
static inline char *rows_of(struct arena *arena, const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *row = NULL;
    char *all = arena_strdup(arena, "");
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(db));
    int code = 0;
    while ((code = sqlite3_step(row)) == SQLITE_ROW)
        for (int i = 0, last = sqlite3_column_count(row) - 1; i <= last; i++) {
            const unsigned char *text = sqlite3_column_text(row, i);
            all = arena_printf(arena, "%s%s%s", all, text ? (const char *)text : "-",
                               i < last ? "," : "\n");
        }
    assert_int_equal(code, SQLITE_DONE);
    sqlite3_finalize(row);
    sqlite3_close(db);
    return all;
}

// All that stores hold together of the real phase's blocks, but for their machines.
static inline char *contents(struct made *made, size_t count, char *const *paths)
{
    static const char *const queries[] = {
        "SELECT id, cell, number FROM block WHERE phase = 1 ORDER BY id",
        "SELECT build.* FROM build JOIN block ON block.id = block WHERE phase = 1 ORDER BY 1",
        "SELECT execution.* FROM execution JOIN build ON build.id = build JOIN block"
        " ON block.id = block WHERE phase = 1 ORDER BY 1",
        "SELECT * FROM attempt",
        "SELECT * FROM disturbance",
        "SELECT * FROM canary",
        "SELECT * FROM build_draw",
        "SELECT * FROM execution_draw",
        "SELECT execution, name, unit, first, hex(data) FROM samples JOIN metric ON id = metric"
        " ORDER BY 1, 2, 3, 4",
    };
    struct arena *arena = &made->arena;
    char *all = arena_strdup(arena, "");
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        for (size_t k = 0; k < count; k++)
            all = arena_printf(arena, "%s%s", all, rows_of(arena, paths[k], queries[i]));
    return all;
}

static inline void assert_holds(struct made *made, size_t count, char *const *chunks)
{
    assert_string_equal(contents(made, 1, &made->path), contents(made, count, chunks));
}

#define chunked_test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)
