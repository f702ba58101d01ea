// A reproduction for people and for programs.
#include "report/compare/reproduction.h"

#include "base/shell_words.h"
#include "report/wording/changes.h"
#include "report/wording/estimates.h"
#include "report/wording/notes.h"

#include <math.h>

static const enum tone tones[] = {[REPRODUCTION_AGREES] = TONE_GOOD,
                                  [REPRODUCTION_DISAGREES] = TONE_BAD,
                                  [REPRODUCTION_INCONCLUSIVE] = TONE_PLAIN};
static const char *const words_of_outcomes[] = {[REPRODUCTION_AGREES] = "agrees",
                                                [REPRODUCTION_DISAGREES] = "disagrees",
                                                [REPRODUCTION_INCONCLUSIVE] = "inconclusive"};

static const char *claim_word(const struct judged_claim *claim)
{
    static const char *const words[] = {[CLAIM_INCONCLUSIVE] = "inconclusive",
                                        [CLAIM_SUPPORTED] = "supported",
                                        [CLAIM_REFUTED] = "refuted"};
    return words[claim->outcome];
}

// The old or the new side of an item.
static const char *quantity(struct arena *arena, const struct findings *findings,
                            const struct reproduction_item *item, bool new)
{
    const struct judged_claim *claim = new ? item->new_claim : item->old_claim;
    const struct variant_ratio *ratio = new ? item->new_ratio : item->old_ratio;
    const struct estimate *mean = new ? item->new_mean : item->old_mean;
    return claim   ? claim_word(claim)
           : ratio ? (ratio->ratio.defined ? ratio_wording(arena, &ratio->ratio) : "no ratio")
           : mean  ? value_wording(arena, findings, mean)
                   : "nothing";
}

static const char *outcome_of(const struct reproduction_item *item)
{
    return item->judged ? words_of_outcomes[item->outcome] : "not judged";
}

static enum reproduction_outcome outcome_of_all(const struct reproduction *reproduction)
{
    return reproduction->disagreeing                               ? REPRODUCTION_DISAGREES
           : reproduction->inconclusive || !reproduction->agreeing ? REPRODUCTION_INCONCLUSIVE
                                                                   : REPRODUCTION_AGREES;
}

// "+9.8 % [+8.1 %, +11.5 %]".
static const char *change_of(struct arena *arena, const struct reproduction_item *item)
{
    struct ratio ratio = {.defined = true,
                          .value = item->change,
                          .bound = RATIO_BOUNDED,
                          .low = item->low,
                          .high = item->high};
    return arena_printf(arena, "%s %s", change_wording(arena, &ratio),
                        limits_wording(arena, &ratio));
}

static void add_item(struct report_table *table, const struct reproduction_frame *frame,
                     const struct reproduction_item *item, struct arena *arena)
{
    struct report_row *row = table_row(arena, table);
    const char *more = item->gap                          ? item->gap
                       : item->kind == REPRODUCTION_CLAIM ? item->new_claim->reason
                                                          : change_of(arena, item);
    row->cells[0] = outcome_of(item);
    row->cells[1] = item->name;
    row->tones[0] = item->judged ? tones[item->outcome] : TONE_PLAIN;
    text_list_printf(&row->below, arena, "%s, then %s: %s",
                     quantity(arena, frame->old, item, false),
                     quantity(arena, frame->new, item, true), more);
}

// "a, b and 3 more".
static const char *names_of(struct arena *arena, const struct reproduction *reproduction,
                            enum reproduction_outcome outcome, size_t count)
{
    enum { MOST = 6 };
    const char *names = "";
    size_t named = 0;
    for (size_t i = 0; i < reproduction->count && named < MOST; i++) {
        const struct reproduction_item *item = &reproduction->items[i];
        if (item->judged && item->outcome == outcome)
            names = arena_printf(arena, "%s%s%s", names, named++ ? "; " : "", item->name);
    }
    return count > named ? arena_printf(arena, "%s; and %zu more", names, count - named) : names;
}

static const char *verdict_of(struct arena *arena, const struct reproduction *reproduction)
{
    size_t judged = reproduction->agreeing + reproduction->disagreeing + reproduction->inconclusive;
    if (reproduction->disagreeing)
        return names_of(arena, reproduction, REPRODUCTION_DISAGREES, reproduction->disagreeing);
    if (reproduction->inconclusive)
        return names_of(arena, reproduction, REPRODUCTION_INCONCLUSIVE, reproduction->inconclusive);
    return judged ? arena_printf(arena, "in all that is judged (%zu)", judged)
                  : "there is neither a ratio nor a claim to reproduce; means are listed, and "
                    "judged with --mean-tolerance 5%";
}

static const char *method_of(struct arena *arena, const struct reproduction *reproduction)
{
    const struct reproduction_rules *rules = &reproduction->rules;
    bool means = rules->judge_means && rules->same_machine;
    return arena_printf(
        arena,
        "Disagrees: the change is significantly above %.3g %% for a ratio%s "
        "(%.4g %%, Holm-adjusted). Agrees: it is not, and the interval excludes a change of %.3g "
        "%%. In brackets: the %.4g %% interval of the change.%s",
        100 * rules->ratio_tolerance,
        means ? arena_printf(arena, " or %.3g %% for a mean", 100 * rules->mean_tolerance) : "",
        100 * reproduction->confidence,
        100 * fmax(rules->within, fmax(means ? rules->mean_tolerance : 0, rules->ratio_tolerance)),
        100 * reproduction->confidence,
        means                ? ""
        : rules->judge_means ? " Means are listed and not judged, because the machines differ."
                             : " Means are listed and not judged: a slower machine slows all "
                               "sides alike.");
}

static void add_completeness(struct arena *arena, const char *who,
                             const struct completeness *completeness, struct text_list *lines)
{
    const char *words = completeness_wording(arena, completeness);
    if (words)
        text_list_printf(lines, arena, "%s %s%s", who, completeness->unfinished ? "is " : "",
                         words);
}

static struct text_list notes_of(struct arena *arena, const struct reproduction *reproduction,
                                 const struct reproduction_frame *frame)
{
    enum { MOST = 20 };
    const struct text_list lists[] = {*frame->changed, *frame->comparability};
    struct text_list lines = {0};
    for (size_t list = 0; list < sizeof lists / sizeof *lists; list++) {
        for (size_t i = 0; i < lists[list].count && i < MOST; i++)
            text_list_add(&lines, arena, lists[list].items[i]);
        if (lists[list].count > MOST)
            text_list_printf(&lines, arena, "and %zu more", lists[list].count - MOST);
    }
    add_completeness(arena, "the campaign in the bundle", &frame->old->completeness, &lines);
    add_completeness(arena, "the reproduction", &frame->new->completeness, &lines);
    if (reproduction->time_count)
        text_list_printf(
            &lines, arena, "times are %.2f times as long as in the bundle (geometric mean of %s)",
            reproduction->times, text_counted(arena, reproduction->time_count, "mean"));
    return lines;
}

struct document *reproduction_document(struct arena *arena, const struct reproduction *reproduction,
                                       const struct reproduction_frame *frame)
{
    static const struct report_column columns[] = {{"verdict", false}, {"quantity", false}};
    struct document *document = document_new(arena,
                                             arena_printf(arena, "%s, and its reproduction in '%s'",
                                                          frame->old->experiment, frame->folder),
                                             "");
    struct report_section *section = document_section(document, RANK_FIRST, NULL, NULL);
    if (frame->new->quick)
        section_answer(section, TONE_PLAIN, "QUICK", QUICK_WORDS);
    section_answer(section, tones[outcome_of_all(reproduction)],
                   text_upper(arena, words_of_outcomes[outcome_of_all(reproduction)]),
                   verdict_of(arena, reproduction));
    struct report_table *table =
        section_table(document_section(document, RANK_FIRST, NULL, NULL), NULL, columns, 2);
    table->name = 1;
    for (size_t i = 0; i < reproduction->count; i++)
        add_item(table, frame, &reproduction->items[i], arena);
    struct report_section *trust = document_trust(document);
    struct text_list notes = notes_of(arena, reproduction, frame);
    section_words(trust, method_of(arena, reproduction));
    section_list(trust, &notes);
    if (frame->new->completeness.unfinished) {
        struct report_section *ways = document_section(document, RANK_FIRST, NULL, NULL);
        const char *folder = text_as_word(arena, frame->folder);
        section_term(ways, "to go on:", arena_printf(arena, "eswexp resume %s", folder));
        section_term(ways, "then:", arena_printf(arena, "eswexp reproduce %s", folder));
    }
    return document;
}

// ---- For programs

static void add_side(struct record *record, const struct reproduction_item *item, bool new)
{
    const char *name = new ? "new" : "old";
    const struct variant_ratio *variant_ratio = new ? item->new_ratio : item->old_ratio;
    const struct ratio *ratio = variant_ratio ? &variant_ratio->ratio : NULL;
    const struct estimate *mean = new ? item->new_mean : item->old_mean;
    const struct judged_claim *claim = new ? item->new_claim : item->old_claim;
    bool has_limits = ratio && (ratio_has_low(ratio) || ratio_has_high(ratio));
    if (!claim && !has_limits && !mean) {
        record_absent(record, name);
        return;
    }
    struct record *side = record_within(record, name);
    if (claim) {
        record_text(side, "outcome", claim_word(claim));
        record_text(side, "reason", claim->reason);
    } else if (has_limits) {
        record_number(side, "value", ratio->value);
        record_number_if(side, "low", ratio_has_low(ratio), ratio->low);
        record_number_if(side, "high", ratio_has_high(ratio), ratio->high);
    } else {
        record_number(side, "value", mean->value);
        record_number(side, "low", mean->range.low);
        record_number(side, "high", mean->range.high);
    }
}

static void add_item_values(struct record *items, const struct reproduction_item *item)
{
    static const char *const kinds[] = {[REPRODUCTION_RATIO] = "ratio",
                                        [REPRODUCTION_MEAN] = "mean",
                                        [REPRODUCTION_CLAIM] = "claim"};
    bool known = item->kind != REPRODUCTION_CLAIM && !item->gap;
    struct record *record = record_within(items, NULL);
    record_text(record, "kind", kinds[item->kind]);
    record_text(record, "name", item->name);
    record_text(record, "outcome", outcome_of(item));
    add_side(record, item, false);
    add_side(record, item, true);
    record_number_if(record, "change", known, item->change);
    record_number_if(record, "low", known, item->low);
    record_number_if(record, "high", known, item->high);
    record_number_if(record, "p", known, item->p);
    record_text(record, "gap", item->gap);
}

struct record *reproduction_record(struct arena *arena, const struct reproduction *reproduction,
                                   const struct reproduction_frame *frame)
{
    const struct reproduction_rules *rules = &reproduction->rules;
    const struct completeness *completeness = &frame->new->completeness;
    struct record *root = record_new(arena);
    record_text(root, "experiment", frame->old->experiment);
    record_text(root, "verdict", words_of_outcomes[outcome_of_all(reproduction)]);
    record_text(root, "folder", frame->folder);
    record_number(root, "confidence", reproduction->confidence);
    record_number(root, "tolerance", rules->ratio_tolerance);
    record_number_if(root, "mean_tolerance", rules->judge_means, rules->mean_tolerance);
    record_number(root, "within", rules->within);
    record_truth(root, "same_machine", rules->same_machine);
    record_number_if(root, "times_change", reproduction->time_count, reproduction->times);
    record_truth(root, "finished", !completeness->unfinished);
    record_completeness(root, "unfinished", completeness, completeness->unfinished);
    struct record *items = record_list(root, "items");
    for (size_t i = 0; i < reproduction->count; i++)
        add_item_values(items, &reproduction->items[i]);
    record_texts(root, "changed", frame->changed);
    record_texts(root, "differences", frame->comparability);
    return root;
}
