// Storing loose samples in their order: blocks, builds, executions and BLOBs as they come.
#include "store/loose_parts.h"

#include <string.h>

static bool flush(struct loose *loose, struct error *error)
{
    if (loose->count == 0)
        return true;
    bool done = RUN(loose->store, error,
                    "INSERT INTO samples(execution, metric, first, data) VALUES(?, ?, ?, ?)",
                    bound_integer(loose->execution), bound_integer(loose->metric),
                    bound_integer((int64_t)loose->first),
                    bound_blob(loose->values, loose->count * sizeof *loose->values));
    loose->first += loose->count;
    loose->count = 0;
    return done;
}

enum { ROW_STREAM, ROW_BLOCK, ROW_EXECUTION, ROW_ITERATION, ROW_LINE, ROW_VALUE };

static const char sorted_sql[] =
    "SELECT stream, block, execution, iteration, line, value FROM loose"
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

static bool open_block(struct loose *loose, sqlite3_stmt *row, struct error *error)
{
    struct store *store = loose->store;
    struct bound block[] = {bound_integer(loose->stream),
                            bound_label((const char *)sqlite3_column_text(row, ROW_BLOCK))};
    sqlite3_stmt *insert = store_bind(store,
                                      "INSERT OR IGNORE INTO block(cell, phase, machine, number)"
                                      " SELECT cell, phase, machine, ?2 FROM stream WHERE id = ?1",
                                      block, 2, error);
    if (!insert_or_find(store, insert,
                        "SELECT block.id FROM block JOIN stream USING(cell, phase, machine)"
                        " WHERE stream.id = ?1 AND number = ?2",
                        block, &loose->block, error))
        return false;
    struct bound build[] = {bound_integer(loose->block), bound_integer(loose->stream)};
    insert = store_bind(store,
                        "INSERT OR IGNORE INTO build(block, variant, state)"
                        " SELECT ?1, variant, 'done' FROM stream WHERE id = ?2",
                        build, 2, error);
    return insert_or_find(store, insert,
                          "SELECT build.id FROM build JOIN stream USING(variant)"
                          " WHERE block = ?1 AND stream.id = ?2",
                          build, &loose->build, error);
}

static bool open_execution(struct loose *loose, sqlite3_stmt *row, struct error *error)
{
    struct store *store = loose->store;
    loose->first = 0;
    struct bound key[] = {bound_integer(loose->build),
                          bound_label((const char *)sqlite3_column_text(row, ROW_EXECUTION))};
    sqlite3_stmt *insert = store_bind(
        store, "INSERT OR IGNORE INTO execution(build, number, state) VALUES(?, ?, 'done')", key, 2,
        error);
    return insert_or_find(store, insert, "SELECT id FROM execution WHERE build = ? AND number = ?",
                          key, &loose->execution, error);
}

static bool open_stream(struct loose *loose, int64_t stream, struct error *error)
{
    loose->stream = stream;
    return store_integer(
        loose->store,
        BIND(loose->store, error, "SELECT metric FROM stream WHERE id = ?", bound_integer(stream)),
        &loose->metric, error);
}

static bool store_sorted(struct loose *loose, sqlite3_stmt *row, struct loose_mistake *mistake,
                         struct error *error)
{
    bool same_stream = sqlite3_column_int64(row, ROW_STREAM) == loose->stream;
    bool same_block = same_label(&loose->labels[0], row, ROW_BLOCK) && same_stream;
    bool same_execution = same_label(&loose->labels[1], row, ROW_EXECUTION) && same_block;
    bool repeated = loose->shape.has_iteration &&
                    same_label(&loose->labels[2], row, ROW_ITERATION) && same_execution;
    if (repeated) {
        *mistake = (struct loose_mistake){(size_t)sqlite3_column_int64(row, ROW_LINE),
                                          "this iteration has been given before"};
        return true;
    }
    if ((!same_execution || loose->count == PIECE_VALUES) && !flush(loose, error))
        return false;
    if ((!same_stream && !open_stream(loose, sqlite3_column_int64(row, ROW_STREAM), error)) ||
        (!same_block && !open_block(loose, row, error)) ||
        (!same_execution && !open_execution(loose, row, error)))
        return false;
    loose->values[loose->count++] = sqlite3_column_double(row, ROW_VALUE);
    return true;
}

bool loose_store_all(struct loose *loose, struct loose_mistake *mistake, struct error *error)
{
    loose->stream = -1;
    sqlite3_stmt *rows = store_bind(loose->store, sorted_sql, NULL, 0, error);
    bool more = rows != NULL, done = more;
    while (done && more && mistake->line == 0) {
        done = store_step(loose->store, rows, &more, error);
        if (done && more)
            done = store_sorted(loose, rows, mistake, error);
    }
    sqlite3_reset(rows);
    return done && flush(loose, error);
}
