// Comparing the variants of one campaign, or two campaigns.
#include "analysis/compare/internal.h"

static const double EQUIVALENCE_DEFAULT = 0.01;

double comparison_equivalence(const struct comparison_rules *rules)
{
    return rules->equivalence > 0 ? rules->equivalence
           : rules->threshold > 0 ? rules->threshold
                                  : EQUIVALENCE_DEFAULT;
}

static void judge(struct arena *arena, const struct candidates *candidates,
                  struct comparison_set *comparison_set)
{
    if (!comparison_set->completeness.unfinished) {
        candidates_decide(candidates, comparison_set);
        return;
    }
    const char *withheld = completeness_wording(arena, &comparison_set->completeness);
    for (size_t i = 0; i < candidates->count; i++) {
        candidates->items[i].comparison.withheld = withheld;
        candidates->items[i].comparison.confidence = comparison_set->confidence;
    }
}

struct comparison_set compare_campaign(struct arena *arena, const struct estimates *estimates,
                                       const struct comparison_rules *rules)
{
    struct arena scratch = {0};
    struct comparison_set comparison_set = {.rules = *rules,
                                            .completeness = estimates->completeness,
                                            .confidence = estimates->confidence,
                                            .looks = estimates->looks};
    struct match match = match_variants(&scratch, estimates);
    struct candidates candidates = candidates_of(&scratch, arena, &match, rules->floor_variant);
    judge(arena, &candidates, &comparison_set);
    candidates_report(&scratch, arena, &candidates, &match, &comparison_set);
    arena_release(&scratch);
    return comparison_set;
}

bool compare_campaigns(struct arena *arena, const struct estimates *old,
                       const struct estimates *new, const struct comparison_rules *rules,
                       struct comparison_set *comparison_set, struct error *error)
{
    struct arena scratch = {0};
    struct match match;
    double confidence = old->confidence > new->confidence ? old->confidence : new->confidence;
    const struct completeness *completeness =
        old->completeness.unfinished ? &old->completeness : &new->completeness;
    *comparison_set = (struct comparison_set){
        .rules = *rules, .completeness = *completeness, .confidence = confidence};
    bool done = match_campaigns(&scratch, old, new, rules->floor_variant, &match, error);
    if (done) {
        struct candidates candidates = candidates_of(&scratch, arena, &match, NULL);
        judge(arena, &candidates, comparison_set);
        candidates_report(&scratch, arena, &candidates, &match, comparison_set);
        comparison_set->unmatched = unmatched_of(arena, &match, rules->floor_variant);
    }
    arena_release(&scratch);
    return done;
}
