// Derived quantities in words.
#include "report/overview/derived.h"

#include "machine/caches.h"
#include "report/wording/changes.h"
#include "report/wording/estimates.h"
#include "report/wording/lines.h"
#include "report/wording/numbers.h"
#include "report/wording/summaries.h"
#include "spec/expression/derivation.h"
#include "spec/expression/formula.h"

#include <math.h>

enum { POINTS_SHOWN = 8, DIGITS = 2, DIGITS_ALONE = 4 };

static const double ROUNDING = 1e-9; // of a value: less is no noise

static bool is_over_axis(const struct derived *derived, const struct derived_result *result)
{
    return derived->derivations[result->derivation].formula.kind != FORMULA_POINTS;
}

// The note says why there are no limits.
static const char *ratio_number(struct arena *arena, const struct ratio *ratio)
{
    bool limits = ratio_has_low(ratio) || ratio_has_high(ratio);
    return limits ? ratio_wording(arena, ratio)
                  : fixed_number(arena, ratio->value, decimals_of_ratio(ratio));
}

// "12.3 ± 0.2 µs", "0.94 [0.93, 0.96]" of a plain quotient; a step as its place.
static const char *derived_number(struct arena *arena, const struct derived_term *term)
{
    if (term->is_place)
        return text_equal(term->unit, "B") && term->value == floor(term->value)
                   ? bytes_wording(arena, (uint64_t)term->value)
                   : with_unit(arena, arena_printf(arena, "%.15g", term->value), term->unit);
    if (term->ratio)
        return with_unit(arena, ratio_number(arena, term->ratio), term->unit);
    double half = term->high - term->value;
    bool bounded = term->df > 0 && half > ROUNDING * fabs(term->value);
    struct scale scale = scale_of(term->unit, fmax(fabs(term->value), bounded ? half : 0));
    double width = scale.factor * (bounded ? half : fabs(term->value));
    int decimals = decimals_for(width, bounded ? DIGITS : DIGITS_ALONE);
    const char *value = fixed_number(arena, term->value * scale.factor, decimals);
    if (term->at_most)
        return at_most_wording(
            arena, value, fixed_number(arena, term->high * scale.factor, decimals), scale.unit);
    if (term->df > 0)
        value = arena_printf(arena, "%s ± %s", value,
                             fixed_number(arena, half * scale.factor, decimals));
    return with_unit(arena, value, scale.unit);
}

// Cells are sorted by benchmark.
static bool has_several_benchmarks(const struct catalogue *catalogue)
{
    return catalogue->cell_count &&
           !text_equal(catalogue->cells[0].benchmark,
                       catalogue->cells[catalogue->cell_count - 1].benchmark);
}

// The point of a result: "n=1000, size=64", without the axis that the quantity runs over; "" if
// there is no other axis.
static const char *derived_place(struct arena *arena, const struct findings *findings,
                                 const struct derived_result *result)
{
    const struct catalogue *catalogue = &findings->catalogue;
    const struct stored_cell *cell = &catalogue->cells[result->cell];
    const char *words = has_several_benchmarks(catalogue) ? cell->benchmark : "";
    for (size_t i = 0; i < catalogue->axis_count; i++)
        if (i != findings->derived->axes[result->derivation])
            words = arena_printf(arena, "%s%s%s=%s", words, *words ? ", " : "", catalogue->axes[i],
                                 cell->point[i]);
    return words;
}

// ---- Lines

static const char *result_wording(struct arena *arena, const struct derived *derived,
                                  const struct derived_result *result)
{
    const char *words = "";
    bool steps = derived->derivations[result->derivation].formula.kind == FORMULA_STEPS;
    for (size_t i = 0; !steps && i < result->term_count; i++) {
        const struct derived_term *term = &result->terms[i];
        words = arena_printf(arena, "%s%s%s%s%s", words, i ? ", " : "", term->name,
                             *term->name ? " " : "", derived_number(arena, term));
    }
    if (!result->words)
        return words;
    return *words               ? arena_printf(arena, "%s; %s", words, result->words)
           : result->term_count ? result->words
                                : arena_printf(arena, "none: %s", result->words);
}

static void add_line(struct arena *arena, const struct findings *findings, struct text_list *lines,
                     const struct derived_result *result)
{
    const char *place = derived_place(arena, findings, result);
    const char *words = result_wording(arena, findings->derived, result);
    text_list_add(lines, arena, *place ? arena_printf(arena, "%s: %s", place, words) : words);
}

static const char *full_derived(const struct findings *findings)
{
    return full_table(findings, "csv/derived.csv");
}

// Many points in few lines: the smallest and the largest value, and what is missing.
static void add_range(struct arena *arena, const struct findings *findings, struct text_list *lines,
                      const struct derived_result *results, size_t count)
{
    const struct derived_result *least = NULL, *most = NULL, *missing = NULL, *unbounded = NULL;
    size_t without = 0, bare = 0;
    for (size_t i = 0; i < count; i++) {
        const struct derived_result *result = &results[i];
        if (!result->term_count) {
            missing = without++ ? missing : result;
            continue;
        }
        if (result->words)
            unbounded = bare++ ? unbounded : result;
        double value = result->terms[0].value;
        least = !least || value < least->terms[0].value ? result : least;
        most = !most || value > most->terms[0].value ? result : most;
    }
    if (least)
        text_list_printf(
            lines, arena, "%s (%s) to %s (%s)", derived_number(arena, &least->terms[0]),
            derived_place(arena, findings, least), derived_number(arena, &most->terms[0]),
            derived_place(arena, findings, most));
    if (missing)
        text_list_printf(lines, arena, "%zu of %zu points have no value; %s: %s", without, count,
                         derived_place(arena, findings, missing), missing->words);
    if (unbounded)
        text_list_printf(lines, arena, "%zu of %zu points, such as %s: %s", bare, count,
                         derived_place(arena, findings, unbounded), unbounded->words);
    text_list_printf(lines, arena, "all %zu points: %s", count, full_derived(findings));
}

// No point has a value, and all for the same reason.
static bool lacks_everywhere(const struct derived_result *results, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (results[i].term_count || !text_equal(results[i].words, results->words))
            return false;
    return true;
}

static struct text_list lines_of(struct arena *arena, const struct findings *findings,
                                 const struct derived_result *results, size_t count)
{
    const struct derived *derived = findings->derived;
    struct text_list lines = {0};
    if (lacks_everywhere(results, count)) {
        text_list_printf(&lines, arena, "none: %s", results->words);
        return lines;
    }
    if (count > POINTS_SHOWN && !is_over_axis(derived, results)) {
        add_range(arena, findings, &lines, results, count);
        return lines;
    }
    for (size_t i = 0; i < count && i < POINTS_SHOWN; i++)
        add_line(arena, findings, &lines, &results[i]);
    if (count > POINTS_SHOWN)
        text_list_printf(&lines, arena, "… and %zu more: %s", count - POINTS_SHOWN,
                         full_derived(findings));
    return lines;
}

void derived_sections(struct document *document, const struct findings *findings)
{
    struct arena *arena = document->arena;
    const struct derived *derived = findings->derived;
    const char *means =
        text_equal(common_summary(arena, findings), "mean") ? "" : " (of the means)";
    for (size_t i = 0, end; derived && i < derived->result_count; i = end) {
        const struct derivation *derivation = &derived->derivations[derived->results[i].derivation];
        for (end = i + 1; end < derived->result_count &&
                          derived->results[end].derivation == derived->results[i].derivation;)
            end++;
        struct text_list lines = lines_of(arena, findings, &derived->results[i], end - i);
        section_list(document_section(document, RANK_FIRST, NULL,
                                      arena_printf(arena, "%s = %s%s", derivation->name,
                                                   derivation->text, means)),
                     &lines);
    }
}
