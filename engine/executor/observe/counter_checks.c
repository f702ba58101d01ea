// Warning of counters that did not count everything, once each.
#include "executor/observe/counter_checks.h"

#include "meters/counters.h"

// The number of batches after warm-up that have all these flags.
static size_t count_flagged(const struct observation *observation, uint32_t flags)
{
    size_t count = 0;
    for (size_t i = 0; i < observation->record_count; i++)
        count += (observation->records[i].flags & (flags | ESW_WARMUP)) == flags;
    return count;
}

static bool check_multiplexing(struct counter_checks *checks, struct recorder *recorder,
                               struct arena *scratch, const struct observation *observation,
                               struct error *error)
{
    const struct figures *figures = &observation->outcome.figures;
    double share = figures->values[FIGURE_COUNTED_SHARE];
    bool known = figure_is_known(figures, FIGURE_COUNTED_SHARE) && share < 1;
    size_t scaled = count_flagged(observation, ESW_SCALED);
    if (checks->multiplexed || (!known && !scaled))
        return true;
    checks->multiplexed = true;
    const char *how = known ? arena_printf(scratch, "for %.0f %% of the time", 100 * share)
                            : arena_printf(scratch, "for a part of the time in %zu of %zu samples",
                                           scaled, count_flagged(observation, 0));
    return recorder_warn(
        recorder, "counters",
        arena_printf(scratch,
                     "counters were multiplexed, one counted %s: its value is extrapolated to all "
                     "of it; fewer counters in 'measure' avoid this",
                     how),
        error);
}

static bool check_user_code(struct recorder *recorder, const struct observation *observation,
                            struct error *error)
{
    return !counts_user_code_alone(observation) ||
           recorder_warn_once(
               recorder, "counters",
               "hardware counters count user code only, since perf_event_paranoid excludes the "
               "kernel (sysctl kernel.perf_event_paranoid=1 includes it)",
               error);
}

// Permissions of the benchmark may be narrower than the engine's.
static bool check_refusal(struct recorder *recorder, struct arena *scratch,
                          const struct esw_header *header, struct error *error)
{
    for (size_t i = 0; header && i < ESW_COUNTERS_MOST; i++) {
        const char *why = counter_refusal(scratch, (int)header->answer.counter_errors[i], -1, 2);
        if (why &&
            !recorder_warn_once(
                recorder, "counters",
                arena_printf(
                    scratch,
                    "a benchmark was refused a counter, whose values are missing there: %s", why),
                error))
            return false;
    }
    return true;
}

bool counters_check(struct counter_checks *checks, struct recorder *recorder, struct arena *scratch,
                    const struct observation *observation, struct error *error)
{
    return check_multiplexing(checks, recorder, scratch, observation, error) &&
           check_user_code(recorder, observation, error) &&
           check_refusal(recorder, scratch, observation->header, error);
}
