// Lists what explains each comparison.
#include "report/layouts/explained.h"

#include "analysis/compare/comparison.h"
#include "report/layouts/explanation_wording.h"

struct overview explained_overview(struct arena *arena, const struct findings *findings)
{
    const struct comparison_set *set = findings->explained;
    struct overview overview = {0};
    struct overview_part part = {.title = "Code or placement"};
    for (size_t i = 0; set && i < set->comparison_count; i++) {
        const struct comparison *comparison = &set->comparisons[i];
        struct text_list lines = explanation_lines(arena, set, comparison);
        for (size_t k = 0; comparison->judged && k < lines.count; k++)
            overview_add(arena, &part, VERDICT_INCONCLUSIVE,
                         arena_printf(arena, "%s, %s against %s: %s", comparison->benchmark,
                                      comparison->new, comparison->old, lines.items[k]));
    }
    if (part.count)
        overview_add_part(arena, &overview, &part);
    return overview;
}
