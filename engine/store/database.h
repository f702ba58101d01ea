// SQLite for the files of store/: bound values, cached statements, errors with their remedy.
#pragma once

#include "store/store.h"

#include <sqlite3.h>
#include <stdint.h>

// Prepared on first use, and found by the address of its SQL.
struct statement {
    const char *sql;
    sqlite3_stmt *prepared;
};

struct store {
    sqlite3 *db;
    char *path;
    bool writes;
    bool copied;                  // reads a copy of `path`
    bool reading;                 // the transaction of store_open() is open
    bool shared;                  // a transaction of store_join() is open
    int joined;                   // calls of store_join() that have not left it yet
    bool relaxed;                 // its commit does not wait for the disk
    int64_t shared_ns, synced_ns; // when it was opened, when a commit last waited
    struct statement *statements;
    size_t statement_count, statement_room;
    struct arena waiting_memory; // results of executions since the last commit
    struct waiting_execution *first_waiting, **last_waiting;
    int64_t waiting_ns;  // when the first of them was stored
    int64_t rounds_left; // of SQLite's steps, while the file is validated
    struct error unread; // why a fact could not be read
};

// A path for SQLite, which follows no symbolic link: the folder resolved, the last part unchanged.
char *store_path_without_links(struct arena *arena, const char *path);

// A value for one ? of a statement; pointers are borrowed for the call.
struct bound {
    enum { BOUND_NULL, BOUND_INTEGER, BOUND_REAL, BOUND_TEXT, BOUND_LABEL, BOUND_BLOB } kind;
    union {
        int64_t integer;
        double real;
        const void *bytes;
    };
    size_t size;
};

static inline struct bound bound_integer(int64_t value)
{
    return (struct bound){.kind = BOUND_INTEGER, .integer = value};
}

static inline struct bound bound_real(double value)
{
    return (struct bound){.kind = BOUND_REAL, .real = value};
}

// NULL is SQL's NULL.
static inline struct bound bound_text(const char *value)
{
    return (struct bound){.kind = value ? BOUND_TEXT : BOUND_NULL, .bytes = value};
}

// A plain decimal number sorts as a number, everything else as text.
static inline struct bound bound_label(const char *value)
{
    return (struct bound){.kind = BOUND_LABEL, .bytes = value};
}

static inline struct bound bound_blob(const void *bytes, size_t size)
{
    return (struct bound){.kind = BOUND_BLOB, .bytes = bytes, .size = size};
}

// Prepares (once for each literal, known by its address), resets and binds; NULL on failure.
NODISCARD sqlite3_stmt *store_bind(struct store *store, const char *sql, const struct bound *values,
                                   size_t count, struct error *error);
#define BIND(store, error, sql, ...)                                                               \
    store_bind(store, sql, (const struct bound[]){__VA_ARGS__},                                    \
               sizeof((const struct bound[]){__VA_ARGS__}) / sizeof(struct bound), error)

// Runs a statement that yields no rows.
NODISCARD bool store_run(struct store *store, const char *sql, const struct bound *values,
                         size_t count, struct error *error);
#define RUN(store, error, sql, ...)                                                                \
    store_run(store, sql, (const struct bound[]){__VA_ARGS__},                                     \
              sizeof((const struct bound[]){__VA_ARGS__}) / sizeof(struct bound), error)

// SQL without values or rows.
NODISCARD bool store_sql(struct store *store, const char *sql, struct error *error);

// Goes to the next row of a statement: *row is false after the last, and the statement is reset.
NODISCARD bool store_step(struct store *store, sqlite3_stmt *statement, bool *row,
                          struct error *error);

// The integer that a statement yields, -1 if it yields no row. A NULL statement is a failed one.
NODISCARD bool store_integer(struct store *store, sqlite3_stmt *statement, int64_t *value,
                             struct error *error);

// How rows become an array of structs.
struct row_array {
    const char *count_sql; // yields the number of rows, or more
    const char *rows_sql;
    size_t size; // of a struct
    void (*read)(sqlite3_stmt *statement, struct arena *arena, void *row);
};
// The array lives in the arena; `*rows` is a pointer to the first struct.
NODISCARD bool store_rows(struct store *store, struct arena *arena, const struct row_array *array,
                          void **rows, size_t *count, struct error *error);

// Sets the error from SQLite's last one, with the store's name and the remedy; returns false.
bool store_failed(const struct store *store, struct error *error);

// A text column, the row's own until the next step; "" for NULL.
const char *column_text(sqlite3_stmt *statement, int column);

// The same copied into the arena.
const char *column_string(sqlite3_stmt *statement, int column, struct arena *arena);

// The row id of a machine or metric, made if there is none.
NODISCARD bool store_machine(struct store *store, const char *name, int64_t *id,
                             struct error *error);
NODISCARD bool store_metric(struct store *store, const char *name, const char *unit, int64_t *id,
                            struct error *error);
