// The report in GitHub's Markdown.
#include "report/text/markdown.h"

#include "model/level.h"
#include "model/verdict.h"
#include "report/overview/overview.h"
#include "report/overview/parts.h"
#include "report/text/markdown_literal.h"
#include "report/text/parts_before_cells.h"
#include "report/wording/claims.h"
#include "report/wording/estimates.h"
#include "report/wording/lines.h"
#include "report/wording/missing.h"
#include "report/wording/notes.h"
#include "report/wording/ratios.h"
#include "report/wording/repetitions.h"
#include "report/wording/summaries.h"

struct page {
    const struct findings *findings;
    struct arena *arena;
    FILE *out;
};

static const char *literal(const struct page *page, const char *name)
{
    return markdown_literal(page->arena, name);
}

static void estimate_rows(const struct page *page, size_t index)
{
    const struct findings *findings = page->findings;
    const struct cell_findings *cell = &findings->cells[index];
    for (size_t i = 0; i < cell->estimate_count; i++) {
        const struct estimate *estimate = &cell->estimates[i];
        const char *cells[] = {
            findings->catalogue.metrics[estimate->metric].name,
            findings->catalogue.variants[estimate->variant],
            value_wording(page->arena, findings, estimate),
            quantity_wording(page->arena, findings, estimate, side_column(estimate, 0).value),
            quantity_wording(page->arena, findings, estimate, side_column(estimate, 1).value),
            repetitions_wording(page->arena, estimate)};
        for (size_t k = 0; k < sizeof cells / sizeof *cells; k++)
            fprintf(page->out, "| %s ", literal(page, cells[k]));
        fputs("|\n", page->out);
    }
    for (size_t v = 0; v < findings->catalogue.variant_count; v++) {
        const char *failed = failed_wording(page->arena, findings, index, v);
        if (failed)
            fprintf(page->out, "| | %s | %s | | | |\n",
                    literal(page, findings->catalogue.variants[v]), literal(page, failed));
    }
}

// Also for a cell without any estimate, where variants failed.
static void estimates_header(const struct page *page, const struct cell_findings *cell)
{
    static const struct estimate none = {.summary_name = "mean"};
    const struct estimate *estimate = cell->estimate_count ? &cell->estimates[0] : &none;
    fprintf(page->out,
            "\n| metric | variant | %s | %s | %s | repeated |\n"
            "| --- | --- | ---: | ---: | ---: | --- |\n",
            literal(page, value_header(page->arena, page->findings, estimate)),
            side_column(estimate, 0).name, side_column(estimate, 1).name);
}

static void variance_rows(const struct page *page, const struct estimate *estimate)
{
    const struct catalogue *catalogue = &page->findings->catalogue;
    const struct decomposition *decomposition = &estimate->decomposition;
    const struct components *components = &decomposition->components;
    for (int i = components->levels - 1; i >= 0; i--) {
        const char *share = share_wording(page->arena, decomposition, i);
        fprintf(page->out, "| %s | %s | %s | %.4g | ",
                literal(page, catalogue->metrics[estimate->metric].name),
                literal(page, catalogue->variants[estimate->variant]),
                level_name(decomposition->level[i]), components->repetitions[i]);
        if (components->known[i])
            fprintf(page->out, "%.6g | %.6g | %s | ", components->S2[i], components->T2[i],
                    literal(page, share));
        else
            fputs("| | | ", page->out);
        fprintf(page->out, "%s |\n", phase_name(decomposition->phase));
    }
}

static void variances_table(const struct page *page, const struct cell_findings *cell)
{
    fputs("\n| metric | variant | level | repetitions | S² | T² | share | phase |\n"
          "| --- | --- | --- | ---: | ---: | ---: | ---: | --- |\n",
          page->out);
    for (size_t i = 0; i < cell->estimate_count; i++)
        variance_rows(page, &cell->estimates[i]);
}

static void bullets(const struct page *page, const struct text_list *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        fprintf(page->out, "- %s\n", literal(page, notes->items[i]));
}

static void variant_ratios(const struct page *page, const struct cell_findings *cell)
{
    for (size_t i = 0; i < cell->variant_ratio_count; i++) {
        const struct variant_ratio *variant_ratio = &cell->variant_ratios[i];
        const char *words = variant_ratio_wording(page->arena, page->findings, variant_ratio);
        const char *bold = variant_ratio->verdict ? "**" : "";
        fprintf(page->out, "- %s%s%s\n", bold, literal(page, words), bold);
    }
}

static void whole_cell(const struct page *page, size_t index)
{
    const struct cell_findings *cell = &page->findings->cells[index];
    fprintf(page->out, "\n## %s\n", literal(page, cell_name(page->arena, page->findings, index)));
    if (cell->variant_ratio_count)
        fputc('\n', page->out);
    variant_ratios(page, cell);
    if (cell->estimate_count || cell->failure_count || cell->absent) {
        estimates_header(page, cell);
        estimate_rows(page, index);
    }
    if (cell->estimate_count)
        variances_table(page, cell);
    const char *choice = choice_wording(page->arena, page->findings, index);
    fprintf(page->out, "%s%s%s", choice ? "\n" : "", choice ? literal(page, choice) : "",
            choice ? ".\n" : "");
    struct text_list notes = cell_notes(page->arena, page->findings, index);
    if (notes.count)
        fputc('\n', page->out);
    bullets(page, &notes);
}

static void claims(const struct page *page)
{
    fputs(page->findings->claim_count ? "\n" : "", page->out);
    for (size_t i = 0; i < page->findings->claim_count; i++) {
        const struct judged_claim *claim = &page->findings->claims[i];
        fprintf(page->out, "- **%s: %s**: %s\n", claim_outcome_word(claim->outcome),
                literal(page, claim->text), literal(page, claim->reason));
    }
}

static void part_rows(const struct page *page, const struct overview_part *part)
{
    const struct estimate *first = part->rows[0].estimate;
    fprintf(page->out, "| benchmark | %s |\n| --- | ---: |\n",
            literal(page, value_header(page->arena, page->findings, first)));
    for (size_t i = 0; i < part->row_count; i++)
        fprintf(page->out, "| %s | %s |\n", literal(page, part->rows[i].name),
                literal(page, value_wording(page->arena, page->findings, part->rows[i].estimate)));
    fputs(part->count ? "\n" : "", page->out);
}

static void parts(const struct page *page, const struct overview *overview)
{
    for (size_t i = 0; i < overview->count; i++) {
        const struct overview_part *part = &overview->parts[i];
        fprintf(page->out, "\n## %s\n\n", literal(page, part->title));
        if (part->row_count)
            part_rows(page, part);
        for (size_t k = 0; k < part->count; k++)
            fprintf(page->out, "- %s\n", literal(page, part->lines[k].words));
    }
}

static void overview(const struct page *page)
{
    struct overview overview = overview_of(page->arena, page->findings);
    parts(page, &overview);
    fprintf(page->out, "\n%s\n", literal(page, all_cells_wording(page->findings)));
}

void report_markdown(const struct findings *findings, FILE *out)
{
    struct arena scratch = {0};
    struct page page = {findings, &scratch, out};
    fprintf(out, "# %s\n\n", literal(&page, findings->experiment));
    if (*findings->question)
        fprintf(out, "%s\n\n", literal(&page, findings->question));
    fprintf(out, "%s\n", headline(&scratch, findings));
    claims(&page);
    struct text_list notes = campaign_notes(&scratch, findings);
    if (notes.count)
        fputc('\n', out);
    bullets(&page, &notes);
    struct overview before_cells = parts_before_cells(&scratch, findings);
    parts(&page, &before_cells);
    if (findings->catalogue.cell_count > CELLS_SHOWN_WHOLE) {
        overview(&page);
    } else {
        for (size_t i = 0; i < findings->catalogue.cell_count; i++)
            whole_cell(&page, i);
    }
    arena_release(&scratch);
}
