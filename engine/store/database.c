// Statements and errors of SQLite.
#include "store/database.h"

#include "base/files/folder.h"
#include "base/files/paths.h"
#include "store/facts.h"

#include <stdlib.h>
#include <string.h>

char *store_path_without_links(struct arena *arena, const char *path)
{
    const char *name = path_base(path);
    char *folder = *path ? path_absolute(arena, path_folder(arena, path)) : NULL;
    return folder ? path_join(arena, folder, name) : arena_strdup(arena, path);
}

static const char *remedy(int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL:
        return "free some space on its disk; all that was acknowledged is kept";
    case SQLITE_IOERR:
        return "is its disk full or failing? all that was acknowledged is kept";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "another process is writing it; wait for that to end";
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        return "check the permissions of the file and its folder";
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return "it is damaged, or not the store of a campaign";
    default:
        return "SQLite failed";
    }
}

bool store_failed(const struct store *store, struct error *error)
{
    int code = sqlite3_extended_errcode(store->db);
    const char *name = store->path[0] ? store->path : "temporary store";
    failed(error, EXIT_FAILED, "'%s': %s (%s)", name, sqlite3_errmsg(store->db), remedy(code));
    error->of_machine = true;
    return false;
}

// A decimal number as people write it, of at most 18 digits.
static bool plain_number(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && digits <= 18 && text[digits] == '\0' && (text[0] != '0' || digits == 1);
}

static int bind_one(sqlite3_stmt *statement, int at, const struct bound *value)
{
    switch (value->kind) {
    case BOUND_INTEGER:
        return sqlite3_bind_int64(statement, at, value->integer);
    case BOUND_REAL:
        return sqlite3_bind_double(statement, at, value->real);
    case BOUND_LABEL:
        if (plain_number(value->bytes))
            return sqlite3_bind_int64(statement, at, strtoll(value->bytes, NULL, 10));
        return sqlite3_bind_text(statement, at, value->bytes, -1, SQLITE_STATIC);
    case BOUND_TEXT:
        return sqlite3_bind_text(statement, at, value->bytes, -1, SQLITE_STATIC);
    case BOUND_BLOB:
        return sqlite3_bind_blob64(statement, at, value->bytes, value->size, SQLITE_STATIC);
    case BOUND_NULL:
        break;
    }
    return sqlite3_bind_null(statement, at);
}

static void keep(struct store *store, struct statement statement)
{
    enum { ROOM_MORE = 64 };
    if (store->statement_count == store->statement_room) {
        store->statement_room += ROOM_MORE;
        store->statements =
            realloc(store->statements, store->statement_room * sizeof *store->statements);
        if (!store->statements)
            out_of_memory();
    }
    store->statements[store->statement_count++] = statement;
}

static sqlite3_stmt *prepared(struct store *store, const char *sql, struct error *error)
{
    for (size_t i = 0; i < store->statement_count; i++)
        if (store->statements[i].sql == sql)
            return store->statements[i].prepared;
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL)) {
        store_failed(store, error);
        return NULL;
    }
    keep(store, (struct statement){sql, statement});
    return statement;
}

sqlite3_stmt *store_bind(struct store *store, const char *sql, const struct bound *values,
                         size_t count, struct error *error)
{
    if (error != &store->unread && !store_is_read(store, error))
        return NULL;
    sqlite3_stmt *statement = prepared(store, sql, error);
    if (!statement)
        return NULL;
    sqlite3_reset(statement);
    for (size_t i = 0; i < count; i++)
        if (bind_one(statement, (int)i + 1, &values[i]) != SQLITE_OK) {
            store_failed(store, error);
            return NULL;
        }
    return statement;
}

bool store_step(struct store *store, sqlite3_stmt *statement, bool *row, struct error *error)
{
    int code = sqlite3_step(statement);
    *row = code == SQLITE_ROW;
    if (*row)
        return true;
    bool done = code == SQLITE_DONE ? true : store_failed(store, error);
    sqlite3_reset(statement);
    return done;
}

bool store_run(struct store *store, const char *sql, const struct bound *values, size_t count,
               struct error *error)
{
    sqlite3_stmt *statement = store_bind(store, sql, values, count, error);
    bool row = false;
    return statement && store_step(store, statement, &row, error);
}

bool store_sql(struct store *store, const char *sql, struct error *error)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           store_failed(store, error);
}

const char *column_text(sqlite3_stmt *statement, int column)
{
    const char *words = (const char *)sqlite3_column_text(statement, column);
    if (!words && sqlite3_errcode(sqlite3_db_handle(statement)) == SQLITE_NOMEM)
        out_of_memory();
    return words ? words : "";
}

const char *column_string(sqlite3_stmt *statement, int column, struct arena *arena)
{
    return arena_strdup(arena, column_text(statement, column));
}

bool store_integer(struct store *store, sqlite3_stmt *statement, int64_t *value,
                   struct error *error)
{
    bool row = false;
    if (!statement || !store_step(store, statement, &row, error))
        return false;
    *value = row ? sqlite3_column_int64(statement, 0) : -1;
    sqlite3_reset(statement);
    return true;
}

bool store_machine(struct store *store, const char *name, int64_t *id, struct error *error)
{
    return RUN(store, error, "INSERT OR IGNORE INTO machine(name) VALUES(?)", bound_text(name)) &&
           store_integer(
               store, BIND(store, error, "SELECT id FROM machine WHERE name = ?", bound_text(name)),
               id, error);
}

bool store_metric(struct store *store, const char *name, const char *unit, int64_t *id,
                  struct error *error)
{
    static const char find[] = "SELECT id FROM metric WHERE name = ? AND unit = ?";
    return store_integer(store, BIND(store, error, find, bound_text(name), bound_text(unit)), id,
                         error) &&
           (*id >= 0 || (RUN(store, error, "INSERT INTO metric(name, unit) VALUES(?, ?)",
                             bound_text(name), bound_text(unit)) &&
                         (*id = sqlite3_last_insert_rowid(store->db))));
}

bool store_rows(struct store *store, struct arena *arena, const struct row_array *array,
                void **rows, size_t *count, struct error *error)
{
    int64_t room = 0;
    *count = 0;
    if (!store_integer(store, store_bind(store, array->count_sql, NULL, 0, error), &room, error))
        return false;
    char *place = *rows = arena_array(arena, (size_t)room, array->size);
    sqlite3_stmt *statement = store_bind(store, array->rows_sql, NULL, 0, error);
    bool row = statement != NULL;
    while (row && *count < (size_t)room) {
        if (!store_step(store, statement, &row, error))
            return false;
        if (row)
            array->read(statement, arena, place + (*count)++ * array->size);
    }
    sqlite3_reset(statement);
    return statement != NULL;
}
