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

void pilot_counts(const struct spec *spec, const struct cell *cell, size_t counts[LEVELS_MAX])
{
    const size_t *given = spec->repeat.pilot;
    counts[0] = given[0];
    counts[1] = given[1] ? given[1] : cell_has_builds(spec, cell) ? PILOT_EXECUTIONS : PILOT_TOP;
    counts[2] = given[2] ? given[2] : PILOT_TOP;
}

bool pilot_is_open(const struct spec *spec)
{
    bool open = true;
    for (size_t i = 0; i < spec->cell_count; i++)
        open &= spec->repeat.pilot[cell_has_builds(spec, &spec->cells[i]) ? 2 : 1] == 0;
    return open;
}
