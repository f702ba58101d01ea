// What counts of an execution need besides: the run in valgrind, and words on what they leave out.
#include "executor/valgrind_count.h"

#include "base/clock.h"
#include "meters/counters.h"
#include "run/valgrind.h"
#include "store/facts.h"

// What an execution costs besides, for whoever plans more of them.
static bool note_cost(struct local_executor *executor, struct arena *scratch,
                      const struct prepared_variant *prepared, double seconds, struct error *error)
{
    size_t index = (size_t)(prepared - executor->prepared_variants);
    size_t variants = executor->spec->variant_count;
    const char *key =
        arena_printf(scratch, "simulation.%zu.%zu", index / variants, index % variants);
    return store_set(executor->store, key, arena_printf(scratch, "%.6g", seconds), error);
}

// Without a count nothing else is lost.
static bool simulate(struct local_executor *executor, struct arena *scratch,
                     const struct prepared_variant *prepared,
                     const struct execution_request *request, struct observation *observation,
                     struct error *error)
{
    const struct target *target = prepared->target;
    double instructions = 0;
    int64_t begin = clock_boot_ns();
    const char *why = NULL;
    const char *folder = arena_printf(scratch, "%s/valgrind", executor->folder);
    uint64_t batch = observation->header ? observation->header->answer.batch : 0;
    if (!valgrind_count(scratch, &executor->launcher, request, observation->outcome.seconds, batch,
                        folder, &instructions, &why, error))
        return false;
    if (why && *executor->stop) // a killed one is no failure: the execution is repeated
        return failed(error, EXIT_INTERRUPTED, "interrupted");
    if (why)
        log_warning(executor->log, "benchmark '%s', variant '%s': not counted in valgrind: %s",
                    target->benchmark, target->variant, why);
    else
        figure_set(&observation->outcome.figures, FIGURE_VALGRIND_INSTRUCTIONS, instructions);
    return note_cost(executor, scratch, prepared, (double)(clock_boot_ns() - begin) * 1e-9, error);
}

// Of the batches after warm-up, those that have all of these flags.
static size_t count_flagged(const struct observation *observation, uint32_t flags)
{
    size_t count = 0;
    for (size_t i = 0; i < observation->record_count; i++)
        count += (observation->records[i].flags & (flags | ESW_WARMUP)) == flags;
    return count;
}

static bool tell_of_turns(struct local_executor *executor, struct arena *scratch,
                          const struct observation *observation, struct error *error)
{
    const struct figures *figures = &observation->outcome.figures;
    double share = figures->values[FIGURE_COUNTED_SHARE];
    bool known = figure_is_known(figures, FIGURE_COUNTED_SHARE) && share < 1;
    size_t scaled = count_flagged(observation, ESW_SCALED);
    if (executor->counters_took_turns || (!known && !scaled))
        return true;
    executor->counters_took_turns = true;
    const char *how = known ? arena_printf(scratch, "for %.0f %% of the time", 100 * share)
                            : arena_printf(scratch, "for a part of the time in %zu of %zu samples",
                                           scaled, count_flagged(observation, 0));
    return local_executor_tell(
        executor, "counters",
        arena_printf(scratch,
                     "counters had to take turns (multiplexed), one counted %s: "
                     "its value is scaled to all of it; with fewer of them in "
                     "'measure' none is",
                     how),
        error);
}

static bool tell_of_user_code(struct local_executor *executor,
                              const struct observation *observation, struct error *error)
{
    return !counts_user_code_alone(observation) ||
           local_executor_tell_once(
               executor, "counters",
               "hardware counters are of user code alone, without the kernel's part, as "
               "perf_event_paranoid says (sysctl kernel.perf_event_paranoid=1)",
               error);
}

// The engine was allowed what the benchmark is not.
static bool tell_of_refusal(struct local_executor *executor, struct arena *scratch,
                            const struct esw_header *header, struct error *error)
{
    for (size_t i = 0; header && i < ESW_COUNTERS_MOST; i++) {
        const char *why = counter_refusal(scratch, (int)header->answer.counter_errors[i], -1, 2);
        if (why &&
            !local_executor_tell_once(executor, "counters",
                                      arena_printf(scratch,
                                                   "a benchmark was refused a counter, of which "
                                                   "it has no values then: %s",
                                                   why),
                                      error))
            return false;
    }
    return true;
}

bool valgrind_count_finish(struct local_executor *executor, struct arena *scratch,
                           const struct prepared_variant *prepared,
                           const struct execution_request *request, struct observation *observation,
                           struct error *error)
{
    bool simulated = request->figures & figure_bit(FIGURE_VALGRIND_INSTRUCTIONS);
    return (!simulated || simulate(executor, scratch, prepared, request, observation, error)) &&
           tell_of_turns(executor, scratch, observation, error) &&
           tell_of_user_code(executor, observation, error) &&
           tell_of_refusal(executor, scratch, observation->header, error);
}
