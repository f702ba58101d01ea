// Progress: current cell, blocks done, time left, precision so far.
#include "campaign/phase/progress.h"

#include "base/clock.h"
#include "base/elapsed.h"
#include "base/text.h"
#include "model/phase.h"
#include "stats/interval.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    LINE_EVERY_NS = 100000000,
    OFF_TERMINAL_FACTOR = 600,
    BAR_WIDTH = 20,
    BAR_COLUMNS = 80, // a narrower terminal shows no bar
    CLOCK_FROM_S = 60,
};

// One variant of one cell: the mean of the current block, and of the blocks done; the logarithm of
// its ratio to the first variant in a block.
struct track {
    struct moments block, blocks, ratios;
};

// One cell: the duration of its blocks, and the number left.
struct pace {
    struct moments seconds;
    size_t left;
};

struct progress {
    const struct log *log;
    const char *name; // or NULL
    const struct spec *spec;
    struct amount amount;
    struct track *tracks;
    struct pace *paces;
    size_t cell;
    int64_t begun_ns, end_ns, last_line_ns;
};

static bool is_done(const struct planned_block *block, const struct stored_step *steps)
{
    for (size_t i = 0; i < block->execution_count; i++)
        if (!steps || steps[block->first_execution + i].open)
            return false;
    return true;
}

void amount_add(struct amount *amount, const struct plan *plan, const struct stored_step *steps)
{
    for (size_t block = 0; block < plan->block_count; block++) {
        bool done = is_done(&plan->blocks[block], steps);
        amount->blocks_left[plan->blocks[block].cell] += !done;
        amount->blocks_done += done;
        amount->phase = plan->blocks[block].phase;
    }
    for (size_t i = 0; steps && i < plan->execution_count; i++)
        amount->executions_done += !steps[i].open;
    amount->blocks += plan->block_count;
    amount->executions += plan->execution_count;
}

// Measured seconds per block times the blocks left; a cell without a finished block takes the mean
// of the others. Negative: no block is finished yet.
static double seconds_left(const struct progress *progress)
{
    double left = 0;
    struct moments all = {0};
    for (size_t cell = 0; cell < progress->spec->cell_count; cell++) {
        if (progress->paces[cell].seconds.count)
            moments_add_mean(&all, &progress->paces[cell].seconds);
    }
    for (size_t cell = 0; cell < progress->spec->cell_count; cell++) {
        const struct pace *pace = &progress->paces[cell];
        left += (double)pace->left * moments_mean(pace->seconds.count ? &pace->seconds : &all);
    }
    if (progress->end_ns)
        left = fmin(left, fmax((double)(progress->end_ns - clock_boot_ns()) * 1e-9, 0));
    return all.count ? left : -1;
}

static double half_width(const struct progress *progress, const struct moments *blocks)
{
    struct components components = {.levels = 1,
                                    .top_units = blocks->count,
                                    .mean = moments_mean(blocks),
                                    .S2 = {blocks->squares / (double)(blocks->count - 1)}};
    return mean_half_width(&components, progress->spec->repeat.confidence);
}

// The widest relative half-width of the cell's means over the blocks so far; negative: too few.
static double width(const struct progress *progress)
{
    double widest = -1;
    for (size_t variant = 0; variant < progress->spec->variant_count; variant++) {
        const struct moments *blocks =
            &progress->tracks[progress->cell * progress->spec->variant_count + variant].blocks;
        double mean = moments_mean(blocks);
        if (blocks->count < 2 || mean == 0)
            return -1;
        double half = half_width(progress, blocks) / mean;
        widest = half > widest ? half : widest;
    }
    return widest;
}

// "O3 / O2 0.93 [0.91, 0.95]", of the variant with the widest interval; false: too few blocks, or
// the means are what counts. Within this session, and without what the method takes off.
static bool add_ratio(struct text *line, const struct progress *progress)
{
    const struct spec *spec = progress->spec;
    const struct track *tracks = &progress->tracks[progress->cell * spec->variant_count];
    size_t widest = 0;
    double most = 0;
    if (spec->repeat.precision_of != PRECISION_OF_RATIO)
        return false;
    for (size_t variant = 1; variant < spec->variant_count; variant++) {
        if (tracks[variant].ratios.count < 2)
            return false;
        double half = half_width(progress, &tracks[variant].ratios);
        widest = half >= most ? variant : widest;
        most = fmax(most, half);
    }
    if (!widest)
        return false;
    double ratio = moments_mean(&tracks[widest].ratios);
    text_printf(line, ", %s / %s %.3g [%.3g, %.3g]", spec->variants[widest], spec->variants[0],
                exp(ratio), exp(ratio - most), exp(ratio + most));
    return true;
}

// "2 min 10 s left", on a terminal with the time of day of the end.
static void add_left(struct text *line, double seconds, bool terminal)
{
    elapsed_add(line, seconds);
    text_add(line, " left");
    time_t end = time(NULL) + (time_t)seconds;
    struct tm day;
    if (terminal && seconds >= CLOCK_FROM_S && localtime_r(&end, &day))
        text_printf(line, " (%02d:%02d)", day.tm_hour, day.tm_min);
}

static void add_bar(struct text *line, const struct progress *progress)
{
    size_t total = progress->amount.executions;
    size_t full = total ? progress->amount.executions_done * BAR_WIDTH / total : BAR_WIDTH;
    text_add(line, "[");
    for (size_t i = 0; i < BAR_WIDTH; i++)
        text_add(line, i < full ? "#" : ".");
    text_add(line, "] ");
}

static void add_cell(struct text *line, const struct progress *progress)
{
    const struct cell *cell = &progress->spec->cells[progress->cell];
    text_add(line, cell->benchmark);
    for (size_t axis = 0; axis < progress->spec->axis_count; axis++)
        text_printf(line, " %s=%s", progress->spec->axes[axis].name, cell->point[axis]);
}

static void compose(struct text *line, const struct progress *progress, const char *activity)
{
    const struct amount *amount = &progress->amount;
    const char *phase = amount->phase == PHASE_PILOT ? "pilot" : "real";
    bool terminal = progress->log->terminal;
    if (terminal && log_columns() >= BAR_COLUMNS)
        add_bar(line, progress);
    if (progress->name)
        text_printf(line, "%s: ", progress->name);
    text_printf(line, "%s %zu/%zu blocks", phase, amount->blocks_done, amount->blocks);
    double left = seconds_left(progress), relative = width(progress);
    if (terminal) {
        text_add(line, ", ");
        elapsed_add(line, (double)(clock_boot_ns() - progress->begun_ns) / 1e9);
    }
    if (left >= 0) {
        text_add(line, ", ");
        add_left(line, left, terminal);
    }
    if (!(terminal && add_ratio(line, progress)) && relative >= 0)
        text_printf(line, ", ±%.2g %%", relative * 100);
    text_add(line, ", ");
    add_cell(line, progress);
    text_add(line, activity);
}

static void draw(struct progress *progress, const char *activity)
{
    const struct log *log = progress->log;
    int64_t now = clock_boot_ns(), every = (int64_t)LINE_EVERY_NS;
    every *= log->terminal ? 1 : OFF_TERMINAL_FACTOR;
    if (log->quiet || now - progress->last_line_ns < every)
        return;
    progress->last_line_ns = now;
    TEXT_CLEANUP struct text line = {0};
    compose(&line, progress, activity);
    if (log->terminal)
        log_status(log, line.bytes);
    else
        log_note(log, "%s", line.bytes);
}

struct progress *progress_start(struct arena *arena, const struct log *log, const char *name,
                                const struct spec *spec, const struct amount *amount,
                                int64_t end_ns)
{
    struct progress *progress = arena_new(arena, struct progress);
    *progress = (struct progress){
        .log = log,
        .name = name,
        .spec = spec,
        .amount = *amount,
        .tracks = arena_new_array(arena, struct track, spec->cell_count * spec->variant_count),
        .paces = arena_new_array(arena, struct pace, spec->cell_count),
        .begun_ns = clock_boot_ns(),
        .end_ns = end_ns,
        .last_line_ns = log->terminal ? 0 : clock_boot_ns(),
    };
    for (size_t cell = 0; cell < spec->cell_count; cell++)
        progress->paces[cell].left = amount->blocks_left[cell];
    draw(progress, "");
    return progress;
}

void progress_building(struct progress *progress, size_t builds)
{
    char activity[48];
    snprintf(activity, sizeof activity, ", linking %zu layouts", builds);
    if (progress->log->terminal)
        progress->last_line_ns = 0; // it stays until the next execution has ended
    draw(progress, activity);
}

void progress_executed(struct progress *progress, const struct planned_block *block, size_t variant,
                       const double *values, size_t count)
{
    progress->cell = block->cell;
    progress->amount.executions_done++;
    struct track *track = &progress->tracks[block->cell * progress->spec->variant_count + variant];
    if (values && count) {
        struct moments execution = {0};
        moments_add(&execution, values, count);
        moments_add_mean(&track->block, &execution);
    }
    draw(progress, "");
}

void progress_block_done(struct progress *progress, const struct planned_block *block,
                         double seconds)
{
    struct pace *pace = &progress->paces[block->cell];
    moments_add(&pace->seconds, &seconds, 1);
    pace->left--;
    progress->amount.blocks_done++;
    struct track *tracks = &progress->tracks[block->cell * progress->spec->variant_count];
    double baseline = moments_mean(&tracks->block);
    for (size_t variant = 0; variant < progress->spec->variant_count; variant++) {
        struct track *track = &tracks[variant];
        double ratio = log(moments_mean(&track->block) / baseline);
        if (track->block.count)
            moments_add_mean(&track->blocks, &track->block);
        if (variant && isfinite(ratio))
            moments_add(&track->ratios, &ratio, 1);
    }
    for (size_t variant = 0; variant < progress->spec->variant_count; variant++)
        tracks[variant].block = (struct moments){0};
}

void progress_end(struct progress *progress)
{
    log_status(progress->log, NULL);
}
