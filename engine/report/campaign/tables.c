// The values of a cell, a table for each metric.
#include "report/campaign/internal.h"

#include "report/wording/changes.h"
#include "report/wording/estimates.h"
#include "report/wording/missing.h"
#include "report/wording/ratios.h"
#include "report/wording/summaries.h"

enum { RATIOS_SAID = 4, COLUMNS_MOST = 6 }; // more ratios are columns of the table

static const struct variant_ratio *ratio_of(const struct cell_findings *cell,
                                            const struct estimate *estimate)
{
    for (size_t i = 0; i < cell->variant_ratio_count; i++)
        if (cell->variant_ratios[i].new == estimate)
            return &cell->variant_ratios[i];
    return NULL;
}

static void add_value(struct arena *arena, const struct findings *findings,
                      const struct cell_findings *cell, const struct estimate *estimate,
                      bool compared, struct report_table *table)
{
    const struct variant_ratio *ratio = ratio_of(cell, estimate);
    struct report_row *row = table_row(arena, table);
    size_t at = 0;
    row->cells[at++] = findings->catalogue.variants[estimate->variant];
    row->cells[at++] = value_wording(arena, findings, estimate);
    if (compared && ratio && ratio->ratio.defined) {
        const struct stored_metric *metric = &findings->catalogue.metrics[estimate->metric];
        row->cells[at] = ratio_wording(arena, &ratio->ratio);
        row->cells[at + 1] = verdict_word(metric, ratio->verdict);
        row->tones[at + 1] = tone_of(metric, ratio->verdict);
    }
    at += compared ? 2 : 0;
    for (size_t i = 0; i < 2; i++)
        row->cells[at++] =
            quantity_wording(arena, findings, estimate, side_column(estimate, i).value);
}

static void add_failed(struct arena *arena, const struct findings *findings, size_t index,
                       struct report_table *table)
{
    for (size_t v = 0; v < findings->catalogue.variant_count; v++) {
        const char *failed = failed_wording(arena, findings, index, v);
        if (!failed)
            continue;
        struct report_row *row = table_row(arena, table);
        row->cells[0] = findings->catalogue.variants[v];
        row->instead = failed;
    }
}

static void add_metric(struct report_section *section, const struct findings *findings,
                       size_t index, const struct estimate *estimates, size_t count, bool led)
{
    struct arena *arena = section->arena;
    const struct cell_findings *cell = &findings->cells[index];
    const struct catalogue *catalogue = &findings->catalogue;
    bool compared = cell->variant_ratio_count && catalogue->variant_count - 1 > RATIOS_SAID;
    struct report_column *columns = arena_new_array(arena, struct report_column, COLUMNS_MOST);
    size_t at = 0;
    columns[at++].name = catalogue->metrics[estimates->metric].name;
    columns[at++] = (struct report_column){value_header(arena, findings, estimates), true};
    if (compared) {
        columns[at++] = (struct report_column){
            arena_printf(arena, "ratio to %s", catalogue->variants[0]), true};
        columns[at++].name = "verdict";
    }
    columns[at++] = (struct report_column){side_column(estimates, 0).name, true};
    columns[at++] = (struct report_column){side_column(estimates, 1).name, true};
    struct report_table *table = section_table(section, NULL, columns, at);
    for (size_t i = 0; i < count; i++)
        add_value(arena, findings, cell, &estimates[i], compared, table);
    add_failed(arena, findings, index, table);
    for (size_t i = 0; i < cell->variant_ratio_count && !compared; i++) {
        const struct variant_ratio *ratio = &cell->variant_ratios[i];
        const struct stored_metric *metric = &catalogue->metrics[estimates->metric];
        bool said = led && estimates == cell->estimates && !is_beside(findings, ratio);
        if (ratio->new->metric == estimates->metric && !said)
            section_answer(section, tone_of(metric, ratio->verdict),
                           verdict_lead(arena, metric, ratio->verdict),
                           variant_ratio_wording(arena, findings, ratio));
    }
}

void add_tables(struct report_section *section, const struct findings *findings, size_t index,
                bool led)
{
    const struct cell_findings *cell = &findings->cells[index];
    for (size_t i = 0, end; i < cell->estimate_count; i = end) {
        for (end = i; end < cell->estimate_count &&
                      cell->estimates[end].metric == cell->estimates[i].metric;)
            end++;
        add_metric(section, findings, index, &cell->estimates[i], end - i, led);
    }
    if (cell->estimate_count || led)
        return;
    static const struct report_column columns[] = {{"variant", false}, {"", false}};
    add_failed(section->arena, findings, index, section_table(section, NULL, columns, 2));
}
