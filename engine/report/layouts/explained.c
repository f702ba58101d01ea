// Lists what explains each comparison.
#include "report/layouts/explained.h"

#include "analysis/compare/comparison.h"
#include "report/layouts/explanation_wording.h"

void explained_section(struct document *document, const struct findings *findings)
{
    const struct comparison_set *set = findings->explained;
    struct arena *arena = document->arena;
    struct text_list all = {0};
    for (size_t i = 0; set && i < set->comparison_count; i++) {
        const struct comparison *comparison = &set->comparisons[i];
        struct text_list lines = explanation_lines(arena, set, comparison);
        for (size_t k = 0; comparison->judged && k < lines.count; k++)
            text_list_printf(&all, arena, "%s, %s against %s: %s", comparison->benchmark,
                             comparison->new, comparison->old, lines.items[k]);
    }
    section_list(document_section(document, RANK_FIRST, NULL, "Code or placement"), &all);
}
