// Concludes which suspected addresses change the result.
#include "analysis/symbols/conclusion.h"

#include "store/facts.h"

#include <stdlib.h>

static size_t number_of(struct store *store, struct arena *arena, const char *key)
{
    const char *text = store_get(store, arena, key);
    return text ? strtoull(text, NULL, 10) : 0;
}

bool symbols_began(struct store *store, struct arena *arena)
{
    return store_get(store, arena, FACT_SYMBOLS_HYPOTHESES) != NULL;
}

// In the first metric.
static const struct variant_ratio *ratio_of(const struct findings *findings, size_t variant)
{
    for (size_t i = 0; i < findings->variant_ratio_count; i++) {
        const struct variant_ratio *ratio = &findings->variant_ratios[i];
        if (ratio->new->variant == variant &&
            !findings->catalogue.metrics[ratio->new->metric].extra)
            return ratio;
    }
    return NULL;
}

static void conclude(struct store *store, struct arena *arena, const struct findings *findings,
                     size_t variant, struct symbols_conclusion *conclusion)
{
    const struct variant_ratio *ratio = ratio_of(findings, variant);
    const char *function =
        store_get(store, arena, arena_printf(arena, FACT_SYMBOLS_SUSPECT, variant));
    struct suspect_result *suspect = &conclusion->suspects[conclusion->suspect_count++];
    *suspect = (struct suspect_result){
        .name = findings->catalogue.variants[variant],
        .function = function ? function : "",
        .other = store_get(store, arena, arena_printf(arena, FACT_SYMBOLS_OTHER, variant)),
        .ratio = ratio,
        .confirmed = ratio && ratio->ratio.bound == RATIO_BOUNDED &&
                     (ratio->ratio.low > 1 || ratio->ratio.high < 1)};
    conclusion->confirmed_count += suspect->confirmed;
}

bool symbols_conclude(struct arena *arena, struct store *store, const struct findings *findings,
                      struct symbols_conclusion *conclusion, struct error *error)
{
    size_t variants = findings->catalogue.variant_count;
    *conclusion = (struct symbols_conclusion){
        .hypotheses = number_of(store, arena, FACT_SYMBOLS_HYPOTHESES),
        .functions = number_of(store, arena, FACT_SYMBOLS_FUNCTIONS),
        .builds = number_of(store, arena, FACT_SYMBOLS_BUILDS),
        .suspects = arena_new_array(arena, struct suspect_result, variants + 1),
        .findings = findings};
    for (size_t variant = 1; variant < variants; variant++)
        conclude(store, arena, findings, variant, conclusion);
    return store_is_read(store, error);
}
