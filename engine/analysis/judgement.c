// Judging the variants of one campaign, or two campaigns.
#include "analysis/judgement_parts.h"

// What more blocks would take, from what these took.
static void price(const struct findings *findings, const struct trials *trials)
{
    for (size_t i = 0; i < trials->count; i++) {
        const struct cell_findings *cell = &findings->cells[trials->items[i].cell.old];
        struct contrast *contrast = &trials->items[i].contrast;
        contrast->more_s = (double)contrast->more_blocks * cell->progress.block_s;
    }
}

bool judge_campaign(struct arena *arena, struct store *store, const struct findings *findings,
                    const struct judgement_rules *rules, struct judgement *judgement,
                    struct error *error)
{
    struct arena scratch = {0};
    *judgement = (struct judgement){.rules = *rules, .confidence = findings->confidence};
    struct match match = match_variants(&scratch, findings);
    struct trials trials = trials_of(&scratch, arena, &match, rules->floor_variant);
    bool done = trials_pair(&scratch, store, findings, &trials, error);
    if (done) {
        trials_decide(&scratch, &trials, judgement);
        price(findings, &trials);
        trials_report(&scratch, arena, &trials, &match, judgement);
    }
    arena_release(&scratch);
    return done;
}

bool judge_campaigns(struct arena *arena, const struct findings *old, const struct findings *new,
                     const struct judgement_rules *rules, struct judgement *judgement,
                     struct error *error)
{
    struct arena scratch = {0};
    struct match match;
    double confidence = old->confidence > new->confidence ? old->confidence : new->confidence;
    *judgement = (struct judgement){.rules = *rules, .confidence = confidence};
    bool done = match_campaigns(&scratch, old, new, rules->floor_variant, &match, error);
    if (done) {
        struct trials trials = trials_of(&scratch, arena, &match, NULL);
        trials_decide(&scratch, &trials, judgement);
        trials_report(&scratch, arena, &trials, &match, judgement);
    }
    arena_release(&scratch);
    return done;
}
