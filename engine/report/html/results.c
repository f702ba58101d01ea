// Estimates and ratios of each cell.
#include "report/html/internal.h"

#include "model/verdict.h"
#include "report/html/frame/section.h"
#include "report/html/frame/table.h"
#include "report/html/frame/writer.h"
#include "report/overview/parts.h"
#include "report/wording/changes.h"
#include "report/wording/diagnostics.h"
#include "report/wording/estimates.h"
#include "report/wording/missing.h"
#include "report/wording/notes.h"
#include "report/wording/ratios.h"
#include "report/wording/summaries.h"

enum { COLUMNS_MOST = 6 };

static const struct variant_ratio *comparison_of(const struct cell_findings *cell,
                                                 const struct estimate *estimate)
{
    for (size_t i = 0; i < cell->variant_ratio_count; i++)
        if (cell->variant_ratios[i].new == estimate)
            return &cell->variant_ratios[i];
    return NULL;
}

static void estimate_row(const struct html_page *page, struct html_table *table,
                         const struct cell_findings *cell, const struct estimate *estimate)
{
    const struct findings *findings = page->findings;
    const struct variant_ratio *variant_ratio = comparison_of(cell, estimate);
    const struct stored_metric *metric = &findings->catalogue.metrics[estimate->metric];
    bool defined = variant_ratio && variant_ratio->ratio.defined;
    const char *cells[COLUMNS_MOST] = {findings->catalogue.variants[estimate->variant],
                                       value_wording(page->arena, findings, estimate)};
    size_t count = 2;
    if (findings->variant_ratio_count) {
        cells[count++] = defined ? ratio_wording(page->arena, &variant_ratio->ratio) : NULL;
        cells[count++] = defined ? verdict_word(metric, variant_ratio->verdict) : NULL;
    }
    for (size_t i = 0; i < 2; i++)
        cells[count++] =
            quantity_wording(page->arena, findings, estimate, side_column(estimate, i).value);
    html_table_row(table, cells);
}

static void failed_rows(const struct html_page *page, struct html_table *table, size_t index)
{
    for (size_t v = 0; v < page->findings->catalogue.variant_count; v++) {
        const char *failed = failed_wording(page->arena, page->findings, index, v);
        const char *cells[COLUMNS_MOST] = {page->findings->catalogue.variants[v], failed};
        if (failed)
            html_table_row(table, cells);
    }
}

static void estimates_table(const struct html_page *page, size_t index)
{
    static const struct estimate none = {.summary_name = "mean"};
    const struct findings *findings = page->findings;
    const struct cell_findings *cell = &findings->cells[index];
    const struct estimate *first = cell->estimate_count ? &cell->estimates[0] : &none;
    const struct html_column variant = {"variant", false}, verdict = {"verdict", false},
                             value = {value_header(page->arena, findings, first), true},
                             ratio = {arena_printf(page->arena, "ratio to %s",
                                                   findings->catalogue.variants[0]),
                                      true},
                             side = {side_column(first, 0).name, true},
                             other = {side_column(first, 1).name, true},
                             columns[] = {variant, value, ratio, verdict, side, other},
                             alone[] = {variant, value, side, other};
    bool compared = findings->variant_ratio_count > 0;
    struct html_table table =
        html_table_begin(page, cell_name(page->arena, findings, index), compared ? columns : alone,
                         compared ? 6 : 4, full_table(findings, "csv/estimates.csv"));
    for (size_t i = 0; i < cell->estimate_count; i++) {
        size_t metric = cell->estimates[i].metric;
        if (i == 0 || metric != cell->estimates[i - 1].metric)
            html_table_group(&table, findings->catalogue.metrics[metric].name);
        estimate_row(page, &table, cell, &cell->estimates[i]);
    }
    failed_rows(page, &table, index);
    html_table_end(&table);
}

// The notes of a cell without those of the diagnostics section.
static struct text_list notes_of(const struct html_page *page, size_t index)
{
    struct text_list all = cell_notes(page->arena, page->findings, index), said = {0}, left = {0};
    diagnostics_notes(page->arena, page->findings, index, &said);
    for (size_t i = 0; i < all.count; i++) {
        size_t k = 0;
        while (k < said.count && !text_equal(said.items[k], all.items[i]))
            k++;
        if (k == said.count)
            text_list_add(&left, page->arena, all.items[i]);
    }
    return left;
}

void html_results(const struct html_page *page)
{
    const struct findings *findings = page->findings;
    if (!html_shows_cells(page))
        return;
    html_section(page, "results", "Results");
    for (size_t i = 0; i < findings->catalogue.cell_count; i++) {
        const struct cell_findings *cell = &findings->cells[i];
        if (cell->estimate_count || cell->failure_count || cell->absent)
            estimates_table(page, i);
        else
            html_add(page->html, "<h3>%s</h3>\n", cell_name(page->arena, findings, i));
        struct text_list notes = notes_of(page, i);
        html_list(page, "notes", &notes);
    }
    html_section_end(page);
}
