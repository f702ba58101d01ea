// Merges by SQL on both stores, so that memory stays small.
#include "store/chunk/merge.h"

#include "store/database.h"
#include "store/facts.h"
#include "store/transactions.h"

#include <string.h>

static const char other_campaign_sql[] = "SELECT count(*) FROM (VALUES('" FACT_CLUSTER_ID
                                         "'), ('" FACT_SEED "'), ('" FACT_SPEC "')) WHERE"
                                         " (SELECT value FROM main.fact WHERE key = column1) IS NOT"
                                         " (SELECT value FROM part.fact WHERE key = column1)";

static const char other_plan_sql[] =
    "SELECT EXISTS(SELECT 1 FROM part.block there LEFT JOIN main.block here USING(id)"
    " WHERE (here.cell, here.phase, here.number) IS NOT (there.cell, there.phase, there.number)) OR"
    " EXISTS(SELECT 1 FROM part.build there LEFT JOIN main.build here USING(id)"
    " WHERE (here.block, here.variant, here.seed) IS NOT (there.block, there.variant, there.seed))"
    " OR EXISTS(SELECT 1 FROM part.execution there LEFT JOIN main.execution here USING(id)"
    " WHERE (here.build, here.number, here.seed) IS NOT (there.build, there.number, there.seed))";

// As comparability_facts() words it; the first few.
static const char differences_sql[] =
    "SELECT group_concat(difference, '; ') FROM"
    " (SELECT substr(key, 1, instr(key, '.') - 1) || ', ' || substr(key, instr(key, '.') + 1) ||"
    " ': ''' || here.value || ''' and ''' || there.value || '''' AS difference"
    " FROM part.fact there JOIN main.fact here USING(key)"
    " WHERE (" FACT_IS_IN(FACTS_TOOLCHAIN) " OR " FACT_IS_IN(
        FACTS_PROGRAM) ") AND"
                       " here.value <> there.value"
                       " ORDER BY key LIMIT 4)";

// Blocks that are open here, and done or failed there.
static const char choose_sql[] =
    "CREATE TEMP TABLE IF NOT EXISTS chunk_block(id INTEGER PRIMARY KEY);"
    " DELETE FROM temp.chunk_block;"
    " INSERT INTO temp.chunk_block SELECT id FROM part.block WHERE"
    " EXISTS(SELECT 1 FROM main.build JOIN main.execution ON execution.build = build.id"
    " WHERE build.block = block.id AND execution.state = 'planned') AND"
    " NOT EXISTS(SELECT 1 FROM main.build JOIN main.execution here ON here.build = build.id"
    " LEFT JOIN part.execution there ON there.id = here.id AND there.state IN ('done', 'failed')"
    " WHERE build.block = block.id AND there.id IS NULL)";

#define HOST "(SELECT value FROM part.fact WHERE key = '" FACT_HOST "')"
#define BUILDS "(SELECT id FROM main.build WHERE block IN temp.chunk_block)"
#define EXECUTIONS "(SELECT id FROM main.execution WHERE build IN " BUILDS ")"

#define OF_PROGRAMS                                                                                \
    FACT_IS_IN(FACTS_TOOLCHAIN)                                                                    \
    " OR " FACT_IS_IN(FACTS_PROGRAM) " OR " FACT_IS_IN(FACTS_RANDOMIZED) " OR " FACT_IS_IN(        \
        FACTS_FIXED) " OR " FACT_IS_IN(FACTS_COUPLED) " OR " FACT_IS_IN(FACTS_ABSENT)
// Where the chunk has both names, the present one: it sorts behind the earlier one.
#define PROCESS_SETTINGS                                                                           \
    "(SELECT max(key) FROM part.fact"                                                              \
    " WHERE key IN ('" FACT_PROCESS_SETTINGS "', '" EARLIER_PROCESS_SETTINGS "'))"

static const char *const take_sql[] = {
    "INSERT OR IGNORE INTO main.machine(name) VALUES(" HOST ")",
    "UPDATE main.block SET machine = (SELECT id FROM main.machine WHERE name = " HOST ")"
    " WHERE id IN temp.chunk_block",

    "DELETE FROM main.build_draw WHERE build IN " BUILDS,
    "DELETE FROM main.attempt WHERE execution IN " EXECUTIONS,
    "DELETE FROM main.execution_draw WHERE execution IN " EXECUTIONS,
    "DELETE FROM main.disturbance WHERE execution IN " EXECUTIONS,
    "DELETE FROM main.samples WHERE execution IN " EXECUTIONS,
    "DELETE FROM main.canary WHERE block IN temp.chunk_block",

    "UPDATE main.build SET (state, layout_id, binary_sha256, functions_moved, seconds) ="
    " (SELECT state, layout_id, binary_sha256, functions_moved, seconds FROM part.build there"
    " WHERE there.id = build.id) WHERE block IN temp.chunk_block",
    "UPDATE main.execution SET state ="
    " (SELECT state FROM part.execution there WHERE there.id = execution.id)"
    " WHERE build IN " BUILDS,

    "INSERT INTO main.build_draw SELECT * FROM part.build_draw WHERE build IN " BUILDS,
    "INSERT INTO main.attempt SELECT * FROM part.attempt WHERE execution IN " EXECUTIONS,
    "INSERT INTO main.execution_draw SELECT * FROM part.execution_draw"
    " WHERE execution IN " EXECUTIONS,
    "INSERT OR IGNORE INTO main.metric(name, unit) SELECT name, unit FROM part.metric ORDER BY id",
    "INSERT INTO main.samples SELECT there.execution, own.id, there.first, there.data"
    " FROM part.samples there CROSS JOIN part.metric ON metric.id = there.metric"
    " CROSS JOIN main.metric own ON own.name = metric.name AND own.unit = metric.unit"
    " WHERE there.execution IN " EXECUTIONS,

    "INSERT INTO main.event(at, kind, text) SELECT min(at), kind, text FROM part.event there"
    " WHERE NOT EXISTS(SELECT 1 FROM main.event here"
    " WHERE here.kind = there.kind AND here.text = there.text) GROUP BY kind, text ORDER BY "
    "min(id)",
    "INSERT INTO main.fact SELECT '" FACTS_NODE "' || " HOST " || '.' || key, value FROM part.fact"
    " WHERE " FACT_IS_IN(FACTS_MACHINE) " OR " OF_PROGRAMS " OR key = " PROCESS_SETTINGS
                                        " ON CONFLICT(key) DO UPDATE SET value = excluded.value "
                                        "WHERE fact.value <> excluded.value",
    "INSERT OR IGNORE INTO main.fact SELECT * FROM part.fact WHERE " OF_PROGRAMS " OR " FACT_IS_IN(
        FACTS_REPORTED) " OR " FACT_IS_IN(FACTS_BETTER) " OR " FACT_IS_IN(FACTS_HORIZON),
};

// A chunk of an older eswexp has none.
static const struct {
    const char *table, *sql;
} later_sql[] = {
    {"disturbance",
     "INSERT INTO main.disturbance SELECT * FROM part.disturbance WHERE execution IN " EXECUTIONS},
    {"canary", "INSERT INTO main.canary SELECT * FROM part.canary WHERE block IN temp.chunk_block"},
};

static bool ask(struct store *store, const char *sql, int64_t *value, struct error *error)
{
    return store_integer(store, store_bind(store, sql, NULL, 0, error), value, error);
}

static bool check_kin(struct store *store, const char *path, struct error *error)
{
    int64_t differs = 0;
    if (!ask(store, other_campaign_sql, &differs, error))
        return false;
    if (differs)
        return failed(error, EXIT_USAGE, "'%s' belongs to another campaign: not merged", path);
    if (!ask(store, other_plan_sql, &differs, error))
        return false;
    return !differs ||
           failed(error, EXIT_USAGE, "'%s' has other blocks than the campaign: not merged", path);
}

static bool check_programs(struct store *store, const char *path, struct error *error)
{
    sqlite3_stmt *row = store_bind(store, differences_sql, NULL, 0, error);
    bool there = false;
    if (!row || !store_step(store, row, &there, error))
        return false;
    const char *differences = (const char *)sqlite3_column_text(row, 0);
    bool same = !differences || failed(error, EXIT_FAILED,
                                       "'%s' was measured with another toolchain or program than "
                                       "the campaign: %s; use nodes that are alike",
                                       path, differences);
    sqlite3_reset(row);
    return same;
}

static bool take_later(struct store *store, struct error *error)
{
    for (size_t i = 0; i < sizeof later_sql / sizeof *later_sql; i++) {
        int64_t there = 0;
        if (!store_integer(store,
                           BIND(store, error,
                                "SELECT count(*) FROM part.sqlite_master WHERE name = ?",
                                bound_text(later_sql[i].table)),
                           &there, error) ||
            (there && !store_sql(store, later_sql[i].sql, error)))
            return false;
    }
    return true;
}

static bool take(struct store *store, const char *path, size_t *blocks, struct error *error)
{
    int64_t hosts = 0;
    if (!check_kin(store, path, error) || !check_programs(store, path, error) ||
        !store_sql(store, choose_sql, error))
        return false;
    int64_t chosen = sqlite3_changes64(store->db);
    if (chosen == 0)
        return true;
    if (!ask(store, "SELECT count(*) FROM part.fact WHERE key = '" FACT_HOST "'", &hosts, error))
        return false;
    if (!hosts)
        return failed(error, EXIT_USAGE, "'%s' does not say on which machine it was measured",
                      path);
    for (size_t i = 0; i < sizeof take_sql / sizeof *take_sql; i++)
        if (!store_sql(store, take_sql[i], error))
            return false;
    *blocks = (size_t)chosen;
    return take_later(store, error);
}

// Whether it is a whole store; afterwards errors are those of the campaign's own.
static bool check_file(const char *path, struct error *error)
{
    STORE_CLEANUP struct store *chunk = store_open(path, error);
    if (!chunk)
        error->code = EXIT_USAGE;
    return chunk != NULL;
}

static bool attach(struct store *store, const char *path, struct error *error)
{
    struct arena scratch = {0};
    bool attached =
        RUN(store, error, "ATTACH ? AS part", bound_text(store_path_without_links(&scratch, path)));
    arena_release(&scratch);
    return attached;
}

bool chunk_merge(struct store *store, const char *path, size_t *blocks, struct error *error)
{
    *blocks = 0;
    if (!check_file(path, error) || !store_commit(store, error) || !attach(store, path, error))
        return false;
    bool done = store_begin(store, error);
    if (done)
        done = store_end(store, take(store, path, blocks, error), error);
    if (!done)
        *blocks = 0;
    struct error unheard;
    bool detached = store_sql(store, "DETACH part", done ? error : &unheard);
    return done && detached;
}
