// Reading and writing the pilot's answer.
#include "store/results/dimensions.h"

#include "store/database.h"
#include "store/transactions.h"

static bool write_dimensioning(struct store *store, const struct stored_dimensioning *cell,
                               struct error *error)
{
    bool done = RUN(store, error,
                    "UPDATE cell SET warmup = ?, pilot_iterations = ?, half_width = ?, cost_s = ?"
                    " WHERE id = ?",
                    bound_integer((int64_t)cell->warmup),
                    bound_integer((int64_t)cell->pilot_iterations), bound_real(cell->half_width),
                    bound_real(cell->cost_s), bound_integer((int64_t)cell->cell)) &&
                RUN(store, error, "DELETE FROM dimension WHERE cell = ?",
                    bound_integer((int64_t)cell->cell));
    for (size_t i = 0; done && i < cell->row_count; i++) {
        const struct stored_dimension *row = &cell->rows[i];
        done = RUN(store, error,
                   "INSERT INTO dimension(cell, variant, metric, level, cost_s, T2, closed_form,"
                   " used) VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
                   bound_integer((int64_t)cell->cell), bound_integer((int64_t)row->variant),
                   bound_text(row->metric), bound_integer(row->level), bound_real(row->cost_s),
                   bound_real(row->T2), bound_real(row->closed_form),
                   bound_integer((int64_t)row->used));
    }
    return done;
}

bool store_dimensioning(struct store *store, const struct stored_dimensioning *dimensioning,
                        struct error *error)
{
    return store_begin(store, error) &&
           store_end(store, write_dimensioning(store, dimensioning, error), error);
}

static void read_dimension(sqlite3_stmt *statement, struct arena *arena, void *row)
{
    *(struct dimension_row *)row = (struct dimension_row){
        .cell = (size_t)sqlite3_column_int64(statement, 0),
        .dimension = {.variant = (size_t)sqlite3_column_int64(statement, 1),
                      .metric = column_string(statement, 2, arena),
                      .level = sqlite3_column_int(statement, 3),
                      .cost_s = sqlite3_column_double(statement, 4),
                      .T2 = sqlite3_column_double(statement, 5),
                      .closed_form = sqlite3_column_double(statement, 6),
                      .used = (size_t)sqlite3_column_int64(statement, 7)},
    };
}

bool store_dimensions(struct store *store, struct arena *arena, struct dimension_row **rows,
                      size_t *count, struct error *error)
{
    static const struct row_array kind = {
        "SELECT count(*) FROM dimension",
        "SELECT cell, variant, metric, level, cost_s, T2, closed_form, used FROM dimension"
        " ORDER BY cell, (SELECT min(id) FROM metric WHERE name = dimension.metric), variant,"
        " level",
        sizeof **rows, read_dimension};
    void *array = NULL;
    bool done = store_rows(store, arena, &kind, &array, count, error);
    *rows = array;
    return done;
}
