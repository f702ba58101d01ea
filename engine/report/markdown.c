// The report in GitHub's Markdown.
#include "report/report.h"

#include "report/words.h"

struct page {
    const struct findings *findings;
    struct arena *arena;
    FILE *out;
};

static const char *literal(const struct page *page, const char *name)
{
    return markdown_literal(page->arena, name);
}

// Rows of a cell, each begun by `lead`: "", or "| CELL ".
static void estimate_rows(const struct page *page, size_t index, const char *lead)
{
    const struct findings *findings = page->findings;
    const struct cell_findings *cell = &findings->cells[index];
    for (size_t i = 0; i < cell->estimate_count; i++) {
        const struct estimate *estimate = &cell->estimates[i];
        const char *cells[] = {
            findings->catalogue.metrics[estimate->metric].name,
            findings->catalogue.variants[estimate->variant],
            mean_in_words(page->arena, findings, estimate),
            quantity_in_words(page->arena, findings, estimate, estimate->order.median),
            quantity_in_words(page->arena, findings, estimate, estimate->order.minimum),
            repetitions_in_words(page->arena, estimate)};
        fputs(lead, page->out);
        for (size_t k = 0; k < sizeof cells / sizeof *cells; k++)
            fprintf(page->out, "| %s ", literal(page, cells[k]));
        fputs("|\n", page->out);
    }
    for (size_t v = 0; v < findings->catalogue.variant_count; v++) {
        const char *failed = failed_in_words(page->arena, findings, index, v);
        if (failed)
            fprintf(page->out, "%s| | %s | %s | | | |\n", lead,
                    literal(page, findings->catalogue.variants[v]), literal(page, failed));
    }
}

static void estimates_header(const struct page *page, bool with_cell)
{
    fprintf(page->out,
            "\n%s| metric | variant | mean ± %.4g %% | median | minimum | repeated |\n"
            "%s| --- | --- | ---: | ---: | ---: | --- |\n",
            with_cell ? "| cell " : "", page->findings->confidence * 100,
            with_cell ? "| --- " : "");
}

static void variance_rows(const struct page *page, const struct estimate *estimate)
{
    const struct catalogue *catalogue = &page->findings->catalogue;
    const struct components *components = &estimate->components;
    for (int i = components->levels - 1; i >= 0; i--) {
        fprintf(page->out, "| %s | %s | %s | %.4g | ",
                literal(page, catalogue->metrics[estimate->metric].name),
                literal(page, catalogue->variants[estimate->variant]),
                level_name(estimate->level[i]), components->repetitions[i]);
        if (components->known[i])
            fprintf(page->out, "%.6g | %.6g | %.0f %% |\n", components->S2[i], components->T2[i],
                    100 * estimate->shares[i]);
        else
            fputs("| | |\n", page->out);
    }
}

static void variances_table(const struct page *page, const struct cell_findings *cell)
{
    fputs("\n| metric | variant | level | repetitions | S² | T² | share |\n"
          "| --- | --- | --- | ---: | ---: | ---: | ---: |\n",
          page->out);
    for (size_t i = 0; i < cell->estimate_count; i++)
        variance_rows(page, &cell->estimates[i]);
}

static void bullets(const struct page *page, const struct text_list *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        fprintf(page->out, "- %s\n", literal(page, notes->items[i]));
}

static void comparisons(const struct page *page, const struct comparison *all, size_t count,
                        bool with_cell)
{
    for (size_t i = 0; i < count; i++) {
        const char *cell =
            with_cell ? cell_name(page->arena, page->findings, all[i].new->cell) : "";
        const char *words = comparison_in_words(page->arena, page->findings, &all[i]);
        fprintf(page->out, "- %s%s%s%s%s\n", literal(page, cell), with_cell ? ": " : "",
                all[i].verdict ? "**" : "", literal(page, words), all[i].verdict ? "**" : "");
    }
}

static void whole_cell(const struct page *page, size_t index)
{
    const struct cell_findings *cell = &page->findings->cells[index];
    fprintf(page->out, "\n## %s\n", literal(page, cell_name(page->arena, page->findings, index)));
    if (cell->comparison_count)
        fputc('\n', page->out);
    comparisons(page, cell->comparisons, cell->comparison_count, false);
    if (cell->estimate_count || cell->failure_count) {
        estimates_header(page, false);
        estimate_rows(page, index, "");
    }
    if (cell->estimate_count)
        variances_table(page, cell);
    const char *choice = choice_in_words(page->arena, page->findings, index);
    fprintf(page->out, "%s%s%s", choice ? "\n" : "", choice ? literal(page, choice) : "",
            choice ? ".\n" : "");
    struct text_list notes = cell_notes(page->arena, page->findings, index);
    if (notes.count)
        fputc('\n', page->out);
    bullets(page, &notes);
}

static void overview(const struct page *page)
{
    const struct findings *findings = page->findings;
    struct text_list summary = verdict_summary(page->arena, findings);
    size_t cells = findings->catalogue.cell_count;
    fputs("\n## All cells\n\n", page->out);
    bullets(page, &summary);
    comparisons(page, findings->comparisons, findings->comparison_count, true);
    for (size_t i = 0; i < cells; i++) {
        const char *missing = missing_in_words(page->arena, findings, i);
        if (missing)
            fprintf(page->out, "- %s\n", literal(page, missing));
    }
    estimates_header(page, true);
    for (size_t i = 0; i < cells; i++) {
        const char *name = literal(page, cell_name(page->arena, findings, i));
        estimate_rows(page, i, arena_printf(page->arena, "| %s ", name));
    }
}

void report_markdown(const struct findings *findings, FILE *out)
{
    struct arena scratch = {0};
    struct page page = {findings, &scratch, out};
    fprintf(out, "# %s\n\n", literal(&page, findings->experiment));
    if (*findings->question)
        fprintf(out, "%s\n\n", literal(&page, findings->question));
    fprintf(out, "%s\n", headline(&scratch, findings));
    struct text_list notes = campaign_notes(&scratch, findings);
    if (notes.count)
        fputc('\n', out);
    bullets(&page, &notes);
    if (findings->catalogue.cell_count > CELLS_SHOWN_WHOLE) {
        overview(&page);
    } else {
        for (size_t i = 0; i < findings->catalogue.cell_count; i++)
            whole_cell(&page, i);
    }
    arena_release(&scratch);
}
