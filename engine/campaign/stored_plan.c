// Taking a plan from the store.
#include "campaign/stored_plan.h"

static bool load_steps(struct arena *memory, struct store *store, struct taken_plan *taken,
                       struct error *error)
{
    const struct plan *plan = &taken->plan;
    struct stored_step *steps = arena_new_array(memory, struct stored_step, plan->execution_count);
    if (!store_steps(store, plan, taken->ids.first_build, taken->ids.first_execution, steps, error))
        return false;
    for (size_t i = 0; i < plan->execution_count; i++) {
        taken->succeeded += steps[i].succeeded;
        taken->failed += !steps[i].succeeded && !steps[i].open;
    }
    taken->ids.steps = steps;
    return true;
}

bool plan_take(struct arena *memory, struct store *store, const struct spec *spec, enum phase phase,
               size_t *next_block, struct repetitions *repetitions, struct taken_plan *taken,
               struct error *error)
{
    struct repetitions *stored = arena_new_array(memory, struct repetitions, spec->cell_count);
    struct stored_ids *ids = &taken->ids;
    bool planned = false;
    *taken = (struct taken_plan){.succeeded = 0};
    if (!store_phase(store, phase, spec->cell_count, stored, &ids->first_build,
                     &ids->first_execution, &planned, error))
        return false;
    for (size_t cell = 0; cell < spec->cell_count; cell++) {
        repetitions[cell].first_block = next_block[cell];
        if (planned)
            repetitions[cell] = stored[cell];
        next_block[cell] = repetitions[cell].first_block + repetitions[cell].blocks;
    }
    taken->plan = plan_make(memory, spec, phase, repetitions);
    return planned
               ? load_steps(memory, store, taken, error)
               : store_plan(store, &taken->plan, &ids->first_build, &ids->first_execution, error);
}

bool plan_is_stored(struct store *store, const struct spec *spec, enum phase phase, bool *stored,
                    struct error *error)
{
    (void)spec;
    return store_has_phase(store, phase, stored, error);
}
