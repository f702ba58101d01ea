// The meter cpu_time: user and system time.
#include "meters/meter.h"
#include "model/better.h"
#include "run/execution.h"

static bool per_iteration(const struct meter *meter, const struct sampling *sampling)
{
    (void)meter;
    return sampling->kind == SAMPLING_ESWEXP || (sampling->harness && sampling->harness->times_cpu);
}

static size_t collect_process(const struct figures *figures, double *values, size_t capacity)
{
    if (capacity > 0)
        values[0] = figures->values[FIGURE_USER_TIME] + figures->values[FIGURE_SYSTEM_TIME];
    return 1;
}

static size_t collect_foreign(const struct foreign_samples *foreign, double *values,
                              size_t capacity)
{
    for (size_t i = 0; i < foreign->cpu_count && i < capacity; i++)
        values[i] = foreign->cpu_s[i];
    return foreign->cpu_count;
}

static size_t collect(const struct meter *meter, const struct observation *observation,
                      double *values, size_t capacity)
{
    size_t count = 0;
    (void)meter;
    if (observation->sampling.kind == SAMPLING_HARNESS)
        return collect_foreign(&observation->foreign, values, capacity);
    if (observation->sampling.kind != SAMPLING_ESWEXP)
        return collect_process(&observation->outcome.figures, values, capacity);
    for (size_t i = 0; i < observation->record_count; i++) {
        const struct esw_sample *record = &observation->records[i];
        if (record->flags & ESW_GIVEN)
            return 0; // a benchmark that times itself reports no CPU time
        if (record->flags & ESW_WARMUP)
            continue;
        if (count < capacity)
            values[count] = (double)record->cpu_time_ns * 1e-9 / (double)record->iterations;
        count++;
    }
    return count;
}

extern const struct meter cpu_time_meter;
const struct meter cpu_time_meter = {
    .name = "cpu_time",
    .unit = "s",
    .summary = "user and system time of an iteration (of the harness) or process",
    .better = BETTER_LESS,
    .wants = ESW_WANT_CPU_TIME,
    .per_iteration = per_iteration,
    .collect = collect,
};
