// What holds for a whole comparison: its mean, its noise, its method.
#include "report/comparison_words.h"
#include "report/lines.h"

#include "report/numbers.h"
#include "report/words.h"

const char *common_subject(struct arena *arena, const struct judgement *judgement, const char *side)
{
    const char *subject = NULL;
    for (size_t i = 0; i < judgement->contrast_count; i++) {
        const struct contrast *contrast = &judgement->contrasts[i];
        if (!is_verdict(contrast) || is_missing(contrast) ||
            (side && !text_equal(contrast->new, side)))
            continue;
        const char *own = subject_word(arena, contrast);
        if (subject && !text_equal(own, subject))
            return "value";
        subject = own;
    }
    return subject ? subject : "value";
}

const char *overall_in_words(struct arena *arena, const struct judgement *judgement,
                             const struct overall *overall)
{
    const char *means = text_counted(arena, overall->benchmarks, "benchmark");
    if (!overall->ratio.defined)
        return arena_printf(arena, "overall: no geometric mean of %s", means);
    return arena_printf(arena, "overall: %s %s %s, geometric mean of %s",
                        change_in_words(arena, &overall->ratio),
                        common_subject(arena, judgement, overall->new),
                        limits_in_words(arena, &overall->ratio), means);
}

const char *floor_in_words(struct arena *arena, const struct judgement *judgement)
{
    const char *name = judgement->rules.floor_variant;
    double percent = 100 * judgement->floor;
    if (!(percent > 0))
        return NULL;
    return arena_printf(arena, "noise floor: %s differs from itself by up to %s %%",
                        name ? plain_name(arena, name) : "the baseline rebuilt",
                        fixed_number(arena, percent, decimals_for(percent, 2)));
}

// What a change is good for, if that is the same for all verdicts.
static const char *direction_in_words(const struct judgement *judgement)
{
    size_t all = 0, times = 0, less = 0, more = 0;
    for (size_t i = 0; i < judgement->contrast_count; i++) {
        const struct contrast *contrast = &judgement->contrasts[i];
        if (!is_verdict(contrast) || is_missing(contrast))
            continue;
        all++;
        times += reads_faster(contrast);
        less += contrast->better == BETTER_LESS;
        more += contrast->better == BETTER_MORE;
    }
    return times == all  ? " (below 0: faster)"
           : less == all ? " (below 0: better)"
           : more == all ? " (above 0: better)"
                         : "";
}

static const char *pairing_in_words(const struct judgement *judgement)
{
    size_t paired = 0, all = 0;
    for (size_t i = 0; i < judgement->contrast_count; i++) {
        const struct contrast *contrast = &judgement->contrasts[i];
        bool counts = is_verdict(contrast) && !is_missing(contrast);
        all += counts;
        paired += counts && contrast->paired;
    }
    return paired == 0    ? "sides not paired"
           : paired < all ? "paired over blocks where sides share them"
                          : "paired over blocks";
}

static const char *rules_in_words(struct arena *arena, const struct judgement_rules *rules)
{
    const char *threshold = rules->threshold > 0
                                ? arena_printf(arena, "threshold ±%.4g %%", 100 * rules->threshold)
                                : "any change counts";
    bool differs = rules->equivalence > 0 && rules->equivalence != rules->threshold;
    return differs ? arena_printf(arena, "%s; equal within ±%.4g %%", threshold,
                                  100 * rules->equivalence)
                   : threshold;
}

const char *method_in_words(struct arena *arena, const struct judgement *judgement)
{
    const char *holm = judgement->family > 1
                           ? arena_printf(arena, "; Holm over %zu verdicts", judgement->family)
                           : "";
    return arena_printf(arena, "%.4g %% intervals, %s%s; %s; change: %s ratio new / old - 1%s",
                        100 * judgement->confidence, pairing_in_words(judgement), holm,
                        rules_in_words(arena, &judgement->rules),
                        common_subject(arena, judgement, NULL), direction_in_words(judgement));
}

const char *place_in_words(struct arena *arena, const struct comparison_frame *frame)
{
    const char *seed = frame->seed && *frame->seed
                           ? arena_printf(arena, "seed %s", plain_name(arena, frame->seed))
                           : NULL;
    const char *folder = frame->folder && *frame->folder ? plain_name(arena, frame->folder) : NULL;
    if (seed && folder)
        return arena_printf(arena, "%s · %s", seed, folder);
    return seed ? seed : folder;
}
