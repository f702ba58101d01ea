// Judging the variants of one campaign, or two campaigns.
#include "analysis/judgement_parts.h"

// What more blocks would take, from what these took.
static bool price(struct store *store, const struct trials *trials, struct error *error)
{
    bool done = true;
    for (size_t i = 0; done && i < trials->count; i++) {
        struct contrast *contrast = &trials->items[i].contrast;
        double block_s = 0;
        if (contrast->more_blocks == 0)
            continue;
        done = store_block_seconds(store, trials->items[i].cell.old, &block_s, error);
        contrast->more_s = (double)contrast->more_blocks * block_s;
    }
    return done;
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
        done = price(store, &trials, error);
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
