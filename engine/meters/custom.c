// Custom metrics: a benchmark reports them by name.
#include "meters/custom.h"

#include "model/better.h"
#include "run/execution.h"

// With the harness, whose iterations are wall_time's, an execution has one value, the last report.
// Otherwise each report is an iteration, like the matches of a pattern.
static size_t collect(const struct meter *meter, const struct observation *observation,
                      double *values, size_t capacity)
{
    const struct reported_metrics *reports = &observation->metrics;
    bool last = observation->sampling.kind == SAMPLING_ESWEXP;
    size_t count = 0;
    for (size_t i = 0; i < reports->count; i++) {
        if (!text_equal(reports->items[i].name, meter->name))
            continue;
        count = last ? 1 : count + 1;
        if (count <= capacity)
            values[count - 1] = reports->items[i].value;
    }
    return count;
}

const struct meter *meter_custom(struct arena *arena, const char *name, const char *unit,
                                 double scale, enum better better)
{
    struct meter *meter = arena_new(arena, struct meter);
    *meter = (struct meter){
        .name = name,
        .unit = unit,
        .summary = "a metric that the benchmark reports",
        .better = better,
        .custom = true,
        .scale = scale,
        .per_iteration = meter_never_per_iteration,
        .collect = collect,
    };
    return meter;
}
