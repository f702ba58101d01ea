// How far the answer can be trusted, and how to go on.
#include "report/campaign/trust.h"

#include "base/shell_words.h"
#include "report/campaign/internal.h"
#include "report/overview/cell_groups.h"
#include "report/wording/diagnostics.h"
#include "report/wording/estimates.h"
#include "report/wording/lines.h"
#include "report/wording/missing.h"
#include "report/wording/notes.h"
#include "report/wording/numbers.h"
#include "report/wording/repetitions.h"

#include <math.h>

enum { NOTES_SHOWN = 3, PLACES_SHOWN = 4, GROUPS_SHOWN = 4 };

// ---- Notes that cells share

// A note of several cells; their texts may differ in numbers.
struct shared_note {
    enum note_kind kind;
    const char *text; // of the first
    bool same;        // of the others, too
    bool *cells;
    size_t count;
};

struct shared_notes {
    struct shared_note *items;
    size_t count, room, left_out;
    enum note_kind worst; // of those left out
};

static void share(struct arena *arena, const struct findings *findings, struct shared_notes *shared,
                  size_t cell, const struct note *note)
{
    size_t at = 0;
    while (at < shared->count &&
           (shared->items[at].kind != note->kind || !of_a_kind(shared->items[at].text, note->text)))
        at++;
    if (at == shared->room) {
        shared->worst =
            shared->left_out++ && shared->worst < note->kind ? shared->worst : note->kind;
        return;
    }
    struct shared_note *own = &shared->items[at];
    if (at == shared->count) {
        *own =
            (struct shared_note){note->kind, note->text, true,
                                 arena_new_array(arena, bool, findings->catalogue.cell_count), 0};
        shared->count++;
    }
    own->same = own->same && text_equal(own->text, note->text);
    own->count += !own->cells[cell];
    own->cells[cell] = true;
}

// "in all 400 points", or groups and single points.
static const char *where_wording(struct arena *arena, const struct findings *findings,
                                 const struct shared_note *note)
{
    size_t all = findings->catalogue.cell_count;
    if (note->count == all)
        return arena_printf(arena, "in all %zu points", all);
    const char *words = arena_printf(arena, "in %zu of %zu points", note->count, all);
    struct cell_groups groups = cell_groups_of(arena, findings, note->cells, GROUPS_SHOWN);
    for (size_t i = 0; i < groups.count; i++)
        words = arena_printf(arena, "%s%s %s", words, i ? ";" : ":", groups.items[i].words);
    const char *places = cell_groups_wording(arena, findings, note->cells, PLACES_SHOWN);
    return *places ? arena_printf(arena, "%s%s %s", words, groups.count ? ";" : ":", places)
                   : words;
}

static void add_shared(struct notes *notes, const struct findings *findings)
{
    enum { KINDS_MOST = 40 };
    struct arena *arena = notes->arena;
    struct shared_notes shared = {.items = arena_new_array(arena, struct shared_note, KINDS_MOST),
                                  .room = KINDS_MOST};
    for (size_t cell = 0; cell < findings->catalogue.cell_count; cell++) {
        struct notes own = {.arena = arena};
        const char *lacks = missing_wording(arena, findings, cell),
                   *nothing = nothing_wording(arena, findings, cell);
        if (lacks && !nothing)
            notes_add(&own, NOTE_NOTHING_MEASURED, "%s", lacks);
        cell_notes(&own, findings, cell);
        for (size_t i = 0; i < own.count; i++)
            share(arena, findings, &shared, cell, &own.items[i]);
    }
    for (size_t i = 0; i < shared.count; i++)
        notes_add(notes, shared.items[i].kind, "%s (%s%s)", shared.items[i].text,
                  shared.items[i].same ? "" : "similar ",
                  where_wording(arena, findings, &shared.items[i]));
    if (shared.left_out)
        notes_add(notes, shared.worst, "%s of single points not shown",
                  text_counted(arena, shared.left_out, "more note"));
}

struct notes campaign_trust(struct arena *arena, const struct findings *findings)
{
    struct notes notes = {.arena = arena};
    campaign_notes(&notes, findings);
    if (findings->catalogue.cell_count == 1)
        cell_notes(&notes, findings, 0);
    else
        add_shared(&notes, findings);
    notes_sort(&notes);
    return notes;
}

// ---- What the values rest on

// "12 to 30 builds × 3 executions", over all cells.
static const char *basis_wording(struct arena *arena, const struct findings *findings)
{
    const char *words = "";
    for (enum level level = LEVEL_MACHINE; level >= LEVEL_ITERATION; level--) {
        size_t fewest = SIZE_MAX, most = 0;
        for (size_t i = 0; i < findings->estimate_count; i++) {
            const struct estimate *estimate = &findings->estimates[i];
            for (int k = 0; k < estimate->components.levels; k++) {
                if (estimate->level[k] != level)
                    continue;
                fewest = estimate->fewest[k] < fewest ? estimate->fewest[k] : fewest;
                most = estimate->most[k] > most ? estimate->most[k] : most;
            }
        }
        if (most)
            words = arena_printf(arena, "%s%s%s", words, *words ? " × " : "",
                                 range_wording(arena, fewest, most, level_name(level)));
    }
    return words;
}

// ---- How to go on

// How many times the blocks the widest interval needs for the precision that the campaign aims at;
// infinite if an interval has no width.
static double times_needed(const struct findings *findings)
{
    double widest = 0;
    for (size_t i = 0; findings->of_ratios && i < findings->variant_ratio_count; i++) {
        const struct variant_ratio *one = &findings->variant_ratios[i];
        struct ratio ratio = ratio_test_ratio(&one->test, one->confidence);
        if (!is_beside(findings, one) &&
            metric_is_sized(&findings->catalogue.metrics[one->new->metric]))
            widest = ratio.bound == RATIO_BOUNDED
                         ? fmax(widest, (ratio.high - ratio.low) / 2 / ratio.value)
                         : INFINITY;
    }
    for (size_t i = 0; !findings->of_ratios && i < findings->estimate_count; i++) {
        const struct estimate *estimate = &findings->estimates[i];
        if (metric_is_sized(&findings->catalogue.metrics[estimate->metric]))
            widest =
                estimate->interval.known && estimate->components.mean != 0
                    ? fmax(widest, estimate->interval.half_width / fabs(estimate->components.mean))
                    : INFINITY;
    }
    return findings->precision > 0 ? pow(widest / findings->precision, 2) : 0;
}

static double measured_s(const struct findings *findings)
{
    double seconds = 0;
    for (size_t i = 0; i < findings->catalogue.cell_count; i++)
        if (cell_leads(&findings->catalogue, i))
            seconds +=
                (double)findings->cells[i].progress.blocks * findings->cells[i].progress.block_s;
    return seconds;
}

// The precision that the campaign aims at, or what an hour reaches.
static const char *more_wording(struct arena *arena, const struct findings *findings,
                                const char *folder)
{
    static const double hour_s = 3600, usable = 0.9;
    double times = times_needed(findings), measured = measured_s(findings);
    if (!findings->goes_on || times < 1.01 || !(measured > 0) || isinf(times))
        return NULL;
    double most = 1 + fmax(usable * hour_s / measured, 1), within = fmin(times, most);
    return arena_printf(arena, "eswexp resume %s --budget %s (about ±%.3g %%)", folder,
                        budget_word(arena, (within - 1) * measured / usable),
                        100 * findings->precision * sqrt(times / within));
}

static void add_ways(struct document *document, const struct findings *findings,
                     const struct report_place *place, size_t left)
{
    struct arena *arena = document->arena;
    struct report_section *section = document_section(document, RANK_FIRST, NULL, NULL);
    const char *source = place && place->source ? text_as_word(arena, place->source) : NULL;
    const struct completeness *completeness = &findings->completeness;
    bool campaign = *findings->seed;
    if (source && campaign && (completeness->unfinished || completeness->at_deadline))
        section_term(section, "to go on:", arena_printf(arena, "eswexp resume %s", source));
    else if (source && campaign && more_wording(arena, findings, source))
        section_term(section, "more precise:", more_wording(arena, findings, source));
    if (place && place->page)
        section_term(section, "page:", place->page);
    const char *more =
                   left ? arena_printf(arena, "%s, ", text_counted(arena, left, "more note")) : "",
               *metrics = is_sweep(findings) && findings->catalogue.metric_count > 1
                              ? "other metrics, "
                              : "";
    if (source)
        section_term(document_section(document, RANK_SHORT, NULL, NULL),
                     arena_printf(arena, "%s%svariances:", more, metrics),
                     arena_printf(arena, "eswexp report %s --notes", source));
}

void add_trust(struct document *document, const struct findings *findings,
               const struct report_place *place)
{
    struct arena *arena = document->arena;
    const struct notes notes = campaign_trust(arena, findings);
    const char *basis = basis_wording(arena, findings);
    struct text_list shown = {0}, left = {0}, profiles = {0};
    size_t biasing = 0;
    bool quiet = place && place->quiet;
    enum note_weight least = quiet ? WEIGHT_BIASES : WEIGHT_LIMITS;
    for (size_t i = 0; i < notes.count; i++) {
        if (notes.items[i].kind == NOTE_PROFILE) {
            text_list_add(&profiles, arena, notes.items[i].text);
            continue;
        }
        bool first = shown.count < NOTES_SHOWN && note_weight(notes.items[i].kind) <= least;
        text_list_add(first ? &shown : &left, arena, notes.items[i].text);
        biasing += !first && note_weight(notes.items[i].kind) == WEIGHT_BIASES;
    }
    if (biasing)
        text_list_printf(&shown, arena, "%s may bias the answer: --notes",
                         text_counted(arena, biasing, "more note"));
    section_list(document_section(document, RANK_FIRST, NULL, "Profile"), &profiles);
    struct report_section *trust = document_trust(document);
    if (*basis && !quiet)
        section_words(trust,
                      arena_printf(arena, "%s; %s", basis, intervals_wording(arena, findings)));
    section_list(trust, &shown);
    if (!quiet)
        add_ways(document, findings, place, left.count);
    if (findings->catalogue.cell_count > CELLS_SHOWN_WHOLE && findings->diagnostics)
        text_list_add(&left, arena, diagnostics_wording(arena, findings));
    text_list_printf(&left, arena, "intervals are over the top level, means of this campaign%s%s",
                     *findings->seed ? " · seed " : "", findings->seed);
    section_list(document_section(document, RANK_NOTES, NULL, "Notes"), &left);
}
