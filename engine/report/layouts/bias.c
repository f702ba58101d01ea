// The bias of one set-up in words: the whole, how many values contradict it, and the present one.
#include "report/layouts/bias.h"

#include "report/wording/changes.h"
#include "report/wording/estimates.h"
#include "report/wording/ratios.h"

#include <stdlib.h>

enum { VALUES_NAMED = 8 };

struct telling {
    struct arena *arena;
    const struct findings *findings;
    const struct bias *bias;
    const struct bias_sweep *sweep;
    const struct stored_metric *metric;
    struct text_list lines;
};

// ---- Names

static const struct {
    const char *factor, *one;
} names[] = {
    {"environment_size", "environment size"},
    {"link_order", "link order"},
    {"function_alignment", "function alignment"},
    {"aslr", "address layout"},
    {"cpu", "CPU"},
};

// "environment sizes", "draws of NAME", "values of NAME".
static const char *counted(const struct telling *telling, size_t count)
{
    const struct bias *bias = telling->bias;
    const char *plural = count == 1 ? "" : "s";
    for (size_t i = 0; bias->kind != BIAS_PARAMETER && i < sizeof names / sizeof *names; i++)
        if (text_equal(names[i].factor, bias->factor))
            return arena_printf(telling->arena, "%zu %s%s", count, names[i].one, plural);
    return arena_printf(telling->arena, "%zu %s%s of %s", count,
                        bias->kind == BIAS_DRAWS ? "draw" : "value", plural, bias->factor);
}

static const char *place(const struct telling *telling, const struct bias_value *value)
{
    const struct bias *bias = telling->bias;
    const char *words = value->value;
    if (bias->kind == BIAS_SIZE)
        return arena_printf(telling->arena, "%s bytes", words);
    if (bias->kind == BIAS_CPU)
        return arena_printf(telling->arena, "CPU %s", words);
    return bias->kind == BIAS_DRAWS ? arena_printf(telling->arena, "draw %s", words)
                                    : arena_printf(telling->arena, "%s=%s", bias->factor, words);
}

static const char *verdict(const struct telling *telling, enum verdict of)
{
    return of == VERDICT_INCONCLUSIVE ? "no difference seen" : verdict_word(telling->metric, of);
}

// "+1.2 % [+0.8 %, +1.6 %], slower".
static const char *result(const struct telling *telling, const struct ratio *ratio, enum verdict of)
{
    return arena_printf(telling->arena, "%s %s, %s", change_wording(telling->arena, ratio),
                        limits_wording(telling->arena, ratio), verdict(telling, of));
}

// "1616, 1632 and 3184", the first of those with the effect on one side (inconclusive: either).
static const char *values_with(const struct telling *telling, enum bias_effect effect,
                               enum verdict side)
{
    const struct bias_sweep *sweep = telling->sweep;
    struct text_list found = {0};
    size_t more = 0;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct bias_value *value = &sweep->values[i];
        if (value->beside || value->effect != effect || (side && value->verdict != side))
            continue;
        if (found.count < VALUES_NAMED)
            text_list_add(&found, telling->arena, value->value);
        else
            more++;
    }
    const char *words = "";
    for (size_t i = 0; i < found.count; i++)
        words = arena_printf(telling->arena, "%s%s%s", words, i ? ", " : "", found.items[i]);
    return more ? arena_printf(telling->arena, "%s, … and %zu more", words, more) : words;
}

// ---- Lines

static void add(struct telling *telling, const char *words)
{
    text_list_add(&telling->lines, telling->arena, words);
}

static void add_whole(struct telling *telling)
{
    const struct bias_conclusion *conclusion = &telling->sweep->conclusion;
    const char *values = counted(telling, conclusion->compared);
    add(telling, arena_printf(telling->arena, "mean over %s: %s", values,
                              result(telling, &conclusion->whole, conclusion->verdict)));
}

static void add_opposite(struct telling *telling)
{
    const struct bias_conclusion *conclusion = &telling->sweep->conclusion;
    size_t opposite = conclusion->effects[BIAS_OPPOSITE],
           none = conclusion->effects[BIAS_NO_DIFFERENCE];
    const char *values = counted(telling, conclusion->compared);
    const char *unseen =
        none ? arena_printf(telling->arena, "; in %zu no difference would have been seen", none)
             : "";
    if (opposite)
        add(telling,
            arena_printf(telling->arena,
                         "in %zu of %s the conclusion would have been the opposite (%s)%s",
                         opposite, values,
                         values_with(telling, BIAS_OPPOSITE, VERDICT_INCONCLUSIVE), unseen));
    else
        add(telling, arena_printf(telling->arena,
                                  "in none of %s would the conclusion have been the opposite%s",
                                  values, unseen));
}

static const char *on_side(const struct telling *telling, enum verdict side)
{
    size_t count = 0;
    for (size_t i = 0; i < telling->sweep->count; i++) {
        const struct bias_value *value = &telling->sweep->values[i];
        count += !value->beside && value->effect == BIAS_DIFFERENCE && value->verdict == side;
    }
    const char *word = verdict_word(telling->metric, side);
    return count ? arena_printf(telling->arena, "%zu %s (%s)", count, word,
                                values_with(telling, BIAS_DIFFERENCE, side))
                 : arena_printf(telling->arena, "none %s", word);
}

static void add_differences(struct telling *telling)
{
    const struct bias_conclusion *conclusion = &telling->sweep->conclusion;
    add(telling,
        arena_printf(telling->arena, "of %s alone, %zu would have shown a difference: %s, %s",
                     counted(telling, conclusion->compared), conclusion->effects[BIAS_DIFFERENCE],
                     on_side(telling, VERDICT_FASTER), on_side(telling, VERDICT_SLOWER)));
}

static void add_doubtful(struct telling *telling)
{
    size_t count = telling->sweep->conclusion.effects[BIAS_MAYBE_CHANCE];
    if (count)
        add(telling,
            arena_printf(telling->arena,
                         "%zu more would have, by an interval of %.4g %%, as some of so many do by "
                         "chance",
                         count, telling->findings->confidence * 100));
}

static const char *against_whole(const struct telling *telling, enum bias_effect effect)
{
    switch (effect) {
    case BIAS_OPPOSITE:
        return ": the opposite";
    case BIAS_MAYBE_CHANCE:
        return telling->sweep->conclusion.verdict ? ": the opposite, maybe by chance"
                                                  : ", maybe by chance";
    default:
        return "";
    }
}

static void add_own(struct telling *telling)
{
    const struct bias_value *own = telling->sweep->own;
    if (!own)
        return;
    const char *where =
        telling->bias->kind == BIAS_SIZE
            ? arena_printf(telling->arena, "at the one you have, %s, it is", place(telling, own))
        : telling->bias->kind == BIAS_CPU ? "where the kernel puts them it is"
                                          : "as built it is";
    add(telling, own->effect == BIAS_UNCOMPARED
                     ? arena_printf(telling->arena, "%s not known: there is no interval", where)
                     : arena_printf(telling->arena, "%s %s%s", where,
                                    result(telling, &own->ratio, own->verdict),
                                    against_whole(telling, own->effect)));
}

static void add_range(struct telling *telling)
{
    const struct bias_conclusion *conclusion = &telling->sweep->conclusion;
    const char *missing = "";
    size_t uncompared = conclusion->effects[BIAS_UNCOMPARED];
    if (uncompared)
        missing = arena_printf(telling->arena, "; %zu more %s no interval", uncompared,
                               uncompared == 1 ? "has" : "have");
    add(telling, arena_printf(telling->arena, "from %s (%s) to %s (%s)%s; all values: %s",
                              change_wording(telling->arena, &conclusion->least->ratio),
                              place(telling, conclusion->least),
                              change_wording(telling->arena, &conclusion->most->ratio),
                              place(telling, conclusion->most), missing,
                              full_table(telling->findings, "csv/bias.csv")));
}

// "Bias of environment_size: sort, n=1000: O3 against O2, wall_time".
static const char *title(const struct telling *telling)
{
    const struct catalogue *catalogue = &telling->findings->catalogue;
    const struct stored_cell *cell = &catalogue->cells[telling->sweep->cell];
    const struct variant_ratio *example = telling->sweep->example;
    const char *words = cell->benchmark;
    for (size_t axis = 0; axis < catalogue->axis_count; axis++)
        if (axis != telling->bias->axis)
            words = arena_printf(telling->arena, "%s, %s=%s", words, catalogue->axes[axis],
                                 cell->point[axis]);
    return arena_printf(telling->arena, "Bias of %s: %s: %s against %s, %s", telling->bias->factor,
                        words, catalogue->variants[example->new->variant],
                        catalogue->variants[example->old->variant],
                        metric_label(telling->metric->name, telling->metric->unit));
}

void bias_sections(struct document *document, const struct findings *findings)
{
    const struct bias *bias = findings->bias;
    for (size_t i = 0; bias && i < bias->sweep_count; i++) {
        const struct bias_sweep *sweep = &bias->sweeps[i];
        if (!sweep->conclusion.compared)
            continue;
        struct telling telling = {.arena = document->arena,
                                  .findings = findings,
                                  .bias = bias,
                                  .sweep = sweep,
                                  .metric =
                                      &findings->catalogue.metrics[sweep->example->new->metric]};
        add_whole(&telling);
        if (sweep->conclusion.verdict)
            add_opposite(&telling);
        else
            add_differences(&telling);
        add_doubtful(&telling);
        add_own(&telling);
        add_range(&telling);
        section_list(document_section(document, RANK_FIRST, NULL, title(&telling)), &telling.lines);
    }
}
