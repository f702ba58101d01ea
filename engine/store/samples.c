// Streaming samples: the order comes from an index of row ids, the values one BLOB at a time.
#include "store/samples.h"

#include "store/database.h"

#include <stdlib.h>

struct sample_cursor {
    struct store *store;
    struct series_entry series;
    sqlite3_stmt *rows;
    sqlite3_blob *blob;
    double *values; // room for the largest BLOB so far
    size_t capacity;
};

static const char rows_sql[] =
    "SELECT samples.id, samples.first, block.machine, block.id, execution.id, machine.name,"
    " block.number, execution.number"
    " FROM block JOIN machine ON machine.id = block.machine"
    " JOIN build ON build.block = block.id AND build.variant = ?3"
    " JOIN execution ON execution.build = build.id"
    " JOIN samples ON samples.execution = execution.id AND samples.metric = ?4"
    " WHERE block.cell = ?1 AND block.phase = ?2 AND block.id NOT IN (SELECT id FROM open_block)"
    " ORDER BY block.machine, block.number, block.id, execution.number, samples.first";

struct sample_cursor *samples_open(struct store *store, const struct series_entry *series,
                                   struct error *error)
{
    struct sample_cursor *cursor = calloc(1, sizeof *cursor);
    if (!cursor) {
        failed(error, EXIT_FAILED, "out of memory");
        return NULL;
    }
    *cursor = (struct sample_cursor){.store = store, .series = *series};
    if (!samples_rewind(cursor, error)) {
        samples_close(cursor);
        return NULL;
    }
    return cursor;
}

bool samples_rewind(struct sample_cursor *cursor, struct error *error)
{
    const struct series_entry *series = &cursor->series;
    cursor->rows =
        BIND(cursor->store, error, rows_sql, bound_integer((int64_t)series->cell),
             bound_integer(series->phase == PHASE_REAL), bound_integer((int64_t)series->variant),
             bound_integer((int64_t)series->metric + 1));
    return cursor->rows != NULL;
}

static bool go_to_blob(struct sample_cursor *cursor, int64_t id, struct error *error)
{
    int code = cursor->blob ? sqlite3_blob_reopen(cursor->blob, id)
                            : sqlite3_blob_open(cursor->store->db, "main", "samples", "data", id, 0,
                                                &cursor->blob);
    return code == SQLITE_OK || store_failed(cursor->store, error);
}

static bool read_blob(struct sample_cursor *cursor, int64_t id, size_t *count, struct error *error)
{
    if (!go_to_blob(cursor, id, error))
        return false;
    int bytes = sqlite3_blob_bytes(cursor->blob);
    *count = (size_t)bytes / sizeof(double);
    if (*count > cursor->capacity) {
        free(cursor->values);
        cursor->values = malloc((size_t)bytes);
        cursor->capacity = cursor->values ? *count : 0;
        if (!cursor->values)
            return failed(error, EXIT_FAILED, "out of memory");
    }
    return sqlite3_blob_read(cursor->blob, cursor->values, (int)(*count * sizeof(double)), 0) ==
               SQLITE_OK ||
           store_failed(cursor->store, error);
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
    };
    if (!read_blob(cursor, sqlite3_column_int64(rows, 0), &piece->count, error))
        return false;
    piece->values = cursor->values;
    return true;
}

void samples_close(struct sample_cursor *cursor)
{
    if (!cursor)
        return;
    sqlite3_reset(cursor->rows);
    sqlite3_blob_close(cursor->blob);
    free(cursor->values);
    free(cursor);
}

void samples_cleanup(struct sample_cursor **cursor)
{
    samples_close(*cursor);
}
