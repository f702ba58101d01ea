// Taking blocks away until the rest fits.
#include "campaign/time_limit.h"

#include "plan/levels.h"
#include "store/catalogue.h"

#include <math.h>

enum { BLOCKS_LEAST = 5 };

static bool is_fixed(const struct spec *spec, size_t cell)
{
    return spec->repeat.real[cell_has_builds(spec, &spec->cells[cell]) ? 2 : 1] > 0;
}

static double cost_of(const struct spec *spec, const struct catalogue *catalogue, bool fixed)
{
    double seconds = 0;
    for (size_t i = 0; i < spec->cell_count; i++)
        seconds += is_fixed(spec, i) == fixed ? catalogue->cells[i].cost_s : 0;
    return seconds;
}

static const char *in_words(struct arena *arena, double seconds)
{
    return seconds < 120 ? arena_printf(arena, "%.0f s", ceil(seconds))
                         : arena_printf(arena, "%.0f min", ceil(seconds / 60));
}

static bool tell(struct store *store, const struct log *log, double limit_s, double cost_s,
                 double widest, struct arena *arena, struct error *error)
{
    const char *text =
        arena_printf(arena,
                     "the precision that was asked for takes about %s: sized for %s, ±%.2g %% is "
                     "to be expected (--budget)",
                     in_words(arena, cost_s), in_words(arena, limit_s), 100 * widest);
    log_note(log, "%s", text);
    return store_event(store, "time", text, error);
}

// The share of their blocks that the cells keep, and the widest interval that this gives.
static double keep(const struct spec *spec, const struct catalogue *catalogue, double share,
                   struct repetitions *repetitions)
{
    double widest = 0;
    for (size_t i = 0; i < spec->cell_count; i++) {
        size_t blocks = (size_t)((double)repetitions[i].blocks * share);
        if (is_fixed(spec, i) || repetitions[i].blocks <= BLOCKS_LEAST)
            continue;
        blocks = blocks < BLOCKS_LEAST ? BLOCKS_LEAST : blocks;
        double wider = sqrt((double)repetitions[i].blocks / (double)blocks);
        widest = fmax(widest, catalogue->cells[i].half_width * wider);
        repetitions[i].blocks = blocks;
    }
    return widest;
}

bool time_limit_apply(struct store *store, const struct spec *spec, double limit_s,
                      const struct log *log, struct repetitions *repetitions, struct error *error)
{
    struct arena arena = {0};
    struct catalogue catalogue;
    if (limit_s <= 0)
        return true;
    bool done = store_catalogue(store, &arena, &catalogue, error);
    if (done) {
        double fixed = cost_of(spec, &catalogue, true), open = cost_of(spec, &catalogue, false);
        double share = limit_s > fixed && open > 0 ? (limit_s - fixed) / open : 0;
        if (open > 0 && share < 1)
            done = tell(store, log, limit_s, fixed + open,
                        keep(spec, &catalogue, share, repetitions), &arena, error);
    }
    arena_release(&arena);
    return done;
}
