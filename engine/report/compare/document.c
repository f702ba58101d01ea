// The verdicts of a comparison, what they rest on, and what would decide the others.
#include "report/compare/document.h"

#include "analysis/compare/outcome.h"
#include "base/shell_words.h"
#include "report/compare/comparison_method.h"
#include "report/compare/comparison_wording.h"
#include "report/compare/trust.h"
#include "report/compare/way_on.h"
#include "report/layouts/explanation_wording.h"
#include "report/wording/changes.h"
#include "report/wording/lines.h"
#include "report/wording/notes.h"

enum column_name { WORD, NAME, CHANGE, LIMITS, MEANS, WINS, COLUMNS };
enum {
    VERDICTS_SHOWN = 40,
    OTHERS_SHOWN = 12,
    NOTES_SHOWN = 3,
    ROWS_WITH_REMEDIES = 4, // of more, a row each
    SIDE_MOST = 24,
    METRIC_COLUMNS = 16
};

struct comparing {
    struct arena *arena;
    const struct comparison_set *set;
    const struct comparison_frame *frame;
    struct document *document;
};

// ---- The verdicts in a line

// "2 slower, 1 equal within ±1 %", the worst first; "slower" if there is one verdict alone.
static const char *verdict_counts(const struct comparing *comparing)
{
    const struct comparison_set *set = comparing->set;
    struct text_list words = {0};
    size_t *counts = arena_new_array(comparing->arena, size_t, set->comparison_count + 1), all = 0;
    for (size_t i = 0; i < set->comparison_count; i++) {
        if (!is_verdict(&set->comparisons[i]))
            continue;
        const char *word = named_verdict(comparing->arena, &set->comparisons[i]);
        size_t at = 0;
        while (at < words.count && !text_equal(words.items[at], word))
            at++;
        if (at == words.count)
            text_list_add(&words, comparing->arena, word);
        counts[at]++;
        all++;
    }
    const char *line = "";
    for (size_t i = 0; i < words.count; i++)
        line = arena_printf(comparing->arena, "%s%s%zu %s", line, i ? ", " : "", counts[i],
                            words.items[i]);
    return all == 0 ? "nothing to compare" : all == 1 ? words.items[0] : line;
}

// ---- Tables

static const char *sides_wording(struct arena *arena, const struct comparison *comparison)
{
    struct text_list names = {0};
    text_list_add(&names, arena, comparison->old);
    text_list_add(&names, arena, comparison->new);
    names = cut_names(arena, &names, SIDE_MOST);
    return arena_printf(arena, "%s → %s", names.items[0], names.items[1]);
}

static const char *word_in_row(struct arena *arena, const struct comparison *comparison)
{
    if (!comparison->judged)
        return cut_name(arena, subject_word(comparison), METRIC_COLUMNS);
    if (is_missing(comparison) || comparison->outcome != OUTCOME_SLOWER)
        return named_verdict(arena, comparison);
    return text_upper(arena, outcome_word(comparison));
}

static struct report_row *add_row(const struct comparing *comparing,
                                  const struct comparison *comparison, struct report_table *table)
{
    static const enum tone tones[] = {[OUTCOME_FASTER] = TONE_GOOD,
                                      [OUTCOME_SLOWER] = TONE_BAD,
                                      [OUTCOME_IDENTICAL] = TONE_PLAIN};
    struct arena *arena = comparing->arena;
    struct report_row *row = table_row(arena, table);
    row->cells[WORD] = word_in_row(arena, comparison);
    row->cells[NAME] = comparison->benchmark;
    row->cells[CHANGE] = change_wording(arena, &comparison->ratio);
    row->cells[LIMITS] = limits_wording(arena, &comparison->ratio);
    row->cells[MEANS] = means_wording(arena, comparison);
    if (comparison->judged && !is_missing(comparison))
        row->tones[WORD] = tones[comparison->outcome];
    if (table->column_count == COLUMNS)
        row->cells[WINS] = wins_wording(arena, comparison);
    row->instead = gap_wording(arena, comparison);
    return row;
}

static bool is_change(const struct comparison *comparison)
{
    return comparison->judged && !is_missing(comparison) &&
           (comparison->outcome == OUTCOME_SLOWER || comparison->outcome == OUTCOME_FASTER);
}

// What would decide a row, and what its functions say: below it; in a long table among the notes,
// unless the row is a change.
static void add_remedies(const struct comparing *comparing, const struct comparison *comparison,
                         struct report_row *row, struct text_list *notes)
{
    struct arena *arena = comparing->arena;
    const char *remedy = remedy_wording(arena, comparing->set, comparing->frame, comparison);
    struct text_list lines = {0};
    if (comparison->judged)
        lines = explanation_lines(arena, comparing->set, comparison);
    if (notes && !is_change(comparison)) {
        if (remedy)
            text_list_printf(notes, arena, "%s: %s", comparison->benchmark, remedy);
        for (size_t i = 0; i < lines.count; i++)
            text_list_printf(notes, arena, "%s: %s", comparison->benchmark, lines.items[i]);
        return;
    }
    if (remedy)
        text_list_add(&row->below, arena, remedy);
    for (size_t i = 0; i < lines.count; i++)
        text_list_add(&row->below, arena, lines.items[i]);
}

static bool is_row(const struct comparison *comparison, const struct comparison *first)
{
    return !comparison->is_floor && comparison->judged == first->judged &&
           same_sides(comparison, first);
}

static size_t row_count(const struct comparison_set *set, const struct comparison *first)
{
    size_t rows = 0;
    for (size_t i = 0; i < set->comparison_count; i++)
        rows += is_row(&set->comparisons[i], first);
    return rows;
}

static bool has_wins(const struct comparison_set *set, const struct comparison *first)
{
    bool paired = false;
    for (size_t i = 0; first->judged && i < set->comparison_count; i++)
        paired |= is_row(&set->comparisons[i], first) && set->comparisons[i].pairs;
    return paired;
}

static const struct report_column *columns_between(const struct comparing *comparing,
                                                   const struct comparison *first)
{
    struct arena *arena = comparing->arena;
    struct report_column *columns = arena_new_array(arena, struct report_column, COLUMNS);
    columns[WORD].name = first->judged ? "" : "metric";
    columns[NAME].name = "benchmark";
    columns[CHANGE] = (struct report_column){
        first->judged ? cut_name(arena, common_subject(comparing->set, first->new), METRIC_COLUMNS)
                      : "change",
        true};
    columns[LIMITS] = (struct report_column){
        arena_printf(arena, "%.4g %% interval", 100 * comparing->set->confidence), true};
    columns[MEANS] = (struct report_column){sides_wording(arena, first), true};
    columns[WINS] = (struct report_column){wins_header(arena, first), true};
    return columns;
}

// "… and 12 more: 3 equal within ±1 %, 8 inconclusive, 1 missing".
static const char *rest_wording(const struct comparing *comparing, const struct comparison *first,
                                size_t shown, size_t count)
{
    const struct comparison_set *set = comparing->set;
    const char *words = arena_printf(comparing->arena, "… and %zu more", count - shown),
               *between = ": ", *last = NULL;
    size_t seen = 0, same = 0;
    for (size_t i = 0; first->judged && i <= set->comparison_count; i++) {
        const struct comparison *one = i < set->comparison_count ? &set->comparisons[i] : NULL;
        if (one && (!is_row(one, first) || seen++ < shown))
            continue;
        const char *word = one ? named_verdict(comparing->arena, one) : NULL;
        if (last && !text_equal(word, last)) {
            words = arena_printf(comparing->arena, "%s%s%zu %s", words, between, same, last);
            between = ", ";
            same = 0;
        }
        last = word;
        same++;
    }
    return words;
}

// The sides whose first comparison is `first`.
static void add_sides(const struct comparing *comparing, const struct comparison *first)
{
    const struct comparison_set *set = comparing->set;
    bool several = has_several_sides(set);
    const char *sides =
        several ? arena_printf(comparing->arena, "%s → %s", first->old, first->new) : NULL;
    const char *title =
        first->judged ? sides
        : several ? arena_printf(comparing->arena, "other metrics, without a verdict, %s", sides)
                  : "other metrics, without a verdict";
    struct report_section *section =
        document_section(comparing->document, first->judged ? RANK_FIRST : RANK_NOTES, NULL, title);
    struct report_table *table = section_table(section, NULL, columns_between(comparing, first),
                                               has_wins(set, first) ? COLUMNS : WINS);
    table->name = NAME;
    size_t most = first->judged ? VERDICTS_SHOWN : OTHERS_SHOWN, count = row_count(set, first);
    struct text_list notes = {0};
    bool apart = first->judged && count > ROWS_WITH_REMEDIES;
    for (size_t i = 0; i < set->comparison_count && table->row_count < most; i++)
        if (is_row(&set->comparisons[i], first))
            add_remedies(comparing, &set->comparisons[i],
                         add_row(comparing, &set->comparisons[i], table), apart ? &notes : NULL);
    section_list(document_section(comparing->document, RANK_NOTES, NULL,
                                  several ? arena_printf(comparing->arena, "Row by row, %s", sides)
                                          : "Row by row"),
                 &notes);
    if (count > most)
        section_words(section, rest_wording(comparing, first, most, count));
    for (size_t i = 0; first->judged && i < set->overall_count; i++)
        if (text_equal(set->overalls[i].new, first->new))
            section_words(section, overall_wording(comparing->arena, set, &set->overalls[i]));
}

static void add_all_sides(const struct comparing *comparing, bool judged)
{
    for (size_t i = 0; i < comparing->set->comparison_count; i++)
        if (comparing->set->comparisons[i].judged == judged && begins_sides(comparing->set, i))
            add_sides(comparing, &comparing->set->comparisons[i]);
}

// ---- Trust

static void add_inputs(const struct comparing *comparing, const struct notes *notes)
{
    struct text_list inputs = {0};
    for (size_t i = 0; i < notes->count; i++)
        if (notes->items[i].kind == NOTE_INPUTS_DIFFER)
            text_list_add(&inputs, comparing->arena, notes->items[i].text);
    section_list(document_section(comparing->document, RANK_FIRST, NULL,
                                  "No verdict on the code, because its inputs differ"),
                 &inputs);
}

static void add_trust(const struct comparing *comparing, const struct notes *notes)
{
    struct arena *arena = comparing->arena;
    struct text_list shown = {0}, left = {0};
    size_t biasing = 0;
    for (size_t i = 0; i < notes->count; i++) {
        if (notes->items[i].kind == NOTE_INPUTS_DIFFER)
            continue;
        bool first =
                 shown.count < NOTES_SHOWN && note_weight(notes->items[i].kind) <= WEIGHT_LIMITS,
             biases = note_weight(notes->items[i].kind) == WEIGHT_BIASES;
        text_list_add(first ? &shown : &left, arena,
                      biases ? arena_printf(arena, "may bias: %s", notes->items[i].text)
                             : notes->items[i].text);
        biasing += !first && biases;
    }
    if (biasing)
        text_list_printf(&shown, arena, "%s may bias the verdicts: --notes",
                         text_counted(arena, biasing, "more note"));
    struct report_section *section = document_trust(comparing->document);
    if (!comparing->set->completeness.unfinished)
        section_words(section, method_wording(arena, comparing->set));
    section_list(section, &shown);
    section_list(document_section(comparing->document, RANK_NOTES, NULL, "Other notes"), &left);
}

static void add_place(const struct comparing *comparing)
{
    struct arena *arena = comparing->arena;
    const struct comparison_frame *frame = comparing->frame;
    const char *folder =
        frame->folder && *frame->folder ? text_as_word(arena, frame->folder) : NULL;
    struct report_section *section = document_section(comparing->document, RANK_FIRST, NULL, NULL);
    const char *deciding = deciding_command(arena, comparing->set, frame);
    if (deciding && !comparing->set->completeness.unfinished)
        section_term(section, "to decide, if the changes are as measured:", deciding);
    if (folder && comparing->set->completeness.unfinished)
        section_term(section, "to go on:", arena_printf(arena, "eswexp resume %s", folder));
    if (folder)
        section_term(
            document_section(comparing->document, RANK_SHORT, NULL, NULL),
            "more notes, other metrics:", arena_printf(arena, "eswexp compare %s --notes", folder));
    struct report_section *end = document_section(comparing->document, RANK_NOTES, NULL, NULL);
    section_words(end, look_wording(arena, comparing->set));
    section_words(end, place_wording(arena, frame));
}

struct document *comparison_document(struct arena *arena, const struct comparison_set *set,
                                     const struct comparison_frame *frame)
{
    const struct completeness *completeness = &set->completeness;
    struct comparing comparing = {
        arena, set, frame, document_new(arena, frame->title ? frame->title : "Comparison", "")};
    struct notes notes = comparison_trust(arena, set, frame);
    comparing.document->verdict = completeness->unfinished ? unfinished_wording(arena, completeness)
                                                           : verdict_counts(&comparing);
    if (frame->quick)
        section_answer(document_section(comparing.document, RANK_FIRST, NULL, NULL), TONE_PLAIN,
                       "QUICK", QUICK_WORDS);
    if (!completeness->unfinished) {
        add_inputs(&comparing, &notes);
        add_all_sides(&comparing, true);
        section_words(document_section(comparing.document, RANK_FIRST, NULL, NULL),
                      floor_wording(arena, set));
    }
    add_trust(&comparing, &notes);
    if (!completeness->unfinished)
        add_all_sides(&comparing, false);
    add_place(&comparing);
    return comparing.document;
}
