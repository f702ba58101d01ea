// The report on a terminal.
#include "report/text/text.h"

#include "base/terminal.h"
#include "model/verdict.h"
#include "report/overview/overview.h"
#include "report/overview/parts.h"
#include "report/text/parts_before_cells.h"
#include "report/wording/claims.h"
#include "report/wording/estimates.h"
#include "report/wording/lines.h"
#include "report/wording/missing.h"
#include "report/wording/notes.h"
#include "report/wording/ratios.h"
#include "report/wording/repetitions.h"
#include "report/wording/summaries.h"

enum { TABLE_COLUMNS = 4, TABLE_GAP = 2 };

struct page {
    const struct findings *findings;
    struct arena *arena;
    FILE *out;
    size_t columns;
    bool colour;
};

static void spaces(const struct page *page, size_t count)
{
    fprintf(page->out, "%*s", (int)count, "");
}

static void paragraph(const struct page *page, const char *lead, const char *words)
{
    wrap(page->out, page->columns, lead, words);
}

// A paragraph in the colour of a verdict.
static void verdict_paragraph(const struct page *page, enum verdict verdict, const char *lead,
                              const char *words)
{
    static const char *const codes[] = {
        [VERDICT_FASTER] = "\033[32m", [VERDICT_SLOWER] = "\033[31m"};
    bool colour = page->colour && verdict != VERDICT_INCONCLUSIVE;
    fputs(colour ? codes[verdict] : "", page->out);
    paragraph(page, lead, words);
    fputs(colour ? "\033[0m" : "", page->out);
}

static void comparison_line(const struct page *page, const struct variant_ratio *variant_ratio)
{
    const struct stored_metric *metric =
        &page->findings->catalogue.metrics[variant_ratio->new->metric];
    verdict_paragraph(page, verdict_tone(metric, variant_ratio->verdict), "  ",
                      variant_ratio_wording(page->arena, page->findings, variant_ratio));
}

// One row of the table of a metric.
struct table_row {
    const char *items[TABLE_COLUMNS]; // variant, value, median, minimum
};

// A name cut or filled up to `width`, two columns in.
static const char *name_in_row(const struct page *page, const char *name, size_t width)
{
    size_t own = columns_of(name);
    return own > width
               ? arena_printf(page->arena, "  %.*s…", (int)bytes_of_columns(name, width - 1), name)
               : arena_printf(page->arena, "  %s%*s", name, (int)(width - own), "");
}

static void table_row(const struct page *page, const struct table_row *row, const size_t *widths,
                      size_t columns)
{
    fputs(name_in_row(page, row->items[0], widths[0]), page->out);
    for (size_t i = 1; i < columns; i++) {
        spaces(page, TABLE_GAP + widths[i] - columns_of(row->items[i]));
        fputs(row->items[i], page->out);
    }
    fputc('\n', page->out);
}

// Leaves out columns from the right, then cuts names, until the table fits.
static size_t fit_columns(const struct page *page, size_t widths[TABLE_COLUMNS])
{
    size_t columns = TABLE_COLUMNS, total = 2;
    for (size_t i = 0; i < TABLE_COLUMNS; i++)
        total += widths[i] + (i ? TABLE_GAP : 0);
    while (columns > 2 && total > page->columns && widths[0] > page->columns / 4)
        total -= widths[--columns] + TABLE_GAP;
    while (columns > 2 && total > page->columns)
        total -= widths[--columns] + TABLE_GAP;
    if (total > page->columns && widths[0] > total - page->columns + 4)
        widths[0] -= total - page->columns;
    return columns;
}

// Rows of the variants that failed, under names of `width` columns or, if that is 0, their own.
static void failed_rows(const struct page *page, size_t cell, size_t width)
{
    for (size_t v = 0; v < page->findings->catalogue.variant_count; v++) {
        const char *failed = failed_wording(page->arena, page->findings, cell, v);
        const char *name = plain_name(page->arena, page->findings->catalogue.variants[v]);
        if (failed)
            paragraph(page,
                      arena_printf(page->arena, "%s  ",
                                   name_in_row(page, name, width ? width : columns_of(name))),
                      failed);
    }
}

// Returns the width of the names.
static size_t value_table(const struct page *page, const struct overview_row *named, size_t count)
{
    const struct findings *findings = page->findings;
    const struct estimate *first = named[0].estimate;
    const char *metric = findings->catalogue.metrics[first->metric].name;
    struct table_row *rows = arena_new_array(page->arena, struct table_row, count + 1);
    rows[0] = (struct table_row){{plain_name(page->arena, metric),
                                  value_header(page->arena, findings, first),
                                  side_column(first, 0).name, side_column(first, 1).name}};
    for (size_t i = 0; i < count; i++) {
        const struct estimate *estimate = named[i].estimate;
        rows[i + 1] = (struct table_row){
            {named[i].name, value_wording(page->arena, findings, estimate),
             quantity_wording(page->arena, findings, estimate, side_column(estimate, 0).value),
             quantity_wording(page->arena, findings, estimate, side_column(estimate, 1).value)}};
    }
    size_t widths[TABLE_COLUMNS] = {0};
    for (size_t i = 0; i <= count; i++)
        for (size_t k = 0; k < TABLE_COLUMNS; k++)
            if (columns_of(rows[i].items[k]) > widths[k])
                widths[k] = columns_of(rows[i].items[k]);
    size_t columns = fit_columns(page, widths);
    for (size_t i = 0; i <= count; i++)
        table_row(page, &rows[i], widths, columns);
    return widths[0];
}

static void metric_table(const struct page *page, const struct estimate *estimates, size_t count)
{
    struct overview_row *rows = arena_new_array(page->arena, struct overview_row, count);
    for (size_t i = 0; i < count; i++)
        rows[i] = (struct overview_row){
            plain_name(page->arena, page->findings->catalogue.variants[estimates[i].variant]),
            &estimates[i]};
    failed_rows(page, estimates[0].cell, value_table(page, rows, count));
}

static void metric_part(const struct page *page, const struct cell_findings *cell,
                        const struct estimate *estimates, size_t count)
{
    metric_table(page, estimates, count);
    for (size_t i = 0; i < cell->variant_ratio_count; i++)
        if (cell->variant_ratios[i].new->metric == estimates[0].metric)
            comparison_line(page, &cell->variant_ratios[i]);
    for (size_t i = 0; i < count; i++) {
        const char *variance = variance_wording(page->arena, page->findings, &estimates[i]);
        if (variance)
            paragraph(page, "  ", variance);
    }
}

static void bullets(const struct page *page, const struct text_list *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        paragraph(page, "  - ", notes->items[i]);
}

// The repetitions: once for all variants, or for each where failures made them differ.
static const char *measured_wording(const struct page *page, const struct cell_findings *cell)
{
    const struct estimate *first = &cell->estimates[0];
    const char *whole = repetitions_wording(page->arena, first), *each = "";
    bool same = true;
    for (size_t i = 0; i < cell->estimate_count; i++) {
        const struct estimate *estimate = &cell->estimates[i];
        if (estimate->metric != first->metric)
            continue;
        const char *own = repetitions_wording(page->arena, estimate);
        const char *name = page->findings->catalogue.variants[estimate->variant];
        same = same && text_equal(own, whole);
        each = arena_printf(page->arena, "%s%s%s: %s", each, *each ? "; " : "",
                            plain_name(page->arena, name), own);
    }
    return arena_printf(page->arena, "Measured: %s", same ? whole : each);
}

static void whole_cell(const struct page *page, size_t index)
{
    const struct cell_findings *cell = &page->findings->cells[index];
    fputc('\n', page->out);
    paragraph(page, "", cell_name(page->arena, page->findings, index));
    for (size_t i = 0; i < cell->estimate_count;) {
        size_t end = i;
        while (end < cell->estimate_count &&
               cell->estimates[end].metric == cell->estimates[i].metric)
            end++;
        metric_part(page, cell, &cell->estimates[i], end - i);
        i = end;
    }
    if (cell->estimate_count == 0)
        failed_rows(page, index, 0);
    else
        paragraph(page, "  ", measured_wording(page, cell));
    const char *choice = choice_wording(page->arena, page->findings, index);
    if (choice)
        paragraph(page, "  ", choice);
    struct text_list notes = cell_notes(page->arena, page->findings, index);
    bullets(page, &notes);
}

static void claims(const struct page *page)
{
    for (size_t i = 0; i < page->findings->claim_count; i++) {
        const struct judged_claim *claim = &page->findings->claims[i];
        verdict_paragraph(page, claim_outcome_verdict(claim->outcome),
                          claim_outcome_lead(claim->outcome), plain_name(page->arena, claim->text));
        paragraph(page, "                ", plain_name(page->arena, claim->reason));
    }
}

static void parts(const struct page *page, const struct overview *overview)
{
    for (size_t i = 0; i < overview->count; i++) {
        const struct overview_part *part = &overview->parts[i];
        fputc('\n', page->out);
        paragraph(page, "", plain_name(page->arena, part->title));
        if (part->row_count)
            (void)value_table(page, part->rows, part->row_count);
        for (size_t k = 0; k < part->count; k++)
            verdict_paragraph(page, part->lines[k].verdict, "  - ",
                              plain_name(page->arena, part->lines[k].words));
    }
}

static void overview(const struct page *page)
{
    struct overview overview = overview_of(page->arena, page->findings);
    parts(page, &overview);
    fputc('\n', page->out);
    paragraph(page, "", all_cells_wording(page->findings));
}

void report_text(const struct findings *findings, FILE *out, size_t columns, bool colour)
{
    struct arena scratch = {0};
    struct page page = {findings, &scratch, out, columns < COLUMNS_LEAST ? COLUMNS_LEAST : columns,
                        colour};
    paragraph(&page, "", plain_name(&scratch, findings->experiment));
    if (*findings->question)
        paragraph(&page, "", plain_name(&scratch, findings->question));
    paragraph(&page, "", headline(&scratch, findings));
    claims(&page);
    struct text_list notes = campaign_notes(&scratch, findings);
    bullets(&page, &notes);
    struct overview before_cells = parts_before_cells(&scratch, findings);
    parts(&page, &before_cells);
    if (findings->catalogue.cell_count > CELLS_SHOWN_WHOLE)
        overview(&page);
    else
        for (size_t i = 0; i < findings->catalogue.cell_count; i++)
            whole_cell(&page, i);
    arena_release(&scratch);
}
