// Streaming samples: the indices hold them in their order, so nothing is sorted.
#include "store/results/samples.h"

#include "model/phase.h"
#include "store/database.h"
#include "store/schema.h"

#include <stdlib.h>
#include <string.h>

struct sample_cursor {
    struct store *store;
    struct series_entry series;
    size_t every; // 0: all blocks, without starts
    sqlite3_stmt *rows;
    double *values; // aligned, with room for the largest BLOB so far
    size_t capacity;
};

#define COLUMNS                                                                                    \
    "samples.data, samples.first, block.machine, block.id, execution.id, machine.name,"            \
    " block.number, execution.number"
#define FROM                                                                                       \
    " FROM block JOIN machine ON machine.id = block.machine"                                       \
    " JOIN build ON build.block = block.id AND build.variant = ?3"                                 \
    " JOIN execution ON execution.build = build.id"                                                \
    " JOIN samples ON samples.execution = execution.id AND samples.metric = ?4"                    \
    " WHERE block.cell = ?1 AND block.phase = ?2 AND block.id NOT " IN_OPEN_BLOCK
#define ORDER " ORDER BY block.machine, block.number, execution.number, samples.first"

static const char rows_sql[] = "SELECT " COLUMNS FROM ORDER;
static const char timed_sql[] = "SELECT " COLUMNS ", (SELECT start FROM attempt"
                                " WHERE attempt.execution = execution.id AND state = 'done')" FROM
                                " AND block.id % ?5 = 0" ORDER;

static struct sample_cursor *open_cursor(struct store *store, const struct series_entry *series,
                                         size_t every, struct error *error)
{
    struct sample_cursor *cursor = calloc(1, sizeof *cursor);
    if (!cursor) {
        failed(error, EXIT_FAILED, "out of memory");
        return NULL;
    }
    *cursor = (struct sample_cursor){.store = store, .series = *series, .every = every};
    if (!samples_rewind(cursor, error)) {
        samples_close(cursor);
        return NULL;
    }
    return cursor;
}

struct sample_cursor *samples_open(struct store *store, const struct series_entry *series,
                                   struct error *error)
{
    return open_cursor(store, series, 0, error);
}

struct sample_cursor *samples_open_timed(struct store *store, const struct series_entry *series,
                                         size_t every, struct error *error)
{
    return open_cursor(store, series, every, error);
}

bool samples_rewind(struct sample_cursor *cursor, struct error *error)
{
    const struct series_entry *series = &cursor->series;
    const struct bound values[] = {
        bound_integer((int64_t)series->stored_cell), bound_integer(series->phase == PHASE_REAL),
        bound_integer((int64_t)series->variant), bound_integer((int64_t)series->stored_metric + 1),
        bound_integer((int64_t)cursor->every)};
    cursor->rows = cursor->every ? store_bind(cursor->store, timed_sql, values, 5, error)
                                 : store_bind(cursor->store, rows_sql, values, 4, error);
    return cursor->rows != NULL;
}

static bool copy_values(struct sample_cursor *cursor, size_t *count, struct error *error)
{
    const void *bytes = sqlite3_column_blob(cursor->rows, 0);
    *count = (size_t)sqlite3_column_bytes(cursor->rows, 0) / sizeof(double);
    if (*count > cursor->capacity) {
        free(cursor->values);
        cursor->values = malloc(*count * sizeof(double));
        cursor->capacity = cursor->values ? *count : 0;
        if (!cursor->values)
            return failed(error, EXIT_FAILED, "out of memory");
    }
    if (bytes)
        memcpy(cursor->values, bytes, *count * sizeof(double));
    return true;
}

bool samples_next(struct sample_cursor *cursor, struct sample_piece *piece, struct error *error)
{
    *piece = (struct sample_piece){0};
    sqlite3_stmt *rows = cursor->rows;
    bool row = false;
    if (!store_step(cursor->store, rows, &row, error))
        return false;
    if (!row)
        return true;
    *piece = (struct sample_piece){
        .first = (size_t)sqlite3_column_int64(rows, 1),
        .machine_unit = (size_t)sqlite3_column_int64(rows, 2),
        .block_unit = (size_t)sqlite3_column_int64(rows, 3),
        .execution_unit = (size_t)sqlite3_column_int64(rows, 4),
        .machine = (const char *)sqlite3_column_text(rows, 5),
        .block = (const char *)sqlite3_column_text(rows, 6),
        .execution = (const char *)sqlite3_column_text(rows, 7),
        .start = cursor->every ? (const char *)sqlite3_column_text(rows, 8) : NULL,
    };
    piece->start = piece->start ? piece->start : "";
    if (!copy_values(cursor, &piece->count, error))
        return false;
    piece->values = cursor->values;
    return true;
}

void samples_close(struct sample_cursor *cursor)
{
    if (!cursor)
        return;
    sqlite3_reset(cursor->rows);
    free(cursor->values);
    free(cursor);
}

void samples_cleanup(struct sample_cursor **cursor)
{
    samples_close(*cursor);
}
