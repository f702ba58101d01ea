// Removing the last blocks of a phase from the plan.
#include "store/plan/shorten.h"

#include "store/database.h"
#include "store/facts.h"
#include "store/transactions.h"

#include <stdio.h>

#define BLOCKS " IN (SELECT id FROM block WHERE cell = ? AND phase = 0 AND number >= ?)"
#define BUILDS " IN (SELECT id FROM build WHERE block" BLOCKS ")"

static bool remove_blocks(struct store *store, size_t cell, size_t first, struct error *error)
{
    static const char *const steps[] = {
        "DELETE FROM execution WHERE build" BUILDS, "DELETE FROM build_draw WHERE build" BUILDS,
        "DELETE FROM build WHERE block" BLOCKS, "DELETE FROM block WHERE id" BLOCKS};
    const struct bound from[] = {bound_integer((int64_t)cell), bound_integer((int64_t)first)};
    bool done = true;
    for (size_t i = 0; done && i < sizeof steps / sizeof *steps; i++)
        done = store_run(store, steps[i], from, 2, error);
    return done;
}

static bool set_count(struct store *store, const char *key, size_t count, struct error *error)
{
    char text[32];
    snprintf(text, sizeof text, "%zu", count);
    return store_set(store, key, text, error);
}

static bool shorten(struct store *store, const struct repetitions *repetitions, size_t cells,
                    size_t blocks, struct error *error)
{
    bool done = set_count(store, FACT_PILOT_BLOCKS, blocks, error);
    for (size_t cell = 0; done && cell < cells; cell++)
        done = remove_blocks(store, cell, repetitions[cell].first_block + blocks, error);
    return done;
}

bool store_shorten_pilot(struct store *store, const struct repetitions *repetitions, size_t cells,
                         size_t blocks, struct error *error)
{
    return store_begin(store, error) &&
           store_end(store, shorten(store, repetitions, cells, blocks, error), error);
}

bool store_pilot_sized(struct store *store, size_t blocks, size_t executions, struct error *error)
{
    return set_count(store, FACT_PILOT_BLOCKS, blocks, error) &&
           set_count(store, FACT_PILOT_EXECUTIONS, executions, error);
}

// ---- A real experiment

static bool count_real(struct store *store, size_t *count, struct error *error)
{
    sqlite3_stmt *statement =
        BIND(store, error, "SELECT count(*) FROM block WHERE phase = ?", bound_integer(PHASE_REAL));
    bool row = false, read = statement && store_step(store, statement, &row, error);
    *count = read && row ? (size_t)sqlite3_column_int64(statement, 0) : 0;
    return read;
}

// Any phase that no block has.
static bool set_aside_cut(struct store *store, struct error *error)
{
    return store_sql(store,
                     "UPDATE block SET phase = phase + 2 * (1 + (SELECT max(phase) FROM block))"
                     " WHERE phase = 1 AND id IN (SELECT block FROM build"
                     " JOIN execution ON execution.build = build.id"
                     " WHERE execution.state = 'planned')",
                     error);
}

static bool remove_untouched(struct store *store, struct error *error)
{
    return store_sql(store,
                     "DELETE FROM block WHERE phase = 1 AND id NOT IN (SELECT block FROM build"
                     " JOIN execution ON execution.build = build.id"
                     " WHERE execution.state <> 'planned');"
                     "DELETE FROM build WHERE block NOT IN (SELECT id FROM block);"
                     "DELETE FROM execution WHERE build NOT IN (SELECT id FROM build);"
                     "DELETE FROM build_draw WHERE build NOT IN (SELECT id FROM build)",
                     error);
}

bool store_shorten_real(struct store *store, size_t *planned, size_t *kept, struct error *error)
{
    return store_begin(store, error) &&
           store_end(store,
                     count_real(store, planned, error) && remove_untouched(store, error) &&
                         set_aside_cut(store, error) && count_real(store, kept, error),
                     error);
}
