// Values of the benchmarks of a suite in one execution.
#include "executor/local/suite_series.h"

#include "executor/local/internal.h"
#include "store/events.h"
#include "store/facts.h"

#include <string.h>

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

// The reason without the name of the benchmark.
static const char *reason_of(struct arena *scratch, const struct suite_member *member)
{
    const char *lead = arena_printf(scratch, "'%s' ", member->name);
    return text_starts(member->why, lead) ? member->why + strlen(lead) : member->why;
}

static bool set_absent(struct local_executor *executor, struct arena *scratch,
                       const struct attempt *attempt, const struct suite_member *member,
                       struct error *error)
{
    const struct target *target = attempt->prepared->target;
    const char *benchmark = arena_printf(scratch, "%s/%s", target->benchmark, member->name);
    return store_set(
        executor->recorder.store,
        arena_printf(scratch, FACT_ABSENT, attempt->block->cell, attempt->variant, benchmark),
        reason_of(scratch, member), error);
}

bool suite_warn(struct local_executor *executor, struct arena *scratch,
                const struct attempt *attempt, const struct suite *suite, struct error *error)
{
    const struct target *target = attempt->prepared->target;
    bool done = true;
    for (size_t i = 0; done && i < suite->count; i++)
        if (suite->members[i].why)
            done = recorder_warn_once(
                       &executor->recorder, EVENT_NO_SAMPLES,
                       arena_printf(
                           scratch,
                           "benchmark '%s/%s', variant '%s' has no samples in an execution: %s",
                           target->benchmark, suite->members[i].name, target->variant,
                           suite->members[i].why),
                       error) &&
                   set_absent(executor, scratch, attempt, &suite->members[i], error);
    return done;
}
