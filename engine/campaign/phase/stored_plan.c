// Reading a plan from the store, or planning and storing it.
#include "campaign/phase/stored_plan.h"

#include "model/phase.h"
#include "plan/levels.h"
#include "store/facts.h"
#include "store/plan/plan_rows.h"
#include "store/plan/restart.h"

#include <string.h>

// A phase in the store.
struct stored_phase {
    struct repetitions *repetitions;      // by cell
    int64_t first_build, first_execution; // if the rows are in order
    size_t *earlier;                      // number of blocks before a cell was restarted; or 0
    bool planned, in_steps;               // in the store; in several steps
};

static bool read_phase(struct arena *memory, struct store *store, size_t cells, enum phase phase,
                       struct stored_phase *stored, struct error *error)
{
    *stored =
        (struct stored_phase){.repetitions = arena_new_array(memory, struct repetitions, cells),
                              .earlier = arena_new_array(memory, size_t, cells)};
    bool read = store_phase(store, phase, cells, stored->repetitions, &stored->first_build,
                            &stored->first_execution, &stored->planned, error) &&
                store_earlier(store, cells, stored->earlier, &stored->in_steps, error);
    stored->in_steps =
        stored->in_steps || (phase == PHASE_REAL && store_get(store, memory, FACT_LOOKS));
    return read;
}

// A cell may be planned with no blocks; a restarted cell without blocks is not planned yet.
static bool is_already_planned(const struct stored_phase *stored, size_t cell)
{
    return stored->planned && (stored->repetitions[cell].blocks || !stored->earlier[cell]);
}

static bool load_steps(struct stored_plan *stored_plan, struct error *error)
{
    const struct plan *plan = &stored_plan->plan;
    struct stored_ids *ids = &stored_plan->ids;
    struct arena *memory = &stored_plan->piece;
    struct stored_step *steps = arena_new_array(memory, struct stored_step, plan->execution_count);
    ids->steps = steps;
    if (!stored_plan->scattered)
        return store_steps(stored_plan->store, plan, ids->first_build, ids->first_execution, steps,
                           error);
    int64_t *builds = arena_new_array(memory, int64_t, plan->build_count);
    int64_t *executions = arena_new_array(memory, int64_t, plan->execution_count);
    ids->builds = builds;
    ids->executions = executions;
    return store_scattered_steps(stored_plan->store, plan, stored_plan->planner.phase,
                                 stored_plan->planner.spec->cell_count, builds, executions, steps,
                                 error);
}

// Plans and stores the cells of the phase that are not stored.
static bool store_rest(struct arena *memory, struct store *store, const struct spec *spec,
                       enum phase phase, const struct repetitions *repetitions,
                       struct stored_phase *stored, struct error *error)
{
    struct repetitions *rest = arena_new_array(memory, struct repetitions, spec->cell_count);
    int64_t first_build, first_execution; // of restarted cells: their ids are read one by one
    for (size_t cell = 0; cell < spec->cell_count; cell++)
        if (!is_already_planned(stored, cell))
            rest[cell] = repetitions[cell];
    struct planner planner = plan_begin(memory, spec, phase, rest);
    return stored->planned ? !planner.rounds || store_planned(store, &planner, &first_build,
                                                              &first_execution, error)
                           : store_planned(store, &planner, &stored->first_build,
                                           &stored->first_execution, error);
}

bool plan_take_next(struct stored_plan *stored_plan, bool *more, struct error *error)
{
    stored_plan->ids.first_build += (int64_t)stored_plan->plan.build_count;
    stored_plan->ids.first_execution += (int64_t)stored_plan->plan.execution_count;
    arena_release(&stored_plan->piece);
    *more = plan_next(&stored_plan->planner, &stored_plan->piece, stored_plan->piece_executions,
                      &stored_plan->plan);
    stored_plan->executions += stored_plan->plan.execution_count;
    return !*more || !stored_plan->stored || load_steps(stored_plan, error);
}

void plan_release(struct stored_plan *stored_plan)
{
    arena_release(&stored_plan->piece);
}

// Before the first piece.
static void rewind_plan(struct stored_plan *stored_plan, struct arena *memory,
                        const struct stored_phase *stored)
{
    const struct planner *planner = &stored_plan->planner;
    stored_plan->planner = plan_begin(memory, planner->spec, planner->phase, planner->repetitions);
    stored_plan->plan = (struct plan){.block_count = 0};
    stored_plan->executions = 0;
    stored_plan->ids = (struct stored_ids){.first_build = stored->first_build,
                                           .first_execution = stored->first_execution};
}

static bool count_all(struct stored_plan *stored_plan, struct error *error)
{
    bool more = true, read;
    while ((read = plan_take_next(stored_plan, &more, error)) && more) {
        const struct stored_step *steps = stored_plan->ids.steps;
        amount_add(&stored_plan->amount, &stored_plan->plan, steps);
        for (size_t i = 0; steps && i < stored_plan->plan.execution_count; i++) {
            stored_plan->succeeded += steps[i].succeeded;
            stored_plan->failed += !steps[i].succeeded && !steps[i].open;
        }
    }
    return read;
}

// Stored cells keep their repetitions and block numbers; the numbers of the others continue.
static void number_blocks(const struct stored_phase *stored, size_t cells, size_t *next_block,
                          struct repetitions *repetitions)
{
    for (size_t cell = 0; cell < cells; cell++) {
        size_t next = stored->earlier[cell] + 1;
        repetitions[cell].first_block = next_block[cell] > next ? next_block[cell] : next;
        if (is_already_planned(stored, cell))
            repetitions[cell] = stored->repetitions[cell];
        next_block[cell] = repetitions[cell].first_block + repetitions[cell].blocks;
    }
}

// A pilot that may end early has pieces of so many blocks of each cell.
static size_t piece_executions(const struct spec *spec, enum phase phase,
                               const struct repetitions *repetitions)
{
    size_t executions = 0;
    for (size_t cell = 0; cell < spec->cell_count; cell++)
        executions += PILOT_TOP_LEAST * repetitions[cell].executions * spec->variant_count;
    bool may_end = phase == PHASE_PILOT && pilot_is_open(spec);
    return may_end && executions < PIECE_EXECUTIONS ? executions : PIECE_EXECUTIONS;
}

bool plan_take(struct arena *memory, struct store *store, const struct spec *spec, enum phase phase,
               bool whole, size_t *next_block, struct repetitions *repetitions,
               struct stored_plan *stored_plan, struct error *error)
{
    struct stored_phase stored;
    *stored_plan =
        (struct stored_plan){.store = store, .planner = {spec, phase, repetitions, NULL, 0, 0}};
    if (!read_phase(memory, store, spec->cell_count, phase, &stored, error))
        return false;
    number_blocks(&stored, spec->cell_count, next_block, repetitions);
    stored_plan->stored = stored.planned;
    stored_plan->scattered = stored.planned && stored.in_steps;
    stored_plan->piece_executions =
        whole || stored_plan->scattered ? SIZE_MAX : piece_executions(spec, phase, repetitions);
    stored_plan->amount.blocks_left = arena_new_array(memory, size_t, spec->cell_count);
    if ((!stored.planned || stored.in_steps) &&
        !store_rest(memory, store, spec, phase, repetitions, &stored, error))
        return false;
    rewind_plan(stored_plan, memory, &stored);
    if (!count_all(stored_plan, error))
        return false;
    rewind_plan(stored_plan, memory, &stored);
    bool more;
    return plan_take_next(stored_plan, &more, error);
}

static bool keep_some(struct arena *scratch, struct store *store, const struct spec *spec,
                      enum phase phase, struct repetitions *repetitions, bool *already_planned,
                      bool *whole, struct error *error)
{
    struct stored_phase stored;
    if (!read_phase(scratch, store, spec->cell_count, phase, &stored, error))
        return false;
    for (size_t cell = 0; cell < spec->cell_count; cell++) {
        already_planned[cell] = is_already_planned(&stored, cell);
        *whole = *whole && already_planned[cell];
        if (already_planned[cell])
            repetitions[cell] = stored.repetitions[cell];
    }
    return true;
}

bool plan_already_planned(struct store *store, const struct spec *spec, enum phase phase,
                          struct repetitions *repetitions, bool *already_planned, bool *whole,
                          struct error *error)
{
    struct arena scratch = {0};
    memset(already_planned, 0, spec->cell_count * sizeof *already_planned);
    bool done = store_has_phase(store, phase, whole, error);
    if (done && *whole && store_get(store, &scratch, FACT_FINGERPRINT))
        done = keep_some(&scratch, store, spec, phase, repetitions, already_planned, whole, error);
    arena_release(&scratch);
    return done;
}
