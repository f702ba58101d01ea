// Values of the benchmarks of a suite in one execution.
#include "executor/local/suite_series.h"

#include "executor/local/internal.h"
#include "store/events.h"

struct stored_series *suite_series(const struct local_executor *executor, struct arena *arena,
                                   const struct observation *observation, size_t *count)
{
    const struct meter_selection *selection = &executor->meters;
    const struct suite *suite = &observation->suite;
    struct stored_series *series =
        arena_new_array(arena, struct stored_series, suite->count * selection->count);
    *count = 0;
    for (size_t i = 0; i < suite->count; i++) {
        const struct suite_member *member = &suite->members[i];
        struct observation own = *observation;
        own.foreign = member->samples;
        for (size_t k = 0; !member->why && k < selection->count; k++) {
            struct stored_series *next = &series[(*count)++];
            *next = attempt_series(executor, arena, selection->items[k], &own);
            next->metric = suite_metric(arena, member->name, next->metric);
        }
    }
    return series;
}

bool suite_warn(struct local_executor *executor, struct arena *scratch, const struct target *target,
                const struct suite *suite, struct error *error)
{
    bool done = true;
    for (size_t i = 0; done && i < suite->count; i++)
        if (suite->members[i].why)
            done = recorder_warn_once(
                &executor->recorder, EVENT_NO_SAMPLES,
                arena_printf(scratch,
                             "benchmark '%s/%s', variant '%s' has no samples in an execution: %s",
                             target->benchmark, suite->members[i].name, target->variant,
                             suite->members[i].why),
                error);
    return done;
}
