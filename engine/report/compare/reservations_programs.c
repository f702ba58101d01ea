// Reservations about what ran: failed executions, what was not randomized, layouts that are alike.
#include "report/compare/internal.h"

#include "report/wording/estimates.h"
#include "report/wording/missing.h"
#include "store/events.h"

#include <string.h>

static void gather_failures(struct gathering *gathering)
{
    struct arena *arena = gathering->arena;
    const char *words = "";
    bool measured = true;
    for (size_t i = 0; i < 2; i++) {
        const struct side *side = &gathering->sides[i];
        const char *reasons =
            side->cell ? failure_reasons(arena, side->cell, side->index, true) : "";
        measured &= side->estimate != NULL;
        if (*reasons)
            words = arena_printf(arena, "%s%s%s: %s", words, *words ? "; " : "", side->variant,
                                 reasons);
    }
    if (*words)
        gathering_add(
            gathering, NOTE_FAILED_EXECUTIONS,
            arena_printf(arena, "failed executions are left out (%s)%s", words,
                         measured ? ": a failure that depends on speed biases the result" : ""));
}

// Where commands may end with several exit codes.
static void gather_exit_codes(struct gathering *gathering)
{
    struct arena *arena = gathering->arena;
    for (size_t i = 0; i < 2; i++) {
        const struct side *side = &gathering->sides[i];
        for (size_t e = 0; side->cell && e < side->findings->event_count; e++) {
            const struct event_row *event = &side->findings->events[e];
            const char *lead = arena_printf(
                arena, "benchmark '%s': ", cell_name(arena, side->findings, side->cell_index));
            if (text_equal(event->kind, EVENT_EXIT_CODES) && text_starts(event->text, lead))
                gathering_add(gathering, NOTE_EXIT_CODES, event->text + strlen(lead));
        }
    }
}

// Of the kinds of events that concern a program; NOTE_KINDS: another event.
static enum note_kind kind_of(const char *event)
{
    static const struct {
        const char *event;
        enum note_kind kind;
    } kinds[] = {{EVENT_WHOLE_OBJECTS, NOTE_WHOLE_OBJECTS},
                 {EVENT_LAYOUT, NOTE_NOT_RANDOMIZED},
                 {EVENT_CLOCK_AIM, NOTE_CLOCK_AIM},
                 {EVENT_CLOCK_UNTRIED, NOTE_CLOCK_UNTRIED},
                 {EVENT_INPUTS_UNSEEN, NOTE_INPUTS_UNSEEN}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (text_equal(event, kinds[i].event))
            return kinds[i].kind;
    return NOTE_KINDS;
}

struct gaps gaps_in(struct arena *arena, const struct findings *findings)
{
    struct gaps gaps = {arena_new_array(arena, struct gap, findings->event_count), 0};
    for (size_t i = 0; i < findings->event_count; i++) {
        enum note_kind kind = kind_of(findings->events[i].kind);
        if (kind == NOTE_KINDS)
            continue;
        struct event_place place =
            event_place_of(arena, &findings->catalogue, findings->events[i].text);
        const char *text =
            arena_printf(arena, "%s%.*s", place.lead, (int)strcspn(place.rest, "\n"), place.rest);
        gaps.items[gaps.count++] = (struct gap){place, kind, text};
    }
    return gaps;
}

// Those of a kind of a side's program, a sentence each.
static struct text_list gaps_of(struct arena *arena, const struct side *side, enum note_kind kind)
{
    struct text_list own = {0};
    for (size_t i = 0; side->cell && i < side->gaps->count; i++) {
        const struct gap *gap = &side->gaps->items[i];
        const char *benchmark = side->findings->catalogue.cells[side->cell_index].entry;
        if (gap->kind == kind &&
            (!gap->place.benchmark || (text_equal(gap->place.benchmark, benchmark) &&
                                       text_equal(gap->place.variant, side->variant))))
            text_list_add_once(&own, arena, gap->text);
    }
    return own;
}

static void gather_gaps(struct gathering *gathering, enum note_kind kind)
{
    const struct text_list old = gaps_of(gathering->arena, &gathering->sides[0], kind);
    const struct text_list new = gaps_of(gathering->arena, &gathering->sides[1], kind);
    for (size_t i = 0; i < old.count; i++)
        gathering_add_of_sides(gathering, kind, old.items[i],
                               text_list_has(&new, old.items[i]) ? old.items[i] : NULL);
    for (size_t i = 0; i < new.count; i++)
        if (!text_list_has(&old, new.items[i]))
            gathering_add_of_sides(gathering, kind, NULL, new.items[i]);
}

static const char *alike_wording(struct arena *arena, const struct side *side)
{
    const struct cell_progress *progress = side->cell ? &side->cell->progress : NULL;
    if (!progress || progress->builds == 0 || !layouts_are_alike(progress))
        return NULL;
    return arena_printf(arena, "only %s in %s: the effect of other layouts is unknown",
                        text_counted(arena, progress->layouts, "distinct layout"),
                        text_counted(arena, progress->builds, "build"));
}

static void gather_layouts(struct gathering *gathering)
{
    const char *old = alike_wording(gathering->arena, &gathering->sides[0]);
    const char *new = alike_wording(gathering->arena, &gathering->sides[1]);
    gathering_add_of_sides(gathering, NOTE_ONE_LAYOUT, old, new);
}

// On files that the side opens and that differ from the first's.
static void gather_files(struct gathering *gathering)
{
    const struct side *side = &gathering->sides[1];
    const struct findings *findings = side->findings;
    const struct doubts *doubts = &findings->doubts;
    size_t place = side->cell_index * findings->catalogue.variant_count + side->index;
    if (side->cell && doubts->inputs)
        gathering_add(gathering, NOTE_INPUTS_DIFFER, doubts->inputs[place]);
    if (!side->cell || !doubts->files || !doubts->files[place])
        return;
    char *rest = arena_strdup(gathering->arena, doubts->files[place]);
    for (char *line; (line = strsep(&rest, "\n"));)
        gathering_add(gathering, NOTE_FILES_DIFFER, line);
}

void gather_programs(struct gathering *gathering)
{
    if (gathering->comparison->doubt == DOUBT_CLOCK ||
        gathering->comparison->doubt == DOUBT_SUSPICION)
        gather_gaps(gathering, NOTE_CLOCK_AIM);
    gather_gaps(gathering, NOTE_CLOCK_UNTRIED);
    gather_gaps(gathering, NOTE_INPUTS_UNSEEN);
    gather_files(gathering);
    gather_failures(gathering);
    gather_exit_codes(gathering);
    gather_gaps(gathering, NOTE_NOT_RANDOMIZED);
    gather_gaps(gathering, NOTE_WHOLE_OBJECTS);
    gather_layouts(gathering);
}
