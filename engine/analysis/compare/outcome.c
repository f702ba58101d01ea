// Words for outcomes, by the metric's direction.
#include "analysis/compare/outcome.h"

#include "analysis/compare/functions.h"
#include "spec/values.h"

const char *comparison_outcome_word(const struct comparison *comparison,
                                    enum comparison_outcome outcome)
{
    static const char *const words[][5] = {
        {"inconclusive", "equal", "lower", "higher", "identical"},
        {"inconclusive", "equal", "better", "worse", "identical"},
        {"inconclusive", "equal", "faster", "slower", "identical"},
    };
    double seconds;
    bool is_time = value_time_unit(comparison->unit, &seconds) && comparison->better == BETTER_LESS;
    return words[comparison->better == BETTER_UNKNOWN ? 0 : is_time ? 2 : 1][outcome];
}

const char *comparison_verdict(struct arena *arena, const struct comparison *comparison,
                               enum comparison_outcome outcome)
{
    const char *word = comparison_outcome_word(comparison, outcome);
    return outcome == OUTCOME_EQUIVALENT
               ? arena_printf(arena, "%s within ±%.4g %%", word, 100 * comparison->margin)
               : word;
}

const char *comparison_outcome_name(const struct comparison *comparison,
                                    enum comparison_outcome outcome)
{
    return outcome == OUTCOME_EQUIVALENT ? "equivalent"
                                         : comparison_outcome_word(comparison, outcome);
}

const char *attribution_of(const struct comparison *comparison)
{
    const struct function_difference *functions =
        comparison->explanation ? comparison->explanation->functions : NULL;
    if (!functions || !functions_are_same(functions) || !comparison->ratio.defined ||
        comparison->outcome == OUTCOME_EQUIVALENT)
        return NULL;
    return data_is_same(functions) ? "placement only" : "placement or data";
}
