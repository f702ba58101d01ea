// Which levels of repetition a cell has.
#include "plan/levels.h"

#include "spec/target.h"

static bool any(const struct spec *spec, const struct cell *cell,
                bool (*has)(const struct target *target))
{
    for (size_t i = 0; i < spec->variant_count; i++) {
        if (has(&cell->targets[i]))
            return true;
    }
    return false;
}

bool cell_has_builds(const struct spec *spec, const struct cell *cell)
{
    return any(spec, cell, target_has_builds);
}

bool cell_has_iterations(const struct spec *spec, const struct cell *cell)
{
    return spec->repeat.iteration == 0 && any(spec, cell, target_has_iterations);
}

bool cell_warmup_is_open(const struct spec *spec, const struct cell *cell)
{
    return spec->repeat.warmup_auto && cell_has_iterations(spec, cell) &&
           cell->targets[0].sampling.kind == SAMPLING_ESWEXP;
}

double cell_minimum_time(const struct spec *spec, const struct cell *cell)
{
    bool single = statistic_is_of_order(&cell->summary) && !spec->repeat.batches;
    return single ? 0 : spec->repeat.minimum_time_s;
}
