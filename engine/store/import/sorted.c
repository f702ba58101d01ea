// Storing the sorted samples: blocks, builds, executions and BLOBs in their order.
#include "store/import/internal.h"

#include "base/text.h"
#include "store/database.h"

#include <string.h>

static bool flush(struct unsorted *unsorted, struct error *error)
{
    if (unsorted->count == 0)
        return true;
    bool done = RUN(unsorted->store, error,
                    "INSERT INTO samples(execution, metric, first, data) VALUES(?, ?, ?, ?)",
                    bound_integer(unsorted->execution), bound_integer(unsorted->metric),
                    bound_integer((int64_t)unsorted->first),
                    bound_blob(unsorted->values, unsorted->count * sizeof *unsorted->values));
    unsorted->first += unsorted->count;
    unsorted->count = 0;
    return done;
}

enum { ROW_STREAM, ROW_BLOCK, ROW_EXECUTION, ROW_ITERATION, ROW_LINE, ROW_VALUE };

static const char sorted_sql[] =
    "SELECT stream, block, execution, iteration, line, value FROM unsorted"
    " ORDER BY stream, block, execution, iteration, line";

// Whether a row's label is the one of the row before; remembers it.
static bool same_label(struct label *label, sqlite3_stmt *row, int column)
{
    if (sqlite3_column_type(row, column) == SQLITE_INTEGER) {
        int64_t number = sqlite3_column_int64(row, column);
        bool same = label->text.length == 0 && label->number == number;
        label->number = number;
        label->text.length = 0;
        return same;
    }
    const char *text = (const char *)sqlite3_column_text(row, column);
    text = text ? text : "";
    bool same = label->text.length > 0 && strcmp(label->text.bytes, text) == 0;
    label->text.length = 0;
    text_add_bytes(&label->text, text, strlen(text) + 1);
    return same;
}

// Runs an INSERT OR IGNORE; the new row's id, or what `found` yields if there is such a row.
static bool insert_or_find(struct store *store, sqlite3_stmt *insert, const char *found,
                           const struct bound key[2], int64_t *id, struct error *error)
{
    bool row = false;
    if (!insert || !store_step(store, insert, &row, error))
        return false;
    *id = sqlite3_last_insert_rowid(store->db);
    return sqlite3_changes(store->db) == 1 ||
           store_integer(store, store_bind(store, found, key, 2, error), id, error);
}

static bool open_block(struct unsorted *unsorted, sqlite3_stmt *row, struct error *error)
{
    struct store *store = unsorted->store;
    struct bound block[] = {bound_integer(unsorted->stream),
                            bound_label((const char *)sqlite3_column_text(row, ROW_BLOCK))};
    sqlite3_stmt *insert = store_bind(store,
                                      "INSERT OR IGNORE INTO block(cell, phase, machine, number)"
                                      " SELECT cell, phase, machine, ?2 FROM stream WHERE id = ?1",
                                      block, 2, error);
    if (!insert_or_find(store, insert,
                        "SELECT block.id FROM block JOIN stream USING(cell, phase, machine)"
                        " WHERE stream.id = ?1 AND number = ?2",
                        block, &unsorted->block, error))
        return false;
    struct bound build[] = {bound_integer(unsorted->block), bound_integer(unsorted->stream)};
    insert = store_bind(store,
                        "INSERT OR IGNORE INTO build(block, variant, state)"
                        " SELECT ?1, variant, 'done' FROM stream WHERE id = ?2",
                        build, 2, error);
    return insert_or_find(store, insert,
                          "SELECT build.id FROM build JOIN stream USING(variant)"
                          " WHERE block = ?1 AND stream.id = ?2",
                          build, &unsorted->build, error);
}

static bool open_execution(struct unsorted *unsorted, sqlite3_stmt *row, struct error *error)
{
    struct store *store = unsorted->store;
    unsorted->first = 0;
    struct bound key[] = {bound_integer(unsorted->build),
                          bound_label((const char *)sqlite3_column_text(row, ROW_EXECUTION))};
    sqlite3_stmt *insert = store_bind(
        store, "INSERT OR IGNORE INTO execution(build, number, state) VALUES(?, ?, 'done')", key, 2,
        error);
    return insert_or_find(store, insert, "SELECT id FROM execution WHERE build = ? AND number = ?",
                          key, &unsorted->execution, error);
}

static bool open_stream(struct unsorted *unsorted, int64_t stream, struct error *error)
{
    unsorted->stream = stream;
    return store_integer(unsorted->store,
                         BIND(unsorted->store, error, "SELECT metric FROM stream WHERE id = ?",
                              bound_integer(stream)),
                         &unsorted->metric, error);
}

static bool store_sorted(struct unsorted *unsorted, sqlite3_stmt *row,
                         struct unsorted_mistake *mistake, struct error *error)
{
    bool same_stream = sqlite3_column_int64(row, ROW_STREAM) == unsorted->stream;
    bool same_block = same_label(&unsorted->labels[0], row, ROW_BLOCK) && same_stream;
    bool same_execution = same_label(&unsorted->labels[1], row, ROW_EXECUTION) && same_block;
    bool repeated = unsorted->shape.has_iteration &&
                    same_label(&unsorted->labels[2], row, ROW_ITERATION) && same_execution;
    if (repeated) {
        *mistake = (struct unsorted_mistake){(size_t)sqlite3_column_int64(row, ROW_LINE),
                                             "this iteration has been given before"};
        return true;
    }
    if ((!same_execution || unsorted->count == PIECE_VALUES) && !flush(unsorted, error))
        return false;
    if ((!same_stream && !open_stream(unsorted, sqlite3_column_int64(row, ROW_STREAM), error)) ||
        (!same_block && !open_block(unsorted, row, error)) ||
        (!same_execution && !open_execution(unsorted, row, error)))
        return false;
    unsorted->values[unsorted->count++] = sqlite3_column_double(row, ROW_VALUE);
    return true;
}

bool unsorted_store_all(struct unsorted *unsorted, struct unsorted_mistake *mistake,
                        struct error *error)
{
    unsorted->stream = -1;
    sqlite3_stmt *rows = store_bind(unsorted->store, sorted_sql, NULL, 0, error);
    bool more = rows != NULL, done = more;
    while (done && more && mistake->line == 0) {
        done = store_step(unsorted->store, rows, &more, error);
        if (done && more)
            done = store_sorted(unsorted, rows, mistake, error);
    }
    sqlite3_reset(rows);
    return done && flush(unsorted, error);
}
