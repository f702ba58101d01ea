// A comparison for programs.
#include "report/compare/record.h"

#include "analysis/compare/functions.h"
#include "analysis/compare/outcome.h"
#include "model/better.h"
#include "report/compare/comparison_method.h"
#include "report/compare/comparison_wording.h"
#include "report/compare/reservations.h"
#include "report/compare/way_on.h"
#include "report/wording/ratios.h"

#include <math.h>

static void add_mean(struct record *record, const char *name, const struct estimate *estimate)
{
    record_number_if(record, name, estimate, estimate ? estimate->components.mean : 0);
}

// As in ratios.csv.
static void add_ratio(struct record *record, const struct ratio *ratio, enum better better)
{
    record_number_if(record, "time_ratio", ratio->defined, ratio->value);
    record_number_if(record, "low", ratio_has_low(ratio), ratio->low);
    record_number_if(record, "high", ratio_has_high(ratio), ratio->high);
    record_text(record, "bounded", bound_word(ratio->bound));
    record_number_if(record, "speedup", ratio->defined,
                     ratio->defined ? ratio_speedup(ratio, better) : 0);
    record_truth(record, "exact", ratio->exact);
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

static void add_values(struct record *record, const struct comparison *comparison)
{
    record_text(record, "benchmark", comparison->benchmark);
    record_text(record, "old", comparison->old);
    record_text(record, "new", comparison->new);
    record_text(record, "metric", comparison->metric);
    record_text(record, "unit", comparison->unit);
    add_mean(record, "old_mean", comparison->old_estimate);
    add_mean(record, "new_mean", comparison->new_estimate);
    add_ratio(record, &comparison->ratio, comparison->better);
    record_number(record, "p", comparison->p);
    record_text(record, "outcome", outcome_name(comparison));
    record_number_if(record, "margin", comparison->margin > 0, comparison->margin);
    record_truth(record, "judged", comparison->judged && !comparison->only);
    record_truth(record, "is_floor", comparison->is_floor);
    record_truth(record, "paired", comparison->paired);
    record_count(record, "wins", comparison->wins);
    record_count(record, "pairs", comparison->pairs);
    record_number_if(record, "effective_blocks",
                     comparison->paired && comparison->dependence.blocks > 0,
                     comparison->dependence.effective);
    record_number_if(record, "detectable", comparison->detectable > 0, comparison->detectable);
    record_number(record, "confidence", comparison->confidence);
    record_text(record, "missing", comparison->missing);
}

static void add_reservations(struct record *reservations, const struct notes *notes)
{
    for (size_t i = 0; notes && i < notes->count; i++) {
        enum note_kind kind = notes->items[i].kind;
        struct record *record = record_within(reservations, NULL);
        record_text(record, "kind", note_name(kind));
        record_truth(record, "grave", note_weight(kind) == WEIGHT_BIASES);
        record_text(record, "text", notes->items[i].text);
    }
}

static void add_functions(struct record *explanation, const struct function_difference *functions)
{
    if (!functions) {
        record_absent(explanation, "functions");
        return;
    }
    struct record *record = record_within(explanation, "functions");
    for (int change = 0; change < FUNCTION_CHANGES; change++)
        record_count(record, function_change_name(change), functions->of[change]);
    record_count(record, "same", functions->same);
    record_text(record, "elsewhere", functions->elsewhere);
    record_text(record, "not_compared", functions->uncompared);
    struct record *items = record_list(record, "items");
    for (size_t i = 0; i < functions->count; i++) {
        const struct changed_function *function = &functions->items[i];
        struct record *item = record_within(items, NULL);
        record_text(item, "change", function_change_name(function->change));
        record_text(item, "program", function->program);
        record_text(item, "name", function->name);
        record_text(item, "new_name", function->new_name);
        record_count(item, "old_bytes", function->old_size);
        record_count(item, "new_bytes", function->new_size);
    }
}

static void add_part(struct record *explanation, const char *name,
                     const struct comparison *comparison, const struct explained *part)
{
    if (!comparison->explanation->measured) {
        record_absent(explanation, name);
        return;
    }
    struct record *record = record_within(explanation, name);
    add_ratio(record, &part->ratio, comparison->better);
    record_text(record, "outcome", comparison_outcome_name(comparison, part->outcome));
}

static void add_explanation(struct record *record, const struct comparison *comparison)
{
    const struct explanation *explanation = comparison->explanation;
    if (!explanation) {
        record_absent(record, "explanation");
        return;
    }
    struct record *own = record_within(record, "explanation");
    add_part(own, "as_built", comparison, &explanation->as_built);
    add_part(own, "placement", comparison, &explanation->rest);
    record_text(own, "attributed_to", attribution_of(comparison));
    add_functions(own, explanation->functions);
}

static void add_comparisons(struct record *comparisons, const struct comparison_set *set,
                            const struct comparison_frame *frame)
{
    for (size_t i = 0; i < set->comparison_count; i++) {
        struct record *record = record_within(comparisons, NULL);
        add_values(record, &set->comparisons[i]);
        add_reservations(record_list(record, "reservations"),
                         frame->reservations ? &frame->reservations[i] : NULL);
        add_explanation(record, &set->comparisons[i]);
        record_text(record, "way_on", frame->ways_on ? frame->ways_on[i].words : NULL);
    }
}

static void add_overalls(struct record *overalls, const struct comparison_set *set)
{
    for (size_t i = 0; i < set->overall_count; i++) {
        const struct overall *overall = &set->overalls[i];
        struct record *record = record_within(overalls, NULL);
        record_text(record, "new", overall->new);
        record_count(record, "benchmarks", overall->benchmarks);
        record_texts(record, "left_out", &overall->left_out);
        add_ratio(record, &overall->ratio, overall->better);
    }
}

// Absent where the campaign has only the look at its end.
static void add_looks(struct record *root, const struct comparison_set *set)
{
    const struct looks *looks = set->looks;
    if (!looks) {
        record_absent(root, "looks");
        return;
    }
    struct record *list = record_list(root, "looks");
    for (size_t i = 0; i < looks->count; i++) {
        struct record *record = record_within(list, NULL);
        record_truth(record, "taken", i < looks->current);
        record_count(record, "blocks", most_blocks(set, i));
        record_number(record, "error", (1 - set->confidence) * looks->items[i].share);
    }
}

struct record *comparison_record(struct arena *arena, const struct comparison_set *set,
                                 const struct comparison_frame *frame)
{
    const struct comparison_rules *rules = &set->rules;
    const struct completeness *completeness = &set->completeness;
    struct record *root = record_new(arena);
    record_text(root, "title", frame->title);
    record_completeness(root, "unfinished", completeness, completeness->unfinished);
    record_completeness(root, "deadline", completeness, completeness->at_deadline);
    record_number(root, "confidence", set->confidence);
    record_number(root, "threshold", rules->threshold);
    record_number(root, "equivalence", comparison_equivalence(rules));
    record_number_if(root, "floor", set->floor > 0, set->floor);
    record_truth(root, "quick", frame->quick);
    record_text(root, "seed", frame->seed);
    record_text(root, "folder", frame->folder);
    record_count(root, "family", set->family);
    add_comparisons(record_list(root, "comparisons"), set, frame);
    add_overalls(record_list(root, "overall"), set);
    record_texts(root, "notes", frame->notes ? frame->notes : &(struct text_list){0});
    add_looks(root, set);
    record_text(root, "to_decide", deciding_command(arena, set, frame));
    return root;
}
