// Reservations about the course of time: drift, an unsteady machine, interference.
#include "report/compare/internal.h"

#include "report/wording/canary.h"
#include "report/wording/diagnostics.h"
#include "report/wording/drift.h"

static void gather_drift(struct gathering *gathering)
{
    struct arena *arena = gathering->arena;
    const struct side *sides = gathering->sides;
    const struct series_diagnostics *old = sides[0].diagnostics, *new = sides[1].diagnostics;
    if (!old || !new || (!old->drifted && !new->drifted))
        return;
    bool shared = gathering->comparison->paired &&
                  (old->drifted ? drift_is_shared(old, new) : drift_is_shared(new, old));
    const char *both = arena_printf(
        arena, "%s %s, %s %s from the first tenth of the session to the last", sides[0].variant,
        drift_percent(arena, old), sides[1].variant, drift_percent(arena, new));
    gathering_add(gathering, shared ? NOTE_DRIFT : NOTE_SIDE_DRIFT,
                  arena_printf(arena,
                               shared ? "both sides drifted: %s" : "the sides drifted apart: %s",
                               both));
}

static void gather_machine(struct gathering *gathering)
{
    const struct comparison_sources *sources = gathering->sources;
    const char *old = canary_unsteady(gathering->arena, sources->old);
    const char *new = gathering_is_one_campaign(gathering)
                          ? old
                          : canary_unsteady(gathering->arena, sources->new);
    gathering_add(gathering, NOTE_UNSTEADY_MACHINE, old);
    gathering_add(gathering, NOTE_UNSTEADY_MACHINE, new);
}

static void gather_interference(struct gathering *gathering)
{
    const struct side *sides = gathering->sides;
    for (size_t i = 0; i < 2; i++) {
        const struct series_diagnostics *both[] = {sides[i].diagnostics, sides[1].diagnostics};
        bool together = i == 0 && gathering_is_one_campaign(gathering) && both[0] && both[1];
        if (!both[0])
            continue;
        const struct stored_cell *cell = &sides[i].findings->catalogue.cells[sides[i].cell_index];
        gathering_add(gathering, NOTE_INTERFERENCE,
                      interference_wording(gathering->arena, cell, both, together ? 2 : 1));
        if (together)
            return;
    }
}

void gather_time(struct gathering *gathering)
{
    gather_drift(gathering);
    gather_machine(gathering);
    gather_interference(gathering);
}
