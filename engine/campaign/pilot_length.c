// Ending a pilot whose blocks are dear.
#include "campaign/pilot_length.h"

#include "plan/levels.h"
#include "store/events.h"
#include "store/plan/shorten.h"
#include "store/results/outcomes.h"

#include <math.h>

static const double PILOT_MOST_S = 300, BUDGET_SHARE = 0.25;

// The cost of one more block of every cell.
static bool round_cost(const struct pilot_progress *pilot, const struct repetitions *repetitions,
                       double *seconds, struct error *error)
{
    const struct spec *spec = pilot->spec;
    *seconds = 0;
    for (size_t cell = 0; cell < spec->cell_count; cell++)
        for (size_t variant = 0; variant < spec->variant_count; variant++) {
            struct level_costs costs;
            if (!store_costs(pilot->store, cell, variant, &costs, error))
                return false;
            *seconds += costs.build_s + (double)repetitions[cell].executions * costs.seconds;
        }
    return true;
}

static double most_s(const struct pilot_progress *pilot)
{
    double share = BUDGET_SHARE * pilot->budget_s;
    return share > 0 ? fmin(share, PILOT_MOST_S) : PILOT_MOST_S;
}

static bool end_pilot(const struct pilot_progress *pilot, double block_s,
                      struct repetitions *repetitions, struct error *error)
{
    struct arena scratch = {0};
    const char *text = arena_printf(
        &scratch, "the pilot ends after %zu blocks of each cell: %d would take about %.0f s",
        pilot->round, PILOT_TOP, PILOT_TOP * block_s);
    log_note(pilot->log, "%s", text);
    bool done = store_event(pilot->store, "pilot", text, error) &&
                store_shorten_pilot(pilot->store, repetitions, pilot->spec->cell_count,
                                    pilot->round, error);
    arena_release(&scratch);
    for (size_t cell = 0; cell < pilot->spec->cell_count; cell++)
        repetitions[cell].blocks = pilot->round;
    return done;
}

bool pilot_end_if_dear(const struct pilot_progress *pilot, struct repetitions *repetitions,
                       struct error *error)
{
    double block_s = 0;
    size_t next = pilot->round + PILOT_TOP_LEAST;
    if (pilot->round >= repetitions->blocks || !pilot_is_open(pilot->spec))
        return true;
    return round_cost(pilot, repetitions, &block_s, error) &&
           ((double)next * block_s <= most_s(pilot) ||
            end_pilot(pilot, block_s, repetitions, error));
}
