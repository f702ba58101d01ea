// Validates a file in three steps, by SQL: its schema, its pages, each value of each table.
#include "store/validate.h"

#include "base/text.h"
#include "store/database.h"
#include "store/schema.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- What each column may hold

// SQLite lets any value stand in any column, and trusts a file's NOT NULL: so each check asks for
// the type first.

// `wrong` is SQL that is true for a row whose value is not allowed; `what` is the message.
struct column_check {
    const char *column, *wrong, *what;
};

enum { COLUMN_CHECKS_MAX = 10 };

// `row` is SQL that names the row; the checks end with one that has no column. Each check may rely
// on those before it.
struct table_check {
    const char *table, *row;
    struct column_check columns[COLUMN_CHECKS_MAX];
};

#define NO_TYPE(column, type) "typeof(" column ") <> '" type "'"

#define IS_NO_INTEGER(column, low, high)                                                           \
    NO_TYPE(column, "integer") " OR " column " NOT BETWEEN " low " AND " high
#define IS_NO_TEXT(column, bytes)                                                                  \
    NO_TYPE(column, "text") " OR length(CAST(" column " AS BLOB)) > " bytes
#define IS_NO_TIME(column) NO_TYPE(column, "real") " OR " column " NOT BETWEEN 0 AND 1e18"
#define UNLESS_NULL(column, wrong) NO_TYPE(column, "null") " AND (" wrong ")"

// Bounds that no experiment reaches, and that leave room for sums and products.
#define COUNT_MAX "1000000000000"
#define TEXT_BYTES "1048576"
#define FACT_BYTES "16777216"

// clang-format off
#define INTEGER(column, low, high)                                                                 \
    {                                                                                              \
        column, IS_NO_INTEGER(column, low, high), "no integer from " low " to " high               \
    }
#define COUNT(column)                                                                              \
    {                                                                                              \
        column, IS_NO_INTEGER(column, "0", COUNT_MAX), "no count"                                  \
    }
#define COUNT_OR_NULL(column)                                                                      \
    {                                                                                              \
        column, UNLESS_NULL(column, IS_NO_INTEGER(column, "0", COUNT_MAX)), "no count"             \
    }
#define TEXT(column)                                                                               \
    {                                                                                              \
        column, IS_NO_TEXT(column, TEXT_BYTES), "no text, or too long"                             \
    }
#define TEXT_OR_NULL(column)                                                                       \
    {                                                                                              \
        column, UNLESS_NULL(column, IS_NO_TEXT(column, TEXT_BYTES)), "no text, or too long"        \
    }
#define REAL(column)                                                                               \
    {                                                                                              \
        column, NO_TYPE(column, "real"), "no number"                                               \
    }
#define TIME(column)                                                                               \
    {                                                                                              \
        column, IS_NO_TIME(column), "no time"                                                      \
    }
#define TIME_OR_NULL(column)                                                                       \
    {                                                                                              \
        column, UNLESS_NULL(column, IS_NO_TIME(column)), "no time"                                 \
    }
#define STATE(column, states)                                                                      \
    {                                                                                              \
        column, NO_TYPE(column, "text") " OR " column " NOT IN (" states ")", "no state"           \
    }
#define LABEL(column)                                                                              \
    {                                                                                              \
        column,                                                                                    \
            "CASE typeof(" column ") WHEN 'integer' THEN " column " NOT BETWEEN 0 AND " COUNT_MAX  \
            " WHEN 'text' THEN length(CAST(" column " AS BLOB)) > " TEXT_BYTES " ELSE 1 END",      \
            "no number or label"                                                                   \
    }
// A row of a table whose row ids begin anywhere.
#define ROW_OF(table, column)                                                                      \
    {                                                                                              \
        column, NO_TYPE(column, "integer") " OR " column " NOT IN (SELECT id FROM " table ")",     \
            "no such " table                                                                       \
    }
// Ids from `first` on without a gap, which serve as indices; at most `most` of them.
#define INDEX(table, first, most)                                                                  \
    {"id", "id NOT BETWEEN " first " AND " first " - 1 + (SELECT count(*) FROM " table ")",        \
     "a gap in the ids"},                                                                          \
    {                                                                                              \
        "id", "id > " most, "too many"                                                             \
    }
// clang-format on

static const struct table_check table_checks[] = {
    {"fact",
     "substr(key, 1, 100)",
     {TEXT("key"), {"value", IS_NO_TEXT("value", FACT_BYTES), "no text, or too long"}}},
    {"event", "id", {TEXT("at"), TEXT("kind"), TEXT("text")}},
    {"axis", "id", {INDEX("axis", "0", "1000"), TEXT("name")}},
    {"variant", "id", {INDEX("variant", "0", "10000"), TEXT("name")}},
    {"cell",
     "id",
     {INDEX("cell", "0", "10000000 / max(1, (SELECT count(*) FROM variant))"), TEXT("benchmark"),
      INTEGER("execution_level", "0", "1"), INTEGER("build_level", "0", "1"),
      INTEGER("paced", "0", "1"), COUNT_OR_NULL("warmup"), COUNT_OR_NULL("pilot_iterations")}},
    {"cell",
     "id",
     {{"half_width", UNLESS_NULL("half_width", NO_TYPE("half_width", "real")), "no number"},
      TIME_OR_NULL("cost_s"),
      {"id", "(SELECT count(*) FROM point WHERE cell = cell.id) <> (SELECT count(*) FROM axis)",
       "not one value of every axis"}}},
    {"point",
     "cell || ', ' || axis",
     {ROW_OF("cell", "cell"), ROW_OF("axis", "axis"), TEXT("value")}},
    {"metric", "id", {INDEX("metric", "1", "10000"), TEXT("name"), TEXT("unit")}},
    {"machine", "id", {TEXT("name")}},
    {"block",
     "id",
     {COUNT("id"), ROW_OF("cell", "cell"), COUNT("phase"), ROW_OF("machine", "machine"),
      LABEL("number")}},
    {"build",
     "id",
     {COUNT("id"), ROW_OF("block", "block"), ROW_OF("variant", "variant"), TEXT_OR_NULL("seed"),
      STATE("state", "'planned', 'done', 'failed'"), TEXT_OR_NULL("layout_id"),
      TEXT_OR_NULL("binary_sha256"), COUNT_OR_NULL("functions_moved"), TIME_OR_NULL("seconds")}},
    {"execution",
     "id",
     {COUNT("id"), ROW_OF("build", "build"), LABEL("number"), COUNT_OR_NULL("position"),
      TEXT_OR_NULL("seed"), COUNT_OR_NULL("warmup"), COUNT_OR_NULL("iterations"),
      STATE("state", "'planned', 'done', 'failed'")}},
    {"attempt",
     "execution || ', ' || number",
     {ROW_OF("execution", "execution"), INTEGER("number", "1", "1000000"), TEXT_OR_NULL("start"),
      TEXT("exit"), TIME_OR_NULL("seconds"), TIME_OR_NULL("iterating_s"), COUNT_OR_NULL("batch"),
      STATE("state", "'done', 'failed'")}},
    {"build_draw",
     "build || ', ' || substr(name, 1, 100)",
     {ROW_OF("build", "build"), TEXT("name"), COUNT("place"), TEXT("value")}},
    {"execution_draw",
     "execution || ', ' || attempt || ', ' || substr(name, 1, 100)",
     {ROW_OF("execution", "execution"), COUNT("attempt"), TEXT("name"), COUNT("place"),
      TEXT("value")}},
    {"samples",
     "execution || ', ' || metric",
     {ROW_OF("execution", "execution"),
      ROW_OF("metric", "metric"),
      INTEGER("first", "0", "0"),
      {"data", NO_TYPE("data", "blob") " OR length(data) % 8 <> 0 OR length(data) = 0",
       "no whole samples"}}},
    {"dimension",
     "cell || ', ' || variant || ', ' || substr(metric, 1, 100) || ', ' || level",
     {ROW_OF("cell", "cell"), ROW_OF("variant", "variant"), TEXT("metric"),
      INTEGER("level", "1", "3"), REAL("cost_s"), REAL("T2"), REAL("closed_form"), COUNT("used")}},
    {"disturbance",
     "execution || ', ' || attempt",
     {ROW_OF("execution", "execution"), COUNT("attempt"), TEXT("kind"), COUNT("count")}},
    {"canary",
     "block",
     {ROW_OF("block", "block"), TEXT("start"), TEXT("cpus"), TIME("seconds"), COUNT("switches")}},
    {"profile",
     "cell || ', ' || variant || ', ' || rank",
     {ROW_OF("cell", "cell"), ROW_OF("variant", "variant"), INTEGER("rank", "1", "1000000"),
      TEXT("tool"), TEXT("function"), TEXT("object"), COUNT("samples"), COUNT("whole")}},
};
static const size_t table_check_count = sizeof table_checks / sizeof *table_checks;

// ---- The checks

// Checking every value of a whole file takes fewer than one step a byte.
enum { STEPS_AT_ONCE = 100000, ROUNDS_LEAST = 500, BYTES_A_ROUND = 10000 };

static int64_t bytes_of(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? (int64_t)status.st_size : 0;
}

static int count_round(void *context)
{
    struct store *store = context;
    return store->rounds_left-- <= 0;
}

static void set_limits(sqlite3 *db)
{
    static const struct {
        int limit, most;
    } limits[] = {
        {SQLITE_LIMIT_SQL_LENGTH, 65536},   {SQLITE_LIMIT_COLUMN, 64},
        {SQLITE_LIMIT_EXPR_DEPTH, 200},     {SQLITE_LIMIT_COMPOUND_SELECT, 8},
        {SQLITE_LIMIT_VDBE_OP, 100000},     {SQLITE_LIMIT_FUNCTION_ARG, 16},
        {SQLITE_LIMIT_ATTACHED, 2},         {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000},
        {SQLITE_LIMIT_VARIABLE_NUMBER, 64}, {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
        {SQLITE_LIMIT_WORKER_THREADS, 0},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        sqlite3_limit(db, limits[i].limit, limits[i].most);
}

// Does an extended result code blame the machine, not the file?
static bool is_of_the_machine(int code)
{
    static const int codes[] = {SQLITE_IOERR, SQLITE_BUSY, SQLITE_NOMEM, SQLITE_CANTOPEN,
                                SQLITE_FULL};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if ((code & 0xff) == codes[i])
            return true;
    return false;
}

bool validate_failure(const struct store *store, struct error *error)
{
    if (!is_of_the_machine(sqlite3_extended_errcode(store->db)))
        error->code = EXIT_USAGE;
    return false;
}

void validate_begin(struct store *store)
{
    struct arena scratch = {0};
    int64_t bytes = bytes_of(store->path) + bytes_of(arena_printf(&scratch, "%s-wal", store->path));
    arena_release(&scratch);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    set_limits(store->db);
    store->rounds_left = ROUNDS_LEAST + bytes / BYTES_A_ROUND;
    sqlite3_progress_handler(store->db, STEPS_AT_ONCE, count_round, store);
}

void validate_end(struct store *store)
{
    sqlite3_progress_handler(store->db, 0, NULL, NULL);
}

PRINTF_LIKE(3, 4)
static bool not_whole(const struct store *store, struct error *error, const char *format, ...)
{
    char what[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(what, sizeof what, format, values);
    va_end(values);
    return failed(error, EXIT_USAGE, "'%s': not a whole campaign: %s", store->path, what);
}

// Words the failure of a statement: the file is damaged, or reading it takes too many steps.
static bool unreadable(const struct store *store, struct error *error)
{
    int code = sqlite3_extended_errcode(store->db);
    if ((code & 0xff) == SQLITE_INTERRUPT)
        return not_whole(store, error, "reading it takes more steps than its size explains");
    return !is_of_the_machine(code) && not_whole(store, error, "%s", sqlite3_errmsg(store->db));
}

// Whether `sql` is the statement by which a campaign creates the table `name`.
static bool makes_table(const char *name, const char *sql)
{
    static const char begin[] = "CREATE TABLE ";
    size_t length = strlen(sql), named = strlen(name);
    if (strncmp(sql, begin, strlen(begin)) != 0 || strncmp(sql + strlen(begin), name, named) != 0)
        return false;
    for (const char *at = store_schema; (at = strstr(at, begin)); at++)
        if (strcspn(at, ";") == length && strncmp(at, sql, length) == 0)
            return at[strlen(begin) + named] == '(';
    for (size_t i = 0; i < LATER_TABLES; i++)
        if (strcmp(later_tables[i].name, name) == 0)
            return strcmp(sql + strlen(begin) + named, later_tables[i].columns) == 0;
    return false;
}

static size_t tables_needed(void)
{
    size_t tables = 0;
    for (const char *at = store_schema; (at = strstr(at, "CREATE TABLE ")); at++)
        tables++;
    return tables;
}

static bool is_later(const char *name)
{
    for (size_t i = 0; i < LATER_TABLES; i++)
        if (strcmp(later_tables[i].name, name) == 0)
            return true;
    return false;
}

// SQLite makes the indices of UNIQUE and PRIMARY KEY itself: they have no SQL.
static bool check_object(struct store *store, sqlite3_stmt *row, size_t *tables,
                         struct error *error)
{
    const char *type = column_text(row, 0), *name = column_text(row, 1);
    const char *sql = column_text(row, 2);
    if (strcmp(type, "index") == 0 && strncmp(name, "sqlite_autoindex_", 17) == 0 && !*sql)
        return true;
    if (strcmp(type, "table") != 0 || !makes_table(name, sql))
        return not_whole(store, error, "%.20s '%.100s' belongs to no campaign (sqlite_schema)",
                         type, name);
    *tables += !is_later(name);
    return true;
}

bool validate_schema(struct store *store, struct error *error)
{
    sqlite3_stmt *rows =
        store_bind(store, "SELECT type, name, sql FROM main.sqlite_master", NULL, 0, error);
    size_t tables = 0;
    bool row = rows != NULL, done = row;
    while (done && row) {
        if (!store_step(store, rows, &row, error))
            return unreadable(store, error);
        done = !row || check_object(store, rows, &tables, error);
    }
    if (!rows)
        return unreadable(store, error);
    sqlite3_reset(rows);
    return done && (tables == tables_needed() ||
                    not_whole(store, error, "tables are missing (sqlite_schema)"));
}

// Statements rely on sound trees, and on indices that agree with their tables. Of the samples,
// nearly all of a large file, only the order of the keys is checked: SQLite checks a value when it
// reads it.
static const char pages_sql[] =
    "SELECT name || ': ' || replace(substr(integrity_check, 1, 200), char(10), ' ') FROM "
    "main.sqlite_master, pragma_integrity_check(name,"
    " 'main') WHERE type = 'table' AND name <> 'samples' AND integrity_check <> 'ok' LIMIT 1";

static const char order_sql[] =
    "SELECT 'samples: rows out of order, at execution ' || execution FROM (SELECT execution,"
    " (execution, metric) > (lag(execution) OVER keys, lag(metric) OVER keys) AS follows"
    " FROM main.samples WINDOW keys AS (ORDER BY execution, metric)) WHERE NOT follows LIMIT 1";

// SQLite's check lists a page that cannot be read like one that is damaged.
static bool damaged(const struct store *store, const char *what, struct error *error)
{
    static const char mark[] = "error code=";
    const char *code = strstr(what, mark);
    if (code && is_of_the_machine((int)strtol(code + strlen(mark), NULL, 10)))
        return failed(error, EXIT_FAILED, "'%s' cannot be read: %s", store->path, what);
    return not_whole(store, error, "it is damaged: %s", what);
}

// The statement yields a row if something is damaged.
static bool check_damage(struct store *store, const char *sql, struct error *error)
{
    sqlite3_stmt *rows = store_bind(store, sql, NULL, 0, error);
    bool row = false;
    if (!rows || !store_step(store, rows, &row, error))
        return unreadable(store, error);
    if (row)
        damaged(store, column_text(rows, 0), error);
    sqlite3_reset(rows);
    return !row;
}

// SQL for the index of the first check that a row fails; NULL for a row that passes.
static char *fault_sql(struct arena *arena, const struct table_check *table)
{
    TEXT_CLEANUP struct text sql = {0};
    text_add(&sql, "CASE");
    for (size_t i = 0; i < COLUMN_CHECKS_MAX && table->columns[i].column; i++)
        text_printf(&sql, " WHEN %s THEN %zu", table->columns[i].wrong, i);
    text_add(&sql, " END");
    return arena_strdup(arena, sql.bytes);
}

static bool check_table(struct store *store, const struct table_check *table, struct error *error)
{
    struct arena scratch = {0};
    const char *fault = fault_sql(&scratch, table);
    const char *sql = arena_printf(&scratch, "SELECT %s, %s FROM %s WHERE %s NOTNULL LIMIT 1",
                                   fault, table->row, table->table, fault);
    sqlite3_stmt *row = NULL;
    int code = sqlite3_prepare_v2(store->db, sql, -1, &row, NULL);
    code = code == SQLITE_OK ? sqlite3_step(row) : code;
    bool whole = code == SQLITE_DONE;
    if (code == SQLITE_ROW) {
        const struct column_check *check = &table->columns[sqlite3_column_int(row, 0)];
        not_whole(store, error, "%s (%s, row %.200s, %s)", check->what, table->table,
                  column_text(row, 1), check->column);
    } else if (!whole) {
        store_failed(store, error);
        unreadable(store, error);
    }
    sqlite3_finalize(row);
    arena_release(&scratch);
    return whole;
}

bool validate_rows(struct store *store, struct error *error)
{
    bool whole = check_damage(store, pages_sql, error);
    for (size_t i = 0; whole && i < table_check_count; i++)
        whole = check_table(store, &table_checks[i], error);
    return whole && check_damage(store, order_sql, error);
}
