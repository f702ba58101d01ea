// What each column of a campaign's file may hold, as SQL. SQLite lets any value stand in any
// column, and trusts a file's NOT NULL: so each check asks for the type first.
#include "store/validate_columns.h"

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

const struct table_check table_checks[] = {
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
const size_t table_check_count = sizeof table_checks / sizeof *table_checks;
