// A judgement as it is read: contrasts in their order, and the mean over benchmarks.
#include "analysis/judgement_parts.h"

#include <stdlib.h>

struct placed {
    struct contrast contrast;
    size_t place; // as it came
};

static int group_of(const struct contrast *contrast)
{
    return contrast->is_floor ? 2 : contrast->judged ? 0 : 1;
}

static int standing_of(const struct contrast *contrast)
{
    switch (contrast->outcome) {
    case OUTCOME_SLOWER:
    case OUTCOME_FASTER:
        return 0;
    case OUTCOME_EQUIVALENT:
        return 1;
    case OUTCOME_INCONCLUSIVE:
        break;
    }
    return contrast->ratio.defined ? 2 : 3;
}

// How bad: the ratio, turned around where more is better.
static double badness(const struct contrast *contrast)
{
    bool turned = contrast->better == BETTER_MORE && contrast->ratio.defined;
    return turned ? 1 / contrast->ratio.value : contrast->ratio.value;
}

// The worst first; what is alike stays as it came.
static int by_weight(const void *a, const void *b)
{
    const struct placed *one = a, *other = b;
    double value = badness(&one->contrast), than = badness(&other->contrast);
    int order = group_of(&one->contrast) - group_of(&other->contrast);
    order = order ? order : standing_of(&one->contrast) - standing_of(&other->contrast);
    order = order ? order : (value < than) - (value > than);
    return order ? order : (one->place > other->place) - (one->place < other->place);
}

static void report_contrasts(struct arena *scratch, struct arena *arena,
                             const struct trials *trials, struct judgement *judgement)
{
    size_t count = trials->count;
    struct placed *sorted = arena_new_array(scratch, struct placed, count);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (struct placed){trials->items[i].contrast, i};
    if (count > 0)
        qsort(sorted, count, sizeof *sorted, by_weight);
    judgement->contrasts = arena_new_array(arena, struct contrast, count);
    judgement->contrast_count = count;
    for (size_t i = 0; i < count; i++)
        judgement->contrasts[i] = sorted[i].contrast;
}

// Of one pair of variants.
static void report_overall(struct arena *scratch, const struct trials *trials,
                           struct couple variant, struct judgement *judgement)
{
    const struct evidence **all = arena_new_array(scratch, const struct evidence *, trials->count);
    const char *new = NULL;
    size_t count = 0, more = 0;
    for (size_t i = 0; i < trials->count; i++) {
        const struct trial *trial = &trials->items[i];
        bool counts = trial->contrast.judged && trial->contrast.ratio.defined;
        if (counts && trial->variant.old == variant.old && trial->variant.new == variant.new) {
            all[count++] = &trial->evidence;
            more += trial->contrast.better == BETTER_MORE;
            new = trial->contrast.new;
        }
    }
    if (count >= 2 && (more == 0 || more == count))
        judgement->overalls[judgement->overall_count++] =
            (struct overall){new, count, evidence_overall(all, count, judgement->confidence),
                             more ? BETTER_MORE : BETTER_LESS};
}

void trials_report(struct arena *scratch, struct arena *arena, const struct trials *trials,
                   const struct match *match, struct judgement *judgement)
{
    report_contrasts(scratch, arena, trials, judgement);
    judgement->overalls = arena_new_array(arena, struct overall, match->variants.count);
    for (size_t i = 0; i < match->variants.count; i++)
        report_overall(scratch, trials, match->variants.items[i], judgement);
}
