// Variance, and steady state and independence, of each series.
#include "report/page/internal.h"

#include "model/level.h"
#include "report/wording/diagnostics.h"
#include "report/wording/drift.h"
#include "report/wording/estimates.h"
#include "report/wording/repetitions.h"

#include <math.h>

static bool shows_cells(const struct paged *paged)
{
    size_t cells = paged->findings->catalogue.cell_count;
    return paged->findings->estimate_count && cells <= CELLS_SHOWN_WHOLE;
}

// Adds a table for each cell; `fill` adds the rows of an estimate.
static void add_cells(const struct paged *paged, struct report_section *section,
                      const struct report_column *columns, size_t count, const char *all,
                      void (*fill)(const struct paged *paged, struct report_table *table,
                                   const struct estimate *estimate))
{
    const struct findings *findings = paged->findings;
    for (size_t i = 0; i < findings->catalogue.cell_count; i++) {
        const struct cell_findings *cell = &findings->cells[i];
        struct report_table *table =
            section_table(section, cell_name(paged->arena, findings, i), columns, count);
        table->all = all;
        for (size_t k = 0; k < cell->estimate_count; k++) {
            size_t first = table->row_count, metric = cell->estimates[k].metric;
            fill(paged, table, &cell->estimates[k]);
            if (table->row_count > first && (k == 0 || metric != cell->estimates[k - 1].metric))
                table->rows[first].group = findings->catalogue.metrics[metric].name;
        }
    }
}

static void variance_rows(const struct paged *paged, struct report_table *table,
                          const struct estimate *estimate)
{
    const struct decomposition *decomposition = &estimate->decomposition;
    const struct components *components = &decomposition->components;
    struct arena *arena = paged->arena;
    for (int i = components->levels - 1; i >= 0; i--) {
        bool known = components->known[i];
        double mean = fabs(components->mean), deviation = sqrt(fmax(components->T2[i], 0));
        const char *cells[] = {
            paged->findings->catalogue.variants[estimate->variant],
            level_name(decomposition->level[i]),
            arena_printf(arena, "%.4g", components->repetitions[i]),
            known ? arena_printf(arena, "%.4g", components->S2[i]) : NULL,
            known ? arena_printf(arena, "%.4g", components->T2[i]) : NULL,
            known && mean > 0 ? arena_printf(arena, "%.3g %%", 100 * deviation / mean) : NULL,
            share_wording(arena, decomposition, i),
            phase_name(decomposition->phase)};
        table_row_of(arena, table, cells);
    }
}

void page_variances(const struct paged *paged)
{
    static const struct report_column columns[] = {
        {"variant", false}, {"level", false},           {"repetitions", true}, {"S²", true},
        {"T²", true},       {"√T², of the mean", true}, {"share", true},       {"phase", false}};
    if (!shows_cells(paged))
        return;
    struct report_section *section =
        document_section(paged->document, RANK_PAGE, "variance", "Variance and repetition");
    section_words(
        section,
        "The levels that vary are worth repeating. S² is the variance of the means at a level, T² "
        "the level's own contribution (not above 0: none is detectable), share its part of the "
        "sum, with its interval. Where the real experiment does not repeat a lower level, the rows "
        "are those of the pilot. The interval of a mean rests on the units of the top level "
        "alone.");
    add_cells(paged, section, columns, sizeof columns / sizeof *columns, "csv/variances.csv",
              variance_rows);
}

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

static void diagnostics_row(const struct paged *paged, struct report_table *table,
                            const struct estimate *estimate)
{
    struct arena *arena = paged->arena;
    const struct series_diagnostics *series =
        &paged->findings->diagnostics[estimate - paged->findings->estimates];
    bool iterations = series->iterations.known;
    const struct independence *independence = iterations ? &series->iterations : &series->top;
    const char *drift =
        series->drift_known
            ? arena_printf(arena, "%s (%.2g)", drift_percent(arena, series), series->drift_p)
            : NULL;
    const char *cells[] = {
        paged->findings->catalogue.variants[estimate->variant],
        steady_cell(arena, series),
        independence->known ? level_name(iterations ? estimate->level[0] : top_level(estimate))
                            : NULL,
        independence->known ? correlations_cell(arena, independence) : NULL,
        independence->known ? arena_printf(arena, "%.2g", independence->p) : NULL,
        series->samples ? arena_printf(arena, "%zu of %zu", series->outliers, series->samples)
                        : NULL,
        drift};
    table_row_of(arena, table, cells);
}

void page_diagnostics(const struct paged *paged)
{
    static const struct report_column columns[] = {
        {"variant", false},
        {"steady executions", true},
        {"autocorrelation of", false},
        {"r at lags 1 to 4", true},
        {"p", true},
        {"outliers", true},
        {"drift (p)", true},
    };
    if (!paged->findings->diagnostics || !shows_cells(paged))
        return;
    struct report_section *section =
        document_section(paged->document, RANK_PAGE, "diagnostics", "Diagnostics");
    section_words(section,
                  "The interval of a mean holds if executions have warmed up and their values are "
                  "independent. An execution is steady where MSER-5 and change points (PELT) find "
                  "no lasting change; p is the share of shuffled copies of the same values whose "
                  "Ljung–Box statistic over lags 1 to 4 is at least as large.");
    section_words(section, arena_printf(paged->arena, "The %s.",
                                        diagnostics_wording(paged->arena, paged->findings)));
    add_cells(paged, section, columns, sizeof columns / sizeof *columns, "csv/diagnostics.csv",
              diagnostics_row);
}
