// Metrics that are not eswexp's: a benchmark reports them by name.
#include "meters/custom.h"

static size_t collect(const struct meter *meter, const struct observation *observation,
                      double *values, size_t capacity)
{
    (void)meter, (void)observation, (void)values, (void)capacity;
    return 0;
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
