// The answer: what differs, by how much, and the notes of the campaign.
#include "report/html/internal.h"

#include "model/level.h"
#include "model/verdict.h"
#include "report/html/frame/section.h"
#include "report/html/frame/writer.h"
#include "report/overview/parts.h"
#include "report/wording/estimates.h"
#include "report/wording/missing.h"
#include "report/wording/notes.h"
#include "report/wording/ratios.h"
#include "report/wording/summaries.h"

// `where`: the cell, or "" where there is one only.
static void answer(const struct html_page *page, const char *where, bool decided, const char *words)
{
    html_add(page->html, "<li class=\"%s\">", decided ? "decided" : "open");
    if (*where)
        html_add(page->html, "<b>%s</b> ", where);
    html_add(page->html, "%s</li>\n", words);
}

static const char *value_alone(const struct html_page *page, const struct estimate *estimate)
{
    const struct catalogue *catalogue = &page->findings->catalogue;
    const char *level = level_name(top_level(estimate));
    return arena_printf(
        page->arena, "%s, %s %s: %s (over %s)", catalogue->variants[estimate->variant],
        summary_wording(page->arena, estimate), catalogue->metrics[estimate->metric].name,
        value_wording(page->arena, page->findings, estimate),
        text_counted(page->arena, estimate->components.top_units, level));
}

// Answers of the first metric; the section of results has the others.
static void cell_answers(const struct html_page *page, size_t index)
{
    const struct findings *findings = page->findings;
    const struct cell_findings *cell = &findings->cells[index];
    const char *where =
        findings->catalogue.cell_count > 1 ? cell_name(page->arena, findings, index) : "";
    size_t compared = 0;
    for (size_t i = 0; i < cell->variant_ratio_count; i++) {
        const struct variant_ratio *variant_ratio = &cell->variant_ratios[i];
        if (variant_ratio->new->metric != cell->estimates[0].metric)
            continue;
        compared++;
        answer(page, where, variant_ratio->verdict != VERDICT_INCONCLUSIVE,
               variant_ratio_wording(page->arena, findings, variant_ratio));
    }
    for (size_t i = 0; !compared && i < cell->estimate_count; i++)
        if (cell->estimates[i].metric == cell->estimates[0].metric)
            answer(page, where, false, value_alone(page, &cell->estimates[i]));
    const char *missing = missing_wording(page->arena, findings, index);
    if (missing)
        answer(page, where, false, missing);
}

static void overview(const struct html_page *page)
{
    html_overview(page, false);
    html_add(page->html, "<p>%s</p>\n", all_cells_wording(page->findings));
}

void html_answer(const struct html_page *page)
{
    const struct findings *findings = page->findings;
    struct text_list warnings = campaign_warnings(page->arena, findings);
    html_section(page, "answer", "Answer");
    for (size_t i = 0; i < warnings.count; i++)
        html_add(page->html, "<p class=\"warning\">%s</p>\n", warnings.items[i]);
    html_bias(page);
    if (findings->catalogue.cell_count > CELLS_SHOWN_WHOLE) {
        overview(page);
    } else {
        html_add(page->html, "<ul class=\"answers\">\n");
        for (size_t i = 0; i < findings->catalogue.cell_count; i++)
            cell_answers(page, i);
        html_add(page->html, "</ul>\n");
    }
    struct text_list notes = campaign_notes(page->arena, findings);
    if (warnings.count) // they stand above
        notes = (struct text_list){notes.items + warnings.count, notes.count - warnings.count};
    html_list(page, "notes", &notes);
    html_section_end(page);
}
