// Notes on verdicts: those that share one share a line.
#include "report/compare/trust.h"

#include "report/compare/comparison_wording.h"
#include "report/wording/lines.h"

// Verdicts with the same note.
struct group {
    struct note note;
    struct text_list names, similar_names;
};

struct groups {
    struct group *items;
    size_t count, verdicts;
    bool several_sides, several_benchmarks;
};

static const char *verdict_name(struct arena *arena, const struct groups *groups,
                                const struct comparison *comparison)
{
    const char *benchmark = comparison->benchmark, *side = comparison->new;
    return !groups->several_sides       ? benchmark
           : groups->several_benchmarks ? arena_printf(arena, "%s of %s", benchmark, side)
                                        : side;
}

static struct groups groups_new(struct arena *arena, const struct comparison_set *set,
                                const struct comparison_frame *frame)
{
    struct groups groups = {.several_sides = has_several_sides(set)};
    const char *benchmark = NULL;
    size_t most = 0;
    for (size_t i = 0; i < set->comparison_count; i++) {
        const struct comparison *comparison = &set->comparisons[i];
        if (!is_verdict(comparison))
            continue;
        groups.verdicts++;
        groups.several_benchmarks |= benchmark && !text_equal(benchmark, comparison->benchmark);
        benchmark = comparison->benchmark;
        most += frame->reservations[i].count;
    }
    groups.items = arena_new_array(arena, struct group, most);
    return groups;
}

// Joins those whose texts differ only in numbers.
static void add(struct arena *arena, struct groups *groups, const struct note *note,
                const char *name)
{
    for (size_t i = 0; i < groups->count; i++) {
        struct group *group = &groups->items[i];
        if (group->note.kind != note->kind || !of_a_kind(group->note.text, note->text))
            continue;
        bool same = text_equal(group->note.text, note->text);
        text_list_add_once(same ? &group->names : &group->similar_names, arena, name);
        return;
    }
    struct group *group = &groups->items[groups->count++];
    *group = (struct group){.note = *note};
    text_list_add(&group->names, arena, name);
}

static const char *line_of(struct arena *arena, const struct groups *groups,
                           const struct group *group)
{
    const char *text = group->note.text;
    if (group->names.count < groups->verdicts)
        text = arena_printf(arena, "%s: %s", names_wording(arena, &group->names), text);
    return group->similar_names.count ? arena_printf(arena, "%s (similar: %s)", text,
                                                     names_wording(arena, &group->similar_names))
                                      : text;
}

struct notes comparison_trust(struct arena *arena, const struct comparison_set *set,
                              const struct comparison_frame *frame)
{
    struct notes notes = {.arena = arena};
    for (size_t i = 0; frame->notes && i < frame->notes->count; i++)
        notes_add(&notes, NOTE_EVENT, "%s", frame->notes->items[i]);
    if (frame->reservations) {
        struct groups groups = groups_new(arena, set, frame);
        for (size_t i = 0; i < set->comparison_count; i++)
            for (size_t k = 0; is_verdict(&set->comparisons[i]) && k < frame->reservations[i].count;
                 k++)
                if (frame->reservations[i].items[k].kind != NOTE_QUICK)
                    add(arena, &groups, &frame->reservations[i].items[k],
                        verdict_name(arena, &groups, &set->comparisons[i]));
        for (size_t i = 0; i < groups.count; i++)
            notes_add(&notes, groups.items[i].note.kind, "%s",
                      line_of(arena, &groups, &groups.items[i]));
    }
    notes_sort(&notes);
    return notes;
}
