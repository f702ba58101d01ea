// Reading the small tables as a whole.
#include "store/results/catalogue.h"

#include "base/text.h"
#include "meters/meter.h"
#include "model/better.h"
#include "model/phase.h"
#include "spec/values.h"
#include "store/database.h"
#include "store/facts.h"
#include "store/schema.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// Adds one row to what `into` collects.
typedef void collect_row(struct catalogue *into, struct arena *arena, sqlite3_stmt *row, size_t i);

static bool each_row(struct store *store, struct arena *arena, const char *sql,
                     collect_row *collect, struct catalogue *into, struct error *error)
{
    sqlite3_stmt *statement = store_bind(store, sql, NULL, 0, error);
    bool row = statement != NULL;
    for (size_t i = 0; row; i++) {
        if (!store_step(store, statement, &row, error))
            return false;
        if (row)
            collect(into, arena, statement, i);
    }
    return statement != NULL;
}

static size_t column_size(sqlite3_stmt *row, int column)
{
    return (size_t)sqlite3_column_int64(row, column);
}

static void count_rows(struct catalogue *into, struct arena *arena, sqlite3_stmt *row, size_t i)
{
    (void)i;
    into->axis_count = column_size(row, 0);
    into->variant_count = column_size(row, 1);
    into->cell_count = column_size(row, 2);
    into->metric_count = column_size(row, 3);
    into->axes = arena_new_array(arena, const char *, into->axis_count);
    into->variants = arena_new_array(arena, const char *, into->variant_count);
    into->cells = arena_new_array(arena, struct stored_cell, into->cell_count);
    into->stored = into->cells;
    into->stored_count = into->cell_count;
    into->metrics = arena_new_array(arena, struct stored_metric, into->metric_count);
}

static void collect_axis(struct catalogue *into, struct arena *arena, sqlite3_stmt *row, size_t i)
{
    into->axes[i] = column_string(row, 0, arena);
}

static void collect_variant(struct catalogue *into, struct arena *arena, sqlite3_stmt *row,
                            size_t i)
{
    into->variants[i] = column_string(row, 0, arena);
}

static void collect_metric(struct catalogue *into, struct arena *arena, sqlite3_stmt *row, size_t i)
{
    into->metrics[i] = (struct stored_metric){.name = column_string(row, 0, arena),
                                              .unit = column_string(row, 1, arena)};
}

static void collect_cell(struct catalogue *into, struct arena *arena, sqlite3_stmt *row, size_t i)
{
    into->cells[i] = (struct stored_cell){
        .benchmark = column_string(row, 0, arena),
        .stored = i,
        .point = arena_new_array(arena, const char *, into->axis_count),
        .execution_level = sqlite3_column_int(row, 1),
        .build_level = sqlite3_column_int(row, 2),
        .paced = sqlite3_column_int(row, 3),
        .dimensioned = sqlite3_column_type(row, 4) != SQLITE_NULL,
        .warmup = column_size(row, 4),
        .pilot_iterations = column_size(row, 5),
        .half_width = sqlite3_column_double(row, 6),
        .cost_s = sqlite3_column_double(row, 7),
    };
    into->cells[i].entry = into->cells[i].benchmark;
    for (size_t axis = 0; axis < into->axis_count; axis++)
        into->cells[i].point[axis] = "";
}

static void collect_point(struct catalogue *into, struct arena *arena, sqlite3_stmt *row, size_t i)
{
    (void)i;
    into->cells[column_size(row, 0)].point[column_size(row, 1)] = column_string(row, 2, arena);
}

static void collect_series(struct catalogue *into, struct arena *arena, sqlite3_stmt *row, size_t i)
{
    if ((i & (i + 1)) == 0) { // grows at 0, 1, 3, 7, … series
        struct series_entry *larger = arena_new_array(arena, struct series_entry, 2 * i + 1);
        if (i > 0)
            memcpy(larger, into->series, i * sizeof *larger);
        into->series = larger;
    }
    into->series[i] = (struct series_entry){
        .cell = column_size(row, 0),
        .phase = sqlite3_column_int(row, 1) ? PHASE_REAL : PHASE_PILOT,
        .metric = column_size(row, 2) - 1, // row ids count from 1
        .variant = column_size(row, 3),
        .longest = column_size(row, 4),
        .machines = column_size(row, 5),
        .executions = column_size(row, 6),
        .of = column_size(row, 7),
        .stored_cell = column_size(row, 0),
        .stored_metric = column_size(row, 2) - 1,
    };
    into->series_count = i + 1;
}

#define PLACE(table)                                                                               \
    " JOIN execution ON execution.id = " table ".execution"                                        \
    " JOIN build ON build.id = execution.build JOIN block ON block.id = build.block"               \
    " WHERE block.phase < 2 AND block.id NOT " IN_OPEN_BLOCK

static const struct {
    const char *sql;
    collect_row *collect;
} queries[] = {
    {"SELECT (SELECT count(*) FROM axis), (SELECT count(*) FROM variant),"
     " (SELECT count(*) FROM cell), (SELECT count(*) FROM metric)",
     count_rows},
    {"SELECT name FROM axis ORDER BY id", collect_axis},
    {"SELECT name FROM variant ORDER BY id", collect_variant},
    {"SELECT name, unit FROM metric ORDER BY id", collect_metric},
    {"SELECT benchmark, execution_level, build_level, paced, warmup, pilot_iterations, half_width,"
     " cost_s FROM cell ORDER BY id",
     collect_cell},
    {"SELECT cell, axis, value FROM point", collect_point},
    {"SELECT own.*, attempts.executions FROM"
     " (SELECT block.cell AS cell, block.phase AS phase, samples.metric, build.variant AS variant,"
     "  max(samples.first + length(samples.data) / 8), count(DISTINCT block.machine),"
     "  sum(samples.first = 0) FROM samples" PLACE(
         "samples") " GROUP BY 1, 2, 3, 4) own"
                    " LEFT JOIN (SELECT block.cell AS cell, block.phase AS phase, build.variant AS "
                    "variant,"
                    "  count(*) AS executions"
                    "  FROM attempt" PLACE(
                        "attempt") " AND attempt.state = 'done' GROUP BY 1, 2, 3) attempts"
                                   " USING (cell, phase, variant) ORDER BY 1, 2, 3, 4",
     collect_series},
};

// "s", "MB/s", "ns/op", "Hz", "J", "%", "msec".
static bool is_clocked_or_physical(const char *unit)
{
    static const char *const others[] = {
        "Hz",   "kHz",  "MHz",   "GHz",    "J",      "mJ",   "uJ",  "µJ",  "kJ",     "W",
        "mW",   "K",    "°C",    "C",      "V",      "A",    "fps", "FPS", "bps",    "kbps",
        "Mbps", "Gbps", "FLOPS", "MFLOPS", "GFLOPS", "MIPS", "%",   "pct", "percent"};
    double seconds;
    for (const char *c = unit; *c;) {
        int length = (int)strcspn(c, "/*^·- ()");
        char part[16];
        snprintf(part, sizeof part, "%.*s", length, c);
        bool found = value_time_unit(part, &seconds) || (length && unit_problem(part));
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            found = found || text_equal(part, others[i]);
        if (found)
            return true;
        c += length + (c[length] != 0);
    }
    return false;
}

// "real_time", "runtime" and "timeTaken", but not "timeouts".
static bool has_time(const char *name)
{
    const char *time = strcasestr(name, "time");
    while (time && islower((unsigned char)time[strlen("time")]))
        time = strcasestr(time + 1, "time");
    return time;
}

// Of a metric without a unit: "elapsed", "real_time", and "value", of which nothing says what it
// is.
static bool may_be_time(const char *name)
{
    static const char *const words[] = {"value",   "elapsed",  "second",
                                        "latency", "duration", "delay"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasestr(name, words[i]))
            return true;
    return has_time(name);
}

// Counts of rare events are small, and often equal by chance.
static bool counts(const struct stored_metric *metric)
{
    const struct meter *meter = meter_find(metric->name);
    bool bare = text_equal(metric->unit, "") || text_equal(metric->unit, "1");
    return !is_clocked_or_physical(metric->unit) &&
           !(meter ? meter->incidental : bare && may_be_time(metric->name));
}

static void find_better(struct store *store, struct arena *arena, struct stored_metric *metric)
{
    const char *key = arena_printf(arena, FACT_BETTER, metric->name, metric->unit);
    const char *said = store_get(store, arena, key);
    const char *reported =
        store_get(store, arena, arena_printf(arena, FACT_REPORTED, metric->name, metric->unit));
    double seconds;
    metric->extra = reported != NULL;
    metric->incidental =
        store_get(store, arena, arena_printf(arena, FACT_INCIDENTAL, metric->name)) != NULL;
    said = said ? said : reported;
    metric->counts = counts(metric);
    metric->better = text_equal(said, "more") ? BETTER_MORE
                     : text_equal(said, "less") || value_time_unit(metric->unit, &seconds)
                         ? BETTER_LESS
                         : BETTER_UNKNOWN;
}

// One read transaction: a running campaign is seen at one moment.
bool store_catalogue(struct store *store, struct arena *arena, struct catalogue *catalogue,
                     struct error *error)
{
    *catalogue = (struct catalogue){0};
    bool done = store_sql(store, "SAVEPOINT catalogue; " FIND_OPEN, error);
    for (size_t i = 0; done && i < sizeof queries / sizeof *queries; i++)
        done = each_row(store, arena, queries[i].sql, queries[i].collect, catalogue, error);
    for (size_t i = 0; done && i < catalogue->metric_count; i++)
        find_better(store, arena, &catalogue->metrics[i]);
    return store_sql(store, "RELEASE catalogue", error) && done;
}
