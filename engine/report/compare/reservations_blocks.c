// Reservations about blocks: few, or dependent on each other.
#include "report/compare/internal.h"

#include "analysis/estimate/dependence_wording.h"
#include "report/wording/estimates.h"
#include "stats/dimensioning.h"

// Below this number of top units intervals are not robust, and a layout of every fourth build may
// be unseen (docs/method.md, "Layouts that stay unseen").
enum { FEW_BLOCKS = 10 };

size_t comparison_blocks(const struct comparison *comparison)
{
    size_t old = comparison->old_estimate->components.top_units,
           new = comparison->new_estimate->components.top_units;
    return comparison->pairs ? comparison->pairs : old < new ? old : new;
}

static const char *few_wording(struct arena *arena, size_t blocks, const char *unit, bool layouts)
{
    const char *unseen = layouts ? arena_printf(arena, ", or to see layouts rarer than %.2g %%",
                                                100 * unseen_share(blocks))
                                 : "";
    return arena_printf(arena,
                        "%s a side are too few for a robust interval%s to tell whether they depend "
                        "on each other%s",
                        text_counted(arena, blocks, unit), layouts ? "," : ", or", unseen);
}

static void gather_dependence(struct gathering *gathering, const char *unit)
{
    struct arena *arena = gathering->arena;
    const struct comparison *comparison = gathering->comparison;
    const struct dependence *dependence = &comparison->dependence;
    const char *few = too_few_wording(arena, dependence, unit);
    if (dependence->found)
        gathering_add(gathering, NOTE_DEPENDENCE,
                      arena_printf(arena, "%s; the interval %s",
                                   dependence_wording(arena, dependence, unit),
                                   comparison->wider ? "allows for it" : "may be too narrow"));
    else if (few)
        gathering_add(gathering, NOTE_DEPENDENCE_UNKNOWN, few);
    else if (comparison->wider)
        gathering_add(
            gathering, NOTE_DEPENDENCE_UNKNOWN,
            arena_printf(arena, "%ss may depend on each other: the interval allows for it", unit));
}

// Few blocks include that they cannot tell about dependence.
void gather_blocks(struct gathering *gathering)
{
    const struct comparison *comparison = gathering->comparison;
    if (!comparison->old_estimate || !comparison->new_estimate || !comparison->ratio.defined ||
        comparison->ratio.exact)
        return;
    const char *unit = level_name(top_level(comparison->new_estimate));
    size_t blocks = comparison_blocks(comparison);
    bool layouts = builds_with_layouts(gathering->sides[1].cell, gathering->sides[1].index) > 0;
    if (blocks < FEW_BLOCKS)
        gathering_add(gathering, NOTE_FEW_BLOCKS,
                      few_wording(gathering->arena, blocks, unit, layouts));
    else
        gather_dependence(gathering, unit);
}
