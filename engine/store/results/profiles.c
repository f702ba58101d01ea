// Reading and writing profiles.
#include "store/results/profiles.h"

#include "store/database.h"
#include "store/transactions.h"

static bool write_rows(struct store *store, const struct profile_row *rows, size_t count,
                       struct error *error)
{
    bool done = count == 0 ||
                RUN(store, error, "DELETE FROM profile WHERE cell = ? AND variant = ?",
                    bound_integer((int64_t)rows->cell), bound_integer((int64_t)rows->variant));
    for (size_t i = 0; done && i < count; i++)
        done =
            RUN(store, error,
                "INSERT INTO profile(cell, variant, rank, tool, function, object, samples, whole)"
                " VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
                bound_integer((int64_t)rows[i].cell), bound_integer((int64_t)rows[i].variant),
                bound_integer((int64_t)rows[i].rank), bound_text(rows[i].tool),
                bound_text(rows[i].function), bound_text(rows[i].object),
                bound_integer((int64_t)rows[i].samples), bound_integer((int64_t)rows[i].all));
    return done;
}

bool store_profile(struct store *store, const struct profile_row *rows, size_t count,
                   struct error *error)
{
    return store_begin(store, error) &&
           store_end(store, write_rows(store, rows, count, error), error);
}

static void read_profile(sqlite3_stmt *statement, struct arena *arena, void *row)
{
    *(struct profile_row *)row = (struct profile_row){
        .cell = (size_t)sqlite3_column_int64(statement, 0),
        .variant = (size_t)sqlite3_column_int64(statement, 1),
        .rank = (size_t)sqlite3_column_int64(statement, 2),
        .samples = (size_t)sqlite3_column_int64(statement, 3),
        .all = (size_t)sqlite3_column_int64(statement, 4),
        .tool = column_string(statement, 5, arena),
        .function = column_string(statement, 6, arena),
        .object = column_string(statement, 7, arena),
    };
}

bool store_profiles(struct store *store, struct arena *arena, struct profile_row **rows,
                    size_t *count, struct error *error)
{
    static const struct row_array array = {
        "SELECT count(*) FROM profile",
        "SELECT cell, variant, rank, samples, whole, tool, function, object FROM profile"
        " ORDER BY cell, variant, rank",
        sizeof **rows, read_profile};
    void *found = NULL;
    bool done = store_rows(store, arena, &array, &found, count, error);
    *rows = found;
    return done;
}
