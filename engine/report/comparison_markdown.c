// A comparison in GitHub's Markdown, for a step summary or a comment.
#include "report/comparison_words.h"

#include "report/words.h"

struct page {
    const struct judgement *judgement;
    struct arena *arena;
    FILE *out;
};

static const char *literal(const struct page *page, const char *words)
{
    return markdown_literal(page->arena, words);
}

static void header(const struct page *page, const struct contrast *first)
{
    fprintf(page->out, "\n| %s | benchmark | change | %.4g %% interval | %s → %s |",
            first->judged ? "verdict" : "metric", 100 * page->judgement->confidence,
            literal(page, first->old), literal(page, first->new));
    if (first->judged)
        fprintf(page->out, " %s |", wins_header(page->arena, first));
    fprintf(page->out, "\n| --- | --- | ---: | ---: | ---: |%s\n", first->judged ? " ---: |" : "");
}

// The outcome, in bold if it is one, and what an undecided one would take.
static const char *verdict(const struct page *page, const struct contrast *contrast)
{
    bool bold = !is_missing(contrast) && contrast->outcome >= OUTCOME_FASTER;
    const char *stars = bold ? "**" : "", *remedy = remedy_in_words(page->arena, contrast);
    return arena_printf(page->arena, "%s%s%s%s%s", stars, outcome_word(contrast), stars,
                        remedy ? "<br>" : "", remedy ? remedy : "");
}

static void row(const struct page *page, const struct contrast *contrast)
{
    const struct ratio *ratio = &contrast->ratio;
    const char *subject = subject_word(page->arena, contrast);
    const char *gap = gap_in_words(page->arena, contrast);
    const char *change = gap ? gap : change_in_words(page->arena, ratio);
    if (contrast->judged && !gap)
        change = arena_printf(page->arena, "%s %s", change, subject);
    fprintf(page->out, "| %s | %s | %s | %s | %s |",
            contrast->judged ? verdict(page, contrast) : literal(page, subject),
            literal(page, contrast->benchmark), literal(page, change),
            gap ? "" : literal(page, limits_in_words(page->arena, ratio)),
            gap ? "" : literal(page, means_in_words(page->arena, contrast)));
    if (contrast->judged)
        fprintf(page->out, " %s |", gap ? "" : wins_in_words(page->arena, contrast));
    fputc('\n', page->out);
}

// The sides whose first contrast is `first`.
static void sides_part(const struct page *page, const struct contrast *first)
{
    const struct judgement *judgement = page->judgement;
    if (!first->judged)
        fputs("\nNot judged:\n", page->out);
    header(page, first);
    for (size_t i = 0; i < judgement->contrast_count; i++) {
        const struct contrast *contrast = &judgement->contrasts[i];
        if (!contrast->is_floor && contrast->judged == first->judged && same_sides(contrast, first))
            row(page, contrast);
    }
    for (size_t i = 0; first->judged && i < judgement->overall_count; i++)
        if (text_equal(judgement->overalls[i].new, first->new))
            fprintf(
                page->out, "\n%s\n",
                literal(page, overall_in_words(page->arena, judgement, &judgement->overalls[i])));
}

static void all_sides(const struct page *page, bool judged)
{
    for (size_t i = 0; i < page->judgement->contrast_count; i++)
        if (page->judgement->contrasts[i].judged == judged && begins_sides(page->judgement, i))
            sides_part(page, &page->judgement->contrasts[i]);
}

static void details(const struct page *page, const struct comparison_frame *frame)
{
    const char *place = place_in_words(page->arena, frame);
    fputs("\n<details><summary>Method and notes</summary>\n\n", page->out);
    for (size_t i = 0; frame->notes && i < frame->notes->count; i++)
        fprintf(page->out, "- %s\n", literal(page, frame->notes->items[i]));
    fprintf(page->out, "- %s\n", literal(page, method_in_words(page->arena, page->judgement)));
    if (place)
        fprintf(page->out, "- %s\n", literal(page, place));
    fputs("\n</details>\n", page->out);
}

void comparison_markdown(const struct judgement *judgement, const struct comparison_frame *frame,
                         FILE *out)
{
    struct arena scratch = {0};
    struct page page = {judgement, &scratch, out};
    const char *noise = floor_in_words(&scratch, judgement);
    fprintf(out, "### %s\n", literal(&page, frame->title ? frame->title : "Comparison"));
    if (frame->quick)
        fprintf(out, "\n**%s**\n", QUICK_NOTE);
    all_sides(&page, true);
    if (noise)
        fprintf(out, "\n%s\n", literal(&page, noise));
    all_sides(&page, false);
    details(&page, frame);
    arena_release(&scratch);
}
