// What counts of an execution need besides: the run in valgrind, and words on what they leave out.
#include "dispatch/counted.h"

#include "base/clock.h"
#include "meters/counters.h"
#include "run/valgrind.h"

// What an execution costs besides, for whoever plans more of them.
static bool note_cost(struct workbench *workbench, struct arena *scratch,
                      const struct station *station, double seconds, struct error *error)
{
    size_t index = (size_t)(station - workbench->stations);
    size_t variants = workbench->spec->variant_count;
    const char *key =
        arena_printf(scratch, "simulation.%zu.%zu", index / variants, index % variants);
    return store_set(workbench->store, key, arena_printf(scratch, "%.6g", seconds), error);
}

// Without a count nothing else is lost.
static bool simulate(struct workbench *workbench, struct arena *scratch,
                     const struct station *station, const struct execution_request *request,
                     struct observation *observation, struct error *error)
{
    const struct target *target = station->target;
    double instructions = 0;
    int64_t begin = clock_boot_ns();
    const char *why = NULL;
    const char *folder = arena_printf(scratch, "%s/valgrind", workbench->folder);
    uint64_t batch = observation->header ? observation->header->answer.batch : 0;
    if (!valgrind_count(scratch, &workbench->launcher, request, observation->outcome.seconds, batch,
                        folder, &instructions, &why, error))
        return false;
    if (why && *workbench->stop) // a killed one is no failure: the execution is repeated
        return failed(error, EXIT_INTERRUPTED, "interrupted");
    if (why)
        log_warning(workbench->log, "benchmark '%s', variant '%s': not counted in valgrind: %s",
                    target->benchmark, target->variant, why);
    else
        figure_set(&observation->outcome.figures, FIGURE_VALGRIND_INSTRUCTIONS, instructions);
    return note_cost(workbench, scratch, station, (double)(clock_boot_ns() - begin) * 1e-9, error);
}

// Of the batches after warm-up, those that have all of these flags.
static size_t count_flagged(const struct observation *observation, uint32_t flags)
{
    size_t count = 0;
    for (size_t i = 0; i < observation->record_count; i++)
        count += (observation->records[i].flags & (flags | ESW_WARMUP)) == flags;
    return count;
}

static bool tell_of_turns(struct workbench *workbench, struct arena *scratch,
                          const struct observation *observation, struct error *error)
{
    const struct figures *figures = &observation->outcome.figures;
    double share = figures->values[FIGURE_COUNTED_SHARE];
    bool known = figure_is_known(figures, FIGURE_COUNTED_SHARE) && share < 1;
    size_t scaled = count_flagged(observation, ESW_SCALED);
    if (workbench->counters_took_turns || (!known && !scaled))
        return true;
    workbench->counters_took_turns = true;
    const char *how = known ? arena_printf(scratch, "for %.0f %% of the time", 100 * share)
                            : arena_printf(scratch, "for a part of the time in %zu of %zu samples",
                                           scaled, count_flagged(observation, 0));
    return workbench_tell(workbench, "counters",
                          arena_printf(scratch,
                                       "counters had to take turns (multiplexed), one counted %s: "
                                       "its value is scaled to all of it; with fewer of them in "
                                       "'measure' none is",
                                       how),
                          error);
}

static bool tell_of_user_code(struct workbench *workbench, const struct observation *observation,
                              struct error *error)
{
    return !counts_user_code_alone(observation) ||
           workbench_tell_once(
               workbench, "counters",
               "hardware counters are of user code alone, without the kernel's part, as "
               "perf_event_paranoid says (sysctl kernel.perf_event_paranoid=1)",
               error);
}

// The engine was allowed what the benchmark is not.
static bool tell_of_refusal(struct workbench *workbench, struct arena *scratch,
                            const struct esw_header *header, struct error *error)
{
    for (size_t i = 0; header && i < ESW_COUNTERS_MOST; i++) {
        const char *why = counter_refusal(scratch, (int)header->answer.counter_errors[i], -1, 2);
        if (why && !workbench_tell_once(workbench, "counters",
                                        arena_printf(scratch,
                                                     "a benchmark was refused a counter, of which "
                                                     "it has no values then: %s",
                                                     why),
                                        error))
            return false;
    }
    return true;
}

bool counted_finish(struct workbench *workbench, struct arena *scratch,
                    const struct station *station, const struct execution_request *request,
                    struct observation *observation, struct error *error)
{
    bool simulated = request->figures & figure_bit(FIGURE_VALGRIND_INSTRUCTIONS);
    return (!simulated || simulate(workbench, scratch, station, request, observation, error)) &&
           tell_of_turns(workbench, scratch, observation, error) &&
           tell_of_user_code(workbench, observation, error) &&
           tell_of_refusal(workbench, scratch, observation->header, error);
}
