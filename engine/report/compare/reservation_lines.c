// Reservations as lines: verdicts that share one share a line.
#include "report/compare/reservation_lines.h"

#include "report/compare/comparison_wording.h"
#include "report/wording/lines.h"
#include "report/wording/notes.h"

enum { MOST = 5 }; // of each comparison

// Verdicts with the same reservation.
struct group {
    struct reservation reservation;
    struct text_list names, similar_names;
};

struct groups {
    struct group *items;
    size_t count, verdicts;
    bool several_sides, several_benchmarks;
};

static const struct reservations *shown(const struct reservations *all, struct reservations *first)
{
    *first = *all;
    first->count = all->count < MOST ? all->count : MOST;
    return first;
}

static bool has(const struct reservations *reservations, const struct reservation *one)
{
    for (size_t i = 0; i < reservations->count; i++)
        if (reservations->items[i].kind == one->kind &&
            text_equal(reservations->items[i].text, one->text))
            return true;
    return false;
}

static const char *verdict_name(struct arena *arena, const struct groups *groups,
                                const struct comparison *comparison)
{
    const char *benchmark = comparison->benchmark, *side = comparison->new;
    return !groups->several_sides       ? benchmark
           : groups->several_benchmarks ? arena_printf(arena, "%s of %s", benchmark, side)
                                        : side;
}

static struct groups groups_new(struct arena *arena, const struct comparison_set *comparison_set)
{
    struct groups groups = {.several_sides = has_several_sides(comparison_set)};
    const char *benchmark = NULL;
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &comparison_set->comparisons[i];
        if (!is_verdict(comparison))
            continue;
        groups.verdicts++;
        groups.several_benchmarks |= benchmark && !text_equal(benchmark, comparison->benchmark);
        benchmark = comparison->benchmark;
    }
    groups.items = arena_new_array(arena, struct group, groups.verdicts * MOST);
    return groups;
}

static bool is_known(const struct groups *groups, const struct reservation *reservation)
{
    for (size_t i = 0; i < groups->count; i++)
        if (groups->items[i].reservation.kind == reservation->kind &&
            text_equal(groups->items[i].reservation.text, reservation->text))
            return true;
    return false;
}

// The verdicts from `from` on that have this reservation.
static void add_group(struct arena *arena, const struct comparison_set *comparison_set,
                      const struct comparison_frame *frame, size_t from,
                      const struct reservation *reservation, struct groups *groups)
{
    struct group *group = &groups->items[groups->count++];
    struct reservations own;
    *group = (struct group){.reservation = *reservation};
    for (size_t i = from; i < comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &comparison_set->comparisons[i];
        if (is_verdict(comparison) && has(shown(&frame->reservations[i], &own), reservation))
            text_list_add(&group->names, arena, verdict_name(arena, groups, comparison));
    }
}

static struct groups groups_of(struct arena *arena, const struct comparison_set *comparison_set,
                               const struct comparison_frame *frame)
{
    struct groups groups = groups_new(arena, comparison_set);
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        struct reservations own;
        shown(&frame->reservations[i], &own);
        for (size_t k = 0; is_verdict(&comparison_set->comparisons[i]) && k < own.count; k++)
            if (!is_known(&groups, &own.items[k]))
                add_group(arena, comparison_set, frame, i, &own.items[k], &groups);
    }
    return groups;
}

// Joins groups whose texts differ only in numbers.
static void join_similar(struct arena *arena, struct groups *groups)
{
    size_t kept = 0;
    for (size_t i = 0; i < groups->count; i++) {
        const struct group *group = &groups->items[i];
        size_t like = 0;
        while (like < kept &&
               (groups->items[like].reservation.kind != group->reservation.kind ||
                !of_a_kind(groups->items[like].reservation.text, group->reservation.text)))
            like++;
        if (like == kept) {
            groups->items[kept++] = *group;
            continue;
        }
        for (size_t k = 0; k < group->names.count; k++)
            text_list_add(&groups->items[like].similar_names, arena, group->names.items[k]);
    }
    groups->count = kept;
}

static const char *line_of(struct arena *arena, const struct groups *groups,
                           const struct group *group)
{
    const char *text = group->reservation.text;
    if (group->names.count < groups->verdicts)
        text = arena_printf(arena, "%s: %s", names_wording(arena, &group->names), text);
    return group->similar_names.count ? arena_printf(arena, "%s (similar: %s)", text,
                                                     names_wording(arena, &group->similar_names))
                                      : text;
}

static bool leaves_out(const struct comparison_set *comparison_set,
                       const struct comparison_frame *frame)
{
    for (size_t i = 0; i < comparison_set->comparison_count; i++)
        if (is_verdict(&comparison_set->comparisons[i]) && frame->reservations[i].count > MOST)
            return true;
    return false;
}

static struct text_list *list_of(struct reservation_lines *lines,
                                 const struct reservation *reservation)
{
    return reservation->kind == RESERVATION_INPUTS_DIFFER ? &lines->first
           : reservation_is_grave(reservation)            ? &lines->grave
                                                          : &lines->other;
}

struct reservation_lines reservation_lines_of(struct arena *arena,
                                              const struct comparison_set *comparison_set,
                                              const struct comparison_frame *frame)
{
    struct reservation_lines lines = {0};
    if (!frame->reservations)
        return lines;
    struct groups groups = groups_of(arena, comparison_set, frame);
    join_similar(arena, &groups);
    for (enum reservation_kind kind = 0; kind < RESERVATION_KINDS; kind++)
        for (size_t i = 0; kind != RESERVATION_QUICK && i < groups.count; i++)
            if (groups.items[i].reservation.kind == kind)
                text_list_add(list_of(&lines, &groups.items[i].reservation), arena,
                              line_of(arena, &groups, &groups.items[i]));
    if (leaves_out(comparison_set, frame))
        text_list_add(&lines.other, arena, "there are more, which --json lists");
    return lines;
}

struct text_list reservation_texts(struct arena *arena, const struct reservations *reservations)
{
    struct text_list texts = {0};
    struct reservations first;
    shown(reservations, &first);
    for (size_t i = 0; i < first.count; i++)
        text_list_add(&texts, arena,
                      arena_printf(arena, "%s%s",
                                   reservation_is_grave(&first.items[i]) ? "may bias: " : "",
                                   first.items[i].text));
    if (first.count < reservations->count)
        text_list_add(&texts, arena,
                      arena_printf(arena, "and %zu more, which --json lists",
                                   reservations->count - first.count));
    return texts;
}
