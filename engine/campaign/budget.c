// Removing blocks until the rest fits into the budget.
#include "campaign/budget.h"

#include "analysis/pilot/affordable.h"
#include "analysis/pilot/sized_series.h"
#include "plan/levels.h"
#include "stats/dimensioning.h"
#include "stats/interval.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/plan/resume.h"
#include "store/plan/shorten.h"
#include "store/results/catalogue.h"
#include "store/results/outcomes.h"

#include <math.h>

enum { HALVINGS = 60 };

// A cell that may lose blocks: its present blocks, its expected relative half-width, its cost.
struct share {
    const struct budgeted *campaign;
    size_t full;
    struct repetitions *repetitions;
    double half_width, block_s;
    double confidence; // of the interval
};

struct shares {
    struct share *items;
    size_t count;
    double fixed_s, open_s; // of cells that keep their blocks, and of the others
    size_t least;           // blocks of a cell
};

// Wall seconds for each second that costs add up to: 1 where it is unknown.
struct rates {
    double building, executing;
};

// Cost of the layouts of one block of a cell, all variants together, and of one execution of each.
static bool block_costs(struct store *store, const struct spec *spec, size_t cell, double *build_s,
                        double *execution_s, struct error *error)
{
    *build_s = *execution_s = 0;
    for (size_t variant = 0; variant < spec->variant_count; variant++) {
        struct level_costs costs;
        if (!store_costs(store, cell, variant, PHASE_PILOT, &costs, error))
            return false;
        *build_s += costs.build_s;
        *execution_s += costs.seconds;
    }
    return true;
}

static double rate(double wall_s, double cost_s)
{
    static const double least = 0.01, most = 100;
    return wall_s > 0 && cost_s > 0 ? fmin(fmax(wall_s / cost_s, least), most) : 1;
}

static bool rates_of(const struct budgeted *campaign, struct rates *rates, struct error *error)
{
    struct arena scratch = {0};
    size_t cells = campaign->spec->cell_count;
    struct repetitions *pilot = arena_new_array(&scratch, struct repetitions, cells);
    int64_t build, execution;
    static const struct pilot_pace unknown = {0};
    const struct pilot_pace *pace = campaign->pace ? campaign->pace : &unknown;
    double builds_s = 0, executions_s = 0;
    bool planned, done = store_phase(campaign->store, PHASE_PILOT, cells, pilot, &build, &execution,
                                     &planned, error);
    for (size_t cell = 0; done && cell < cells; cell++) {
        double build_s, execution_s;
        done = block_costs(campaign->store, campaign->spec, cell, &build_s, &execution_s, error);
        builds_s += (double)pilot[cell].blocks * build_s;
        executions_s += (double)(pilot[cell].blocks * pilot[cell].executions) * execution_s;
    }
    if (done)
        *rates =
            (struct rates){rate(pace->building_s, builds_s), rate(pace->executing_s, executions_s)};
    arena_release(&scratch);
    return done;
}

// The wall time of all blocks of a cell, from their summed cost in the store.
static bool wall_time(const struct budgeted *campaign, const struct rates *rates, size_t cell,
                      double cost_s, double *seconds, struct error *error)
{
    double build_s, execution_s;
    if (!block_costs(campaign->store, campaign->spec, cell, &build_s, &execution_s, error))
        return false;
    double builds_s = fmin((double)campaign->repetitions[cell].blocks * build_s, cost_s);
    *seconds = rates->building * builds_s + rates->executing * (cost_s - builds_s);
    return true;
}

static bool is_fixed(const struct spec *spec, size_t cell, const struct repetitions *repetitions)
{
    return spec->repeat.real[cell_has_builds(spec, &spec->cells[cell]) ? 2 : 1] > 0 ||
           repetitions->blocks == 0;
}

static bool collect(const struct budgeted *campaigns, size_t index, struct arena *arena,
                    struct shares *shares, struct error *error)
{
    const struct spec *spec = campaigns[index].spec;
    struct catalogue catalogue;
    struct rates rates;
    if (!store_catalogue(campaigns[index].store, arena, &catalogue, error) ||
        !rates_of(&campaigns[index], &rates, error))
        return false;
    for (size_t cell = 0; cell < spec->cell_count; cell++) {
        struct repetitions *repetitions = &campaigns[index].repetitions[cell];
        const struct stored_cell *known = &catalogue.cells[cell];
        if (campaigns[index].already_planned && campaigns[index].already_planned[cell])
            continue;
        double wall_s;
        if (!wall_time(&campaigns[index], &rates, cell, known->cost_s, &wall_s, error))
            return false;
        if (is_fixed(spec, cell, repetitions)) {
            shares->fixed_s += wall_s;
            continue;
        }
        // A cell whose pilot failed has no expected width, and does not widen the others.
        double half_width = isfinite(known->half_width) ? known->half_width : 0;
        shares->items[shares->count++] = (struct share){&campaigns[index],
                                                        repetitions->blocks,
                                                        repetitions,
                                                        half_width,
                                                        wall_s / (double)repetitions->blocks,
                                                        sized_confidence(spec, &catalogue)};
        shares->open_s += wall_s;
    }
    return true;
}

// The expected half-width: it falls with the square root of the blocks, and with Student's t.
static double half_width_at(const struct share *share, size_t blocks)
{
    if (share->half_width <= 0 || blocks >= share->full || blocks < 2)
        return share->half_width;
    double t = student_t(share->confidence, (double)blocks - 1),
           full_t = student_t(share->confidence, (double)share->full - 1);
    return share->half_width * sqrt((double)share->full / (double)blocks) * t / full_t;
}

// The fewest blocks for which the expected half-width is `width`.
static size_t blocks_for(const struct share *share, size_t least, double width)
{
    size_t few = least < share->full ? least : share->full, many = share->full;
    while (few < many) {
        size_t middle = few + (many - few) / 2;
        if (half_width_at(share, middle) <= width)
            many = middle;
        else
            few = middle + 1;
    }
    return few;
}

static double cost_at(const struct shares *shares, double width)
{
    double seconds = 0;
    for (size_t i = 0; i < shares->count; i++)
        seconds +=
            shares->items[i].block_s * (double)blocks_for(&shares->items[i], shares->least, width);
    return seconds;
}

static double widest_at(const struct shares *shares, double width)
{
    double widest = 0;
    for (size_t i = 0; i < shares->count; i++) {
        const struct share *share = &shares->items[i];
        widest = fmax(widest, half_width_at(share, blocks_for(share, shares->least, width)));
    }
    return widest;
}

// The narrowest common width that costs at most `limit_s`, by bisection of its logarithm. Cells
// without variance do not count.
static double affordable_width(const struct shares *shares, double limit_s)
{
    double narrow = 0, wide = 0;
    for (size_t i = 0; i < shares->count; i++) {
        const struct share *share = &shares->items[i];
        if (share->half_width <= 0)
            continue;
        narrow = narrow > 0 ? fmin(narrow, share->half_width) : share->half_width;
        wide = fmax(wide, half_width_at(share, 2));
    }
    for (int i = 0; i < HALVINGS && narrow > 0; i++) {
        double middle = sqrt(narrow * wide);
        *(cost_at(shares, middle) <= limit_s ? &wide : &narrow) = middle;
    }
    return wide;
}

// The width; the floor gives way only where the budget cannot pay it.
static double divide(struct shares *shares, double limit_s)
{
    shares->least = TOP_UNITS_LEAST;
    double width = affordable_width(shares, limit_s);
    if (cost_at(shares, width) <= limit_s)
        return width;
    shares->least = BUDGET_BLOCKS_LEAST;
    return affordable_width(shares, limit_s);
}

static size_t fewest_at(const struct shares *shares, double width)
{
    size_t fewest = TOP_UNITS_LEAST;
    for (size_t i = 0; i < shares->count; i++) {
        size_t blocks = blocks_for(&shares->items[i], shares->least, width);
        bool lost = blocks < shares->items[i].full;
        fewest = lost && blocks < fewest ? blocks : fewest;
    }
    return fewest;
}

// What fewer blocks than the floor may miss.
static const char *floor_wording(const struct shares *shares, double width, struct arena *arena)
{
    size_t fewest = fewest_at(shares, width);
    return fewest == TOP_UNITS_LEAST
               ? ""
               : arena_printf(arena, "; of %zu blocks, layouts rarer than %.2g %% may be unseen",
                              fewest, 100 * unseen_share(fewest));
}

static const char *wording(struct arena *arena, double seconds)
{
    return seconds < 120    ? arena_printf(arena, "%.0f s", ceil(seconds))
           : seconds < 7200 ? arena_printf(arena, "%.0f min", ceil(seconds / 60))
                            : arena_printf(arena, "%.1f h", seconds / 3600);
}

// Those of the campaign that the share at `first` belongs to.
static struct shares shares_of_one(const struct shares *shares, size_t first)
{
    struct shares own = {.items = &shares->items[first], .least = shares->least};
    while (first + own.count < shares->count &&
           own.items[own.count].campaign == own.items->campaign)
        own.count++;
    return own;
}

static bool is_reduced(const struct shares *own, double width)
{
    bool reduced = false;
    for (size_t i = 0; i < own->count; i++)
        reduced = reduced || blocks_for(&own->items[i], own->least, width) < own->items[i].full;
    return reduced;
}

// What all campaigns would take, and what the budget leaves of one.
static bool record_one(const struct shares *own, double wanted_s, const char *with, double limit_s,
                       double width, const struct log *log, struct error *error)
{
    struct arena arena = {0};
    const struct budgeted *campaign = own->items->campaign;
    bool compared = store_get(campaign->store, &arena, FACT_COMPARE_THRESHOLD);
    const char *text =
        arena_printf(&arena,
                     "%s about %s%s: reduced to the budget of %s, ±%.2g %% is expected%s "
                     "(--budget)",
                     compared && store_get(campaign->store, &arena, FACT_UNTIL_DECIDED)
                         ? "the last look would come after"
                         : "the requested precision takes",
                     wording(&arena, wanted_s), with, wording(&arena, limit_s),
                     100 * widest_at(own, width), floor_wording(own, width, &arena));
    log_note(log, "%s%s", campaign->name_before, text);
    bool stored = store_event(campaign->store, "time", text, error);
    arena_release(&arena);
    return stored;
}

static bool record(const struct shares *shares, size_t campaigns, double limit_s, double width,
                   const struct log *log, struct error *error)
{
    const char *with = campaigns > 1 ? " with the others" : "";
    bool stored = true;
    for (size_t i = 0; stored && i < shares->count;) {
        const struct shares own = shares_of_one(shares, i);
        stored = !is_reduced(&own, width) || record_one(&own, shares->fixed_s + shares->open_s,
                                                        with, limit_s, width, log, error);
        i += own.count;
    }
    return stored;
}

// Sums up what is expected to fit.
static double expect(const struct shares *shares, struct budgeted *campaigns, size_t count)
{
    double expected_s = shares->fixed_s;
    for (size_t i = 0; i < shares->count; i++)
        expected_s += shares->items[i].block_s * (double)shares->items[i].repetitions->blocks;
    for (size_t i = 0; i < count; i++)
        for (size_t cell = 0; cell < campaigns[i].spec->cell_count; cell++) {
            const struct repetitions *repetitions = &campaigns[i].repetitions[cell];
            campaigns[i].expected_blocks += repetitions->blocks;
            campaigns[i].expected_executions +=
                repetitions->blocks * repetitions->executions * campaigns[i].spec->variant_count;
        }
    return expected_s;
}

bool budget_share(struct budgeted *campaigns, size_t count, double limit_s, const struct log *log,
                  double *expected_s, struct error *error)
{
    struct arena arena = {0};
    struct shares shares = {.count = 0};
    size_t cells = 0;
    bool done = true;
    for (size_t i = 0; i < count; i++)
        cells += campaigns[i].spec->cell_count;
    shares.items = arena_new_array(&arena, struct share, cells);
    for (size_t i = 0; done && i < count; i++)
        done = collect(campaigns, i, &arena, &shares, error);
    if (done && limit_s > 0 && shares.count && shares.fixed_s + shares.open_s > limit_s) {
        double width = divide(&shares, limit_s - shares.fixed_s);
        done = record(&shares, count, limit_s, width, log, error);
        for (size_t i = 0; i < shares.count; i++)
            shares.items[i].repetitions->blocks = blocks_for(&shares.items[i], shares.least, width);
    }
    *expected_s = expect(&shares, campaigns, count);
    arena_release(&arena);
    return done;
}

void budget_reserve(const struct budgeted *campaign, const size_t *wanted)
{
    static const double reserve = 3;
    for (size_t cell = 0; cell < campaign->spec->cell_count; cell++) {
        struct repetitions *repetitions = &campaign->repetitions[cell];
        double more = ceil(reserve * (double)repetitions->blocks);
        if (!campaign->already_planned || !campaign->already_planned[cell])
            repetitions->blocks =
                (size_t)fmax((double)repetitions->blocks, fmin(more, (double)wanted[cell]));
    }
}

static bool read_progress(struct store *store, struct arena *arena, size_t cells,
                          struct cell_progress **progress, struct error *error)
{
    struct catalogue catalogue;
    *progress = arena_new_array(arena, struct cell_progress, cells);
    return store_catalogue(store, arena, &catalogue, error) &&
           store_progress(store, arena, *progress, cells, error);
}

bool budget_blocks(struct store *store, struct arena *arena, size_t cells, const size_t **blocks,
                   struct error *error)
{
    struct cell_progress *progress;
    if (!read_progress(store, arena, cells, &progress, error))
        return false;
    size_t *measured = arena_new_array(arena, size_t, cells);
    for (size_t cell = 0; cell < cells; cell++)
        measured[cell] = progress[cell].blocks;
    *blocks = measured;
    return true;
}

bool budget_has_least(struct store *store, size_t cells, bool *least, struct error *error)
{
    struct arena scratch = {0};
    struct cell_progress *progress;
    bool done = read_progress(store, &scratch, cells, &progress, error);
    size_t all = 0;
    *least = done;
    for (size_t cell = 0; done && cell < cells; cell++) {
        *least =
            *least && (progress[cell].blocks >= BUDGET_BLOCKS_LEAST || !progress[cell].open_blocks);
        all += progress[cell].blocks;
    }
    *least = *least && all > 0;
    arena_release(&scratch);
    return done;
}

bool budget_end(struct store *store, double limit_s, size_t expected_blocks, const struct log *log,
                const char *name_before, struct error *error)
{
    struct arena scratch = {0};
    size_t planned = 0, kept = 0;
    bool shortened = store_shorten_real(store, &planned, &kept, error);
    if (!shortened || kept >= expected_blocks)
        return shortened;
    const char *text = arena_printf(
        &scratch, "the budget of %s ends the real experiment after %zu of %zu blocks (--budget)",
        wording(&scratch, limit_s), kept, expected_blocks);
    log_note(log, "%s%s", name_before, text);
    bool done = store_event(store, "time", text, error);
    arena_release(&scratch);
    return done;
}
