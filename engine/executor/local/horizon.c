// Probing the variants of a cell, longer each time, before its pilot begins.
#include "executor/local/horizon.h"

#include "executor/local/internal.h"
#include "plan/levels.h"
#include "spec/target.h"
#include "stats/series/warmup_horizon.h"
#include "store/facts.h"
#include "store/transactions.h"

#include <stdint.h>
#include <stdlib.h>

// Of a cell: the iterations that its pilot's executions need, and those within which the probes of
// all variants became steady (0: of some they did not).
struct found {
    size_t most, probed;
};

static bool is_open(const struct local_executor *executor, const struct planned_block *block)
{
    const struct spec *spec = executor->base.spec;
    return block->phase == PHASE_PILOT && cell_warmup_is_open(spec, &spec->cells[block->cell]);
}

static size_t stored_horizon(const struct local_executor *executor, struct arena *scratch,
                             size_t cell)
{
    const char *text =
        store_get(executor->recorder.store, scratch, arena_printf(scratch, FACT_HORIZON, cell));
    return text ? strtoull(text, NULL, 10) : 0;
}

static size_t values_of(struct arena *scratch, const struct observation *observation,
                        double **values)
{
    size_t count = 0;
    *values = arena_new_array(scratch, double, observation->record_count);
    for (size_t i = 0; i < observation->record_count; i++) {
        const struct esw_sample *record = &observation->records[i];
        if (!(record->flags & ESW_WARMUP))
            (*values)[count++] = record->duration / (double)record->iterations;
    }
    return count;
}

// A failure is none of the campaign: the execution itself will show it.
static bool probe(struct local_executor *executor, struct arena *scratch,
                  const struct attempt *attempt, struct warmup_horizon *horizon,
                  struct error *error)
{
    struct draws draws = {0};
    struct observation observation = {0};
    size_t ended = 0;
    struct execution_request request = attempt_request(executor, scratch, attempt, &draws);
    request.iterations = horizon->next;
    request.enough = 1;
    request.metrics = false;
    request.rapl = NULL;
    if (!execution_run(scratch, &executor->launcher, &request, 1, &observation, &ended, error))
        return false;
    if (*executor->base.stop)
        return failed(error, EXIT_INTERRUPTED, "interrupted");
    double *values = NULL;
    size_t count = observation.failure ? 0 : values_of(scratch, &observation, &values);
    const struct esw_answer *answer = count ? &observation.header->answer : NULL;
    warmup_horizon_probe(
        horizon, values, count,
        answer ? answer->granularity_ns / answer->ns_per_tick / (double)answer->batch : 0);
    return true;
}

static bool warn_of_unsettled(struct local_executor *executor, struct arena *scratch,
                              const struct attempt *attempt, const struct warmup_horizon *horizon,
                              struct error *error)
{
    return recorder_warn_once(
        &executor->recorder, "warm-up",
        arena_printf(scratch,
                     "%s, %s: executions of %zu iterations still change in their second half, by "
                     "a longer warm-up or a noisy machine: if it is warm-up, set 'repeat.warmup'",
                     spec_cell_name(scratch, executor->base.spec, attempt->block->cell),
                     attempt->prepared->target->variant, horizon->probed),
        error);
}

static bool probe_variant(struct local_executor *executor, const struct attempt *attempt,
                          struct found *found, struct error *error)
{
    const struct spec *spec = executor->base.spec;
    const struct cell *cell = &spec->cells[attempt->block->cell];
    size_t counts[LEVELS_MAX];
    pilot_counts(spec, cell, counts);
    size_t executions = cell_has_builds(spec, cell) ? counts[2] * counts[1] : counts[1];
    struct warmup_horizon horizon =
        warmup_horizon_begin(attempt->execution->iterations, executions);
    struct arena scratch = {0};
    bool done = true;
    while (done && horizon.next && deadline_leaves(&executor->deadline, HORIZON_S))
        done = probe(executor, &scratch, attempt, &horizon, error);
    if (done && horizon.unsettled)
        done = warn_of_unsettled(executor, &scratch, attempt, &horizon, error);
    size_t probed = horizon.next || horizon.unsettled ? 0 : horizon.probed;
    found->most = horizon.iterations > found->most ? horizon.iterations : found->most;
    found->probed = probed < found->probed ? probed : found->probed;
    arena_release(&scratch);
    return done;
}

// The first attempts of each variant in the first block.
static bool probe_cell(struct local_executor *executor, const struct attempt *attempts,
                       size_t count, struct found *found, struct error *error)
{
    bool done = true;
    for (size_t variant = 0; done && variant < executor->base.spec->variant_count; variant++)
        for (size_t i = 0; i < count && attempts[i].block == attempts->block; i++)
            if (attempts[i].variant == variant) {
                done = attempts[i].built->failed ||
                       probe_variant(executor, &attempts[i], found, error);
                break;
            }
    return done;
}

static bool store_found(struct local_executor *executor, struct arena *scratch, size_t cell,
                        const struct found *found, struct error *error)
{
    struct store *store = executor->recorder.store;
    return store_set(store, arena_printf(scratch, FACT_HORIZON, cell),
                     arena_printf(scratch, "%zu", found->most), error) &&
           store_set(store, arena_printf(scratch, FACT_PROBED, cell),
                     arena_printf(scratch, "%zu", found->probed < SIZE_MAX ? found->probed : 0),
                     error) &&
           store_commit(store, error); // before the first execution that it lengthens
}

bool horizon_find(struct local_executor *executor, const struct attempt *attempts, size_t count,
                  struct error *error)
{
    size_t cell = attempts->block->cell, *horizon = &executor->horizons[cell];
    if (*horizon || !is_open(executor, attempts->block))
        return true;
    struct arena scratch = {0};
    size_t stored = stored_horizon(executor, &scratch, cell);
    struct found found = {stored ? stored : attempts->execution->iterations, SIZE_MAX};
    bool done = stored || (probe_cell(executor, attempts, count, &found, error) &&
                           store_found(executor, &scratch, cell, &found, error));
    *horizon = done ? found.most : 0;
    arena_release(&scratch);
    return done;
}
