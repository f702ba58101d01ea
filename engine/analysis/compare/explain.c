// Explaining a comparison: the builds as they are, and what of them is placement.
#include "analysis/compare/as_built.h"
#include "analysis/compare/internal.h"
#include "analysis/estimate/pairing.h"
#include "stats/ratio_test/double_ratio.h"

#include <math.h>
#include <stdint.h>

static const struct estimate *as_built(const struct estimates *estimates,
                                       const struct candidate *candidate, size_t variant)
{
    size_t cell = candidate->cell.new,
           as_built = as_built_of(estimates->laid_out, estimates->catalogue, cell, variant);
    return as_built == SIZE_MAX ? NULL
                                : estimates_real(estimates, cell, candidate->metric.new, as_built);
}

void explain_begin(struct arena *scratch, struct arena *arena, const struct estimates *estimates,
                   struct candidate *candidate)
{
    struct comparison *comparison = &candidate->comparison;
    size_t place =
        candidate->cell.new * estimates->catalogue->variant_count + candidate->variant.new;
    const struct function_difference *functions =
        estimates->functions ? estimates->functions[place] : NULL;
    const struct estimate *old = as_built(estimates, candidate, candidate->variant.old),
                          *new = as_built(estimates, candidate, candidate->variant.new);
    if (comparison->outcome == OUTCOME_IDENTICAL || (!functions && !(old && new)))
        return;
    struct explanation *explanation = arena_new(arena, struct explanation);
    explanation->functions = functions;
    comparison->explanation = candidate->explanation = explanation;
    if (!old || !new || !comparison->old_estimate || !comparison->new_estimate)
        return;
    struct ratio_test *test = arena_new(scratch, struct ratio_test);
    *test = ratio_test_of(scratch, old, new);
    candidate->as_built = test;
}

void explain(const struct candidate *candidate, double margin, double equivalence)
{
    struct explanation *explanation = candidate->explanation;
    const struct comparison *comparison = &candidate->comparison;
    struct explained *as_built = &explanation->as_built, *rest = &explanation->rest;
    double test = own_confidence(candidate, 1 - 2 * (1 - candidate->together));
    explanation->measured = true;
    as_built->ratio = ratio_test_ratio(candidate->as_built, comparison->confidence);
    struct ratio tested = ratio_test_ratio(candidate->as_built, test);
    as_built->outcome =
        outcome_by(&as_built->ratio, &tested, margin, equivalence, comparison->better);
    if (!comparison->ratio.defined || !as_built->ratio.defined)
        return;
    struct double_ratio both =
        double_ratio_of(&candidate->as_built->pairs, &candidate->ratio_test.pairs,
                        log(as_built->ratio.value), log(comparison->ratio.value));
    rest->ratio = double_ratio_ratio(&both, comparison->confidence);
    tested = double_ratio_ratio(&both, test);
    rest->outcome = outcome_by(&rest->ratio, &tested, margin, equivalence, comparison->better);
}
