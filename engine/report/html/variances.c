// Where variance comes from: by level, and by factor of the layout.
#include "report/html/internal.h"

#include "model/level.h"
#include "report/html/frame/section.h"
#include "report/html/frame/table.h"
#include "report/html/frame/writer.h"
#include "report/layouts/attribution.h"
#include "report/overview/parts.h"
#include "report/wording/estimates.h"
#include "report/wording/repetitions.h"

#include <math.h>

static void variance_rows(const struct html_page *page, struct html_table *table,
                          const struct estimate *estimate)
{
    const struct decomposition *decomposition = &estimate->decomposition;
    const struct components *components = &decomposition->components;
    const char *variant = page->findings->catalogue.variants[estimate->variant];
    struct arena *arena = page->arena;
    for (int i = components->levels - 1; i >= 0; i--) {
        bool known = components->known[i];
        double mean = fabs(components->mean), deviation = sqrt(fmax(components->T2[i], 0));
        const char *cells[] = {
            variant,
            level_name(decomposition->level[i]),
            arena_printf(arena, "%.4g", components->repetitions[i]),
            known ? arena_printf(arena, "%.4g", components->S2[i]) : NULL,
            known ? arena_printf(arena, "%.4g", components->T2[i]) : NULL,
            known && mean > 0 ? arena_printf(arena, "%.3g %%", 100 * deviation / mean) : NULL,
            share_wording(arena, decomposition, i),
            phase_name(decomposition->phase)};
        html_table_row(table, cells);
    }
}

static void variances_table(const struct html_page *page, size_t index)
{
    static const struct html_column columns[] = {
        {"variant", false}, {"level", false},           {"repetitions", true}, {"S²", true},
        {"T²", true},       {"√T², of the mean", true}, {"share", true},       {"phase", false}};
    const struct findings *findings = page->findings;
    const struct cell_findings *cell = &findings->cells[index];
    struct html_table table = html_table_begin(page, cell_name(page->arena, findings, index),
                                               columns, sizeof columns / sizeof *columns,
                                               full_table(findings, "csv/variances.csv"));
    for (size_t i = 0; i < cell->estimate_count; i++) {
        size_t metric = cell->estimates[i].metric;
        if (i == 0 || metric != cell->estimates[i - 1].metric)
            html_table_group(&table, findings->catalogue.metrics[metric].name);
        variance_rows(page, &table, &cell->estimates[i]);
    }
    html_table_end(&table);
    const char *choice = choice_wording(page->arena, findings, index);
    if (choice)
        html_add(page->html, "<p>%s.</p>\n", choice);
}

void html_variances(const struct html_page *page)
{
    const struct findings *findings = page->findings;
    if (!findings->estimate_count || !html_shows_cells(page))
        return;
    html_section(page, "variance", "Variance and repetition");
    html_add(
        page->html,
        "<p>The levels that vary are worth repeating. S² is the variance of the means at a "
        "level, T² the level's own contribution (not above 0: none is detectable), share its "
        "part of the sum, with its interval. Where the real experiment does not repeat a lower "
        "level, the rows are those of the pilot. The interval of a mean rests on the units of "
        "the top level alone.</p>\n");
    for (size_t i = 0; i < findings->catalogue.cell_count; i++)
        if (findings->cells[i].estimate_count)
            variances_table(page, i);
    html_section_end(page);
}

// ---- Factors of an attribution

static void factor_rows(const struct html_page *page, const struct attributed *attributed,
                        struct html_table *table)
{
    const struct attributions *attributions = page->findings->attributions;
    const struct attribution *attribution = &attributed->attribution;
    struct arena *arena = page->arena;
    for (size_t i = 0; i < attributed->factor_count; i++) {
        const struct factor_share *factor = &attribution->factors[i];
        const char *name = attributions->factors.items[attributed->factor[i]];
        html_table_row(table, (const char *[]){factor_label(arena, name),
                                               variance_share_wording(arena, &factor->total),
                                               variance_share_wording(arena, &factor->alone),
                                               p_wording(arena, factor->p), factor_word(factor)});
    }
    html_table_row(table, (const char *[]){"all factors together", NULL, NULL,
                                           p_wording(arena, attribution->p),
                                           attribution->visible ? "visible" : "nothing visible"});
    html_table_row(table,
                   (const char *[]){"not additive",
                                    variance_share_wording(arena, &attribution->interactions), NULL,
                                    NULL, NULL});
    html_table_row(table,
                   (const char *[]){"the rest", variance_share_wording(arena, &attribution->rest),
                                    NULL, NULL, NULL});
}

void html_attribution(const struct html_page *page)
{
    static const struct html_column columns[] = {
        {"factor", false}, {"share", true}, {"alone", true}, {"rank test", true}, {"", false}};
    const struct findings *findings = page->findings;
    const struct attributions *attributions = findings->attributions;
    if (!attributions || !attributions->count)
        return;
    html_section(page, "attribution", "Where the variance comes from");
    for (size_t i = 0; i < attributions->count; i++) {
        const struct attributed *attributed = &attributions->items[i];
        const char *caption =
            arena_printf(page->arena, "%s, %s", cell_name(page->arena, findings, attributed->cell),
                         findings->catalogue.metrics[attributed->metric].name);
        html_add(page->html, "<p>%s</p>\n",
                 attribution_sentence(page->arena, findings, attributed));
        struct html_table table =
            html_table_begin(page, caption, columns, sizeof columns / sizeof *columns,
                             full_table(findings, "csv/attribution.csv"));
        factor_rows(page, attributed, &table);
        html_table_end(&table);
        struct text_list notes = attribution_notes(page->arena, findings, attributed);
        html_list(page, "notes", &notes);
    }
    html_section_end(page);
}
