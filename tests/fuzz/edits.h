// Edits of a campaign's database: bytes of the file, or values of its columns.
#pragma once

#include "fuzz.h"

#include <sqlite3.h>

enum { EDITS_MAX = 8 };

static inline struct text whole_file(const char *path)
{
    struct text text = {0};
    struct error error;
    if (!file_read(path, 1 << 24, &text, &error))
        abort();
    return text;
}

// What the bytes of an edit choose from; the column itself comes before one that begins with "+".
// `least` and `most` are those of the column: ids, swapped.
static const char *const new_values[] = {
    "NULL",
    "-1",
    "0",
    "+ 1",
    "+ 1000000000",
    "9223372036854775807",
    "0.5",
    "9e999",
    "'text'",
    "''",
    "x'00ff'",
    "CAST(zeroblob(1100000 / rows) AS TEXT)",
    "'nan'",
    "'planned'",
    "x''",
    "+ -1",
    "-9223372036854775808",
    "1e300",
    "-1e-300",
    "char(27, 91, 8238, 155)",
    "least",
    "most",
};
enum { VALUES = sizeof new_values / sizeof *new_values };

// One edit: a byte of the file, or a value of a column in all rows or one.
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
                                    " LIMIT 1 OFFSET ? % (SELECT count(*) FROM sqlite_master m,"
                                    " pragma_table_info(m.name) c WHERE m.type = 'table')",
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
    static const char *const rows[] = {"1", "= most", "= least"};
    sqlite3 *db = NULL;
    char table[64], column[66], sql[1024];
    const char *value = new_values[edit->value % VALUES];
    size_t row = edit->where[1] % (sizeof rows / sizeof *rows);
    if (sqlite3_open(path, &db) == SQLITE_OK && choose_column(db, edit->where[0], table, column)) {
        snprintf(sql, sizeof sql,
                 "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF;"
                 " UPDATE OR REPLACE \"%s\" SET \"%s\" = %s %s FROM"
                 " (SELECT min(\"%s\") AS least, max(\"%s\") AS most, count(*) AS rows FROM "
                 "\"%s\") WHERE %s %s",
                 table, column, *value == '+' ? column : "", value, column, column, table,
                 row ? column : "", rows[row]);
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
