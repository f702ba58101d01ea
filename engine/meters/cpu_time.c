// The meter cpu_time: what the process was given of its CPUs, user and system.
#include "meters/meter.h"

static bool per_iteration(const struct sampling *sampling)
{
    return sampling->kind == SAMPLING_ESWEXP;
}

static size_t collect(const struct observation *observation, double *values, size_t capacity)
{
    size_t count = 0;
    if (observation->sampling.kind != SAMPLING_ESWEXP) {
        if (capacity > 0)
            values[0] = observation->outcome.user_s + observation->outcome.system_s;
        return 1;
    }
    for (size_t i = 0; i < observation->record_count; i++) {
        const struct esw_sample *record = &observation->records[i];
        if (record->flags & ESW_GIVEN)
            return 0; // a benchmark that times itself says nothing of its CPUs
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
    .wants = ESW_WANT_CPU_TIME,
    .per_iteration = per_iteration,
    .collect = collect,
};
