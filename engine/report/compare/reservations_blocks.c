// Reservations about blocks: few, or dependent on each other.
#include "report/compare/internal.h"

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

// What the pairs say about dependence; NULL where they are not paired.
static const struct dependence *dependence_between(const struct gathering *gathering)
{
    const struct cell_findings *cell = gathering->sides[1].cell;
    for (size_t i = 0; i < cell->variant_ratio_count; i++) {
        const struct variant_ratio *one = &cell->variant_ratios[i];
        if (one->old == gathering->comparison->old_estimate &&
            one->new == gathering->comparison->new_estimate && one->test.paired)
            return &one->test.sums.dependence;
    }
    return NULL;
}

static const char *few_wording(struct arena *arena, size_t blocks, const char *unit, bool layouts)
{
    const char *unseen = layouts
                             ? arena_printf(arena, ", and layouts rarer than %.2g %% may be unseen",
                                            100 * unseen_share(blocks))
                             : "";
    return arena_printf(arena, "%s a side: the interval is not robust%s",
                        text_counted(arena, blocks, unit), unseen);
}

static void gather_dependence(struct gathering *gathering, size_t blocks, const char *unit)
{
    struct arena *arena = gathering->arena;
    const struct dependence *dependence = dependence_between(gathering);
    if (dependence && dependence->found)
        gathering_add(
            gathering, RESERVATION_DEPENDENCE,
            arena_printf(arena,
                         "%ss depend on each other: the interval rests on an effective %.2g of %s",
                         unit, dependence_effective(dependence, gathering->comparison->confidence),
                         text_counted(arena, blocks, unit)));
    else if (blocks < DEPENDENCE_BLOCKS_LEAST || (dependence && dependence->possible))
        gathering_add(gathering, RESERVATION_DEPENDENCE_UNKNOWN,
                      arena_printf(arena,
                                   "%s are too few to tell whether they depend on each other",
                                   text_counted(arena, blocks, unit)));
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
        gathering_add(gathering, RESERVATION_FEW_BLOCKS,
                      few_wording(gathering->arena, blocks, unit, layouts));
    else
        gather_dependence(gathering, blocks, unit);
}
