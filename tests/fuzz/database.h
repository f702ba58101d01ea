// A small campaign's database, and edits of it: bytes of the file, or values of its columns.
#pragma once

#include "fuzz.h"
#include "store/executions.h"
#include "store/plan/experiment.h"
#include "store/plan/plan_rows.h"
#include "store/transactions.h"

#include <sqlite3.h>

enum { BLOCKS = 3, EXECUTIONS = 2, ITERATIONS = 3, VARIANTS = 2, EDITS_MAX = 8 };

// A campaign, planned but not measured.
struct made_campaign {
    struct arena arena;
    struct store *store;
    struct plan plan;
    int64_t first_build, first_execution;
};

static inline struct spec *made_spec(struct arena *arena)
{
    static char a[] = "a", b[] = "b", *variants[] = {a, b};
    static struct target targets[VARIANTS] = {{.benchmark = "one", .variant = "a"},
                                              {.benchmark = "one", .variant = "b"}};
    static struct cell cell = {.benchmark = "one", .targets = targets};
    struct spec *spec = arena_new(arena, struct spec);
    *spec = (struct spec){.name = "fuzzed",
                          .path = "fuzzed.yaml",
                          .folder = "/",
                          .variants = variants,
                          .variant_count = VARIANTS,
                          .cells = &cell,
                          .cell_count = 1,
                          .repeat = {.confidence = 0.95, .precision = 0.01}};
    return spec;
}

static inline bool measure_all(struct store *store, const struct plan *plan, int64_t first,
                               struct error *error)
{
    bool done = true;
    for (size_t i = 0; done && i < plan->execution_count; i++) {
        const double samples[ITERATIONS] = {1, 1.5, 1 + (double)i};
        struct stored_series series = {"wall_time", "s", samples, ITERATIONS};
        struct stored_execution execution = {.execution = first + (int64_t)i,
                                             .attempt = 1,
                                             .start = "2026-01-01T00:00:00.000000Z",
                                             .exit = "0",
                                             .counts = true,
                                             .seconds = 1,
                                             .iterating_s = 1,
                                             .interference = {1, 2, 3},
                                             .series = &series,
                                             .series_count = 1};
        done = store_execution(store, &execution, error);
    }
    return done && store_commit(store, error);
}

// The caller closes the store and releases the arena.
static inline struct made_campaign make_campaign(const char *path)
{
    struct made_campaign made = {0};
    struct error error;
    struct spec *spec = made_spec(&made.arena);
    struct repetitions repetitions = {BLOCKS, EXECUTIONS, ITERATIONS, 0, 1};
    struct planner planner = plan_begin(&made.arena, spec, PHASE_REAL, &repetitions);
    made.plan = plan_make(&made.arena, spec, PHASE_REAL, &repetitions);
    made.store = store_create(path, &error);
    if (!made.store || !store_spec(made.store, spec, &error) ||
        !store_planned(made.store, &planner, &made.first_build, &made.first_execution, &error) ||
        !store_commit(made.store, &error))
        abort();
    return made;
}

static inline struct text whole_file(const char *path)
{
    struct text text = {0};
    struct error error;
    if (!file_read(path, 1 << 24, &text, &error))
        abort();
    return text;
}

// ---- Edits

// What the bytes of an edit choose from; the column itself comes before one that begins with "+".
static const char *const values[] = {
    "NULL",  "-1",       "0",      "+ 1", "+ 1000000000", "9223372036854775807",
    "0.5",   "9e999",    "'text'", "''",  "x'00ff'",      "CAST(zeroblob(2000000) AS TEXT)",
    "'nan'", "'planned'"};
enum { VALUES = sizeof values / sizeof *values };

// One edit: a byte of the file, or a value of a column in one row or all.
struct edit {
    uint8_t kind, value;
    uint8_t where[4];
};

// The chosen one of all columns, "TABLE" and "COLUMN"; false where the file tells none any more.
static inline bool choose_column(sqlite3 *db, unsigned chosen, char table[64], char column[64])
{
    sqlite3_stmt *row = NULL;
    bool found = sqlite3_prepare_v2(db,
                                    "SELECT m.name, c.name FROM sqlite_master m,"
                                    " pragma_table_info(m.name) c WHERE m.type = 'table'"
                                    " LIMIT 1 OFFSET ?",
                                    -1, &row, NULL) == SQLITE_OK &&
                 sqlite3_bind_int(row, 1, (int)chosen) == SQLITE_OK &&
                 sqlite3_step(row) == SQLITE_ROW;
    if (found) {
        snprintf(table, 64, "%s", (const char *)sqlite3_column_text(row, 0));
        snprintf(column, 64, "%s", (const char *)sqlite3_column_text(row, 1));
    }
    sqlite3_finalize(row);
    return found;
}

static inline void edit_value(const char *path, const struct edit *edit)
{
    sqlite3 *db = NULL;
    char table[64], column[64], sql[1024];
    const char *value = values[edit->value % VALUES];
    if (sqlite3_open(path, &db) == SQLITE_OK &&
        choose_column(db, edit->where[0] % 100, table, column)) {
        snprintf(sql, sizeof sql,
                 "PRAGMA synchronous = OFF; UPDATE OR REPLACE %s SET %s = %s %s WHERE %d OR"
                 " %s = (SELECT max(%s) FROM %s)",
                 table, column, *value == '+' ? column : "", value, edit->where[1] % 2, column,
                 column, table);
        sqlite3_exec(db, sql, NULL, NULL, NULL);
    }
    sqlite3_close(db);
}

static inline void edit_byte(char *bytes, size_t length, const struct edit *edit)
{
    uint32_t at = 0;
    memcpy(&at, edit->where, sizeof at);
    bytes[at % length] ^= (char)(edit->value ? edit->value : 1);
}

// Writes `whole` to `path` with the edits that the input names.
static inline void write_edited(const char *path, const struct text *whole, const uint8_t *data,
                                size_t size)
{
    struct error error;
    struct edit edits[EDITS_MAX];
    size_t count = size / sizeof *edits < EDITS_MAX ? size / sizeof *edits : EDITS_MAX;
    char *bytes = malloc(whole->length);
    if (!bytes)
        abort();
    memcpy(bytes, whole->bytes, whole->length);
    memcpy(edits, data, count * sizeof *edits);
    for (size_t i = 0; i < count; i++)
        if (edits[i].kind % 2)
            edit_byte(bytes, whole->length, &edits[i]);
    if (!file_write(path, bytes, whole->length, &error))
        abort();
    for (size_t i = 0; i < count; i++)
        if (edits[i].kind % 2 == 0)
            edit_value(path, &edits[i]);
    free(bytes);
}
