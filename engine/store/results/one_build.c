// Reading one build with the plan and the samples of its executions.
#include "store/results/one_build.h"

#include "store/database.h"

#include <string.h>

static void read_planned(sqlite3_stmt *row, struct arena *arena, struct planned_row *planned)
{
    *planned = (struct planned_row){.number = (size_t)sqlite3_column_int64(row, 0),
                                    .seed = column_string(row, 1, arena),
                                    .warmup = (size_t)sqlite3_column_int64(row, 2),
                                    .iterations = (size_t)sqlite3_column_int64(row, 3)};
}

// Imported executions of very many iterations have several rows; a campaign's have one each.
static void read_samples(sqlite3_stmt *row, struct arena *arena, struct sample_row *samples)
{
    const void *bytes = sqlite3_column_blob(row, 2);
    size_t count = (size_t)sqlite3_column_bytes(row, 2) / sizeof(double);
    *samples = (struct sample_row){.execution = (size_t)sqlite3_column_int64(row, 0),
                                   .metric = (size_t)sqlite3_column_int64(row, 1) - 1,
                                   .values = arena_new_array(arena, double, count),
                                   .count = count};
    if (bytes)
        memcpy(samples->values, bytes, count * sizeof(double));
}

static bool read_executions(struct store *store, struct arena *arena, struct one_build *build,
                            struct error *error)
{
    sqlite3_stmt *rows =
        BIND(store, error,
             "SELECT number, seed, warmup, iterations, (SELECT count(*) FROM execution AS other"
             " WHERE other.build = ?1) FROM execution WHERE build = ?1 ORDER BY number",
             bound_integer(build->id));
    for (bool row = rows != NULL; row;) {
        if (!store_step(store, rows, &row, error))
            return false;
        if (row && !build->executions)
            build->executions =
                arena_new_array(arena, struct planned_row, (size_t)sqlite3_column_int64(rows, 4));
        if (row)
            read_planned(rows, arena, &build->executions[build->execution_count++]);
    }
    return rows != NULL;
}

#define SAMPLES_OF                                                                                 \
    " FROM samples JOIN execution ON execution.id = samples.execution"                             \
    " WHERE execution.build = ?1"

static bool read_all_samples(struct store *store, struct arena *arena, struct one_build *build,
                             struct error *error)
{
    sqlite3_stmt *rows =
        BIND(store, error,
             "SELECT execution.number, samples.metric, samples.data, (SELECT count(*)" SAMPLES_OF
             ")" SAMPLES_OF " ORDER BY execution.number, samples.metric, samples.first",
             bound_integer(build->id));
    for (bool row = rows != NULL; row;) {
        if (!store_step(store, rows, &row, error))
            return false;
        if (row && !build->samples)
            build->samples =
                arena_new_array(arena, struct sample_row, (size_t)sqlite3_column_int64(rows, 3));
        if (row)
            read_samples(rows, arena, &build->samples[build->sample_count++]);
    }
    return rows != NULL;
}

bool store_one_build(struct store *store, struct arena *arena, size_t cell, size_t variant,
                     enum phase phase, size_t number, struct one_build *build, struct error *error)
{
    *build = (struct one_build){.id = -1};
    sqlite3_stmt *row =
        BIND(store, error,
             "SELECT build.id, build.seed FROM build JOIN block ON block.id = build.block"
             " WHERE block.cell = ? AND build.variant = ? AND block.phase = ? AND block.number = ?"
             " AND build.state = 'done'",
             bound_integer((int64_t)cell), bound_integer((int64_t)variant),
             bound_integer(phase == PHASE_REAL), bound_integer((int64_t)number));
    bool found = false;
    if (!row || !store_step(store, row, &found, error))
        return false;
    if (!found)
        return true;
    build->id = sqlite3_column_int64(row, 0);
    build->seed = column_string(row, 1, arena);
    sqlite3_reset(row);
    return read_executions(store, arena, build, error) &&
           read_all_samples(store, arena, build, error);
}
