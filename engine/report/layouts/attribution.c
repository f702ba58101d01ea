// Attribution in words: one sentence with the shares, and what they rest on.
#include "report/layouts/attribution.h"

#include "report/wording/estimates.h"
#include "report/wording/lines.h"
#include "report/wording/numbers.h"
#include "report/wording/ratios.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double percent(double share)
{
    return 100 * fmin(fmax(share, 0), 1);
}

// "40 % [20, 60]", or "unknown".
static const char *variance_share_wording(struct arena *arena, const struct variance_share *share)
{
    return share->known ? arena_printf(arena, "%.0f %% [%.0f, %.0f]", percent(share->value),
                                       percent(share->low), percent(share->high))
                        : "unknown";
}

// "aslr stack", of the factor "aslr.stack".
static const char *factor_label(struct arena *arena, const char *name)
{
    char *label = arena_strdup(arena, name);
    for (char *c = label; *c; c++)
        *c = *c == '_' || *c == '.' ? ' ' : *c;
    return label;
}

const char *factor_word(const struct factor_share *factor)
{
    return factor->visible     ? "visible"
           : factor->suspected ? "by its interval alone"
                               : "nothing visible";
}

// ---- The sentence

// A factor of the cell with its name.
struct named {
    const char *name;
    const struct factor_share *share;
};

static int by_share(const void *a, const void *b)
{
    double one = ((const struct named *)a)->share->total.value;
    double other = ((const struct named *)b)->share->total.value;
    return (one < other) - (one > other);
}

static struct named *named_factors(struct arena *arena, const struct findings *findings,
                                   const struct attributed *attributed)
{
    struct named *named = arena_new_array(arena, struct named, attributed->factor_count);
    for (size_t i = 0; i < attributed->factor_count; i++)
        named[i] = (struct named){
            factor_label(arena, findings->attributions->factors.items[attributed->factor[i]]),
            &attributed->attribution.factors[i]};
    qsort(named, attributed->factor_count, sizeof *named, by_share);
    return named;
}

static void add_shares(struct arena *arena, const struct named *named, size_t count,
                       struct text_list *parts, struct text_list *unseen)
{
    for (size_t i = 0; i < count; i++) {
        const struct factor_share *share = named[i].share;
        if (share->visible && !share->total.known)
            text_list_printf(parts, arena, "%s visible, its share unknown", named[i].name);
        else if (share->visible || share->suspected)
            text_list_printf(parts, arena, "%s %s%s", named[i].name,
                             variance_share_wording(arena, &share->total),
                             share->visible ? "" : " (by its interval alone)");
        else
            text_list_add(unseen, arena, named[i].name);
    }
    if (parts->count == 0)
        text_list_add(parts, arena, "visible only of all factors together");
}

static struct text_list not_drawn(struct arena *arena, const struct findings *findings,
                                  const struct attributed *attributed)
{
    struct text_list names = {0};
    size_t next = 0;
    for (size_t i = 0; i < findings->attributions->factors.count; i++) {
        if (next < attributed->factor_count && attributed->factor[next] == i)
            next++;
        else
            text_list_add(&names, arena,
                          factor_label(arena, findings->attributions->factors.items[i]));
    }
    return names;
}

static const char *joined(struct arena *arena, const struct text_list *parts)
{
    const char *words = "";
    for (size_t i = 0; i < parts->count; i++)
        words = arena_printf(arena, "%s%s%s", words, i ? "; " : "", parts->items[i]);
    return words;
}

const char *attribution_sentence(struct arena *arena, const struct findings *findings,
                                 const struct attributed *attributed)
{
    const struct attribution *attribution = &attributed->attribution;
    struct text_list parts = {0}, unseen = {0}, missing = not_drawn(arena, findings, attributed);
    if (!attribution->visible)
        text_list_add(&parts, arena,
                      "nothing visible: builds with other draws differ no more than builds with "
                      "the same draws");
    else
        add_shares(arena, named_factors(arena, findings, attributed), attributed->factor_count,
                   &parts, &unseen);
    if (attribution->visible && attribution->rest.known)
        text_list_printf(&parts, arena, "the rest %s",
                         variance_share_wording(arena, &attribution->rest));
    if (unseen.count)
        text_list_printf(&parts, arena, "%s nothing visible", names_wording(arena, &unseen));
    if (missing.count)
        text_list_printf(&parts, arena, "%s not randomized", names_wording(arena, &missing));
    return joined(arena, &parts);
}

// ---- What it rests on

static void note_whole(struct arena *arena, const struct attribution *attribution,
                       struct text_list *notes)
{
    const char *whole = attribution->executions_off
                            ? "the variance between builds, that of executions taken off"
                            : "the variance that the factors cause";
    if (attribution->visible)
        text_list_printf(notes, arena, "shares are of %s: a standard deviation of %.2g %%", whole,
                         100 * attribution->deviation);
    text_list_printf(notes, arena,
                     "builds with the same draws have a standard deviation of %.2g %%, "
                     "executions included; over %s",
                     100 * attribution->again, text_counted(arena, attribution->blocks, "block"));
}

static void note_tests(struct arena *arena, const struct findings *findings,
                       const struct attributed *attributed, struct text_list *notes)
{
    const struct named *named = named_factors(arena, findings, attributed);
    const char *words = "";
    for (size_t i = 0; i < attributed->factor_count; i++)
        words = arena_printf(arena, "%s%s%s %s", words, i ? ", " : "", named[i].name,
                             p_wording(arena, named[i].share->p));
    text_list_printf(notes, arena, "rank tests, adjusted: %s; all together %s", words,
                     p_wording(arena, attributed->attribution.p));
}

static void note_interactions(struct arena *arena, const struct findings *findings,
                              const struct attributed *attributed, struct text_list *notes)
{
    const struct variance_share *interactions = &attributed->attribution.interactions;
    const struct named *named = named_factors(arena, findings, attributed);
    const char *alone = "";
    for (size_t i = 0; i < attributed->factor_count; i++)
        if (named[i].share->visible)
            alone =
                arena_printf(arena, "%s%s %s %s", alone, *alone ? "," : "; alone:", named[i].name,
                             variance_share_wording(arena, &named[i].share->alone));
    text_list_printf(notes, arena, "not additive, since factors act together: %s%s",
                     variance_share_wording(arena, interactions), alone);
}

// What the shares are of, what is not additive, and what one factor has alone.
static struct text_list attribution_notes(struct arena *arena, const struct findings *findings,
                                          const struct attributed *attributed)
{
    struct text_list notes = {0};
    note_whole(arena, &attributed->attribution, &notes);
    note_tests(arena, findings, attributed, &notes);
    if (attributed->attribution.visible && attributed->factor_count > 1)
        note_interactions(arena, findings, attributed, &notes);
    return notes;
}

static const char *title_of(struct arena *arena, const struct findings *findings,
                            const struct attributed *attributed)
{
    const char *metric = findings->catalogue.metrics[attributed->metric].name;
    return arena_printf(arena, "%s: where the variance of %s comes from",
                        cell_name(arena, findings, attributed->cell), metric);
}

void attribution_sections(struct document *document, const struct findings *findings)
{
    const struct attributions *attributions = findings->attributions;
    for (size_t i = 0; attributions && i < attributions->count; i++) {
        const struct attributed *attributed = &attributions->items[i];
        struct report_section *section = document_section(
            document, RANK_FIRST, NULL, title_of(document->arena, findings, attributed));
        struct text_list notes = attribution_notes(document->arena, findings, attributed);
        section_answer(section, TONE_PLAIN, NULL,
                       attribution_sentence(document->arena, findings, attributed));
        section_list(section, &notes);
    }
}
