// Writing chunks, and reading their plan.
#include "store/chunk/chunk.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "model/phase.h"
#include "store/database.h"
#include "store/facts.h"
#include "store/transactions.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A file that failed is removed, so nothing needs a rollback.
static const char settings_sql[] = "PRAGMA main.journal_mode = OFF; PRAGMA main.synchronous = FULL";

static const char campaign_sql[] =
    "INSERT INTO main.fact SELECT * FROM campaign.fact"
    " WHERE NOT (key = '" FACT_HOST "' OR " FACT_IS_IN(FACTS_MACHINE) " OR " FACT_IS_IN(
        FACTS_NODE) ");"
                    " INSERT INTO main.axis SELECT * FROM campaign.axis;"
                    " INSERT INTO main.variant SELECT * FROM campaign.variant;"
                    " INSERT INTO main.cell SELECT * FROM campaign.cell;"
                    " INSERT INTO main.point SELECT * FROM campaign.point";

static const char blocks_sql[] = "INSERT INTO main.block SELECT * FROM campaign.block"
                                 " WHERE id IN (SELECT block FROM main.build);"
                                 " INSERT INTO main.machine SELECT * FROM campaign.machine"
                                 " WHERE id IN (SELECT machine FROM main.block)";

// Ids, the last included.
struct id_range {
    int64_t from, to;
};

static bool copy_rows(struct store *chunk, struct id_range builds, struct id_range executions,
                      struct error *error)
{
    return store_sql(chunk, "BEGIN", error) && store_sql(chunk, campaign_sql, error) &&
           RUN(chunk, error,
               "INSERT INTO main.build(id, block, variant, seed, state)"
               " SELECT id, block, variant, seed, 'planned' FROM campaign.build"
               " WHERE id BETWEEN ? AND ?",
               bound_integer(builds.from), bound_integer(builds.to)) &&
           store_sql(chunk, blocks_sql, error) &&
           RUN(chunk, error,
               "INSERT INTO main.execution(id, build, number, position, seed, warmup, iterations,"
               " state) SELECT id, build, number, position, seed, warmup, iterations, 'planned'"
               " FROM campaign.execution WHERE id BETWEEN ? AND ?",
               bound_integer(executions.from), bound_integer(executions.to)) &&
           store_sql(chunk, "COMMIT", error);
}

static bool write_chunk(struct store *chunk, const char *campaign, struct id_range builds,
                        struct id_range executions, struct error *error)
{
    if (!store_sql(chunk, settings_sql, error) ||
        !RUN(chunk, error, "ATTACH ? AS campaign", bound_text(campaign)))
        return false;
    bool done = copy_rows(chunk, builds, executions, error);
    // What store_close() says to SQLite goes to all that is attached.
    sqlite3_exec(chunk->db, "ROLLBACK", NULL, NULL, NULL); // of what failed
    sqlite3_exec(chunk->db, "DETACH campaign", NULL, NULL, NULL);
    return done;
}

// Also removes the log of a process that was killed.
static bool remove_store(struct arena *scratch, const char *path, struct error *error)
{
    return tree_remove(path, error) && tree_remove(arena_printf(scratch, "%s-wal", path), error) &&
           tree_remove(arena_printf(scratch, "%s-shm", path), error);
}

static bool put_in_place(struct arena *scratch, const char *aside, const char *path,
                         struct error *error)
{
    if (rename(aside, path) != 0)
        return failed_errno(error, "cannot write '%s'", path);
    FD_CLEANUP int folder = open(path_folder(scratch, path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    fsync(folder); // not every file system can; a lost chunk is written again
    return true;
}

bool chunk_write(struct store *store, const struct plan *plan, int64_t first_build,
                 int64_t first_execution, size_t first, size_t count, const char *path,
                 struct error *error)
{
    const struct planned_block *begin = &plan->blocks[first], *last = begin + count - 1;
    struct id_range builds = {
        first_build + (int64_t)begin->first_build,
        first_build + (int64_t)(last->first_build + last->build_count) - 1,
    };
    struct id_range executions = {
        first_execution + (int64_t)begin->first_execution,
        first_execution + (int64_t)(last->first_execution + last->execution_count) - 1,
    };
    struct arena scratch = {0};
    const char *aside = arena_printf(&scratch, "%s.tmp", path);
    bool done = remove_store(&scratch, aside, error) && store_commit(store, error);
    if (done) {
        struct store *chunk = store_create(aside, error);
        done = chunk && write_chunk(chunk, store_path_without_links(&scratch, store->path), builds,
                                    executions, error);
        store_close(chunk);
        done = done && put_in_place(&scratch, aside, path, error);
        struct error unheard;
        bool removed = done || remove_store(&scratch, aside, &unheard);
        (void)removed;
    }
    arena_release(&scratch);
    return done;
}

// A chunk's plan while it is read. Its rows must have consecutive ids.
struct chunk_reading {
    struct plan plan;
    int64_t first_block, first_build, first_execution;
    int64_t blocks, builds, executions, cells, variants; // numbers of rows
};

typedef bool read_row(struct chunk_reading *reading, sqlite3_stmt *row);

static bool read_sizes(struct chunk_reading *reading, sqlite3_stmt *row)
{
    int64_t *sizes[] = {&reading->blocks,      &reading->builds,      &reading->executions,
                        &reading->first_block, &reading->first_build, &reading->first_execution,
                        &reading->cells,       &reading->variants};
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++)
        *sizes[i] = sqlite3_column_int64(row, i);
    return reading->blocks > 0;
}

static bool read_seed(sqlite3_stmt *row, int column, uint64_t *seed)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    *seed = text ? strtoull(text, NULL, 16) : 0;
    return text != NULL;
}

// The next one of a block's builds or executions, which stand together.
static bool next_of(size_t index, size_t *first, size_t *count)
{
    if (*count == 0)
        *first = index;
    return *first + (*count)++ == index;
}

static bool read_block(struct chunk_reading *reading, sqlite3_stmt *row)
{
    size_t index = reading->plan.block_count++;
    int64_t cell = sqlite3_column_int64(row, 1);
    reading->plan.blocks[index] = (struct planned_block){
        .cell = (size_t)cell,
        .phase = sqlite3_column_int(row, 2) ? PHASE_REAL : PHASE_PILOT,
        .number = (size_t)sqlite3_column_int64(row, 3),
    };
    return sqlite3_column_int64(row, 0) == reading->first_block + (int64_t)index && cell >= 0 &&
           cell < reading->cells;
}

static bool read_build(struct chunk_reading *reading, sqlite3_stmt *row)
{
    size_t index = reading->plan.build_count++;
    int64_t block = sqlite3_column_int64(row, 1) - reading->first_block;
    int64_t variant = sqlite3_column_int64(row, 2);
    struct planned_build *build = &reading->plan.builds[index];
    *build = (struct planned_build){.block = (size_t)block, .variant = (size_t)variant};
    return sqlite3_column_int64(row, 0) == reading->first_build + (int64_t)index && block >= 0 &&
           block < reading->blocks && variant >= 0 && variant < reading->variants &&
           read_seed(row, 3, &build->seed) &&
           next_of(index, &reading->plan.blocks[block].first_build,
                   &reading->plan.blocks[block].build_count);
}

static bool read_execution(struct chunk_reading *reading, sqlite3_stmt *row)
{
    size_t index = reading->plan.execution_count++;
    int64_t build = sqlite3_column_int64(row, 1) - reading->first_build;
    struct planned_execution *execution = &reading->plan.executions[index];
    if (sqlite3_column_int64(row, 0) != reading->first_execution + (int64_t)index || build < 0 ||
        build >= reading->builds)
        return false;
    *execution = (struct planned_execution){
        .build = (size_t)build,
        .number = (size_t)sqlite3_column_int64(row, 2),
        .order = (size_t)sqlite3_column_int64(row, 3),
        .warmup = (size_t)sqlite3_column_int64(row, 5),
        .iterations = (size_t)sqlite3_column_int64(row, 6),
    };
    struct planned_block *block = &reading->plan.blocks[reading->plan.builds[build].block];
    return read_seed(row, 4, &execution->seed) &&
           next_of(index, &block->first_execution, &block->execution_count);
}

static bool each_row(struct store *chunk, const char *sql, read_row *read,
                     struct chunk_reading *reading, struct error *error)
{
    sqlite3_stmt *rows = store_bind(chunk, sql, NULL, 0, error);
    bool row = rows != NULL;
    while (row) {
        if (!store_step(chunk, rows, &row, error))
            return false;
        if (row && !read(reading, rows)) {
            sqlite3_reset(rows);
            return failed(error, EXIT_USAGE, "'%s' holds no plan of blocks: it is no chunk",
                          chunk->path);
        }
    }
    return rows != NULL;
}

bool chunk_plan(struct store *chunk, struct arena *arena, struct plan *plan, int64_t *first_build,
                int64_t *first_execution, struct error *error)
{
    static const char sizes_sql[] =
        "SELECT (SELECT count(*) FROM block), (SELECT count(*) FROM build),"
        " (SELECT count(*) FROM execution), (SELECT min(id) FROM block),"
        " (SELECT min(id) FROM build), (SELECT min(id) FROM execution),"
        " (SELECT count(*) FROM cell), (SELECT count(*) FROM variant)";
    struct chunk_reading reading = {0};
    if (!each_row(chunk, sizes_sql, read_sizes, &reading, error))
        return false;
    reading.plan.blocks = arena_new_array(arena, struct planned_block, (size_t)reading.blocks);
    reading.plan.builds = arena_new_array(arena, struct planned_build, (size_t)reading.builds);
    reading.plan.executions =
        arena_new_array(arena, struct planned_execution, (size_t)reading.executions);
    bool done = each_row(chunk, "SELECT id, cell, phase, number FROM block ORDER BY id", read_block,
                         &reading, error) &&
                each_row(chunk, "SELECT id, block, variant, seed FROM build ORDER BY id",
                         read_build, &reading, error) &&
                each_row(chunk,
                         "SELECT id, build, number, position, seed, warmup, iterations"
                         " FROM execution ORDER BY id",
                         read_execution, &reading, error);
    *plan = reading.plan;
    *first_build = reading.first_build;
    *first_execution = reading.first_execution;
    return done;
}
