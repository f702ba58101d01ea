// The queries for progress, failures and costs.
#include "store/results/outcomes.h"

#include "model/level.h"
#include "store/database.h"
#include "store/facts.h"
#include "store/schema.h"

// The columns of the single row that a statement on a cell yields.
static bool one_row(struct store *store, sqlite3_stmt *statement, struct error *error)
{
    bool row = false;
    return statement && store_step(store, statement, &row, error) &&
           (row || failed(error, EXIT_FAILED, "the store holds no such row"));
}

// A query with a row for every cell, its number first, and what the row says.
struct cell_query {
    const char *sql;
    void (*read)(sqlite3_stmt *row, struct arena *arena, struct cell_progress *progress);
};

static size_t column_size(sqlite3_stmt *row, int column)
{
    return (size_t)sqlite3_column_int64(row, column);
}

static void read_blocks(sqlite3_stmt *row, struct arena *arena, struct cell_progress *progress)
{
    (void)arena;
    progress->blocks = column_size(row, 1);
    progress->open_blocks = column_size(row, 2);
}

static void read_builds(sqlite3_stmt *row, struct arena *arena, struct cell_progress *progress)
{
    (void)arena;
    progress->builds = column_size(row, 1);
    progress->layouts = column_size(row, 2);
    progress->block_s += sqlite3_column_double(row, 3);
}

static void read_executions(sqlite3_stmt *row, struct arena *arena, struct cell_progress *progress)
{
    (void)arena;
    progress->executions = column_size(row, 1);
    progress->batch_least = column_size(row, 2);
    progress->batch_most = column_size(row, 3);
    progress->block_s += sqlite3_column_double(row, 4);
}

// One kind of failure.
static void read_reason(sqlite3_stmt *row, struct arena *arena, struct cell_progress *progress)
{
    const char *reason = (const char *)sqlite3_column_text(row, 1);
    progress->retried += column_size(row, 2);
    progress->reasons = arena_printf(arena, "%s%s%s ×%zu", progress->reasons,
                                     *progress->reasons ? ", " : "", reason, column_size(row, 2));
}

// Builds as the project's own link made them beside those with layouts have none of their own.
#define HAS_LAYOUT                                                                                 \
    "build.state = 'done' AND NOT EXISTS"                                                          \
    " (SELECT 1 FROM fact WHERE key = '" FACTS_AS_BUILT "' || block.cell || '.' || variant)"

// Each reads its tables once, in the order in which they were written, for all cells: a query for
// each cell would look everywhere in the file for its rows, thousands of times.
static const struct cell_query cell_queries[] = {
    {"SELECT cell, sum(id NOT " IN_OPEN_BLOCK "), sum(id " IN_OPEN_BLOCK
     ") FROM block WHERE phase = 1"
     " GROUP BY cell",
     read_blocks},
    {"SELECT block.cell, count(CASE WHEN " HAS_LAYOUT " THEN layout_id END),"
     " count(DISTINCT CASE WHEN " HAS_LAYOUT " THEN variant || ' ' || layout_id END),"
     " total(CASE WHEN block.phase = 1 AND block.id NOT " IN_OPEN_BLOCK " THEN seconds END)"
     " FROM build CROSS JOIN block ON block.id = build.block"
     " WHERE (layout_id IS NOT NULL OR seconds > 0) AND block.phase < 2 GROUP BY 1",
     read_builds},
    {"SELECT block.cell, sum(coalesce(attempt.number, 1) = 1),"
     " min(CASE attempt.state WHEN 'done' THEN nullif(batch, 0) END),"
     " max(CASE attempt.state WHEN 'done' THEN batch END),"
     " total(CASE WHEN block.phase = 1 AND block.id NOT " IN_OPEN_BLOCK " THEN attempt.seconds END)"
     " FROM execution CROSS JOIN build ON build.id = execution.build"
     " CROSS JOIN block ON block.id = build.block"
     " LEFT JOIN attempt ON attempt.execution = execution.id"
     " WHERE execution.state <> 'planned' AND block.phase < 2 GROUP BY 1",
     read_executions},
    {"SELECT block.cell, attempt.exit, count(*) FROM attempt"
     " CROSS JOIN execution ON execution.id = attempt.execution"
     " CROSS JOIN build ON build.id = execution.build"
     " CROSS JOIN block ON block.id = build.block"
     " WHERE attempt.state = 'failed' AND execution.state = 'done' AND block.phase < 2"
     " GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2",
     read_reason},
};

static bool read_cells(struct store *store, struct arena *arena, const struct cell_query *query,
                       struct cell_progress *cells, struct error *error)
{
    sqlite3_stmt *rows = store_bind(store, query->sql, NULL, 0, error);
    bool row = rows != NULL;
    while (row) {
        if (!store_step(store, rows, &row, error))
            return false;
        if (row)
            query->read(rows, arena, &cells[sqlite3_column_int64(rows, 0)]);
    }
    return rows != NULL;
}

bool store_progress(struct store *store, struct arena *arena, struct cell_progress *cells,
                    size_t count, struct error *error)
{
    for (size_t cell = 0; cell < count; cell++)
        cells[cell] = (struct cell_progress){.reasons = ""};
    bool done = true;
    for (size_t i = 0; done && i < sizeof cell_queries / sizeof *cell_queries; i++)
        done = read_cells(store, arena, &cell_queries[i], cells, error);
    for (size_t cell = 0; cell < count; cell++)
        cells[cell].block_s /= cells[cell].blocks ? (double)cells[cell].blocks : 1;
    return done;
}

bool store_costs(struct store *store, size_t cell, size_t variant, enum phase phase,
                 struct level_costs *costs, struct error *error)
{
    sqlite3_stmt *statement =
        BIND(store, error,
             "SELECT count(*), coalesce(avg(seconds), 0), coalesce(avg(iterating_s), 0),"
             " coalesce(avg(iterations), 0), coalesce(avg(build_s), 0), coalesce((SELECT"
             "  CAST(value AS REAL) FROM fact WHERE key = '" FACTS_SIMULATION
             "' || ?1 || '.' || ?2), 0) FROM"
             " (SELECT attempt.seconds, attempt.iterating_s, build.seconds AS build_s,"
             "  (SELECT max(length(data) / 8) FROM samples WHERE execution = execution.id)"
             "   AS iterations"
             "  FROM block JOIN build ON build.block = block.id"
             "  JOIN execution ON execution.build = build.id"
             "  JOIN attempt ON attempt.execution = execution.id AND attempt.state = 'done'"
             "  WHERE block.cell = ?1 AND block.phase = ?3 AND build.variant = ?2)",
             bound_integer((int64_t)cell), bound_integer((int64_t)variant), bound_integer(phase));
    if (!one_row(store, statement, error))
        return false;
    double seconds = sqlite3_column_double(statement, 1);
    double iterating = sqlite3_column_double(statement, 2);
    double iterations = sqlite3_column_double(statement, 3);
    double simulation = sqlite3_column_double(statement, 5);
    *costs = (struct level_costs){
        .executions = (size_t)sqlite3_column_int64(statement, 0),
        .iteration_s = iterations > 0 ? iterating / iterations : 0,
        .execution_s = (seconds > iterating ? seconds - iterating : 0) + simulation,
        .build_s = sqlite3_column_double(statement, 4),
        .seconds = seconds + simulation,
    };
    sqlite3_reset(statement);
    return true;
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
    static const struct row_array kind = {
        "SELECT count(*) FROM execution WHERE state = 'failed'",
        "SELECT block.cell, build.variant,"
        " coalesce((SELECT exit FROM attempt WHERE execution = execution.id"
        "   ORDER BY number DESC LIMIT 1),"
        "  CASE build.state WHEN 'failed' THEN 'build failed' ELSE 'given up' END), count(*)"
        " FROM execution JOIN build ON build.id = execution.build"
        " JOIN block ON block.id = build.block"
        " WHERE execution.state = 'failed' AND block.phase < 2"
        " GROUP BY 1, 2, 3 ORDER BY 1, 2, 4 DESC",
        sizeof **rows, read_failure};
    void *array = NULL;
    bool done = store_rows(store, arena, &kind, &array, count, error);
    *rows = array;
    return done;
}
