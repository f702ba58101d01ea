// Sentences on the dependence of blocks.
#include "analysis/estimate/dependence_wording.h"

#include "base/text.h"

const char *dependence_wording(struct arena *arena, const struct dependence *dependence,
                               const char *unit)
{
    double effective = dependence->effective;
    const char *counts = arena_printf(arena, effective < 10 ? "%.2g" : "%.0f", effective);
    return arena_printf(arena,
                        "%ss depend on each other: neighbours correlate by %.2f, and %zu count as "
                        "%s",
                        unit, dependence->correlation, dependence->blocks, counts);
}

const char *too_few_wording(struct arena *arena, const struct dependence *dependence,
                            const char *unit)
{
    return dependence->blocks < DEPENDENCE_BLOCKS_LEAST
               ? arena_printf(arena, "%s are too few to tell whether they depend on each other",
                              text_counted(arena, dependence->blocks, unit))
               : NULL;
}
