// Verdicts: by the interval, the noise floor and Holm's procedure; and what more it would take.
#include "analysis/judgement_parts.h"

#include "stats/holm.h"

#include <math.h>

static bool decided(const struct contrast *contrast)
{
    return contrast->outcome == OUTCOME_SLOWER || contrast->outcome == OUTCOME_FASTER;
}

static double shift_of(const struct trial *trial)
{
    return trial->contrast.ratio.defined ? fabs(trial->contrast.ratio.value - 1) : 0;
}

static void set_ratio(struct trial *trial, double confidence)
{
    struct contrast *contrast = &trial->contrast;
    const struct evidence *evidence = &trial->evidence;
    contrast->ratio = evidence_ratio(evidence, confidence);
    contrast->paired = evidence->paired && evidence->pairs > 0;
    contrast->pairs = evidence->pairs;
    bool more = contrast->better == BETTER_MORE;
    for (size_t i = 0; i < evidence->pairs; i++)
        contrast->wins +=
            more ? evidence->new[i] > evidence->old[i] : evidence->new[i] < evidence->old[i];
}

// How far from 1 the ratio must be for this trial: past what the rebuilt baseline shows beside it.
static double margin_of(const struct trials *trials, const struct trial *trial, double threshold)
{
    double margin = threshold;
    for (size_t i = 0; i < trials->count && !trial->contrast.is_floor; i++) {
        const struct trial *other = &trials->items[i];
        if (other->contrast.is_floor && other->cell.old == trial->cell.old &&
            other->metric.old == trial->metric.old)
            margin = fmax(margin, shift_of(other));
    }
    return margin;
}

// Adjusts the p-values of the judged contrasts that have an interval; their number.
static size_t adjust(struct arena *scratch, const struct trials *trials)
{
    double **family = arena_new_array(scratch, double *, trials->count);
    size_t count = 0;
    for (size_t i = 0; i < trials->count; i++) {
        struct contrast *contrast = &trials->items[i].contrast;
        if (contrast->judged && contrast->ratio.bound != RATIO_NONE)
            family[count++] = &contrast->p;
    }
    holm_adjust(family, count);
    return count;
}

static double equivalence_of(const struct judgement_rules *rules)
{
    return rules->equivalence > 0 ? rules->equivalence : rules->threshold;
}

static enum comparison_outcome outcome_of(const struct contrast *contrast,
                                          const struct judgement *judgement)
{
    const struct ratio *ratio = &contrast->ratio;
    double equivalence = equivalence_of(&judgement->rules);
    if (contrast->p <= 1 - judgement->confidence)
        return (ratio->value > 1) == (contrast->better != BETTER_MORE) ? OUTCOME_SLOWER
                                                                       : OUTCOME_FASTER;
    bool within = ratio->low >= 1 - equivalence && ratio->high <= 1 + equivalence;
    return equivalence > 0 && within ? OUTCOME_EQUIVALENT : OUTCOME_INCONCLUSIVE;
}

// To leave the margin, `open` verdicts sharing what may go wrong, or to fit into the equivalence
// region: what is nearer.
static size_t more_blocks(const struct trial *trial, double margin, double open,
                          const struct judgement *judgement)
{
    double confidence = judgement->confidence, shift = shift_of(trial);
    size_t leave = evidence_more(&trial->evidence, shift - margin, 1 - (1 - confidence) / open);
    size_t fit =
        evidence_more(&trial->evidence, equivalence_of(&judgement->rules) - shift, confidence);
    return leave > 0 && (fit == 0 || leave < fit) ? leave : fit;
}

void trials_decide(struct arena *scratch, const struct trials *trials, struct judgement *judgement)
{
    double *margins = arena_new_array(scratch, double, trials->count);
    for (size_t i = 0; i < trials->count; i++)
        set_ratio(&trials->items[i], judgement->confidence);
    for (size_t i = 0; i < trials->count; i++) {
        struct trial *trial = &trials->items[i];
        margins[i] = margin_of(trials, trial, judgement->rules.threshold);
        trial->contrast.p = evidence_p(&trial->evidence, margins[i], judgement->confidence);
        if (trial->contrast.is_floor && trial->primary)
            judgement->floor = fmax(judgement->floor, shift_of(trial));
    }
    judgement->family = adjust(scratch, trials);
    size_t open = judgement->family;
    for (size_t i = 0; i < trials->count; i++) {
        struct contrast *contrast = &trials->items[i].contrast;
        contrast->outcome = outcome_of(contrast, judgement);
        open -= contrast->judged && decided(contrast);
    }
    for (size_t i = 0; i < trials->count; i++) {
        const struct trial *trial = &trials->items[i];
        struct contrast *contrast = &trials->items[i].contrast;
        if (contrast->outcome == OUTCOME_INCONCLUSIVE && !contrast->is_floor && !trial->by_machine)
            contrast->more_blocks =
                more_blocks(trial, margins[i], contrast->judged ? (double)open : 1, judgement);
    }
}
