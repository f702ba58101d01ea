// The queries of how a campaign went.
#include "store/outcomes.h"

#include "store/database.h"
#include "store/schema.h"

// The columns of the single row that a statement on a cell yields.
static bool one_row(struct store *store, sqlite3_stmt *statement, struct error *error)
{
    bool row = false;
    return statement && store_step(store, statement, &row, error) &&
           (row || failed(error, EXIT_FAILED, "the store holds no such row"));
}

static bool read_reasons(struct store *store, struct arena *arena, size_t cell,
                         struct cell_progress *progress, struct error *error)
{
    sqlite3_stmt *statement =
        BIND(store, error,
             "SELECT coalesce(group_concat(exit || ' ×' || n, ', '), ''), coalesce(sum(n), 0) FROM"
             " (SELECT attempt.exit AS exit, count(*) AS n FROM attempt"
             "  JOIN execution ON execution.id = attempt.execution"
             "  JOIN build ON build.id = execution.build JOIN block ON block.id = build.block"
             "  WHERE block.cell = ? AND attempt.state = 'failed' AND execution.state = 'done'"
             "  GROUP BY 1 ORDER BY 2 DESC)",
             bound_integer((int64_t)cell));
    if (!one_row(store, statement, error))
        return false;
    progress->reasons = column_string(statement, 0, arena);
    progress->retried = (size_t)sqlite3_column_int64(statement, 1);
    sqlite3_reset(statement);
    return true;
}

static const char counts_sql[] =
    "WITH own AS (SELECT id, phase FROM block WHERE cell = ?),"
    " made AS (SELECT * FROM build WHERE block IN (SELECT id FROM own)),"
    " run AS (SELECT * FROM execution WHERE build IN (SELECT id FROM made) AND state <> 'planned'),"
    " ran AS (SELECT count(*) AS runs, min(nullif(batch, 0)) AS least, max(batch) AS most FROM run"
    "  LEFT JOIN attempt ON attempt.execution = run.id AND attempt.state = 'done')"
    " SELECT (SELECT count(*) FROM own WHERE phase = 1 AND id NOT " IN_OPEN "),"
    " (SELECT count(*) FROM own WHERE phase = 1 AND id " IN_OPEN "),"
    " (SELECT count(layout_id) FROM made WHERE state = 'done'),"
    " (SELECT count(DISTINCT variant || ' ' || layout_id) FROM made WHERE state = 'done'),"
    " runs, least, most FROM ran";

static bool read_counts(struct store *store, size_t cell, struct cell_progress *progress,
                        struct error *error)
{
    sqlite3_stmt *statement = BIND(store, error, counts_sql, bound_integer((int64_t)cell));
    if (!one_row(store, statement, error))
        return false;
    size_t *counts[] = {&progress->blocks,    &progress->open_blocks, &progress->builds,
                        &progress->layouts,   &progress->executions,  &progress->batch_least,
                        &progress->batch_most};
    for (int i = 0; i < (int)(sizeof counts / sizeof *counts); i++)
        *counts[i] = (size_t)sqlite3_column_int64(statement, i);
    sqlite3_reset(statement);
    return true;
}

bool store_progress(struct store *store, struct arena *arena, size_t cell,
                    struct cell_progress *progress, struct error *error)
{
    *progress = (struct cell_progress){0};
    return read_reasons(store, arena, cell, progress, error) &&
           read_counts(store, cell, progress, error);
}

bool store_costs(struct store *store, size_t cell, size_t variant, struct level_costs *costs,
                 struct error *error)
{
    sqlite3_stmt *statement =
        BIND(store, error,
             "SELECT count(*), coalesce(avg(seconds), 0), coalesce(avg(iterating_s), 0),"
             " coalesce(avg(iterations), 0), coalesce(avg(build_s), 0) FROM"
             " (SELECT attempt.seconds, attempt.iterating_s, build.seconds AS build_s,"
             "  (SELECT max(length(data) / 8) FROM samples WHERE execution = execution.id)"
             "   AS iterations"
             "  FROM block JOIN build ON build.block = block.id"
             "  JOIN execution ON execution.build = build.id"
             "  JOIN attempt ON attempt.execution = execution.id AND attempt.state = 'done'"
             "  WHERE block.cell = ? AND block.phase = 0 AND build.variant = ?)",
             bound_integer((int64_t)cell), bound_integer((int64_t)variant));
    if (!one_row(store, statement, error))
        return false;
    double seconds = sqlite3_column_double(statement, 1);
    double iterating = sqlite3_column_double(statement, 2);
    double iterations = sqlite3_column_double(statement, 3);
    *costs = (struct level_costs){
        .executions = (size_t)sqlite3_column_int64(statement, 0),
        .iteration_s = iterations > 0 ? iterating / iterations : 0,
        .execution_s = seconds > iterating ? seconds - iterating : 0,
        .build_s = sqlite3_column_double(statement, 4),
        .seconds = seconds,
    };
    sqlite3_reset(statement);
    return true;
}

static const char block_seconds_sql[] =
    "WITH own AS (SELECT id FROM block WHERE cell = ? AND phase = 1 AND id NOT " IN_OPEN "),"
    " made AS (SELECT id, seconds FROM build WHERE block IN (SELECT id FROM own))"
    " SELECT coalesce(((SELECT total(seconds) FROM made) +"
    "  (SELECT total(attempt.seconds) FROM attempt"
    "   JOIN execution ON execution.id = attempt.execution"
    "   WHERE execution.build IN (SELECT id FROM made)))"
    "  / nullif((SELECT count(*) FROM own), 0), 0)";

bool store_block_seconds(struct store *store, size_t cell, double *seconds, struct error *error)
{
    sqlite3_stmt *statement = BIND(store, error, block_seconds_sql, bound_integer((int64_t)cell));
    if (!one_row(store, statement, error))
        return false;
    *seconds = sqlite3_column_double(statement, 0);
    sqlite3_reset(statement);
    return true;
}

// Rows of one kind as an array: at most how many there are, what yields them, how one is read.
struct row_kind {
    const char *count_sql, *rows_sql;
    size_t size;
    void (*read)(sqlite3_stmt *statement, struct arena *arena, void *row);
};

static bool read_rows(struct store *store, struct arena *arena, const struct row_kind *kind,
                      void **rows, size_t *count, struct error *error)
{
    int64_t room = 0;
    *count = 0;
    if (!store_integer(store, store_bind(store, kind->count_sql, NULL, 0, error), &room, error))
        return false;
    char *place = *rows = arena_array(arena, (size_t)room, kind->size);
    sqlite3_stmt *statement = store_bind(store, kind->rows_sql, NULL, 0, error);
    bool row = statement != NULL;
    while (row && *count < (size_t)room) {
        if (!store_step(store, statement, &row, error))
            return false;
        if (row)
            kind->read(statement, arena, place + (*count)++ * kind->size);
    }
    sqlite3_reset(statement);
    return statement != NULL;
}

static void read_dimension(sqlite3_stmt *statement, struct arena *arena, void *row)
{
    *(struct dimension_row *)row = (struct dimension_row){
        .cell = (size_t)sqlite3_column_int64(statement, 0),
        .dimension = {.variant = (size_t)sqlite3_column_int64(statement, 1),
                      .metric = column_string(statement, 2, arena),
                      .level = sqlite3_column_int(statement, 3),
                      .cost_s = sqlite3_column_double(statement, 4),
                      .T2 = sqlite3_column_double(statement, 5),
                      .closed_form = sqlite3_column_double(statement, 6),
                      .used = (size_t)sqlite3_column_int64(statement, 7)},
    };
}

bool store_dimensions(struct store *store, struct arena *arena, struct dimension_row **rows,
                      size_t *count, struct error *error)
{
    static const struct row_kind kind = {
        "SELECT count(*) FROM dimension",
        "SELECT cell, variant, metric, level, cost_s, T2, closed_form, used FROM dimension"
        " ORDER BY cell, (SELECT min(id) FROM metric WHERE name = dimension.metric), variant,"
        " level",
        sizeof **rows, read_dimension};
    void *array = NULL;
    bool done = read_rows(store, arena, &kind, &array, count, error);
    *rows = array;
    return done;
}

static void read_failure(sqlite3_stmt *statement, struct arena *arena, void *row)
{
    *(struct failure_row *)row =
        (struct failure_row){.cell = (size_t)sqlite3_column_int64(statement, 0),
                             .variant = (size_t)sqlite3_column_int64(statement, 1),
                             .reason = column_string(statement, 2, arena),
                             .executions = (size_t)sqlite3_column_int64(statement, 3)};
}

bool store_failures(struct store *store, struct arena *arena, struct failure_row **rows,
                    size_t *count, struct error *error)
{
    static const struct row_kind kind = {
        "SELECT count(*) FROM execution WHERE state = 'failed'",
        "SELECT block.cell, build.variant,"
        " coalesce((SELECT exit FROM attempt WHERE execution = execution.id"
        "   ORDER BY number DESC LIMIT 1),"
        "  CASE build.state WHEN 'failed' THEN 'build failed' ELSE 'given up' END), count(*)"
        " FROM execution JOIN build ON build.id = execution.build"
        " JOIN block ON block.id = build.block"
        " WHERE execution.state = 'failed' GROUP BY 1, 2, 3 ORDER BY 1, 2, 4 DESC",
        sizeof **rows, read_failure};
    void *array = NULL;
    bool done = read_rows(store, arena, &kind, &array, count, error);
    *rows = array;
    return done;
}

static void read_event(sqlite3_stmt *statement, struct arena *arena, void *row)
{
    *(struct event_row *)row =
        (struct event_row){column_string(statement, 0, arena), column_string(statement, 1, arena),
                           column_string(statement, 2, arena)};
}

bool store_events(struct store *store, struct arena *arena, struct event_row **rows, size_t *count,
                  struct error *error)
{
    static const struct row_kind kind = {"SELECT count(*) FROM event",
                                         "SELECT at, kind, text FROM event ORDER BY id",
                                         sizeof **rows, read_event};
    void *array = NULL;
    bool done = read_rows(store, arena, &kind, &array, count, error);
    *rows = array;
    return done;
}
