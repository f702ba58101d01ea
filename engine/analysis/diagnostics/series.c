// Diagnosing one series: its executions one by one, and its top units in the order of time.
#include "analysis/diagnostics/internal.h"

#include "analysis/diagnostics/clocks.h"
#include "analysis/diagnostics/units.h"
#include "analysis/diagnostics/warmup_choice.h"
#include "model/level.h"
#include "model/phase.h"
#include "stats/series/outliers.h"
#include "stats/series/warmup_detection.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Warm-up detection searches curves: the first iterations of some executions.
enum {
    CURVE_LEAST = 50,     // iterations of a curve, where the execution has them
    CURVE_MOST = 1 << 14, // iterations
    CURVES_LEAST = 5,     // executions
};

// The data that one pass over the samples collects.
struct pass {
    bool sums, rows, curves;
    size_t every;        // reads one block in this many
    struct slice cut;    // values that the analysis uses
    struct slice steady; // of these, without the warm-up
};

// What warm-up detection finds in one pass.
struct curves {
    size_t executions, steady, never, shortest;
    size_t *warmups; // of steady executions
    size_t *changes; // where executions that are not steady from the start change last
    size_t changed;
};

struct examination {
    const struct diagnosed_series *series;
    struct arena *scratch;
    struct series_diagnostics *diagnostics;
    double clock_step; // clock_step_share()
    struct variance variance;
    enum level level[LEVELS_MAX];
    struct units units;
    double *values; // of all rows, one row behind the other
    size_t value_count, value_room;
    struct row *rows;
    size_t row_count, row_room;
    double *room; // for a copy of one piece, because outlier detection reorders it
    size_t room_count;
    struct curves curves;
    size_t curves_most, curve_most;
};

// ---- Each execution

static double *copy_of(struct examination *run, const double *values, size_t count)
{
    if (count > run->room_count) {
        run->room = arena_new_array(run->scratch, double, count);
        run->room_count = count;
    }
    return memcpy(run->room, values, count * sizeof *values);
}

static bool enough_curves(const struct examination *run)
{
    return run->curves.executions == run->curves_most;
}

static void take_curve(struct examination *run, const struct sample_piece *piece)
{
    struct curves *curves = &run->curves;
    if (piece->first > 0)
        return;
    size_t count = piece->count < run->curve_most ? piece->count : run->curve_most;
    struct warmup_detection detection =
        warmup_detect(piece->values, count, clock_grid(run->clock_step, piece->values, count));
    bool steady = detection.kind == WARMUP_STEADY, never = detection.kind == WARMUP_NEVER_STEADY;
    if (steady)
        curves->warmups[curves->steady++] = detection.warmup;
    if (never || (steady && detection.warmup))
        curves->changes[curves->changed++] = steady ? detection.warmup : detection.last_change;
    curves->never += never;
    curves->executions += steady || never;
    if ((steady || never) && (curves->executions == 1 || count < curves->shortest))
        curves->shortest = count;
}

static void take_row(struct examination *run, const struct sample_piece *part)
{
    size_t rest = run->value_room - run->value_count;
    size_t count = part->count < rest ? part->count : rest;
    if (count < INDEPENDENCE_LEAST || run->row_count == run->row_room)
        return;
    double *values = run->values + run->value_count;
    memcpy(values, part->values, count * sizeof *values);
    run->rows[run->row_count++] = (struct row){values, count};
    run->value_count += count;
}

static void take_outliers(struct examination *run, const struct sample_piece *part)
{
    struct series_diagnostics *diagnostics = run->diagnostics;
    if (part->count < OUTLIERS_LEAST)
        return;
    diagnostics->samples += part->count;
    diagnostics->outliers += outliers_of(copy_of(run, part->values, part->count), part->count,
                                         &diagnostics->outlier_distance);
}

// ---- Top units

// Without levels above, every value is a top unit.
static void take_sums(struct examination *run, const struct sample_piece *part)
{
    struct units *units = &run->units;
    bool above = run->variance.levels > 1;
    if (above && part->count > 0)
        units_begin(units, unit_of_piece(run->level[run->variance.levels - 1], part), part->start);
    if (above && part->count > 0)
        levels_add(&run->variance, run->level, part);
    for (size_t i = 0; !above && i < part->count; i++) {
        units_begin(units, units->started, part->start);
        units_mean(units, 0, part->values[i]);
    }
}

static size_t shuffles_for(const struct examination *run, size_t values)
{
    size_t shuffles = values ? run->series->budget.shuffled / values : 0;
    return shuffles < SHUFFLES_LEAST  ? SHUFFLES_LEAST
           : shuffles > SHUFFLES_MOST ? SHUFFLES_MOST
                                      : shuffles;
}

// ---- Reading

static bool read_pieces(struct examination *run, const struct series_entry *entry,
                        const struct pass *pass, struct error *error)
{
    CURSOR_CLEANUP struct sample_cursor *cursor =
        samples_open_timed(run->series->store, entry, pass->every, error);
    struct sample_piece piece;
    // Reading one block in this many keeps the budget on average only.
    for (size_t left = 2 * run->series->budget.executions; cursor; left--) {
        if (!samples_next(cursor, &piece, error))
            return false;
        if (piece.count == 0 || left == 0 || (pass->curves && enough_curves(run)))
            return true;
        struct sample_piece part = slice_piece(&pass->cut, &piece);
        struct sample_piece steady = slice_piece(&pass->steady, &part);
        if (pass->curves)
            take_curve(run, &piece);
        if (pass->rows)
            take_row(run, &steady);
        if (pass->sums) {
            take_outliers(run, &steady);
            take_sums(run, &part);
        }
    }
    return false;
}

// The number of executions of a series, estimated from its repetitions.
static double executions_of(const struct estimate *estimate)
{
    const struct components *components = &estimate->components;
    double executions = 1;
    for (int i = 0; i < components->levels; i++)
        executions *= estimate->level[i] == LEVEL_ITERATION ? 1 : components->repetitions[i];
    return executions;
}

// Reads one block in `every`, so that executions and samples stay within the budget.
static size_t stride_of(const struct examination *run)
{
    const struct series_budget *budget = &run->series->budget;
    const struct estimate *estimate = run->diagnostics->estimate;
    double executions = executions_of(estimate);
    double values = executions * (double)run->series->own->longest;
    double times = fmax(executions / (double)budget->executions, values / (double)budget->samples);
    return times > 1 ? (size_t)ceil(times) : 1;
}

static bool is_long(const struct series_entry *entry)
{
    return entry && entry->longest >= WARMUP_DETECTION_LEAST;
}

static void make_room(struct examination *run)
{
    const struct series_budget *budget = &run->series->budget;
    const struct estimate *estimate = run->diagnostics->estimate;
    size_t units = estimate->components.top_units;
    units = units < 2 * budget->executions ? units : 2 * budget->executions;
    run->units = units_make(run->scratch, units);
    run->variance.top_unit = units_mean;
    run->variance.context = &run->units;
    run->value_room = budget->shuffled / SHUFFLES_LEAST;
    run->values = arena_new_array(run->scratch, double, run->value_room);
    run->row_room = run->value_room / INDEPENDENCE_LEAST;
    run->rows = arena_new_array(run->scratch, struct row, run->row_room);
}

// Executions of one value each are compared with each other: they have no iterations.
static void compare_singles(struct examination *run)
{
    struct series_diagnostics *diagnostics = run->diagnostics;
    const struct units *units = &run->units;
    if (run->variance.levels > 1 || run->level[0] != LEVEL_EXECUTION ||
        units->count < OUTLIERS_LEAST)
        return;
    double *values = arena_new_array(run->scratch, double, units->count);
    for (size_t i = 0; i < units->count; i++)
        values[i] = units->items[i].mean;
    diagnostics->samples = units->count;
    diagnostics->outliers = outliers_of(values, units->count, &diagnostics->outlier_distance);
}

static void conclude(struct examination *run)
{
    struct series_diagnostics *diagnostics = run->diagnostics;
    const struct diagnosed_series *series = run->series;
    size_t most = run->value_room, units;
    if (run->variance.levels > 1)
        (void)variance_finish(&run->variance); // the last unit's mean
    compare_singles(run);
    units = run->units.count < most ? run->units.count : most;
    units_diagnose(&run->units, most, shuffles_for(run, units), series->seed, diagnostics);
    if (run->variance.levels == 1 && run->level[0] == LEVEL_ITERATION)
        diagnostics->top = (struct independence){0}; // the same values as the iterations
    diagnostics->iterations = independence_of(run->rows, run->row_count,
                                              shuffles_for(run, run->value_count), series->seed);
}

static void make_room_for_curves(struct examination *run, const struct series_entry *entry)
{
    size_t searched = run->series->budget.searched, most = searched / CURVES_LEAST;
    most = most < CURVE_LEAST ? CURVE_LEAST : most > CURVE_MOST ? CURVE_MOST : most;
    run->curve_most = entry->longest < most ? entry->longest : most;
    size_t curves_most = searched / run->curve_most;
    run->curves_most = curves_most > CURVES_LEAST ? curves_most : CURVES_LEAST;
    run->curves = (struct curves){
        .warmups = arena_new_array(run->scratch, size_t, run->curves_most),
        .changes = arena_new_array(run->scratch, size_t, run->curves_most),
    };
}

static bool read_curves(struct examination *run, const struct series_entry *entry, size_t every,
                        struct error *error)
{
    const struct pass pass = {.curves = true, .every = every};
    make_room_for_curves(run, entry);
    return !is_long(entry) || read_pieces(run, entry, &pass, error);
}

// Returns the iterations of the warm-up; 0 where most executions never become steady.
static size_t put_curves(const struct curves *curves, struct series_diagnostics *diagnostics)
{
    diagnostics->executions = curves->executions;
    diagnostics->steady = curves->steady;
    diagnostics->never = curves->never;
    diagnostics->horizon = curves->shortest;
    diagnostics->warmup = warmup_median(curves->warmups, curves->steady);
    return 2 * curves->never > curves->executions ? 0 : diagnostics->warmup;
}

// The warm-up that remains behind what the pilot made the real phase leave out.
static size_t put_real_curves(const struct curves *curves, struct series_diagnostics *diagnostics)
{
    diagnostics->real.executions = curves->executions;
    diagnostics->real.changed = curves->changed;
    diagnostics->real.never = curves->never;
    diagnostics->real.warmup = warmup_median(curves->changes, curves->changed);
    return diagnostics_warm_up_remains(diagnostics) ? diagnostics->real.warmup : 0;
}

static bool read_all(struct examination *run, struct error *error)
{
    const struct diagnosed_series *series = run->series;
    const struct series_entry *own = series->own, *pilot = series->pilot;
    run->clock_step = clock_step_share(series->store, series->catalogue, own);
    const struct series_entry *curves = is_long(pilot) ? pilot : own;
    struct series_diagnostics *diagnostics = run->diagnostics;
    struct slice cut = slice_of_series(&series->slice, own), rest = {series->slice.first, 0};
    size_t every = stride_of(run);
    bool own_rows = !pilot || (cut.count == 0 && own->longest >= cut.first + INDEPENDENCE_LEAST);
    run->variance.levels =
        levels_of_series(&series->catalogue->cells[own->cell], own, &cut, run->level);
    make_room(run);
    if (!read_curves(run, curves, curves == own ? every : 1, error))
        return false;
    size_t warmup = put_curves(&run->curves, diagnostics), remaining = 0;
    size_t skipped = own == curves ? 0 : series->slice.first;
    if (own != curves && !read_curves(run, own, every, error))
        return false;
    if (own->phase == PHASE_REAL)
        remaining = put_real_curves(&run->curves, diagnostics);
    diagnostics->phase = curves->phase;
    diagnostics->iterations_phase = own_rows ? own->phase : PHASE_PILOT;
    struct pass of_own = {.sums = true, .rows = own_rows, .every = every, .cut = cut};
    struct pass of_pilot = {.rows = true, .every = 1, .cut = rest, .steady = {warmup, 0}};
    of_own.steady.first = own != curves && remaining ? remaining
                          : warmup > skipped         ? warmup - skipped
                                                     : 0;
    return read_pieces(run, own, &of_own, error) &&
           (own_rows || read_pieces(run, pilot, &of_pilot, error));
}

bool diagnostics_of_series(const struct diagnosed_series *series,
                           struct series_diagnostics *diagnostics, struct error *error)
{
    struct arena scratch = {0};
    struct examination run = {.series = series, .scratch = &scratch, .diagnostics = diagnostics};
    bool done = read_all(&run, error);
    if (done)
        conclude(&run);
    diagnostics->looked_at = true;
    arena_release(&scratch);
    return done;
}
