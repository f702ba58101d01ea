// Deriving repetitions from the experiment file, and checking their number.
#include "campaign/phase/repetitions.h"

#include "analysis/diagnostics/warmup.h"
#include "plan/levels.h"

// Counts by level as repetitions: without a build level, executions are the blocks.
static struct repetitions repetitions_of(const struct spec *spec, const struct cell *cell,
                                         const size_t counts[LEVELS_MAX])
{
    bool builds = cell_has_builds(spec, cell), iterations = cell_has_iterations(spec, cell);
    return (struct repetitions){.blocks = builds ? counts[2] : counts[1],
                                .executions = builds ? counts[1] : 1,
                                .iterations = iterations ? counts[0] : 0};
}

struct repetitions pilot_repetitions(const struct spec *spec, const struct cell *cell)
{
    size_t counts[LEVELS_MAX];
    pilot_counts(spec, cell, counts);
    struct repetitions repetitions = repetitions_of(spec, cell, counts);
    if (!spec->repeat.warmup_auto)
        repetitions.warmup = spec->repeat.warmup;
    else if (cell_warmup_is_open(spec, cell))
        repetitions.iterations += WARMUP_ROOM;
    return repetitions;
}

struct repetitions fixed_repetitions(const struct spec *spec, const struct cell *cell)
{
    struct repetitions repetitions = repetitions_of(spec, cell, spec->repeat.real);
    repetitions.warmup = spec->repeat.warmup_auto ? 0 : spec->repeat.warmup;
    return repetitions;
}

static bool fixed(const struct spec *spec, const struct cell *cell)
{
    const size_t *real = spec->repeat.real;
    return real[1] && (real[0] || !cell_has_iterations(spec, cell)) &&
           (real[2] || !cell_has_builds(spec, cell));
}

bool real_is_fixed(const struct spec *spec)
{
    for (size_t i = 0; i < spec->cell_count; i++) {
        if (!fixed(spec, &spec->cells[i]))
            return false;
    }
    return true;
}

bool pilot_needed(const struct spec *spec)
{
    bool searched = false;
    for (size_t i = 0; i < spec->cell_count; i++)
        searched = searched || cell_warmup_is_open(spec, &spec->cells[i]);
    return !real_is_fixed(spec) || searched;
}

static double executions_of(const struct spec *spec, struct repetitions repetitions)
{
    return (double)repetitions.blocks * (double)repetitions.executions *
           (double)spec->variant_count;
}

static bool is_feasible(double executions, struct error *error)
{
    static const double most = 1e7;
    return executions <= most ||
           failed(error, EXIT_USAGE,
                  "%.3g executions are more than can be planned (%.0e): fix fewer with "
                  "'repeat.real', sweep over less, or ask for less 'repeat.precision'",
                  executions, most);
}

bool repetitions_are_feasible(const struct spec *spec, const struct repetitions *repetitions,
                              struct error *error)
{
    double executions = 0;
    for (size_t i = 0; i < spec->cell_count; i++)
        executions += executions_of(spec, repetitions[i]);
    return is_feasible(executions, error);
}
