// A comparison in GitHub's Markdown, for a step summary or a comment: the verdict first, for a
// phone.
#include "report/compare/comparison_markdown.h"

#include "analysis/compare/outcome.h"
#include "model/verdict.h"
#include "report/compare/comparison_method.h"
#include "report/compare/comparison_wording.h"
#include "report/compare/reservation_lines.h"
#include "report/layouts/explanation_wording.h"
#include "report/text/markdown_literal.h"
#include "report/wording/changes.h"
#include "report/wording/lines.h"
#include "report/wording/notes.h"

struct page {
    const struct comparison_set *comparison_set;
    const struct comparison_frame *frame;
    struct arena *arena;
    FILE *out;
};

static const char *literal(const struct page *page, const char *words)
{
    return markdown_literal(page->arena, words);
}

// Whether the row belongs to the sides and the kind, verdict or not, of `first`.
static bool is_row(const struct comparison *comparison, const struct comparison *first)
{
    return !comparison->is_floor && comparison->judged == first->judged &&
           same_sides(comparison, first);
}

// The outcome, bold if it is one, and where it comes from if that is known.
static const char *verdict(const struct page *page, const struct comparison *comparison)
{
    bool bold = !is_missing(comparison) &&
                (comparison->outcome == OUTCOME_FASTER || comparison->outcome == OUTCOME_SLOWER);
    const char *stars = bold ? "**" : "", *attribution = attribution_of(comparison);
    return arena_printf(page->arena, "%s%s%s%s%s", stars, named_verdict(page->arena, comparison),
                        stars, attribution ? ", " : "", attribution ? attribution : "");
}

// Two columns, which a phone shows without scrolling.
static void row(const struct page *page, const struct comparison *comparison)
{
    const struct ratio *ratio = &comparison->ratio;
    const char *subject = subject_word(page->arena, comparison);
    const char *gap = gap_wording(page->arena, comparison);
    const char *limits = gap ? "" : limits_wording(page->arena, ratio);
    const char *change = gap ? gap : change_wording(page->arena, ratio);
    if (comparison->judged && !gap)
        change = arena_printf(page->arena, "%s %s", change, subject);
    fprintf(page->out, "| %s<br>%s | %s%s%s |\n",
            comparison->judged ? verdict(page, comparison) : literal(page, subject),
            literal(page, comparison->benchmark), literal(page, change), *limits ? "<br>" : "",
            literal(page, limits));
}

static void overalls(const struct page *page, const char *side)
{
    const struct comparison_set *set = page->comparison_set;
    for (size_t i = 0; i < set->overall_count; i++)
        if (text_equal(set->overalls[i].new, side))
            fprintf(page->out, "\n%s\n",
                    literal(page, overall_wording(page->arena, set, &set->overalls[i])));
}

static void changes(const struct page *page, const struct comparison *first)
{
    const struct comparison_set *set = page->comparison_set;
    if (has_several_sides(set))
        fprintf(page->out, "\n%s → %s\n", literal(page, first->old), literal(page, first->new));
    fprintf(page->out, "\n| %s, benchmark | change, %.4g %% interval |\n| --- | ---: |\n",
            first->judged ? "verdict" : "metric", 100 * set->confidence);
    for (size_t i = 0; i < set->comparison_count; i++)
        if (is_row(&set->comparisons[i], first))
            row(page, &set->comparisons[i]);
    if (first->judged)
        overalls(page, first->new);
}

static void means(const struct page *page, const struct comparison *first)
{
    const struct comparison_set *set = page->comparison_set;
    fprintf(page->out, "\n| %s | %s → %s | %s |\n| --- | ---: | ---: |\n",
            first->judged ? "benchmark" : "benchmark, metric", literal(page, first->old),
            literal(page, first->new), wins_header(page->arena, first));
    for (size_t i = 0; i < set->comparison_count; i++) {
        const struct comparison *comparison = &set->comparisons[i];
        if (!is_row(comparison, first) || gap_wording(page->arena, comparison))
            continue;
        fprintf(page->out, "| %s%s%s | %s | %s |\n", literal(page, comparison->benchmark),
                first->judged ? "" : ", ",
                first->judged ? "" : literal(page, subject_word(page->arena, comparison)),
                literal(page, means_wording(page->arena, comparison)),
                wins_wording(page->arena, comparison));
    }
}

static void each_pair_of_sides(const struct page *page, bool judged,
                               void (*part)(const struct page *, const struct comparison *))
{
    for (size_t i = 0; i < page->comparison_set->comparison_count; i++)
        if (page->comparison_set->comparisons[i].judged == judged &&
            begins_sides(page->comparison_set, i))
            part(page, &page->comparison_set->comparisons[i]);
}

static void item(const struct page *page, const char *words)
{
    fprintf(page->out, "- %s\n", literal(page, words));
}

static void list(const struct page *page, const char *heading, const struct text_list *lines)
{
    if (lines->count)
        fprintf(page->out, "\n%s\n\n", heading);
    for (size_t i = 0; i < lines->count; i++)
        item(page, lines->items[i]);
}

static void explanations(const struct page *page)
{
    struct text_list all = {0};
    for (size_t i = 0; i < page->comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &page->comparison_set->comparisons[i];
        struct text_list lines = explanation_lines(page->arena, page->comparison_set, comparison);
        for (size_t k = 0; comparison->judged && k < lines.count; k++)
            text_list_add(&all, page->arena,
                          arena_printf(page->arena, "%s, %s: %s", comparison->benchmark,
                                       comparison->new, lines.items[k]));
    }
    list(page, "Code or placement:", &all);
}

// What would make the inconclusive verdicts conclusive.
static void remedies(const struct page *page)
{
    const struct comparison_set *set = page->comparison_set;
    struct text_list all = {0};
    for (size_t i = 0; i < set->comparison_count; i++) {
        const struct comparison *comparison = &set->comparisons[i];
        const char *remedy = remedy_wording(page->arena, set, page->frame, comparison);
        if (remedy && is_verdict(comparison))
            text_list_add(&all, page->arena,
                          arena_printf(page->arena, "%s%s%s: %s", comparison->benchmark,
                                       has_several_sides(set) ? ", " : "",
                                       has_several_sides(set) ? comparison->new : "", remedy));
    }
    list(page, "Inconclusive:", &all);
}

static void others(const struct page *page, const struct comparison *first)
{
    fputs("\nOther metrics, without a verdict:\n", page->out);
    changes(page, first);
    means(page, first);
}

static void method(const struct page *page)
{
    const struct comparison_frame *frame = page->frame;
    const char *place = place_wording(page->arena, frame),
               *look = look_wording(page->arena, page->comparison_set);
    struct text_list all = {0};
    for (size_t i = 0; frame->notes && i < frame->notes->count; i++)
        text_list_add(&all, page->arena, frame->notes->items[i]);
    if (!page->comparison_set->completeness.unfinished)
        text_list_add(&all, page->arena, method_wording(page->arena, page->comparison_set));
    if (look)
        text_list_add(&all, page->arena, look);
    if (place)
        text_list_add(&all, page->arena, place);
    list(page, "Method and notes:", &all);
}

static void details(const struct page *page, const struct text_list *reservations)
{
    fputs("\n<details><summary>How it was measured</summary>\n", page->out);
    if (!page->comparison_set->completeness.unfinished) {
        each_pair_of_sides(page, true, means);
        list(page, "Other reservations:", reservations);
        each_pair_of_sides(page, false, others);
    }
    method(page);
    fputs("\n</details>\n", page->out);
}

static void verdicts(const struct page *page, const struct reservation_lines *lines)
{
    const char *noise = floor_wording(page->arena, page->comparison_set);
    list(page, "**No verdict on the code, because its inputs differ:**", &lines->first);
    each_pair_of_sides(page, true, changes);
    if (noise)
        fprintf(page->out, "\n%s\n", literal(page, noise));
    explanations(page);
    remedies(page);
    list(page, "**Reservations that may bias the verdicts:**", &lines->grave);
}

// "2 slower, 1 equal within ±1 %", the worst first; "slower" if there is one verdict alone.
static const char *verdict_counts(const struct page *page)
{
    const struct comparison_set *set = page->comparison_set;
    struct text_list words = {0};
    size_t *counts = arena_new_array(page->arena, size_t, set->comparison_count + 1), all = 0;
    for (size_t i = 0; i < set->comparison_count; i++) {
        if (!is_verdict(&set->comparisons[i]))
            continue;
        const char *word = named_verdict(page->arena, &set->comparisons[i]);
        size_t at = 0;
        while (at < words.count && !text_equal(words.items[at], word))
            at++;
        if (at == words.count)
            text_list_add(&words, page->arena, word);
        counts[at]++;
        all++;
    }
    const char *line = "";
    for (size_t i = 0; i < words.count; i++)
        line =
            arena_printf(page->arena, "%s%s%zu %s", line, i ? ", " : "", counts[i], words.items[i]);
    return all == 0 ? "nothing to compare" : all == 1 ? words.items[0] : line;
}

void comparison_markdown(const struct comparison_set *comparison_set,
                         const struct comparison_frame *frame, FILE *out)
{
    struct arena scratch = {0};
    struct page page = {comparison_set, frame, &scratch, out};
    struct reservation_lines reservations = reservation_lines_of(&scratch, comparison_set, frame);
    bool unfinished = comparison_set->completeness.unfinished;
    fprintf(out, "### %s\n\n%s\n",
            unfinished ? literal(&page, unfinished_wording(&scratch, &comparison_set->completeness))
                       : verdict_counts(&page),
            literal(&page, frame->title ? frame->title : "Comparison"));
    if (frame->quick)
        fprintf(out, "\n**%s**\n", QUICK_NOTE);
    if (!unfinished)
        verdicts(&page, &reservations);
    details(&page, &reservations.other);
    arena_release(&scratch);
}
