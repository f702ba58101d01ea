// Profiles in a store.
#include "store/profiles.h"

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

bool store_profiles(struct store *store, struct arena *arena, struct profile_row **rows,
                    size_t *count, struct error *error)
{
    int64_t room = 0;
    *count = 0;
    if (!store_integer(store, store_bind(store, "SELECT count(*) FROM profile", NULL, 0, error),
                       &room, error))
        return false;
    *rows = arena_new_array(arena, struct profile_row, (size_t)room);
    sqlite3_stmt *found =
        store_bind(store,
                   "SELECT cell, variant, rank, samples, whole, tool, function, object FROM profile"
                   " ORDER BY cell, variant, rank",
                   NULL, 0, error);
    bool row = found != NULL;
    while (row && *count < (size_t)room) {
        if (!store_step(store, found, &row, error))
            return false;
        if (row)
            (*rows)[(*count)++] = (struct profile_row){
                .cell = (size_t)sqlite3_column_int64(found, 0),
                .variant = (size_t)sqlite3_column_int64(found, 1),
                .rank = (size_t)sqlite3_column_int64(found, 2),
                .samples = (size_t)sqlite3_column_int64(found, 3),
                .all = (size_t)sqlite3_column_int64(found, 4),
                .tool = column_string(found, 5, arena),
                .function = column_string(found, 6, arena),
                .object = column_string(found, 7, arena),
            };
    }
    sqlite3_reset(found);
    return found != NULL;
}
