// Removing blocks until the rest fits into the budget.
#include "campaign/budget.h"

#include "plan/levels.h"
#include "stats/dimensioning.h"
#include "store/events.h"
#include "store/results/catalogue.h"

#include <math.h>

enum { BLOCKS_LEAST = 5, HALVINGS = 60 };

// A cell that may lose blocks: what it has now, its expected relative half-width, its cost.
struct share {
    struct store *store;
    size_t full;
    struct repetitions *repetitions;
    double half_width, block_s;
};

struct shares {
    struct share *items;
    size_t count;
    double fixed_s, open_s; // of cells that keep their blocks, and of the others
    size_t least;           // blocks of a cell
};

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
    if (!store_catalogue(campaigns[index].store, arena, &catalogue, error))
        return false;
    for (size_t cell = 0; cell < spec->cell_count; cell++) {
        struct repetitions *repetitions = &campaigns[index].repetitions[cell];
        const struct stored_cell *known = &catalogue.cells[cell];
        if (campaigns[index].already_planned && campaigns[index].already_planned[cell])
            continue;
        if (is_fixed(spec, cell, repetitions)) {
            shares->fixed_s += known->cost_s;
            continue;
        }
        // A cell whose pilot failed has no expected width, and does not widen the others.
        double half_width = isfinite(known->half_width) ? known->half_width : 0;
        shares->items[shares->count++] =
            (struct share){campaigns[index].store, repetitions->blocks, repetitions, half_width,
                           known->cost_s / (double)repetitions->blocks};
        shares->open_s += known->cost_s;
    }
    return true;
}

// Blocks for which the expected half-width is `width`: it falls with their square root.
static size_t blocks_for(const struct share *share, size_t least, double width)
{
    double blocks = ceil((double)share->full * pow(share->half_width / width, 2));
    return (size_t)fmin(fmax(blocks, (double)least), (double)share->full);
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
        double wider = sqrt((double)share->full / (double)blocks_for(share, shares->least, width));
        widest = fmax(widest, share->half_width * wider);
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
        wide = fmax(wide, share->half_width * sqrt((double)share->full));
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
    shares->least = BLOCKS_LEAST;
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

// Stores it once in each campaign that may lose blocks.
static bool record(const struct shares *shares, double limit_s, double width, const struct log *log,
                   struct arena *arena, struct error *error)
{
    const char *text =
        arena_printf(arena,
                     "the requested precision takes about %s: reduced to the budget "
                     "of %s, ±%.2g %% is expected%s (--budget)",
                     wording(arena, shares->fixed_s + shares->open_s), wording(arena, limit_s),
                     100 * widest_at(shares, width), floor_wording(shares, width, arena));
    log_note(log, "%s", text);
    for (size_t i = 0; i < shares->count; i++) {
        struct store *store = shares->items[i].store;
        if ((i == 0 || store != shares->items[i - 1].store) &&
            !store_event(store, "time", text, error))
            return false;
    }
    return true;
}

bool budget_share(const struct budgeted *campaigns, size_t count, double limit_s,
                  const struct log *log, struct error *error)
{
    struct arena arena = {0};
    struct shares shares = {.count = 0};
    size_t cells = 0;
    bool done = true;
    if (limit_s <= 0 || !count)
        return true;
    for (size_t i = 0; i < count; i++)
        cells += campaigns[i].spec->cell_count;
    shares.items = arena_new_array(&arena, struct share, cells);
    for (size_t i = 0; done && i < count; i++)
        done = collect(campaigns, i, &arena, &shares, error);
    if (done && shares.count && shares.fixed_s + shares.open_s > limit_s) {
        double width = divide(&shares, limit_s - shares.fixed_s);
        done = record(&shares, limit_s, width, log, &arena, error);
        for (size_t i = 0; i < shares.count; i++)
            shares.items[i].repetitions->blocks = blocks_for(&shares.items[i], shares.least, width);
    }
    arena_release(&arena);
    return done;
}
