// A comparison as one JSON object.
#include "report/compare/comparison_json.h"

#include "analysis/compare/functions.h"
#include "analysis/compare/outcome.h"
#include "base/text.h"
#include "model/better.h"
#include "report/compare/comparison_method.h"
#include "report/compare/comparison_wording.h"
#include "report/compare/reservations.h"
#include "report/compare/way_on.h"
#include "report/tables/json_values.h"
#include "report/wording/ratios.h"

#include <math.h>

static json_t *count_value(size_t count)
{
    return json_integer((json_int_t)count);
}

static json_t *mean_value(const struct estimate *estimate)
{
    return estimate ? number_value(estimate->components.mean) : json_null();
}

// time_ratio, low, high, bounded and speedup, as in ratios.csv.
static void set_ratio(json_t *object, const struct ratio *ratio, enum better better)
{
    bool has_low = ratio_has_low(ratio), has_high = ratio_has_high(ratio);
    json_object_set_new(object, "time_ratio",
                        ratio->defined ? number_value(ratio->value) : json_null());
    json_object_set_new(object, "low", has_low ? number_value(ratio->low) : json_null());
    json_object_set_new(object, "high", has_high ? number_value(ratio->high) : json_null());
    json_object_set_new(object, "bounded", json_string(bound_word(ratio->bound)));
    json_object_set_new(object, "speedup",
                        ratio->defined ? number_value(ratio_speedup(ratio, better)) : json_null());
    json_object_set_new(object, "exact", json_boolean(ratio->exact));
}

// The stable names of outcomes.
static const char *outcome_name(const struct comparison *comparison)
{
    return comparison->withheld                          ? "inconclusive"
           : is_missing(comparison)                      ? "missing"
           : comparison->outcome == OUTCOME_INCONCLUSIVE ? "inconclusive"
           : comparison->outcome == OUTCOME_EQUIVALENT   ? "equivalent"
                                                         : outcome_word(comparison);
}

static json_t *reservations_array(const struct notes *notes)
{
    json_t *array = json_array();
    for (size_t i = 0; notes && i < notes->count; i++) {
        enum note_kind kind = notes->items[i].kind;
        json_array_append_new(array, json_pack("{s:s, s:b, s:o}", "kind", note_name(kind), "grave",
                                               (int)(note_weight(kind) == WEIGHT_BIASES), "text",
                                               text_value(notes->items[i].text)));
    }
    return array;
}

static json_t *comparison_object(const struct comparison *comparison)
{
    json_t *object = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "benchmark", text_value(comparison->benchmark),
        "old", text_value(comparison->old), "new", text_value(comparison->new), "metric",
        text_value(comparison->metric), "unit", text_value(comparison->unit), "old_mean",
        mean_value(comparison->old_estimate), "new_mean", mean_value(comparison->new_estimate));
    set_ratio(object, &comparison->ratio, comparison->better);
    json_object_set_new(object, "p", number_value(comparison->p));
    json_object_set_new(object, "outcome", json_string(outcome_name(comparison)));
    json_object_set_new(object, "margin",
                        comparison->margin > 0 ? number_value(comparison->margin) : json_null());
    json_object_set_new(object, "judged", json_boolean(comparison->judged && !comparison->only));
    json_object_set_new(object, "is_floor", json_boolean(comparison->is_floor));
    json_object_set_new(object, "paired", json_boolean(comparison->paired));
    json_object_set_new(object, "wins", count_value(comparison->wins));
    json_object_set_new(object, "pairs", count_value(comparison->pairs));
    json_object_set_new(object, "effective_blocks",
                        comparison->paired && comparison->dependence.blocks > 0
                            ? number_value(comparison->dependence.effective)
                            : json_null());
    json_object_set_new(object, "detectable",
                        comparison->detectable > 0 && isfinite(comparison->detectable)
                            ? number_value(comparison->detectable)
                            : json_null());
    json_object_set_new(object, "confidence", number_value(comparison->confidence));
    return object;
}

static json_t *functions_object(const struct function_difference *functions)
{
    json_t *object = json_object(), *items = json_array();
    for (int change = 0; change < FUNCTION_CHANGES; change++)
        json_object_set_new(object, function_change_name(change),
                            count_value(functions->of[change]));
    json_object_set_new(object, "same", count_value(functions->same));
    json_object_set_new(object, "elsewhere", text_value(functions->elsewhere));
    json_object_set_new(object, "not_compared", text_value(functions->uncompared));
    for (size_t i = 0; i < functions->count; i++) {
        const struct changed_function *function = &functions->items[i];
        json_array_append_new(items, json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "change",
                                               function_change_name(function->change), "program",
                                               text_value(function->program), "name",
                                               text_value(function->name), "new_name",
                                               text_value(function->new_name), "old_bytes",
                                               count_value(function->old_size), "new_bytes",
                                               count_value(function->new_size)));
    }
    json_object_set_new(object, "items", items);
    return object;
}

static json_t *part_object(const struct comparison *comparison, const struct explained *part)
{
    json_t *object = json_object();
    set_ratio(object, &part->ratio, comparison->better);
    json_object_set_new(object, "outcome",
                        json_string(comparison_outcome_name(comparison, part->outcome)));
    return object;
}

static json_t *explanation_object(const struct comparison *comparison)
{
    const struct explanation *explanation = comparison->explanation;
    if (!explanation)
        return json_null();
    bool measured = explanation->measured;
    return json_pack(
        "{s:o, s:o, s:o, s:o}", "as_built",
        measured ? part_object(comparison, &explanation->as_built) : json_null(), "placement",
        measured ? part_object(comparison, &explanation->rest) : json_null(), "attributed_to",
        text_value(attribution_of(comparison)), "functions",
        explanation->functions ? functions_object(explanation->functions) : json_null());
}

static json_t *comparisons_array(const struct comparison_set *comparison_set,
                                 const struct comparison_frame *frame)
{
    json_t *array = json_array();
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const char *way = frame->ways_on ? frame->ways_on[i].words : NULL;
        json_t *object = comparison_object(&comparison_set->comparisons[i]);
        json_object_set_new(object, "missing", text_value(comparison_set->comparisons[i].missing));
        json_object_set_new(
            object, "reservations",
            reservations_array(frame->reservations ? &frame->reservations[i] : NULL));
        json_object_set_new(object, "explanation",
                            explanation_object(&comparison_set->comparisons[i]));
        json_object_set_new(object, "way_on", way ? text_value(way) : json_null());
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *overall_array(const struct comparison_set *comparison_set)
{
    json_t *array = json_array();
    for (size_t i = 0; i < comparison_set->overall_count; i++) {
        const struct overall *overall = &comparison_set->overalls[i];
        json_t *object = json_pack("{s:o, s:o}", "new", text_value(overall->new), "benchmarks",
                                   count_value(overall->benchmarks));
        json_t *left_out = json_array();
        for (size_t k = 0; k < overall->left_out.count; k++)
            json_array_append_new(left_out, text_value(overall->left_out.items[k]));
        json_object_set_new(object, "left_out", left_out);
        set_ratio(object, &overall->ratio, overall->better);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *notes_array(const struct comparison_frame *frame)
{
    json_t *array = json_array();
    for (size_t i = 0; frame->notes && i < frame->notes->count; i++)
        json_array_append_new(array, text_value(frame->notes->items[i]));
    return array;
}

// Null where the campaign has only the look at its end.
static json_t *looks_array(const struct comparison_set *comparison_set)
{
    const struct looks *looks = comparison_set->looks;
    json_t *array = looks ? json_array() : json_null();
    for (size_t i = 0; looks && i < looks->count; i++)
        json_array_append_new(
            array,
            json_pack("{s:b, s:o, s:o}", "taken", (int)(i < looks->current), "blocks",
                      count_value(most_blocks(comparison_set, i)), "error",
                      number_value((1 - comparison_set->confidence) * looks->items[i].share)));
    return array;
}

bool comparison_json(const struct comparison_set *comparison_set,
                     const struct comparison_frame *frame, FILE *out, struct error *error)
{
    const struct comparison_rules *rules = &comparison_set->rules;
    struct arena scratch = {0};
    const char *command = deciding_command(&scratch, comparison_set, frame);
    json_t *root = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "title",
        text_value(frame->title), "unfinished",
        completeness_value(&comparison_set->completeness, comparison_set->completeness.unfinished),
        "deadline",
        completeness_value(&comparison_set->completeness, comparison_set->completeness.at_deadline),
        "confidence", number_value(comparison_set->confidence), "threshold",
        number_value(rules->threshold), "equivalence", number_value(comparison_equivalence(rules)),
        "floor", comparison_set->floor > 0 ? number_value(comparison_set->floor) : json_null(),
        "quick", (int)frame->quick, "seed", text_value(frame->seed), "folder",
        text_value(frame->folder), "family", count_value(comparison_set->family), "comparisons",
        comparisons_array(comparison_set, frame), "overall", overall_array(comparison_set), "notes",
        notes_array(frame), "looks", looks_array(comparison_set), "to_decide",
        command ? text_value(command) : json_null());
    arena_release(&scratch);
    return json_write(root, out, error);
}
