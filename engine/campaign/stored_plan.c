// Taking a plan from the store.
#include "campaign/stored_plan.h"

#include "store/anew.h"

#include <string.h>

// What the store has of a phase.
struct stored_phase {
    struct repetitions *repetitions;      // by cell
    int64_t first_build, first_execution; // where the rows stand in order
    size_t *earlier;                      // numbers of blocks before a cell was started anew; or 0
    bool planned, anew;                   // at all; in several steps
};

static bool read_phase(struct arena *memory, struct store *store, size_t cells, enum phase phase,
                       struct stored_phase *stored, struct error *error)
{
    *stored =
        (struct stored_phase){.repetitions = arena_new_array(memory, struct repetitions, cells),
                              .earlier = arena_new_array(memory, size_t, cells)};
    return store_phase(store, phase, cells, stored->repetitions, &stored->first_build,
                       &stored->first_execution, &stored->planned, error) &&
           store_earlier(store, cells, stored->earlier, &stored->anew, error);
}

// A cell may have got no blocks, but one that was started anew has not got them yet.
static bool is_kept(const struct stored_phase *stored, size_t cell)
{
    return stored->planned && (stored->repetitions[cell].blocks || !stored->earlier[cell]);
}

static bool load_steps(struct taken_plan *taken, struct error *error)
{
    const struct plan *plan = &taken->plan;
    struct stored_ids *ids = &taken->ids;
    struct arena *memory = &taken->piece;
    struct stored_step *steps = arena_new_array(memory, struct stored_step, plan->execution_count);
    ids->steps = steps;
    if (!taken->scattered)
        return store_steps(taken->store, plan, ids->first_build, ids->first_execution, steps,
                           error);
    int64_t *builds = arena_new_array(memory, int64_t, plan->build_count);
    int64_t *executions = arena_new_array(memory, int64_t, plan->execution_count);
    ids->builds = builds;
    ids->executions = executions;
    return store_scattered_steps(taken->store, plan, taken->planner.phase,
                                 taken->planner.spec->cell_count, builds, executions, steps, error);
}

// Plans and stores what the store has not got of the phase.
static bool store_rest(struct arena *memory, struct store *store, const struct spec *spec,
                       enum phase phase, const struct repetitions *repetitions,
                       struct stored_phase *stored, struct error *error)
{
    struct repetitions *rest = arena_new_array(memory, struct repetitions, spec->cell_count);
    int64_t first_build, first_execution; // of cells started anew: their ids are read one by one
    for (size_t cell = 0; cell < spec->cell_count; cell++)
        if (!is_kept(stored, cell))
            rest[cell] = repetitions[cell];
    struct planner planner = plan_begin(memory, spec, phase, rest);
    return stored->planned ? !planner.rounds || store_planned(store, &planner, &first_build,
                                                              &first_execution, error)
                           : store_planned(store, &planner, &stored->first_build,
                                           &stored->first_execution, error);
}

bool plan_take_next(struct taken_plan *taken, bool *more, struct error *error)
{
    taken->ids.first_build += (int64_t)taken->plan.build_count;
    taken->ids.first_execution += (int64_t)taken->plan.execution_count;
    arena_release(&taken->piece);
    *more = plan_next(&taken->planner, &taken->piece, taken->piece_executions, &taken->plan);
    return !*more || !taken->stored || load_steps(taken, error);
}

void plan_release(struct taken_plan *taken)
{
    arena_release(&taken->piece);
}

// Before the first piece.
static void rewind_plan(struct taken_plan *taken, struct arena *memory,
                        const struct stored_phase *stored)
{
    const struct planner *planner = &taken->planner;
    taken->planner = plan_begin(memory, planner->spec, planner->phase, planner->repetitions);
    taken->plan = (struct plan){.block_count = 0};
    taken->ids = (struct stored_ids){.first_build = stored->first_build,
                                     .first_execution = stored->first_execution};
}

static bool count_all(struct taken_plan *taken, struct error *error)
{
    bool more = true, read;
    while ((read = plan_take_next(taken, &more, error)) && more) {
        const struct stored_step *steps = taken->ids.steps;
        amount_add(&taken->amount, &taken->plan, steps);
        for (size_t i = 0; steps && i < taken->plan.execution_count; i++) {
            taken->succeeded += steps[i].succeeded;
            taken->failed += !steps[i].succeeded && !steps[i].open;
        }
    }
    return read;
}

// What is stored keeps its repetitions and numbers; the rest is numbered on.
static void number_blocks(const struct stored_phase *stored, size_t cells, size_t *next_block,
                          struct repetitions *repetitions)
{
    for (size_t cell = 0; cell < cells; cell++) {
        size_t next = stored->earlier[cell] + 1;
        repetitions[cell].first_block = next_block[cell] > next ? next_block[cell] : next;
        if (is_kept(stored, cell))
            repetitions[cell] = stored->repetitions[cell];
        next_block[cell] = repetitions[cell].first_block + repetitions[cell].blocks;
    }
}

bool plan_take(struct arena *memory, struct store *store, const struct spec *spec, enum phase phase,
               bool whole, size_t *next_block, struct repetitions *repetitions,
               struct taken_plan *taken, struct error *error)
{
    struct stored_phase stored;
    *taken = (struct taken_plan){.store = store, .planner = {spec, phase, repetitions, NULL, 0, 0}};
    if (!read_phase(memory, store, spec->cell_count, phase, &stored, error))
        return false;
    number_blocks(&stored, spec->cell_count, next_block, repetitions);
    taken->stored = stored.planned;
    taken->scattered = stored.planned && stored.anew;
    taken->piece_executions = whole || taken->scattered ? SIZE_MAX : PIECE_EXECUTIONS;
    taken->amount.blocks_left = arena_new_array(memory, size_t, spec->cell_count);
    if ((!stored.planned || stored.anew) &&
        !store_rest(memory, store, spec, phase, repetitions, &stored, error))
        return false;
    rewind_plan(taken, memory, &stored);
    if (!count_all(taken, error))
        return false;
    rewind_plan(taken, memory, &stored);
    bool more;
    return plan_take_next(taken, &more, error);
}

static bool keep_some(struct arena *scratch, struct store *store, const struct spec *spec,
                      enum phase phase, struct repetitions *repetitions, bool *kept, bool *whole,
                      struct error *error)
{
    struct stored_phase stored;
    if (!read_phase(scratch, store, spec->cell_count, phase, &stored, error))
        return false;
    for (size_t cell = 0; cell < spec->cell_count; cell++) {
        kept[cell] = is_kept(&stored, cell);
        *whole = *whole && kept[cell];
        if (kept[cell])
            repetitions[cell] = stored.repetitions[cell];
    }
    return true;
}

bool plan_kept(struct store *store, const struct spec *spec, enum phase phase,
               struct repetitions *repetitions, bool *kept, bool *whole, struct error *error)
{
    struct arena scratch = {0};
    memset(kept, 0, spec->cell_count * sizeof *kept);
    bool done = store_has_phase(store, phase, whole, error);
    if (done && *whole && store_get(store, &scratch, "identity"))
        done = keep_some(&scratch, store, spec, phase, repetitions, kept, whole, error);
    arena_release(&scratch);
    return done;
}
