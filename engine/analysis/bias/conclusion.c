// What single values of a factor would have concluded: intervals alone, false discoveries among
// all.
#include "analysis/bias/conclusion.h"

#include "base/arena.h"
#include "stats/multiplicity/false_discovery.h"
#include "stats/ratio_test/overall_ratio.h"

const char *const bias_effects[] = {
    [BIAS_UNCOMPARED] = "",
    [BIAS_SAME] = "same",
    [BIAS_NO_DIFFERENCE] = "no_difference",
    [BIAS_OPPOSITE] = "opposite",
    [BIAS_DIFFERENCE] = "difference",
    [BIAS_MAYBE_CHANCE] = "maybe_chance",
};

static bool is_compared(const struct bias_value *value)
{
    return value->ratio.bound == RATIO_BOUNDED && value->ratio.low > 0;
}

static bool counts(const struct bias_value *value)
{
    return !value->beside && is_compared(value);
}

static void judge_alone(struct bias_value *value, double confidence)
{
    value->ratio = (struct ratio){.bound = RATIO_NONE};
    value->p = 1;
    value->verdict = VERDICT_INCONCLUSIVE;
    if (value->test)
        value->ratio = ratio_test_ratio(value->test, confidence);
    if (!is_compared(value))
        return;
    value->verdict = ratio_verdict(&value->ratio);
    value->p = ratio_test_p(value->test, 0, confidence);
}

static struct ratio whole_of(struct arena *scratch, const struct bias_value *values, size_t count,
                             double confidence)
{
    const struct ratio_test **tests = arena_new_array(scratch, const struct ratio_test *, count);
    size_t compared = 0;
    for (size_t i = 0; i < count; i++)
        if (counts(&values[i]))
            tests[compared++] = values[i].test;
    return compared ? overall_ratio(tests, compared, confidence)
                    : (struct ratio){.bound = RATIO_NONE};
}

// Marks the values that lie on one side beyond what chance gives among all that count.
static void find_beyond(struct arena *scratch, const struct bias_value *values, size_t count,
                        enum verdict side, double confidence, bool *beyond)
{
    double *p = arena_new_array(scratch, double, count);
    size_t *place = arena_new_array(scratch, size_t, count), family = 0;
    bool *found = arena_new_array(scratch, bool, count);
    for (size_t i = 0; i < count; i++) {
        if (!counts(&values[i]))
            continue;
        bool here = (values[i].ratio.value < 1) == (side == VERDICT_FASTER);
        p[family] = here ? values[i].p / 2 : 1;
        place[family++] = i;
    }
    false_discovery(p, family, (1 - confidence) / 2, found);
    for (size_t i = 0; i < family; i++)
        beyond[place[i]] |= found[i];
}

static bool is_difference(enum verdict verdict)
{
    return verdict == VERDICT_FASTER || verdict == VERDICT_SLOWER;
}

static enum bias_effect effect_of(const struct bias_value *value, enum verdict whole, bool beyond)
{
    if (!is_compared(value))
        return BIAS_UNCOMPARED;
    if (value->verdict == whole)
        return BIAS_SAME;
    if (!is_difference(value->verdict))
        return BIAS_NO_DIFFERENCE;
    if (!beyond && !value->beside)
        return BIAS_MAYBE_CHANCE;
    return is_difference(whole) ? BIAS_OPPOSITE : BIAS_DIFFERENCE;
}

static void add_up(struct bias_conclusion *conclusion, const struct bias_value *value)
{
    if (value->beside)
        return;
    conclusion->effects[value->effect]++;
    if (!is_compared(value))
        return;
    conclusion->compared++;
    if (!conclusion->least || value->ratio.value < conclusion->least->ratio.value)
        conclusion->least = value;
    if (!conclusion->most || value->ratio.value > conclusion->most->ratio.value)
        conclusion->most = value;
}

struct bias_conclusion bias_conclude(struct bias_value *values, size_t count, double confidence)
{
    struct arena scratch = {0};
    struct bias_conclusion conclusion = {0};
    bool *beyond = arena_new_array(&scratch, bool, count);
    for (size_t i = 0; i < count; i++)
        judge_alone(&values[i], confidence);
    conclusion.whole = whole_of(&scratch, values, count, confidence);
    conclusion.verdict = ratio_verdict(&conclusion.whole);
    find_beyond(&scratch, values, count, VERDICT_FASTER, confidence, beyond);
    find_beyond(&scratch, values, count, VERDICT_SLOWER, confidence, beyond);
    for (size_t i = 0; i < count; i++) {
        values[i].effect = effect_of(&values[i], conclusion.verdict, beyond[i]);
        add_up(&conclusion, &values[i]);
    }
    arena_release(&scratch);
    return conclusion;
}
