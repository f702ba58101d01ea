// Comparing the variants of one campaign, or two campaigns.
#include "analysis/compare/internal.h"

// The wall time of further blocks, estimated from the measured blocks.
static void price(const struct estimates *estimates, const struct candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++) {
        const struct cell_findings *cell = &estimates->cells[candidates->items[i].cell.old];
        struct comparison *comparison = &candidates->items[i].comparison;
        comparison->more_s = (double)comparison->more_blocks * cell->progress.block_s;
    }
}

bool compare_campaign(struct arena *arena, struct store *store, const struct estimates *estimates,
                      const struct comparison_rules *rules, struct comparison_set *comparison_set,
                      struct error *error)
{
    struct arena scratch = {0};
    *comparison_set = (struct comparison_set){.rules = *rules, .confidence = estimates->confidence};
    struct match match = match_variants(&scratch, estimates);
    struct candidates candidates = candidates_of(&scratch, arena, &match, rules->floor_variant);
    bool done = candidates_pair(&scratch, store, estimates, &candidates, error);
    if (done) {
        candidates_decide(&scratch, &candidates, comparison_set);
        price(estimates, &candidates);
        candidates_report(&scratch, arena, &candidates, &match, comparison_set);
    }
    arena_release(&scratch);
    return done;
}

bool compare_campaigns(struct arena *arena, const struct estimates *old,
                       const struct estimates *new, const struct comparison_rules *rules,
                       struct comparison_set *comparison_set, struct error *error)
{
    struct arena scratch = {0};
    struct match match;
    double confidence = old->confidence > new->confidence ? old->confidence : new->confidence;
    *comparison_set = (struct comparison_set){.rules = *rules, .confidence = confidence};
    bool done = match_campaigns(&scratch, old, new, rules->floor_variant, &match, error);
    if (done) {
        struct candidates candidates = candidates_of(&scratch, arena, &match, NULL);
        candidates_decide(&scratch, &candidates, comparison_set);
        candidates_report(&scratch, arena, &candidates, &match, comparison_set);
    }
    arena_release(&scratch);
    return done;
}
