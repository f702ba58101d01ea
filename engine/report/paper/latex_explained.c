// The parts of each explained comparison in LaTeX.
#include "report/paper/latex_explained.h"

#include "analysis/compare/comparison.h"
#include "report/paper/latex.h"
#include "report/wording/changes.h"

static const char *cell(struct arena *arena, const struct ratio *ratio,
                        enum comparison_outcome outcome)
{
    const char *value = latex_literal(arena, change_wording(arena, ratio));
    bool bold = outcome == OUTCOME_FASTER || outcome == OUTCOME_SLOWER;
    return arena_printf(arena, bold ? "\\textbf{%s} %s" : "%s %s", value,
                        latex_literal(arena, limits_wording(arena, ratio)));
}

static void row(struct arena *arena, const struct comparison *comparison, FILE *out)
{
    const struct explanation *explanation = comparison->explanation;
    const char *name = arena_printf(arena, "%s, %s", comparison->benchmark, comparison->new);
    fprintf(out, "    %s & %s & %s & %s \\\\\n", latex_literal(arena, name),
            cell(arena, &explanation->as_built.ratio, explanation->as_built.outcome),
            cell(arena, &comparison->ratio, comparison->outcome),
            cell(arena, &explanation->rest.ratio, explanation->rest.outcome));
}

void latex_explained(const struct findings *findings, FILE *out)
{
    const struct comparison_set *set = findings->explained;
    struct arena scratch = {0};
    size_t rows = 0;
    for (size_t i = 0; set && i < set->comparison_count; i++) {
        const struct comparison *comparison = &set->comparisons[i];
        if (!comparison->explanation || !comparison->explanation->measured)
            continue;
        if (!rows++)
            fprintf(out,
                    "\\begin{table}\n  \\centering\\footnotesize\n"
                    "  \\caption{%s: change against %s of the builds as they are, of the code over "
                    "layouts, and of the placement, with %.4g\\,\\%% intervals; bold: beyond the "
                    "threshold.}\n"
                    "  \\begin{tabular}{@{}llll@{}}\n    \\toprule\n"
                    "    Comparison & As built & Code & Placement \\\\\n    \\midrule\n",
                    latex_literal(&scratch, findings->experiment),
                    latex_literal(&scratch, comparison->old), comparison->confidence * 100);
        row(&scratch, comparison, out);
    }
    if (rows)
        fputs("    \\bottomrule\n  \\end{tabular}\n\\end{table}\n", out);
    arena_release(&scratch);
}
