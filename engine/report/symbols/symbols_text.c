// Output of `eswexp symbols` for people.
#include "report/symbols/symbols_text.h"

#include "model/better.h"
#include "report/wording/lines.h"
#include "report/wording/numbers.h"
#include "report/wording/ratios.h"

#include <math.h>

static const char *search_wording(struct arena *arena, size_t hypotheses, size_t functions,
                                  size_t suspects)
{
    return arena_printf(arena, "%zu hypothes%s on %s, %s tried", hypotheses,
                        hypotheses == 1 ? "is" : "es", text_counted(arena, functions, "function"),
                        text_counted(arena, suspects, "suspect"));
}

// ---- What is confirmed

static const char *figures(struct arena *arena, const struct ratio *ratio, bool more)
{
    int decimals = (int)fmax(decimals_of_ratio(ratio) - 2, 1);
    double sign = more ? 100 : -100, low = more ? ratio->low : ratio->high,
           high = more ? ratio->high : ratio->low;
    return arena_printf(arena, "%s %% [%s, %s]",
                        fixed_number(arena, sign * (ratio->value - 1), decimals),
                        fixed_number(arena, sign * (low - 1), decimals),
                        fixed_number(arena, sign * (high - 1), decimals));
}

static const char *result_wording(struct arena *arena, const struct findings *findings,
                                  const struct suspect_result *suspect)
{
    const struct stored_metric *metric = &findings->catalogue.metrics[suspect->ratio->new->metric];
    const struct ratio *ratio = &suspect->ratio->ratio;
    bool more = ratio->value > 1, known = metric->better != BETTER_UNKNOWN;
    bool worse = more == (metric->better == BETTER_LESS);
    const char *verb = known ? (worse ? "costs" : "saves") : (more ? "adds" : "takes");
    if (metric->better == BETTER_MORE)
        verb = worse ? "costs" : "gains";
    const char *of =
        is_time(metric)
            ? ""
            : arena_printf(arena, " of %s", metric_label(arena, metric->name, metric->unit));
    return arena_printf(arena, "%s %s %s%s", plain_name(arena, suspect->name), verb,
                        figures(arena, ratio, more), of);
}

static const char *basis_wording(struct arena *arena, const struct findings *findings,
                                 const struct suspect_result *suspect)
{
    return arena_printf(
        arena, "%s%.4g %% interval over %s with fresh layouts, of the suspect set and unset",
        is_simultaneous(findings, suspect->ratio) ? "simultaneous " : "",
        findings->confidence * 100,
        text_counted(arena, suspect->ratio->new->components.top_units, "build"));
}

static void print_confirmed(struct arena *arena, const struct symbols_conclusion *conclusion,
                            size_t columns, FILE *out)
{
    const struct findings *findings = conclusion->findings;
    const char *basis = "";
    for (size_t i = 0; i < conclusion->suspect_count; i++) {
        const struct suspect_result *suspect = &conclusion->suspects[i];
        if (!suspect->confirmed)
            continue;
        basis = basis_wording(arena, findings, suspect);
        wrap(out, columns, "", result_wording(arena, findings, suspect));
    }
    wrap(out, columns, "",
         arena_printf(arena, "(%s; %s)", basis,
                      search_wording(arena, conclusion->hypotheses, conclusion->functions,
                                     conclusion->suspect_count)));
}

void symbols_text(const struct symbols_conclusion *conclusion, size_t columns, FILE *out)
{
    struct arena scratch = {0};
    const struct findings *findings = conclusion->findings;
    if (findings && findings->completeness.unfinished)
        wrap(out, columns, "", unfinished_wording(&scratch, &findings->completeness));
    else if (findings && conclusion->confirmed_count)
        print_confirmed(&scratch, conclusion, columns, out);
    else
        wrap(out, columns, "",
             arena_printf(&scratch, "no address of a single function was confirmed to matter (%s)",
                          search_wording(&scratch, conclusion->hypotheses, conclusion->functions,
                                         conclusion->suspect_count)));
    arena_release(&scratch);
}

// ---- What is only suspected

void suspects_text(const struct symbol_search *search, size_t columns, FILE *out)
{
    struct arena scratch = {0};
    wrap(out, columns, "",
         arena_printf(&scratch, "%zu hypotheses on %s in %s: %s, not confirmed", search->count,
                      text_counted(&scratch, search->function_count, "function"),
                      text_counted(&scratch, search->build_count, "build"),
                      text_counted(&scratch, search->suspect_count, "suspect")));
    for (size_t i = 0; i < search->suspect_count; i++) {
        const struct hypothesis *suspect = search->suspects[i];
        const char *name = plain_name(&scratch, hypothesis_wording(&scratch, search, suspect));
        wrap(out, columns, "- ",
             arena_printf(&scratch, "%s: %s, %+.1f %%, p = %.2g", name,
                          text_counted(&scratch, suspect->builds, "build"),
                          100 * expm1(suspect->difference), suspect->p));
    }
    arena_release(&scratch);
}
