// Restarting cells moves their blocks to phases that no query asks for. Block numbers continue in a
// cell, so that no layout is drawn twice and no block takes the place of another.
#include "store/plan/restart.h"

#include "store/database.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/transactions.h"

#include <stdlib.h>
#include <string.h>

#define FINGERPRINT                                                                                                                   \
    "(key = '" FACT_HOST                                                                                                              \
    "' OR " FACT_IS_IN(FACTS_MACHINE) " OR " FACT_IS_IN(FACTS_TOOLCHAIN) " OR " FACT_IS_IN(FACTS_VARIANT_REVISION) " OR " FACT_IS_IN( \
        FACTS_PROGRAM) " OR " FACT_IS_IN(FACTS_RANDOMIZED) " OR " FACT_IS_IN(FACTS_FIXED) " OR"                                       \
                                                                                          " " FACT_IS_IN(                             \
                                                                                              FACTS_COUPLED) ")"
#define IS_OTHERWISE "value IS NOT (SELECT value FROM temp.fact_now WHERE key = fact.key)"

static bool forget_cell(struct store *store, size_t cell, int64_t times, struct error *error)
{
    const struct bound key = bound_integer((int64_t)cell);
    return RUN(store, error, "UPDATE block SET phase = phase + 2 * ? WHERE cell = ? AND phase < 2",
               bound_integer(times), key) &&
           store_run(store, "DELETE FROM dimension WHERE cell = ?", &key, 1, error) &&
           store_run(store, "DELETE FROM profile WHERE cell = ?", &key, 1, error) &&
           store_run(store,
                     "DELETE FROM fact WHERE key = '" FACTS_HORIZON "' || ?1"
                     " OR key = '" FACTS_HORIZON "' || ?1 || '.probed'"
                     " OR key GLOB '" FACTS_IDENTICAL "' || ?1 || '.*'"
                     " OR key = '" FACTS_CONCURRENCY
                     "' || (SELECT benchmark FROM cell WHERE id = ?1)",
                     &key, 1, error) &&
           store_run(store,
                     "UPDATE cell SET warmup = NULL, pilot_iterations = NULL, half_width = NULL,"
                     " cost_s = NULL WHERE id = ?",
                     &key, 1, error);
}

static bool change_facts(struct store *store, const struct restart *restart, int64_t times,
                         struct error *error)
{
    bool done = store_sql(store,
                          "CREATE TEMP TABLE IF NOT EXISTS fact_now(key TEXT PRIMARY KEY, value);"
                          " DELETE FROM temp.fact_now",
                          error);
    for (size_t i = 0; done && i < restart->fact_count; i++)
        done = RUN(store, error, "INSERT INTO temp.fact_now VALUES(?, ?)",
                   bound_text(restart->facts[i].key), bound_text(restart->facts[i].value));
    return done &&
           RUN(store, error,
               "INSERT INTO fact SELECT '" FACTS_WAS "' || ? || '.' || key, value FROM fact"
               " WHERE " FINGERPRINT " AND " IS_OTHERWISE,
               bound_integer(times)) &&
           store_sql(store,
                     "DELETE FROM fact WHERE " FINGERPRINT " AND " IS_OTHERWISE ";"
                     " INSERT OR REPLACE INTO fact SELECT key, value FROM temp.fact_now;"
                     " DELETE FROM fact WHERE key IN ('" FACT_FINISHED "', '" FACT_LOOKS
                     "', '" FACT_LOOK "', '" FACT_UNTIL_DECIDED "')",
                     error) &&
           RUN(store, error, "INSERT OR REPLACE INTO fact VALUES('" FACT_FINGERPRINT "', ?)",
               bound_integer(times + 1));
}

static bool change(struct store *store, const struct restart *restart, struct error *error)
{
    struct arena scratch = {0};
    const char *fingerprint = store_get(store, &scratch, FACT_FINGERPRINT);
    int64_t times = fingerprint ? strtoll(fingerprint, NULL, 10) : 1;
    arena_release(&scratch);
    bool done = change_facts(store, restart, times, error) &&
                store_event(store, "restart", restart->text, error);
    for (size_t cell = 0; done && cell < restart->cell_count; cell++)
        if (restart->cells[cell])
            done = forget_cell(store, cell, times, error);
    return done;
}

bool store_restart(struct store *store, const struct restart *restart, struct error *error)
{
    return store_begin(store, error) && store_end(store, change(store, restart, error), error);
}

bool store_earlier(struct store *store, size_t cells, size_t *last, bool *any, struct error *error)
{
    struct arena scratch = {0};
    *any = store_get(store, &scratch, FACT_FINGERPRINT) != NULL;
    arena_release(&scratch);
    memset(last, 0, cells * sizeof *last);
    if (!*any)
        return true;
    sqlite3_stmt *rows = store_bind(
        store, "SELECT cell, max(number) FROM block WHERE phase > 1 GROUP BY cell", NULL, 0, error);
    bool row = rows != NULL;
    while (row) {
        if (!store_step(store, rows, &row, error))
            return false;
        if (row)
            last[sqlite3_column_int64(rows, 0)] = (size_t)sqlite3_column_int64(rows, 1);
    }
    return rows != NULL;
}

bool store_earlier_blocks(struct store *store, size_t *blocks, struct error *error)
{
    int64_t found = 0;
    bool done = store_integer(store,
                              store_bind(store,
                                         "SELECT count(*) FROM block WHERE phase > 1 AND EXISTS"
                                         " (SELECT 1 FROM build JOIN execution"
                                         " ON execution.build = build.id"
                                         " JOIN attempt ON attempt.execution = execution.id"
                                         " WHERE build.block = block.id)",
                                         NULL, 0, error),
                              &found, error);
    *blocks = done ? (size_t)found : 0;
    return done;
}
