// A comparison in GitHub's Markdown, for a step summary or a comment.
#include "report/compare/comparison_markdown.h"

#include "model/verdict.h"
#include "report/compare/comparison_method.h"
#include "report/compare/comparison_wording.h"
#include "report/compare/reservation_lines.h"
#include "report/layouts/explanation_wording.h"
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

static void header(const struct page *page, const struct comparison *first)
{
    fprintf(page->out, "\n| %s | benchmark | change | %.4g %% interval | %s → %s |",
            first->judged ? "verdict" : "metric", 100 * page->comparison_set->confidence,
            literal(page, first->old), literal(page, first->new));
    if (first->judged)
        fprintf(page->out, " %s |", wins_header(page->arena, first));
    fprintf(page->out, "\n| --- | --- | ---: | ---: | ---: |%s\n", first->judged ? " ---: |" : "");
}

// The outcome, bold if it is one, and what would make an inconclusive one conclusive.
static const char *verdict(const struct page *page, const struct comparison *comparison)
{
    bool bold = !is_missing(comparison) &&
                (comparison->outcome == OUTCOME_FASTER || comparison->outcome == OUTCOME_SLOWER);
    const char *stars = bold ? "**" : "",
               *remedy = remedy_wording(page->arena, page->comparison_set, page->frame, comparison);
    return arena_printf(page->arena, "%s%s%s%s%s", stars, outcome_word(comparison), stars,
                        remedy ? "<br>" : "", remedy ? literal(page, remedy) : "");
}

static void row(const struct page *page, const struct comparison *comparison)
{
    const struct ratio *ratio = &comparison->ratio;
    const char *subject = subject_word(page->arena, comparison);
    const char *gap = gap_wording(page->arena, comparison);
    const char *change = gap ? gap : change_wording(page->arena, ratio);
    if (comparison->judged && !gap)
        change = arena_printf(page->arena, "%s %s", change, subject);
    fprintf(page->out, "| %s | %s | %s | %s | %s |",
            comparison->judged ? verdict(page, comparison) : literal(page, subject),
            literal(page, comparison->benchmark), literal(page, change),
            gap ? "" : literal(page, limits_wording(page->arena, ratio)),
            gap ? "" : literal(page, means_wording(page->arena, comparison)));
    if (comparison->judged)
        fprintf(page->out, " %s |", gap ? "" : wins_wording(page->arena, comparison));
    fputc('\n', page->out);
}

// The sides whose first comparison is `first`.
static void sides_part(const struct page *page, const struct comparison *first)
{
    const struct comparison_set *comparison_set = page->comparison_set;
    if (!first->judged)
        fputs("\nOther metrics, without a verdict:\n", page->out);
    header(page, first);
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &comparison_set->comparisons[i];
        if (!comparison->is_floor && comparison->judged == first->judged &&
            same_sides(comparison, first))
            row(page, comparison);
    }
    for (size_t i = 0; first->judged && i < comparison_set->overall_count; i++)
        if (text_equal(comparison_set->overalls[i].new, first->new))
            fprintf(page->out, "\n%s\n",
                    literal(page, overall_wording(page->arena, comparison_set,
                                                  &comparison_set->overalls[i])));
}

static void all_sides(const struct page *page, bool judged)
{
    for (size_t i = 0; i < page->comparison_set->comparison_count; i++)
        if (page->comparison_set->comparisons[i].judged == judged &&
            begins_sides(page->comparison_set, i))
            sides_part(page, &page->comparison_set->comparisons[i]);
}

static void details(const struct page *page)
{
    const struct comparison_frame *frame = page->frame;
    const char *place = place_wording(page->arena, frame),
               *look = look_wording(page->arena, page->comparison_set);
    fputs("\n<details><summary>Method and notes</summary>\n\n", page->out);
    for (size_t i = 0; frame->notes && i < frame->notes->count; i++)
        fprintf(page->out, "- %s\n", literal(page, frame->notes->items[i]));
    if (!page->comparison_set->completeness.unfinished)
        fprintf(page->out, "- %s\n",
                literal(page, method_wording(page->arena, page->comparison_set)));
    if (look)
        fprintf(page->out, "- %s\n", literal(page, look));
    if (place)
        fprintf(page->out, "- %s\n", literal(page, place));
    fputs("\n</details>\n", page->out);
}

static void list(const struct page *page, const char *heading, const struct text_list *lines)
{
    if (lines->count)
        fprintf(page->out, "\n%s\n\n", heading);
    for (size_t i = 0; i < lines->count; i++)
        fprintf(page->out, "- %s\n", literal(page, lines->items[i]));
}

static void reservations(const struct page *page)
{
    struct reservation_lines lines =
        reservation_lines_of(page->arena, page->comparison_set, page->frame);
    list(page, "**Reservations that may bias the verdicts:**", &lines.grave);
    list(page, "Other reservations:", &lines.other);
}

static void explanations(const struct page *page)
{
    struct text_list all = {0};
    for (size_t i = 0; i < page->comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &page->comparison_set->comparisons[i];
        struct text_list lines = explanation_lines(page->arena, comparison);
        for (size_t k = 0; comparison->judged && k < lines.count; k++)
            text_list_add(&all, page->arena,
                          arena_printf(page->arena, "%s, %s: %s", comparison->benchmark,
                                       comparison->new, lines.items[k]));
    }
    list(page, "Code or placement:", &all);
}

static void verdicts(const struct page *page)
{
    const char *noise = floor_wording(page->arena, page->comparison_set);
    all_sides(page, true);
    if (noise)
        fprintf(page->out, "\n%s\n", literal(page, noise));
    explanations(page);
    reservations(page);
    all_sides(page, false);
}

void comparison_markdown(const struct comparison_set *comparison_set,
                         const struct comparison_frame *frame, FILE *out)
{
    struct arena scratch = {0};
    struct page page = {comparison_set, frame, &scratch, out};
    fprintf(out, "### %s\n", literal(&page, frame->title ? frame->title : "Comparison"));
    if (frame->quick)
        fprintf(out, "\n**%s**\n", QUICK_NOTE);
    if (comparison_set->completeness.unfinished)
        fprintf(out, "\n**%s**\n",
                literal(&page, unfinished_wording(&scratch, &comparison_set->completeness)));
    else
        verdicts(&page);
    details(&page);
    arena_release(&scratch);
}
