// Code and placement of each comparison.
#include "report/html/internal.h"

#include "analysis/compare/comparison.h"
#include "analysis/compare/outcome.h"
#include "report/html/frame/section.h"
#include "report/html/frame/table.h"
#include "report/layouts/explanation_wording.h"
#include "report/overview/parts.h"
#include "report/wording/changes.h"

static const char *cell(struct arena *arena, const struct comparison *comparison,
                        const struct ratio *ratio, enum comparison_outcome outcome)
{
    return ratio->defined ? arena_printf(arena, "%s %s, %s", change_wording(arena, ratio),
                                         limits_wording(arena, ratio),
                                         comparison_verdict(arena, comparison, outcome))
                          : NULL;
}

static void row(const struct html_page *page, struct html_table *table,
                const struct comparison *comparison)
{
    const struct explanation *explanation = comparison->explanation;
    struct arena *arena = page->arena;
    const char *cells[] = {
        arena_printf(arena, "%s, %s against %s", comparison->benchmark, comparison->new,
                     comparison->old),
        cell(arena, comparison, &explanation->as_built.ratio, explanation->as_built.outcome),
        cell(arena, comparison, &comparison->ratio, comparison->outcome),
        cell(arena, comparison, &explanation->rest.ratio, explanation->rest.outcome),
        code_wording(arena, comparison)};
    html_table_row(table, cells);
}

void html_explained(const struct html_page *page)
{
    static const struct html_column columns[] = {{"comparison", false},
                                                 {"as built", true},
                                                 {"code", true},
                                                 {"placement", true},
                                                 {"functions", false}};
    const struct comparison_set *set = page->findings->explained;
    size_t explained = 0;
    for (size_t i = 0; set && i < set->comparison_count; i++)
        explained += set->comparisons[i].explanation != NULL;
    if (!explained)
        return;
    html_section(page, "explained", "Code or placement");
    struct html_table table = html_table_begin(
        page, "What is code, and what is placement of the builds as they are", columns,
        sizeof columns / sizeof *columns, full_table(page->findings, "csv/explained.csv"));
    for (size_t i = 0; i < set->comparison_count; i++)
        if (set->comparisons[i].explanation)
            row(page, &table, &set->comparisons[i]);
    html_table_end(&table);
    html_section_end(page);
}
