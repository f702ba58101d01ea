// Evidence of one series: its executions one by one, and its top units in the order of time.
#include "analysis/diagnostics/internal.h"

#include "analysis/diagnostics/clocks.h"
#include "model/level.h"
#include "model/phase.h"
#include "stats/series/outliers.h"
#include "stats/series/warmup_detection.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CURVE_LEAST = 50,     // first iterations of an execution that are searched for a steady state,
    CURVE_MOST = 1 << 14, // where it has them
    CURVES_LEAST = 5,     // executions
};

// What is wanted of one reading of samples.
struct wants {
    bool sums, rows, curves;
    size_t every;         // one block in how many
    struct slice cut;     // what counts
    struct slice settled; // of that, what was steady
};

struct looking {
    const struct diagnostics_place *place;
    struct arena *scratch;
    struct series_diagnostics *diagnostics;
    double clock_step; // clock_step_share()
    struct variance variance;
    enum level level[LEVELS_MAX];
    struct units units;
    double *values; // of the rows, one behind the other
    size_t value_count, value_room;
    struct row *rows;
    size_t row_count, row_room;
    double *room; // for one piece, to be reordered
    size_t room_count;
    size_t *warmups; // of steady executions
    size_t curves_most, curve_most;
};

// ---- Of each execution

static double *copy_of(struct looking *looking, const double *values, size_t count)
{
    if (count > looking->room_count) {
        looking->room = arena_new_array(looking->scratch, double, count);
        looking->room_count = count;
    }
    return memcpy(looking->room, values, count * sizeof *values);
}

static bool enough_curves(const struct looking *looking)
{
    return looking->diagnostics->executions == looking->curves_most;
}

static void take_curve(struct looking *looking, const struct sample_piece *piece)
{
    struct series_diagnostics *diagnostics = looking->diagnostics;
    if (piece->first > 0)
        return;
    size_t count = piece->count < looking->curve_most ? piece->count : looking->curve_most;
    struct warmup_detection detection =
        warmup_detect(piece->values, count, clock_grid(looking->clock_step, piece->values, count));
    if (detection.kind == WARMUP_STEADY)
        looking->warmups[diagnostics->steady++] = detection.warmup;
    diagnostics->never += detection.kind == WARMUP_NEVER_STEADY;
    diagnostics->executions += detection.kind != WARMUP_UNKNOWN;
}

static void take_row(struct looking *looking, const struct sample_piece *part)
{
    size_t rest = looking->value_room - looking->value_count;
    size_t count = part->count < rest ? part->count : rest;
    if (count < INDEPENDENCE_LEAST || looking->row_count == looking->row_room)
        return;
    double *values = looking->values + looking->value_count;
    memcpy(values, part->values, count * sizeof *values);
    looking->rows[looking->row_count++] = (struct row){values, count};
    looking->value_count += count;
}

static void take_outliers(struct looking *looking, const struct sample_piece *part)
{
    struct series_diagnostics *diagnostics = looking->diagnostics;
    if (part->count < OUTLIERS_LEAST)
        return;
    diagnostics->samples += part->count;
    diagnostics->outliers += outliers_of(copy_of(looking, part->values, part->count), part->count);
}

// ---- Of the top units

static size_t top_label(const struct looking *looking, const struct sample_piece *piece)
{
    switch (looking->level[looking->variance.levels - 1]) {
    case LEVEL_MACHINE:
        return piece->machine_unit;
    case LEVEL_BUILD:
        return piece->block_unit;
    case LEVEL_EXECUTION:
    case LEVEL_ITERATION:
        break;
    }
    return piece->execution_unit;
}

// Without levels above, every value is a top unit.
static void take_sums(struct looking *looking, const struct sample_piece *part)
{
    struct units *units = &looking->units;
    bool above = looking->variance.levels > 1;
    if (above && part->count > 0)
        units_begin(units, top_label(looking, part), part->start);
    if (above && part->count > 0)
        levels_add(&looking->variance, looking->level, part);
    for (size_t i = 0; !above && i < part->count; i++) {
        units_begin(units, units->begun, part->start);
        units_mean(units, 0, part->values[i]);
    }
}

static size_t shuffles_for(const struct looking *looking, size_t values)
{
    size_t shuffles = values ? looking->place->share.shuffled / values : 0;
    return shuffles < SHUFFLES_LEAST  ? SHUFFLES_LEAST
           : shuffles > SHUFFLES_MOST ? SHUFFLES_MOST
                                      : shuffles;
}

// ---- Reading

static bool read_pieces(struct looking *looking, const struct series_entry *series,
                        const struct wants *wants, struct error *error)
{
    CURSOR_CLEANUP struct sample_cursor *cursor =
        samples_open_timed(looking->place->store, series, wants->every, error);
    struct sample_piece piece;
    // One block in so many is so on average.
    for (size_t left = 2 * looking->place->share.executions; cursor; left--) {
        if (!samples_next(cursor, &piece, error))
            return false;
        if (piece.count == 0 || left == 0 || (wants->curves && enough_curves(looking)))
            return true;
        struct sample_piece part = slice_piece(&wants->cut, &piece);
        struct sample_piece settled = slice_piece(&wants->settled, &part);
        if (wants->curves)
            take_curve(looking, &piece);
        if (wants->rows)
            take_row(looking, &settled);
        if (wants->sums) {
            take_outliers(looking, &settled);
            take_sums(looking, &part);
        }
    }
    return false;
}

// About how many executions a series has.
static double executions_of(const struct estimate *estimate)
{
    const struct components *components = &estimate->components;
    double executions = 1;
    for (int i = 0; i < components->levels; i++)
        executions *= estimate->level[i] == LEVEL_ITERATION ? 1 : components->repetitions[i];
    return executions;
}

// One block in how many, so that neither executions nor samples are more than the share.
static size_t every_of(const struct looking *looking)
{
    const struct diagnostics_share *share = &looking->place->share;
    const struct estimate *estimate = looking->diagnostics->estimate;
    double executions = executions_of(estimate);
    double values = executions * (double)looking->place->own->longest;
    double times = fmax(executions / (double)share->executions, values / (double)share->samples);
    return times > 1 ? (size_t)ceil(times) : 1;
}

static bool is_long(const struct series_entry *series)
{
    return series && series->longest >= WARMUP_DETECTION_LEAST;
}

static void make_room(struct looking *looking, const struct series_entry *curves)
{
    const struct diagnostics_share *share = &looking->place->share;
    const struct estimate *estimate = looking->diagnostics->estimate;
    size_t units = estimate->components.top_units;
    units = units < 2 * share->executions ? units : 2 * share->executions;
    looking->units = units_make(looking->scratch, units);
    looking->variance.top_unit = units_mean;
    looking->variance.context = &looking->units;
    looking->value_room = share->shuffled / SHUFFLES_LEAST;
    looking->values = arena_new_array(looking->scratch, double, looking->value_room);
    looking->row_room = looking->value_room / INDEPENDENCE_LEAST;
    looking->rows = arena_new_array(looking->scratch, struct row, looking->row_room);
    size_t most = share->searched / CURVES_LEAST;
    most = most < CURVE_LEAST ? CURVE_LEAST : most > CURVE_MOST ? CURVE_MOST : most;
    looking->curve_most = curves->longest < most ? curves->longest : most;
    size_t curves_most = share->searched / looking->curve_most;
    looking->curves_most = curves_most > CURVES_LEAST ? curves_most : CURVES_LEAST;
    looking->warmups = arena_new_array(looking->scratch, size_t, looking->curves_most);
}

static int compare_sizes(const void *a, const void *b)
{
    size_t one = *(const size_t *)a, two = *(const size_t *)b;
    return (one > two) - (one < two);
}

// Executions of one value each are compared with each other.
static void compare_singles(struct looking *looking)
{
    struct series_diagnostics *diagnostics = looking->diagnostics;
    const struct units *units = &looking->units;
    if (looking->variance.levels > 1 || looking->level[0] != LEVEL_EXECUTION ||
        units->count < OUTLIERS_LEAST)
        return;
    double *values = arena_new_array(looking->scratch, double, units->count);
    for (size_t i = 0; i < units->count; i++)
        values[i] = units->items[i].mean;
    diagnostics->samples = units->count;
    diagnostics->outliers = outliers_of(values, units->count);
}

static void conclude(struct looking *looking)
{
    struct series_diagnostics *diagnostics = looking->diagnostics;
    const struct diagnostics_place *place = looking->place;
    size_t most = looking->value_room, units;
    if (looking->variance.levels > 1)
        (void)variance_finish(&looking->variance); // the last unit's mean
    compare_singles(looking);
    units = looking->units.count < most ? looking->units.count : most;
    units_judge(&looking->units, most, shuffles_for(looking, units), place->seed, diagnostics);
    if (looking->variance.levels == 1 && looking->level[0] == LEVEL_ITERATION)
        diagnostics->top = (struct independence){0}; // the same as of its iterations
    diagnostics->iterations =
        independence_of(looking->rows, looking->row_count,
                        shuffles_for(looking, looking->value_count), place->seed);
}

// First values of an execution that most are not yet steady in; 0 where most never are.
static size_t settling(struct looking *looking)
{
    struct series_diagnostics *diagnostics = looking->diagnostics;
    qsort(looking->warmups, diagnostics->steady, sizeof *looking->warmups, compare_sizes);
    if (diagnostics->steady)
        diagnostics->warmup = looking->warmups[diagnostics->steady / 2];
    return 2 * diagnostics->never > diagnostics->executions ? 0 : diagnostics->warmup;
}

static bool read_all(struct looking *looking, struct error *error)
{
    const struct diagnostics_place *place = looking->place;
    const struct series_entry *own = place->own, *pilot = place->pilot;
    looking->clock_step = clock_step_share(place->store, place->catalogue, own);
    const struct series_entry *curves = is_long(pilot) ? pilot : own;
    struct series_diagnostics *diagnostics = looking->diagnostics;
    struct slice cut = slice_of_series(&place->slice, own), rest = {place->slice.first, 0};
    size_t every = every_of(looking);
    bool own_rows = !pilot || (cut.count == 0 && own->longest >= cut.first + INDEPENDENCE_LEAST);
    looking->variance.levels =
        levels_of_series(&place->catalogue->cells[own->cell], own, &cut, looking->level);
    make_room(looking, curves);
    struct wants of_curves = {.curves = true, .every = curves == own ? every : 1};
    if (is_long(curves) && !read_pieces(looking, curves, &of_curves, error))
        return false;
    size_t warmup = settling(looking), gone = own == curves ? 0 : place->slice.first;
    diagnostics->phase = curves->phase;
    diagnostics->iterations_phase = own_rows ? own->phase : PHASE_PILOT;
    struct wants of_own = {.sums = true, .rows = own_rows, .every = every, .cut = cut};
    struct wants of_pilot = {.rows = true, .every = 1, .cut = rest, .settled = {warmup, 0}};
    of_own.settled.first = warmup > gone ? warmup - gone : 0;
    return read_pieces(looking, own, &of_own, error) &&
           (own_rows || read_pieces(looking, pilot, &of_pilot, error));
}

bool diagnostics_of_series(const struct diagnostics_place *place,
                           struct series_diagnostics *diagnostics, struct error *error)
{
    struct arena scratch = {0};
    struct looking looking = {.place = place, .scratch = &scratch, .diagnostics = diagnostics};
    bool done = read_all(&looking, error);
    if (done)
        conclude(&looking);
    diagnostics->looked_at = true;
    arena_release(&scratch);
    return done;
}
