// Steady state and independence of each series, in numbers and in words.
#include "report/html/internal.h"

#include "model/level.h"
#include "report/html/frame/section.h"
#include "report/html/frame/table.h"
#include "report/html/frame/writer.h"
#include "report/overview/overview.h"
#include "report/overview/parts.h"
#include "report/wording/diagnostics.h"
#include "report/wording/estimates.h"

// "29 of 30, after 12": executions, iterations.
static const char *steady_cell(struct arena *arena, const struct series_diagnostics *series)
{
    if (series->executions == 0)
        return NULL;
    const char *share = arena_printf(arena, "%zu of %zu", series->steady, series->executions);
    return series->warmup && series->steady
               ? arena_printf(arena, "%s, after %zu", share, series->warmup)
               : share;
}

// "0.05, -0.02, 0.01, 0.00".
static const char *correlations_cell(struct arena *arena, const struct independence *independence)
{
    const char *words = "";
    for (size_t k = 0; k < INDEPENDENCE_LAGS; k++)
        words = arena_printf(arena, "%s%s%.2f", words, k ? ", " : "", independence->r[k]);
    return words;
}

static void series_row(const struct html_page *page, struct html_table *table,
                       const struct series_diagnostics *series)
{
    struct arena *arena = page->arena;
    const struct estimate *estimate = series->estimate;
    bool iterations = series->iterations.known;
    const struct independence *independence = iterations ? &series->iterations : &series->top;
    const char *drift =
        series->drift_known
            ? arena_printf(arena, "%s (%.2g)", drift_percent(arena, series), series->drift_p)
            : NULL;
    const char *cells[] = {
        page->findings->catalogue.variants[estimate->variant],
        steady_cell(arena, series),
        independence->known ? level_name(iterations ? estimate->level[0] : top_level(estimate))
                            : NULL,
        independence->known ? correlations_cell(arena, independence) : NULL,
        independence->known ? arena_printf(arena, "%.2g", independence->p) : NULL,
        series->samples ? arena_printf(arena, "%zu of %zu", series->outliers, series->samples)
                        : NULL,
        drift};
    html_table_row(table, cells);
}

static void cell_diagnostics(const struct html_page *page, size_t index)
{
    static const struct html_column columns[] = {
        {"variant", false},
        {"steady executions", true},
        {"autocorrelation of", false},
        {"r at lags 1 to 4", true},
        {"p", true},
        {"outliers", true},
        {"drift (p)", true},
    };
    const struct findings *findings = page->findings;
    const struct cell_findings *cell = &findings->cells[index];
    const struct series_diagnostics *diagnostics =
        &findings->diagnostics[cell->estimates - findings->estimates];
    struct html_table table = html_table_begin(page, cell_name(page->arena, findings, index),
                                               columns, sizeof columns / sizeof *columns,
                                               full_table(findings, "csv/diagnostics.csv"));
    for (size_t i = 0; i < cell->estimate_count; i++) {
        if (i == 0 || cell->estimates[i].metric != cell->estimates[i - 1].metric)
            html_table_group(&table, findings->catalogue.metrics[cell->estimates[i].metric].name);
        series_row(page, &table, &diagnostics[i]);
    }
    html_table_end(&table);
    struct text_list notes = {0};
    diagnostics_notes(page->arena, findings, index, &notes);
    html_list(page, "notes", &notes);
}

static bool anything_seen(const struct html_page *page)
{
    const struct findings *findings = page->findings;
    bool seen = findings->diagnostics && findings->estimate_count && html_shows_cells(page);
    if (findings->diagnostics && !html_shows_cells(page)) {
        struct overview overview = overview_of(page->arena, findings);
        for (size_t i = 0; i < overview.count; i++)
            seen |= overview.parts[i].diagnostics;
    }
    return seen;
}

void html_diagnostics(const struct html_page *page)
{
    const struct findings *findings = page->findings;
    if (!anything_seen(page))
        return;
    html_section(page, "diagnostics", "Steady state and independence");
    html_add(page->html,
             "<p>The interval of a mean holds if executions have warmed up and their values are "
             "independent. An execution is steady where MSER-5 and change points (PELT) find no "
             "lasting change; p is the share of shuffled copies of the same values whose Ljung–Box "
             "statistic over lags 1 to 4 is at least as large.</p>\n");
    if (!html_shows_cells(page))
        html_overview(page, true);
    for (size_t i = 0; html_shows_cells(page) && i < findings->catalogue.cell_count; i++)
        if (findings->cells[i].estimate_count)
            cell_diagnostics(page, i);
    html_section_end(page);
}
