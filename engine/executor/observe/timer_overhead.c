// Storing timer overhead, and warning where it is large.
#include "executor/observe/timer_overhead.h"

#include "analysis/diagnostics/clocks.h"
#include "store/facts.h"

#include <math.h>
#include <stdio.h>

static const double SHARE_MOST = 0.01;

// Starting a process takes longer.
static const double PROCESS_LEAST_NS = 50e3;

static const char *const names[] = {[ESW_CLOCK_MONOTONIC_RAW] = "monotonic_raw",
                                    [ESW_CLOCK_MONOTONIC] = "monotonic",
                                    [ESW_CLOCK_BOOTTIME] = "boottime"};

// Of the samples that count; infinite if the benchmark timed itself.
static double shortest_of(const struct observation *observation)
{
    double shortest = INFINITY;
    for (size_t i = 0; observation->header && i < observation->record_count; i++) {
        const struct esw_sample *record = &observation->records[i];
        if (!(record->flags & (ESW_WARMUP | ESW_GIVEN)))
            shortest = fmin(shortest, record->duration * observation->header->answer.ns_per_tick);
    }
    return observation->header ? shortest : observation->outcome.seconds * 1e9;
}

// Whole processes are timed by the engine: its clock, as a harness would describe it.
static struct esw_answer own_answer(void)
{
    return (struct esw_answer){.clock = ESW_CLOCK_BOOTTIME,
                               .granularity_ns = esw_granularity(ESW_CLOCK_BOOTTIME),
                               .overhead_ns = esw_overhead(ESW_CLOCK_BOOTTIME),
                               .clock_reason = "it goes on while the machine sleeps"};
}

static struct clock_fact fact_of(const struct esw_answer *answer, double shortest_ns)
{
    struct clock_fact fact = {.step_ns = answer->granularity_ns,
                              .reading_ns = answer->overhead_ns,
                              .shortest_ns = shortest_ns};
    bool known = answer->clock > ESW_CLOCK_BEST && answer->clock <= ESW_CLOCK_BOOTTIME;
    snprintf(fact.name, sizeof fact.name, "%s", known ? names[answer->clock] : "unknown");
    snprintf(fact.reason, sizeof fact.reason, "%.*s", (int)sizeof answer->clock_reason - 1,
             answer->clock_reason);
    return fact;
}

static bool is_measured(const struct meter_selection *selection)
{
    size_t i = 0;
    while (i < selection->count && !text_equal(selection->items[i]->name, "wall_time"))
        i++;
    return i < selection->count;
}

static void warn(const struct log *log, const struct target *target, const struct clock_fact *fact)
{
    double share = clock_share(fact);
    log_warning(log,
                "benchmark '%s', variant '%s': up to %.*g %% of a sample is timer overhead: a "
                "longer body, or repeat.minimum_time, reduces it",
                target->benchmark, target->variant, share < 0.995 ? 2 : 3, 100 * share);
}

static bool is_clocked(const struct meter_selection *selection,
                       const struct observation *observation)
{
    return is_measured(selection) &&
           (observation->header || observation->sampling.kind == SAMPLING_PROCESS) &&
           isfinite(shortest_of(observation));
}

static struct clock_fact own_fact(const struct observation *observation)
{
    struct esw_answer answer = observation->header ? observation->header->answer : own_answer();
    return fact_of(&answer, fmax(shortest_of(observation), 1)); // less than a step is seen as none
}

void timer_overhead_warn(const struct log *log, const struct meter_selection *selection,
                         const struct target *target, bool *warned,
                         const struct observation *observation)
{
    if (*warned || !is_clocked(selection, observation))
        return;
    struct clock_fact fact = own_fact(observation);
    bool is_start = !observation->header && fact.shortest_ns < PROCESS_LEAST_NS;
    *warned = is_start || clock_share(&fact) > SHARE_MOST;
    if (is_start)
        log_warning(log,
                    "benchmark '%s', variant '%s': a process of %.0f µs is little but its start: "
                    "repeat its work within the process, or use samples: eswexp",
                    target->benchmark, target->variant, fact.shortest_ns * 1e-3);
    else if (*warned)
        warn(log, target, &fact);
}

bool timer_overhead_note(struct recorder *recorder, const struct meter_selection *selection,
                         const struct target *target, double *shortest_ns, bool *warned,
                         struct arena *scratch, const struct observation *observation,
                         struct error *error)
{
    if (!is_clocked(selection, observation))
        return true;
    struct clock_fact fact = own_fact(observation), before;
    if (*shortest_ns > 0 && fact.shortest_ns >= *shortest_ns)
        return true;
    *shortest_ns = fact.shortest_ns;
    const char *key = arena_printf(scratch, FACT_CLOCK, target->benchmark, target->variant);
    bool known = clock_of_text(store_get(recorder->store, scratch, key), &before);
    if (known && before.shortest_ns <= fact.shortest_ns) // at another point of the sweep
        return true;
    if (!known || clock_share(&before) <= SHARE_MOST)
        timer_overhead_warn(recorder->log, selection, target, warned, observation);
    return store_set(recorder->store, key, clock_in_text(scratch, &fact), error);
}
