// Findings as a table of a paper.
#include "report/paper/latex.h"

#include "analysis/estimate/summary_statistics.h"
#include "model/level.h"
#include "model/verdict.h"
#include "report/paper/latex_explained.h"
#include "report/wording/estimates.h"
#include "report/wording/lines.h"
#include "report/wording/missing.h"
#include "report/wording/numbers.h"
#include "report/wording/ratios.h"
#include "report/wording/repetitions.h"
#include "report/wording/summaries.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct table {
    const struct findings *findings;
    struct arena *arena;
    FILE *out;
    size_t metric;
    const size_t *cells; // the shown ones
    size_t cell_count;
    size_t changed; // cells that differ, where not all are shown
};

static const struct {
    const char *text, *latex;
} characters[] = {
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"%", "\\%"},
    {"_", "\\_"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"|", "\\textbar{}"},
    {"\"", "\\char34{}"},
    {"±", "$\\pm$"},
    {"×", "$\\times$"},
    {"·", "$\\cdot$"},
    {"µ", "$\\mu$"},
};

// "--" would become a dash, "?`" another mark.
static const char *ligature_break(const char *at)
{
    return (at[0] == '-' && at[1] == '-') || (strchr("?!", at[0]) && at[1] == '`') ? "{}" : "";
}

const char *latex_literal(struct arena *arena, const char *text)
{
    TEXT_CLEANUP struct text latex = {0};
    if (*text == '[' || *text == '*') // would be an argument of the row before
        text_add(&latex, "{}");
    for (const char *at = plain_name(arena, text); *at;) {
        size_t i = 0, kinds = sizeof characters / sizeof *characters;
        while (i < kinds && !text_starts(at, characters[i].text))
            i++;
        if (i < kinds) {
            text_add(&latex, characters[i].latex);
            at += strlen(characters[i].text);
        } else {
            text_printf(&latex, "%c%s", *at, ligature_break(at));
            at++;
        }
    }
    return arena_strdup(arena, latex.bytes ? latex.bytes : "");
}

static const char *literal(const struct table *table, const char *text)
{
    return latex_literal(table->arena, text);
}

// A label has letters, digits and hyphens.
static const char *label(struct arena *arena, const char *experiment, const char *metric)
{
    char *name = arena_printf(arena, "%s-%s", experiment, metric);
    for (char *c = name; *c; c++)
        *c = isalnum((unsigned char)*c) ? *c : '-';
    return name;
}

static const struct variant_ratio *comparison_of(const struct table *table, size_t cell,
                                                 size_t variant)
{
    const struct cell_findings *found = &table->findings->cells[cell];
    for (size_t i = 0; i < found->variant_ratio_count; i++)
        if (found->variant_ratios[i].new->metric == table->metric &&
            found->variant_ratios[i].new->variant == variant)
            return &found->variant_ratios[i];
    return NULL;
}

static const char *ratio_in_latex(struct arena *arena, const struct variant_ratio *variant_ratio)
{
    const struct ratio *ratio = &variant_ratio->ratio;
    int decimals = decimals_of_ratio(ratio);
    if (!ratio->defined || ratio->bound == RATIO_NONE)
        return "no interval";
    if (ratio->bound == RATIO_UNDETERMINED)
        return "undetermined";
    const char *value = arena_printf(arena, "%.*f", decimals, ratio->value);
    if (variant_ratio->verdict == VERDICT_FASTER || variant_ratio->verdict == VERDICT_SLOWER)
        value = arena_printf(arena, "\\textbf{%s}", value);
    if (ratio->exact)
        return arena_printf(arena, "%s (exact)", value);
    if (ratio->bound == RATIO_NO_UPPER)
        return arena_printf(arena, "%s [%.2f, $\\infty$)", value, ratio->low);
    if (ratio->bound == RATIO_NO_LOWER)
        return arena_printf(arena, "%s, at most %.2f", value, ratio->high);
    return arena_printf(arena, "%s [%.*f, %.*f]", value, decimals, ratio->low, decimals,
                        ratio->high);
}

static void print_cell(const struct table *table, size_t index)
{
    const struct findings *findings = table->findings;
    const struct cell_findings *cell = &findings->cells[index];
    if (findings->catalogue.cell_count > 1)
        fprintf(table->out, "    \\multicolumn{3}{@{}l@{}}{\\emph{%s}} \\\\\n",
                literal(table, cell_name(table->arena, findings, index)));
    for (size_t i = 0; i < cell->estimate_count; i++) {
        const struct estimate *estimate = &cell->estimates[i];
        if (estimate->metric != table->metric)
            continue;
        const struct variant_ratio *variant_ratio = comparison_of(table, index, estimate->variant);
        fprintf(table->out, "    %s & %s & %s \\\\\n",
                literal(table, findings->catalogue.variants[estimate->variant]),
                literal(table, value_wording(table->arena, findings, estimate)),
                variant_ratio ? ratio_in_latex(table->arena, variant_ratio) : "");
    }
    for (size_t v = 0; v < findings->catalogue.variant_count; v++) {
        const char *failed = failed_wording(table->arena, findings, index, v);
        if (failed)
            fprintf(table->out, "    %s & \\multicolumn{2}{l@{}}{%s} \\\\\n",
                    literal(table, findings->catalogue.variants[v]), literal(table, failed));
    }
}

// "30 builds", "5 to 30 builds": what the intervals of the shown cells rest on.
static const char *units_wording(const struct table *table)
{
    size_t fewest = SIZE_MAX, most = 0;
    enum level level = LEVEL_ITERATION;
    for (size_t i = 0; i < table->findings->estimate_count; i++) {
        const struct estimate *estimate = &table->findings->estimates[i];
        size_t units = estimate->components.top_units;
        if (estimate->metric != table->metric)
            continue;
        fewest = units < fewest ? units : fewest;
        most = units > most ? units : most;
        level = top_level(estimate);
    }
    return range_wording(table->arena, fewest, most, level_name(level));
}

static bool shows_all(const struct table *table)
{
    return table->findings->catalogue.cell_count <= CELLS_SHOWN_WHOLE;
}

static const char *kinds_of_interval(const struct findings *findings)
{
    bool means = false;
    for (size_t i = 0; i < findings->estimate_count; i++)
        means |= is_mean(&findings->estimates[i]);
    return !findings->replicates ? "Fieller's" : means ? "Fieller's or bootstrap" : "bootstrap";
}

static bool is_together(const struct table *table)
{
    const struct findings *findings = table->findings;
    for (size_t i = 0; i < findings->variant_ratio_count; i++)
        if (findings->variant_ratios[i].new->metric == table->metric &&
            is_simultaneous(findings, &findings->variant_ratios[i]))
            return true;
    return false;
}

// What keeps the table from being published; "" for nothing.
static const char *caption_warning(const struct table *table)
{
    const struct findings *findings = table->findings;
    const char *completeness = completeness_wording(table->arena, &findings->completeness);
    if (findings->completeness.unfinished)
        return arena_printf(table->arena, "%c%s, not to be published. ", toupper(*completeness),
                            completeness + 1);
    return findings->quick         ? "Quick run, not to be published. "
           : shows_pilot(findings) ? "Pilot, not to be published. "
                                   : "";
}

// What the ratios are, and which cells are shown: both rest on verdicts.
static void print_comparison(const struct table *table)
{
    const struct catalogue *catalogue = &table->findings->catalogue;
    if (catalogue->variant_count > 1)
        fprintf(table->out, " Ratios to %s with %s%s interval, bold where that excludes 1.",
                literal(table, catalogue->variants[0]), is_together(table) ? "simultaneous " : "",
                kinds_of_interval(table->findings));
    if (!shows_all(table))
        fprintf(table->out, " %zu of %zu cells differ: %s; all are in \\texttt{csv/ratios.csv}.",
                table->changed, catalogue->cell_count,
                table->cell_count < table->changed ? "those that differ most are shown"
                                                   : "these are shown");
}

static void print_caption(const struct table *table)
{
    const struct findings *findings = table->findings;
    const struct catalogue *catalogue = &findings->catalogue;
    fprintf(table->out, "  \\caption{%s%s: %s %s", caption_warning(table),
            literal(table, findings->experiment), common_summary(table->arena, findings),
            literal(table, catalogue->metrics[table->metric].name));
    if (catalogue->cell_count == 1)
        fprintf(table->out, " of %s", literal(table, cell_name(table->arena, findings, 0)));
    fprintf(table->out, " with the %.4g\\,\\%% interval over %s of this campaign.",
            findings->confidence * 100, units_wording(table));
    if (findings->completeness.unfinished)
        fputs(" The " UNFINISHED_REASON ".", table->out);
    else
        print_comparison(table);
    fputs("}\n", table->out);
}

static void print_table(const struct table *table)
{
    const char *metric = table->findings->catalogue.metrics[table->metric].name;
    const char *summary = common_summary(table->arena, table->findings);
    fputs("\\begin{table}\n  \\centering\\footnotesize\n", table->out);
    print_caption(table);
    fprintf(table->out,
            "  \\label{tab:%s}\n"
            "  \\begin{tabular}{@{}lrl@{}}\n"
            "    \\toprule\n"
            "    Variant & %c%s & Ratio \\\\\n"
            "    \\midrule\n",
            label(table->arena, table->findings->experiment, metric), toupper(*summary),
            summary + 1);
    for (size_t i = 0; i < table->cell_count; i++)
        print_cell(table, table->cells[i]);
    fputs("    \\bottomrule\n  \\end{tabular}\n\\end{table}\n", table->out);
}

struct difference {
    size_t cell;
    double effect; // |log ratio|; 0: no cell differs
};

static int by_effect(const void *a, const void *b)
{
    const struct difference *left = a, *right = b;
    if (left->effect != right->effect)
        return left->effect < right->effect ? 1 : -1;
    return left->cell < right->cell ? -1 : 1;
}

static double effect_in(const struct table *table, size_t cell)
{
    const struct cell_findings *found = &table->findings->cells[cell];
    double effect = 0;
    for (size_t i = 0; i < found->variant_ratio_count; i++) {
        const struct variant_ratio *variant_ratio = &found->variant_ratios[i];
        if (variant_ratio->new->metric == table->metric &&
            variant_ratio->verdict != VERDICT_INCONCLUSIVE)
            effect = fmax(effect, fabs(log(variant_ratio->ratio.value)));
    }
    return effect;
}

static void choose_cells(struct table *table)
{
    size_t count = table->findings->catalogue.cell_count;
    struct difference *differences = arena_new_array(table->arena, struct difference, count);
    for (size_t i = 0; i < count; i++) {
        differences[i] = (struct difference){i, shows_all(table) ? 0 : effect_in(table, i)};
        table->changed += differences[i].effect > 0;
    }
    qsort(differences, count, sizeof *differences, by_effect);
    size_t most = table->changed < LATEX_CELLS_MOST ? table->changed : LATEX_CELLS_MOST;
    size_t *cells = arena_new_array(table->arena, size_t, count);
    table->cells = cells;
    table->cell_count = shows_all(table) ? count : most;
    for (size_t i = 0; i < table->cell_count; i++)
        cells[i] = differences[i].cell;
}

void report_latex(const struct findings *findings, FILE *out)
{
    struct arena scratch = {0};
    fprintf(out, "%% %s, %s%s, by eswexp %s; needs \\usepackage{booktabs}\n",
            plain_name(&scratch, findings->experiment), *findings->seed ? "seed " : "no seed",
            plain_name(&scratch, findings->seed), ESWEXP_VERSION);
    for (size_t i = 0; i < findings->catalogue.metric_count; i++) {
        struct table table = {.findings = findings, .arena = &scratch, .out = out, .metric = i};
        choose_cells(&table);
        print_table(&table);
    }
    latex_explained(findings, out);
    arena_release(&scratch);
}
