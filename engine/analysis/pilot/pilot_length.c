// Ending a pilot that takes long.
#include "analysis/pilot/pilot_length.h"

#include "analysis/pilot/sized_series.h"
#include "plan/levels.h"
#include "stats/dimensioning.h"
#include "store/events.h"
#include "store/plan/shorten.h"
#include "store/results/outcomes.h"

#include <math.h>

static const double PILOT_MOST_S = 600, PILOT_CHEAP_S = 3;

bool pilot_ends(size_t blocks, bool of_ratios, double block_s, double budget_s)
{
    double share = PILOT_BUDGET_SHARE * budget_s;
    double most_s = share > 0 ? fmin(share, PILOT_MOST_S) : PILOT_MOST_S;
    bool is_long = of_ratios && blocks >= PILOT_TOP_SHORT && PILOT_TOP * block_s > PILOT_CHEAP_S;
    return is_long || (double)(blocks + PILOT_TOP_LEAST) * block_s > most_s;
}

// After fewer blocks no more: they were dear.
size_t real_least_after(size_t blocks, bool of_ratios)
{
    bool is_short = of_ratios && blocks >= PILOT_TOP_SHORT && blocks < PILOT_TOP;
    return is_short ? TOP_UNITS_LEAST + PILOT_TOP - blocks : TOP_UNITS_LEAST;
}

// The cost of one more block of every cell.
static bool round_cost(const struct pilot_progress *pilot, const struct repetitions *repetitions,
                       double *seconds, struct error *error)
{
    const struct spec *spec = pilot->spec;
    *seconds = 0;
    for (size_t cell = 0; cell < spec->cell_count; cell++)
        for (size_t variant = 0; variant < spec->variant_count; variant++) {
            struct level_costs costs;
            if (!store_costs(pilot->store, cell, variant, PHASE_PILOT, &costs, error))
                return false;
            *seconds += costs.build_s + (double)repetitions[cell].executions * costs.seconds;
        }
    return true;
}

static bool end_pilot(const struct pilot_progress *pilot, double block_s,
                      struct repetitions *repetitions, struct error *error)
{
    struct arena scratch = {0};
    const char *text = arena_printf(
        &scratch, "the pilot ends after %zu blocks of each cell: %d would take about %.0f s",
        pilot->round, PILOT_TOP, PILOT_TOP * block_s);
    log_note(pilot->log, "%s%s", pilot->name_before, text);
    bool done = store_event_instead(pilot->store, "pilot", text, error) &&
                store_shorten_pilot(pilot->store, repetitions, pilot->spec->cell_count,
                                    pilot->round, error);
    arena_release(&scratch);
    for (size_t cell = 0; cell < pilot->spec->cell_count; cell++)
        repetitions[cell].blocks = pilot->round;
    return done;
}

bool pilot_end_early(const struct pilot_progress *pilot, struct repetitions *repetitions,
                     struct error *error)
{
    double block_s = 0;
    if (pilot->round >= repetitions->blocks || !pilot_is_open(pilot->spec))
        return true;
    return round_cost(pilot, repetitions, &block_s, error) &&
           (!pilot_ends(pilot->round, sizes_ratios(pilot->spec), block_s, pilot->budget_s) ||
            end_pilot(pilot, block_s, repetitions, error));
}
