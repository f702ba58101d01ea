// The meter wall_time: elapsed time, or the numbers that a pattern finds.
#include "meters/meter.h"
#include "model/better.h"
#include "run/execution.h"

static bool per_iteration(const struct meter *meter, const struct sampling *sampling)
{
    (void)meter;
    return sampling->kind != SAMPLING_PROCESS;
}

static size_t collect_records(const struct observation *observation, double *values,
                              size_t capacity)
{
    size_t count = 0;
    for (size_t i = 0; i < observation->record_count; i++) {
        const struct esw_sample *record = &observation->records[i];
        if (record->flags & ESW_WARMUP)
            continue;
        double ns = record->duration * observation->header->answer.ns_per_tick;
        if (count < capacity)
            values[count] = ns * 1e-9 / (double)record->iterations;
        count++;
    }
    return count;
}

static size_t collect(const struct meter *meter, const struct observation *observation,
                      double *values, size_t capacity)
{
    (void)meter;
    const struct foreign_samples *foreign = &observation->foreign;
    const double *from = foreign->wall_s;
    size_t count = foreign->count;
    switch (observation->sampling.kind) {
    case SAMPLING_ESWEXP:
        return collect_records(observation, values, capacity);
    case SAMPLING_PROCESS:
        from = &observation->outcome.seconds;
        count = 1;
        break;
    case SAMPLING_PATTERN:
        from = observation->matches;
        count = observation->match_count;
        break;
    case SAMPLING_HARNESS:
        break;
    }
    for (size_t i = 0; i < count && i < capacity; i++)
        values[i] = from[i];
    return count;
}

extern const struct meter wall_time_meter;
const struct meter wall_time_meter = {
    .name = "wall_time",
    .unit = "s",
    .summary = "time of an iteration or process, or the number of a pattern",
    .better = BETTER_LESS,
    .per_iteration = per_iteration,
    .collect = collect,
};
