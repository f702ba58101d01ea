// Sorting samples that come in any order: SQLite's sorter spills to disk, memory stays small.
#include "store/loose.h"

#include "store/database.h"

#include <stdlib.h>
#include <string.h>

enum {
    PIECE_VALUES = 1 << 16, // of one execution that are stored as one BLOB
    STREAMS_MAX = 50000,
};

// A level's label as the row before had it: a number, or text with its NUL.
struct label {
    int64_t number;
    struct text text;
};

struct loose {
    struct store *store;
    struct loose_shape shape;
    struct text key;   // of the sample before: mostly the next one's, too
    struct text next;  // of the sample that comes
    int64_t stream;    // samples that share all but block, execution and iteration
    int64_t metric;
    // While storing: the open execution and its values.
    int64_t block, build, execution;
    struct label labels[3]; // of block, execution, iteration
    size_t first, count;
    double values[PIECE_VALUES];
};

static const char tables_sql[] =
    "CREATE TABLE stream(id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, cell INTEGER,"
    " variant INTEGER, phase INTEGER, machine INTEGER, metric INTEGER);"
    "CREATE TABLE cell_key(key BLOB PRIMARY KEY, cell INTEGER) WITHOUT ROWID;"
    "CREATE TABLE loose(stream INTEGER, block, execution, iteration, line INTEGER, value REAL);";

static bool write_shape(struct store *store, const struct loose_shape *shape, struct error *error)
{
    bool done = store_sql(store, tables_sql, error) &&
                store_set(store, "experiment", shape->experiment, error);
    for (size_t i = 0; done && i < shape->axis_count; i++)
        done = RUN(store, error, "INSERT INTO axis(id, name) VALUES(?, ?)",
                   bound_integer((int64_t)i), bound_text(shape->axes[i]));
    return done;
}

struct loose *loose_open(struct store *store, const struct loose_shape *shape, struct error *error)
{
    struct loose *loose = calloc(1, sizeof *loose);
    if (!loose) {
        failed(error, EXIT_FAILED, "out of memory");
        return NULL;
    }
    loose->store = store;
    loose->shape = *shape;
    if (!store_begin(store, error) || !write_shape(store, shape, error)) {
        loose_close(loose);
        return NULL;
    }
    return loose;
}

void loose_close(struct loose *loose)
{
    if (!loose)
        return;
    text_release(&loose->key);
    text_release(&loose->next);
    for (size_t i = 0; i < 3; i++)
        text_release(&loose->labels[i].text);
    free(loose);
}

// The integer that a statement yields, -1 if it yields no row.
static bool ask(struct store *store, sqlite3_stmt *statement, int64_t *value, struct error *error)
{
    bool row = false;
    if (!statement || !store_step(store, statement, &row, error))
        return false;
    *value = row ? sqlite3_column_int64(statement, 0) : -1;
    sqlite3_reset(statement);
    return true;
}

static bool ask_count(struct store *store, const char *sql, int64_t *count, struct error *error)
{
    return ask(store, store_bind(store, sql, NULL, 0, error), count, error);
}

static bool add_cell(struct loose *loose, const struct loose_sample *sample, const struct text *key,
                     int64_t *cell, struct error *error)
{
    struct store *store = loose->store;
    bool done = ask_count(store, "SELECT count(*) FROM cell", cell, error) &&
                RUN(store, error, "INSERT INTO cell_key(key, cell) VALUES(?, ?)",
                    bound_blob(key->bytes, key->length),
                    bound_integer(*cell)) &&
                RUN(store, error,
                    "INSERT INTO cell(id, benchmark, execution_level, build_level, paced)"
                    " VALUES(?, ?, ?, ?, 0)",
                    bound_integer(*cell), bound_text(sample->benchmark),
                    bound_integer(loose->shape.has_execution),
                    bound_integer(loose->shape.has_block));
    for (size_t i = 0; done && i < loose->shape.axis_count; i++)
        done = RUN(store, error, "INSERT INTO point(cell, axis, value) VALUES(?, ?, ?)",
                   bound_integer(*cell), bound_integer((int64_t)i), bound_text(sample->point[i]));
    return done;
}

// A field and its NUL: bytes that no two different lists of fields share.
static void add_field(struct text *key, const char *field)
{
    text_add_bytes(key, field, strlen(field) + 1);
}

static bool find_cell(struct loose *loose, const struct loose_sample *sample, int64_t *cell,
                      struct error *error)
{
    TEXT_CLEANUP struct text key = {0};
    add_field(&key, sample->benchmark);
    for (size_t i = 0; i < loose->shape.axis_count; i++)
        add_field(&key, sample->point[i]);
    return ask(loose->store,
               BIND(loose->store, error, "SELECT cell FROM cell_key WHERE key = ?",
                    bound_blob(key.bytes, key.length)),
               cell, error) &&
           (*cell >= 0 || add_cell(loose, sample, &key, cell, error));
}

static bool find_variant(struct store *store, const char *name, int64_t *id, struct error *error)
{
    if (!ask(store,
             BIND(store, error, "SELECT id FROM variant WHERE name = ?", bound_text(name)), id,
             error))
        return false;
    if (*id >= 0)
        return true;
    return ask_count(store, "SELECT count(*) FROM variant", id, error) &&
           RUN(store, error, "INSERT INTO variant(id, name) VALUES(?, ?)", bound_integer(*id),
               bound_text(name));
}

static bool add_stream(struct loose *loose, const struct loose_sample *sample, const struct text *key,
                       struct error *error)
{
    struct store *store = loose->store;
    int64_t cell = 0, variant = 0, machine = 0, metric = 0;
    if (!find_cell(loose, sample, &cell, error) ||
        !find_variant(store, sample->variant, &variant, error) ||
        !store_machine(store, sample->machine, &machine, error) ||
        !store_metric(store, sample->metric, sample->unit, &metric, error) ||
        !RUN(store, error,
             "INSERT INTO stream(key, cell, variant, phase, machine, metric)"
             " VALUES(?, ?, ?, ?, ?, ?)",
             bound_blob(key->bytes, key->length), bound_integer(cell), bound_integer(variant),
             bound_integer(sample->phase == PHASE_REAL), bound_integer(machine),
             bound_integer(metric)))
        return false;
    loose->stream = sqlite3_last_insert_rowid(store->db);
    return loose->stream <= STREAMS_MAX ||
           failed(error, EXIT_USAGE,
                  "more than %d combinations of benchmark, variant, axes and metric: every column "
                  "that is none of samples.csv's is taken for an axis; leave out those that are not",
                  STREAMS_MAX);
}

static bool find_stream(struct loose *loose, const struct loose_sample *sample, struct error *error)
{
    struct text *key = &loose->next;
    key->length = 0;
    const char *fields[] = {sample->benchmark, sample->variant, sample->machine, sample->metric,
                            sample->unit,      sample->phase == PHASE_REAL ? "real" : "pilot"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        add_field(key, fields[i]);
    for (size_t i = 0; i < loose->shape.axis_count; i++)
        add_field(key, sample->point[i]);
    if (key->length == loose->key.length &&
        memcmp(key->bytes, loose->key.bytes, key->length) == 0)
        return true;
    if (!ask(loose->store,
             BIND(loose->store, error, "SELECT id FROM stream WHERE key = ?",
                  bound_blob(key->bytes, key->length)),
             &loose->stream, error) ||
        (loose->stream < 0 && !add_stream(loose, sample, key, error)))
        return false;
    struct text swapped = loose->key;
    loose->key = loose->next;
    loose->next = swapped;
    return true;
}

bool loose_add(struct loose *loose, const struct loose_sample *sample, struct error *error)
{
    struct bound iteration = loose->shape.has_iteration ? bound_label(sample->iteration)
                                                        : bound_text(NULL);
    return find_stream(loose, sample, error) &&
           RUN(loose->store, error,
               "INSERT INTO loose(stream, block, execution, iteration, line, value)"
               " VALUES(?, ?, ?, ?, ?, ?)",
               bound_integer(loose->stream), bound_label(sample->block),
               bound_label(sample->execution), iteration, bound_integer((int64_t)sample->line),
               bound_real(sample->value));
}

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

static const char sorted_sql[] = "SELECT stream, block, execution, iteration, line, value FROM loose"
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
           ask(store, store_bind(store, found, key, 2, error), id, error);
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
    sqlite3_stmt *insert =
        store_bind(store,
                   "INSERT OR IGNORE INTO execution(build, number, state) VALUES(?, ?, 'done')",
                   key, 2, error);
    return insert_or_find(store, insert,
                          "SELECT id FROM execution WHERE build = ? AND number = ?", key,
                          &loose->execution, error);
}

static bool open_stream(struct loose *loose, int64_t stream, struct error *error)
{
    loose->stream = stream;
    return ask(loose->store,
               BIND(loose->store, error, "SELECT metric FROM stream WHERE id = ?",
                    bound_integer(stream)),
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

static bool store_all(struct loose *loose, struct loose_mistake *mistake, struct error *error)
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

// A metric's unit must be the same in all that is compared.
static bool check_units(struct loose *loose, struct loose_mistake *mistake, struct error *error)
{
    int64_t line = -1;
    if (!ask_count(loose->store,
                   "SELECT min(line) FROM loose WHERE stream IN (SELECT stream.id FROM stream"
                   " JOIN metric ON metric.id = stream.metric JOIN"
                   " (SELECT cell, min(metric.id) AS id, name FROM stream"
                   "  JOIN metric ON metric.id = stream.metric GROUP BY cell, name"
                   "  HAVING count(DISTINCT metric.id) > 1) AS several"
                   " ON several.cell = stream.cell AND several.name = metric.name"
                   " AND several.id <> metric.id)",
                   &line, error))
        return false;
    if (line > 0)
        *mistake = (struct loose_mistake){(size_t)line, "this metric had another unit before"};
    return true;
}

bool loose_finish(struct loose *loose, struct loose_mistake *mistake, struct error *error)
{
    *mistake = (struct loose_mistake){0};
    return store_end(loose->store,
                     check_units(loose, mistake, error) && store_all(loose, mistake, error),
                     error);
}
