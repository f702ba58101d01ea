// What counts of an execution need besides: the run in valgrind, and words on what they leave out.
#include "dispatch/counted.h"

#include "run/valgrind.h"

#include <string.h>

// Without a count nothing else is lost.
static bool simulate(struct workbench *workbench, struct arena *scratch,
                     const struct target *target, const struct execution_request *request,
                     struct observation *observation, struct error *error)
{
    double instructions = 0;
    const char *why = NULL;
    const char *folder = arena_printf(scratch, "%s/valgrind", workbench->folder);
    uint64_t batch = observation->header ? observation->header->answer.batch : 0;
    if (!valgrind_count(scratch, &workbench->launcher, request, observation->outcome.seconds, batch,
                        folder, &instructions, &why, error))
        return false;
    if (why)
        log_warning(workbench->log, "benchmark '%s', variant '%s': not counted in valgrind: %s",
                    target->benchmark, target->variant, why);
    else
        figure_set(&observation->outcome.figures, FIGURE_VALGRIND_INSTRUCTIONS, instructions);
    return true;
}

// Of the batches after warm-up, those that were counted for a part of the time, or not at all.
static size_t count_scaled(const struct observation *observation)
{
    size_t scaled = 0;
    for (size_t i = 0; i < observation->record_count; i++)
        scaled += (observation->records[i].flags & (ESW_SCALED | ESW_WARMUP)) == ESW_SCALED;
    return scaled;
}

static bool tell_of_turns(struct workbench *workbench, struct arena *scratch,
                          const struct observation *observation, struct error *error)
{
    const struct figures *figures = &observation->outcome.figures;
    double share = figures->values[FIGURE_COUNTED_SHARE];
    bool known = figure_is_known(figures, FIGURE_COUNTED_SHARE) && share < 1;
    size_t scaled = count_scaled(observation);
    if (workbench->counters_took_turns || (!known && !scaled))
        return true;
    workbench->counters_took_turns = true;
    const char *how = known ? arena_printf(scratch, "for %.0f %% of the time", 100 * share)
                            : arena_printf(scratch, "for a part of the time in %zu of %zu samples",
                                           scaled, observation->record_count);
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
    const struct esw_header *header = observation->header;
    bool alone = figure_is_known(&observation->outcome.figures, FIGURE_USER_CODE_ALONE) ||
                 (header && header->answer.user_code);
    return !alone ||
           workbench_tell_once(workbench, "counters",
                               "counters are of user code alone, without the kernel's part, as "
                               "perf_event_paranoid says (sysctl kernel.perf_event_paranoid=1)",
                               error);
}

// The engine was allowed what the benchmark is not.
static bool tell_of_refusal(struct workbench *workbench, struct arena *scratch,
                            const struct esw_header *header, struct error *error)
{
    for (size_t i = 0; header && i < ESW_COUNTERS_MOST; i++) {
        int number = (int)header->answer.counter_errors[i];
        const char *text = arena_printf(scratch,
                                        "a benchmark was refused a counter, of which it "
                                        "has no values then: %s",
                                        strerror(number));
        if (number && !workbench_tell_once(workbench, "counters", text, error))
            return false;
    }
    return true;
}

bool counted_finish(struct workbench *workbench, struct arena *scratch, const struct target *target,
                    const struct execution_request *request, struct observation *observation,
                    struct error *error)
{
    bool simulated = request->figures & figure_bit(FIGURE_VALGRIND_INSTRUCTIONS);
    return (!simulated || simulate(workbench, scratch, target, request, observation, error)) &&
           tell_of_turns(workbench, scratch, observation, error) &&
           tell_of_user_code(workbench, observation, error) &&
           tell_of_refusal(workbench, scratch, observation->header, error);
}
