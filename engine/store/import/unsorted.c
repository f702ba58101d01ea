// Adding samples in any order: SQLite's sorter spills to disk, so memory stays small.
#include "store/import/internal.h"

#include "base/text.h"
#include "model/phase.h"
#include "store/database.h"
#include "store/facts.h"
#include "store/transactions.h"

#include <stdlib.h>
#include <string.h>

enum { STREAMS_MAX = 50000 };

static const char tables_sql[] =
    "CREATE TABLE stream(id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, cell INTEGER,"
    " variant INTEGER, phase INTEGER, machine INTEGER, metric INTEGER);"
    "CREATE TABLE cell_key(key BLOB PRIMARY KEY, cell INTEGER) WITHOUT ROWID;"
    "CREATE TABLE unsorted(stream INTEGER, block, execution, iteration, line INTEGER, value REAL);";

static bool write_shape(struct store *store, const struct unsorted_shape *shape,
                        struct error *error)
{
    bool done = store_sql(store, tables_sql, error) &&
                store_set(store, FACT_EXPERIMENT, shape->experiment, error);
    for (size_t i = 0; done && i < shape->axis_count; i++)
        done = RUN(store, error, "INSERT INTO axis(id, name) VALUES(?, ?)",
                   bound_integer((int64_t)i), bound_text(shape->axes[i]));
    return done;
}

struct unsorted *unsorted_open(struct store *store, const struct unsorted_shape *shape,
                               struct error *error)
{
    struct unsorted *unsorted = calloc(1, sizeof *unsorted);
    if (!unsorted) {
        failed(error, EXIT_FAILED, "out of memory");
        return NULL;
    }
    unsorted->store = store;
    unsorted->shape = *shape;
    if (!store_begin(store, error) || !write_shape(store, shape, error)) {
        unsorted_close(unsorted);
        return NULL;
    }
    return unsorted;
}

void unsorted_close(struct unsorted *unsorted)
{
    if (!unsorted)
        return;
    text_release(&unsorted->key);
    text_release(&unsorted->next);
    for (size_t i = 0; i < 3; i++)
        text_release(&unsorted->labels[i].text);
    free(unsorted);
}

static bool ask_count(struct store *store, const char *sql, int64_t *count, struct error *error)
{
    return store_integer(store, store_bind(store, sql, NULL, 0, error), count, error);
}

static bool add_cell(struct unsorted *unsorted, const struct unsorted_sample *sample,
                     const struct text *key, int64_t *cell, struct error *error)
{
    struct store *store = unsorted->store;
    bool done =
        ask_count(store, "SELECT count(*) FROM cell", cell, error) &&
        RUN(store, error, "INSERT INTO cell_key(key, cell) VALUES(?, ?)",
            bound_blob(key->bytes, key->length), bound_integer(*cell)) &&
        RUN(store, error,
            "INSERT INTO cell(id, benchmark, execution_level, build_level, paced)"
            " VALUES(?, ?, ?, ?, 0)",
            bound_integer(*cell), bound_text(sample->benchmark),
            bound_integer(unsorted->shape.has_execution), bound_integer(unsorted->shape.has_block));
    for (size_t i = 0; done && i < unsorted->shape.axis_count; i++)
        done = RUN(store, error, "INSERT INTO point(cell, axis, value) VALUES(?, ?, ?)",
                   bound_integer(*cell), bound_integer((int64_t)i), bound_text(sample->point[i]));
    return done;
}

// A field and its NUL: bytes that no two different lists of fields share.
static void add_field(struct text *key, const char *field)
{
    text_add_bytes(key, field, strlen(field) + 1);
}

static bool find_cell(struct unsorted *unsorted, const struct unsorted_sample *sample,
                      int64_t *cell, struct error *error)
{
    TEXT_CLEANUP struct text key = {0};
    add_field(&key, sample->benchmark);
    for (size_t i = 0; i < unsorted->shape.axis_count; i++)
        add_field(&key, sample->point[i]);
    return store_integer(unsorted->store,
                         BIND(unsorted->store, error, "SELECT cell FROM cell_key WHERE key = ?",
                              bound_blob(key.bytes, key.length)),
                         cell, error) &&
           (*cell >= 0 || add_cell(unsorted, sample, &key, cell, error));
}

static bool find_variant(struct store *store, const char *name, int64_t *id, struct error *error)
{
    if (!store_integer(
            store, BIND(store, error, "SELECT id FROM variant WHERE name = ?", bound_text(name)),
            id, error))
        return false;
    if (*id >= 0)
        return true;
    return ask_count(store, "SELECT count(*) FROM variant", id, error) &&
           RUN(store, error, "INSERT INTO variant(id, name) VALUES(?, ?)", bound_integer(*id),
               bound_text(name));
}

static bool add_stream(struct unsorted *unsorted, const struct unsorted_sample *sample,
                       const struct text *key, struct error *error)
{
    struct store *store = unsorted->store;
    int64_t cell = 0, variant = 0, machine = 0, metric = 0;
    if (!find_cell(unsorted, sample, &cell, error) ||
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
    unsorted->stream = sqlite3_last_insert_rowid(store->db);
    return unsorted->stream <= STREAMS_MAX ||
           failed(error, EXIT_USAGE,
                  "more than %d combinations of benchmark, variant, axes and metric: every column "
                  "that samples.csv does not have counts as an axis; leave out those that are none",
                  STREAMS_MAX);
}

static bool find_stream(struct unsorted *unsorted, const struct unsorted_sample *sample,
                        struct error *error)
{
    struct text *key = &unsorted->next;
    key->length = 0;
    const char *fields[] = {sample->benchmark, sample->variant,
                            sample->machine,   sample->metric,
                            sample->unit,      sample->phase == PHASE_REAL ? "real" : "pilot"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        add_field(key, fields[i]);
    for (size_t i = 0; i < unsorted->shape.axis_count; i++)
        add_field(key, sample->point[i]);
    if (key->length == unsorted->key.length &&
        memcmp(key->bytes, unsorted->key.bytes, key->length) == 0)
        return true;
    if (!store_integer(unsorted->store,
                       BIND(unsorted->store, error, "SELECT id FROM stream WHERE key = ?",
                            bound_blob(key->bytes, key->length)),
                       &unsorted->stream, error) ||
        (unsorted->stream < 0 && !add_stream(unsorted, sample, key, error)))
        return false;
    struct text swapped = unsorted->key;
    unsorted->key = unsorted->next;
    unsorted->next = swapped;
    return true;
}

bool unsorted_add(struct unsorted *unsorted, const struct unsorted_sample *sample,
                  struct error *error)
{
    struct bound iteration =
        unsorted->shape.has_iteration ? bound_label(sample->iteration) : bound_text(NULL);
    return find_stream(unsorted, sample, error) &&
           RUN(unsorted->store, error,
               "INSERT INTO unsorted(stream, block, execution, iteration, line, value)"
               " VALUES(?, ?, ?, ?, ?, ?)",
               bound_integer(unsorted->stream), bound_label(sample->block),
               bound_label(sample->execution), iteration, bound_integer((int64_t)sample->line),
               bound_real(sample->value));
}

// A metric's unit must be the same in all that is compared.
static bool check_units(struct unsorted *unsorted, struct unsorted_mistake *mistake,
                        struct error *error)
{
    int64_t line = -1;
    if (!ask_count(unsorted->store,
                   "SELECT min(line) FROM unsorted WHERE stream IN (SELECT stream.id FROM stream"
                   " JOIN metric ON metric.id = stream.metric JOIN"
                   " (SELECT cell, min(metric.id) AS id, name FROM stream"
                   "  JOIN metric ON metric.id = stream.metric GROUP BY cell, name"
                   "  HAVING count(DISTINCT metric.id) > 1) AS several"
                   " ON several.cell = stream.cell AND several.name = metric.name"
                   " AND several.id <> metric.id)",
                   &line, error))
        return false;
    if (line > 0)
        *mistake = (struct unsorted_mistake){(size_t)line, "this metric had another unit before"};
    return true;
}

// Where every block is one execution of each variant, executions are the top level: campaigns in
// which nothing is built write their samples so.
static const char drop_builds_sql[] =
    "UPDATE cell SET build_level = 0 WHERE execution_level AND id NOT IN"
    " (SELECT block.cell FROM block JOIN build ON build.block = block.id"
    "  JOIN execution ON execution.build = build.id GROUP BY build.id HAVING count(*) > 1)";

bool unsorted_finish(struct unsorted *unsorted, struct unsorted_mistake *mistake,
                     struct error *error)
{
    *mistake = (struct unsorted_mistake){0};
    return store_end(unsorted->store,
                     check_units(unsorted, mistake, error) &&
                         unsorted_store_all(unsorted, mistake, error) &&
                         store_sql(unsorted->store, drop_builds_sql, error),
                     error);
}
