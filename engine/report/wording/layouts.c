// Counting layouts, and the share of them that may be unseen.
#include "report/wording/layouts.h"

#include "base/text.h"
#include "model/level.h"
#include "stats/dimensioning.h"

static bool most_are_alike(const struct cell_progress *progress)
{
    return 2 * progress->layouts <= progress->builds;
}

static size_t builds_of(const struct estimate *estimate)
{
    double builds = 0;
    for (int i = 0; i < estimate->components.levels; i++) {
        double repetitions = estimate->components.repetitions[i];
        builds = estimate->level[i] == LEVEL_BUILD ? repetitions : builds * repetitions;
    }
    return (size_t)(builds + 0.5);
}

size_t builds_with_layouts(const struct cell_findings *cell, size_t variant)
{
    size_t builds = 0;
    for (size_t i = 0; i < cell->estimate_count && !most_are_alike(&cell->progress); i++)
        if (cell->estimates[i].variant == variant && builds_of(&cell->estimates[i]) > builds)
            builds = builds_of(&cell->estimates[i]);
    return builds;
}

// Of the variant with the fewest builds.
static const char *unseen_wording(struct arena *arena, const struct cell_findings *cell)
{
    size_t fewest = 0;
    for (size_t i = 0; i < cell->estimate_count; i++) {
        size_t builds = builds_with_layouts(cell, cell->estimates[i].variant);
        fewest = !fewest || builds < fewest ? builds : fewest;
    }
    return fewest ? arena_printf(arena, "; layouts rarer than %.2g %% may be unseen in %s",
                                 100 * unseen_share(fewest), text_counted(arena, fewest, "build"))
                  : "";
}

const char *layouts_wording(struct arena *arena, const struct cell_findings *cell)
{
    const struct cell_progress *progress = &cell->progress;
    if (progress->builds == 0)
        return NULL;
    bool few = most_are_alike(progress);
    return arena_printf(
        arena, "%s, %s%s%s", text_counted(arena, progress->builds, "build"), few ? "only " : "",
        text_counted(arena, progress->layouts, "distinct layout"),
        few ? ": the effect of other layouts is unknown" : unseen_wording(arena, cell));
}
