// Reading interference.
#include "store/results/interference.h"

#include "model/phase.h"
#include "store/database.h"
#include "store/executions.h"
#include "store/schema.h"

#define PLACES                                                                                     \
    " FROM disturbance CROSS JOIN execution ON execution.id = disturbance.execution"               \
    " CROSS JOIN build ON build.id = execution.build"                                              \
    " CROSS JOIN block ON block.id = build.block"

static const char rows_sql[] =
    "SELECT block.cell, build.variant, block.phase, machine.name, block.number, execution.number,"
    " disturbance.attempt, disturbance.kind, disturbance.count" PLACES
    " CROSS JOIN machine ON machine.id = block.machine WHERE block.phase < 2"
    " ORDER BY disturbance.execution, disturbance.attempt, disturbance.kind";

static size_t column_size(sqlite3_stmt *row, int column)
{
    return (size_t)sqlite3_column_int64(row, column);
}

static enum phase column_phase(sqlite3_stmt *row, int column)
{
    return sqlite3_column_int(row, column) ? PHASE_REAL : PHASE_PILOT;
}

bool store_interference_rows(struct store *store, interference_visitor *visit, void *context,
                             struct error *error)
{
    sqlite3_stmt *rows = store_bind(store, rows_sql, NULL, 0, error);
    bool more = rows != NULL;
    while (more) {
        if (!store_step(store, rows, &more, error))
            return false;
        if (!more)
            break;
        struct interference_row row = {.cell = column_size(rows, 0),
                                       .variant = column_size(rows, 1),
                                       .phase = column_phase(rows, 2),
                                       .machine = column_text(rows, 3),
                                       .block = column_text(rows, 4),
                                       .execution = column_text(rows, 5),
                                       .attempt = sqlite3_column_int(rows, 6),
                                       .kind = column_text(rows, 7),
                                       .count = column_size(rows, 8)};
        more = visit(context, &row);
    }
    sqlite3_reset(rows);
    return rows != NULL;
}

// A row for each cell, variant and phase, with a column for each kind.
static const char counted_sql[] =
    "SELECT block.cell, build.variant, block.phase, total(kind = 'migration'),"
    " total(kind = 'involuntary_switch'), total(kind = 'throttling')" PLACES
    " CROSS JOIN attempt ON attempt.execution = disturbance.execution"
    " AND attempt.number = disturbance.attempt AND attempt.state = 'done'"
    " WHERE block.phase < 2 AND block.id NOT " IN_OPEN_BLOCK " GROUP BY 1, 2, 3";

static void read_counts(sqlite3_stmt *statement, struct arena *arena, void *row)
{
    (void)arena;
    struct interference_counts *counts = row;
    *counts = (struct interference_counts){.cell = column_size(statement, 0),
                                           .variant = column_size(statement, 1),
                                           .phase = column_phase(statement, 2)};
    for (int kind = 0; kind < INTERFERENCE_KINDS; kind++)
        counts->executions[kind] = (size_t)sqlite3_column_double(statement, 3 + kind);
}

bool store_interference_counts(struct store *store, struct arena *arena,
                               struct interference_counts **rows, size_t *count,
                               struct error *error)
{
    static const struct row_array array = {
        "SELECT 2 * (SELECT count(*) FROM cell) * count(*) FROM variant", counted_sql,
        sizeof **rows, read_counts};
    void *found = NULL;
    bool done = store_rows(store, arena, &array, &found, count, error);
    *rows = found;
    return done;
}
