// The meters bandwidth and rate: bytes and operations per second, from the numbers per iteration
// that a benchmark declares.
#include "meters/meter.h"
#include "model/better.h"
#include "run/execution.h"
#include "stats/moments.h"

extern const struct meter bandwidth_meter, rate_meter;

static bool per_iteration(const struct meter *meter, const struct sampling *sampling)
{
    (void)meter;
    return sampling->kind == SAMPLING_ESWEXP;
}

static size_t collect(const struct meter *meter, const struct observation *observation,
                      double *values, size_t capacity)
{
    size_t count = 0;
    if (!observation->header)
        return 0;
    const struct esw_answer *answer = &observation->header->answer;
    double amount = meter == &bandwidth_meter ? answer->bytes : answer->operations;
    for (size_t i = 0; amount > 0 && i < observation->record_count; i++) {
        const struct esw_sample *record = &observation->records[i];
        double seconds = record->duration * answer->ns_per_tick * 1e-9;
        double value = amount * (double)record->iterations / seconds;
        if (record->flags & ESW_WARMUP || !moments_takes(value))
            continue;
        if (count < capacity)
            values[count] = value;
        count++;
    }
    return count;
}

const struct meter bandwidth_meter = {
    .name = "bandwidth",
    .unit = "B/s",
    .summary = "bytes of an iteration (of the harness) per second",
    .better = BETTER_MORE,
    .common_name = true,
    .unsaid = "the benchmark does not declare the bytes of an iteration",
    .per_iteration = per_iteration,
    .collect = collect,
};

const struct meter rate_meter = {
    .name = "rate",
    .unit = "1/s",
    .summary = "operations of an iteration (of the harness) per second",
    .better = BETTER_MORE,
    .common_name = true,
    .unsaid = "the benchmark does not declare the operations of an iteration",
    .per_iteration = per_iteration,
    .collect = collect,
};
