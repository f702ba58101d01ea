// Gathers the reservations of each comparison from events, failures, diagnostics and canary.
#include "report/compare/reservations.h"

#include "report/compare/internal.h"
#include "report/wording/lines.h"
#include "report/wording/notes.h"

static const char *const names[] = {
    [RESERVATION_CLOCK_AIM] = "clock_aim",
    [RESERVATION_INPUTS_DIFFER] = "inputs_differ",
    [RESERVATION_FAILED_EXECUTIONS] = "failed_executions",
    [RESERVATION_EXIT_CODES] = "exit_codes",
    [RESERVATION_SESSIONS] = "sessions",
    [RESERVATION_CAMPAIGNS_DIFFER] = "campaigns_differ",
    [RESERVATION_FILES_DIFFER] = "files_differ",
    [RESERVATION_NOT_RANDOMIZED] = "not_randomized",
    [RESERVATION_ONE_LAYOUT] = "one_layout",
    [RESERVATION_SIDE_DRIFT] = "side_drift",
    [RESERVATION_CLOCK_UNTRIED] = "clock_untried",
    [RESERVATION_INPUTS_UNSEEN] = "inputs_unseen",
    [RESERVATION_QUICK] = "quick",
    [RESERVATION_UNSTEADY_MACHINE] = "unsteady_machine",
    [RESERVATION_DRIFT] = "drift",
    [RESERVATION_INTERFERENCE] = "interference",
    [RESERVATION_DEPENDENCE] = "dependence",
    [RESERVATION_FEW_BLOCKS] = "few_blocks",
    [RESERVATION_DEPENDENCE_UNKNOWN] = "dependence_unknown",
    [RESERVATION_WHOLE_OBJECTS] = "whole_objects",
};
_Static_assert(sizeof names / sizeof *names == RESERVATION_KINDS, "a name for each kind");

const char *reservation_name(enum reservation_kind kind)
{
    return names[kind];
}

bool reservation_is_grave(const struct reservation *reservation)
{
    return reservation->kind <= RESERVATION_SIDE_DRIFT;
}

bool has_grave(const struct reservations *reservations)
{
    return reservations->count > 0 && reservation_is_grave(&reservations->items[0]);
}

bool has_reservation(const struct reservations *reservations, enum reservation_kind kind)
{
    for (size_t i = 0; i < reservations->count; i++)
        if (reservations->items[i].kind == kind)
            return true;
    return false;
}

void gathering_add(struct gathering *gathering, enum reservation_kind kind, const char *text)
{
    if (text)
        text_list_add_once(&gathering->texts[kind], gathering->arena,
                           plain_name(gathering->arena, text));
}

void gathering_add_of_sides(struct gathering *gathering, enum reservation_kind kind,
                            const char *old, const char *new)
{
    struct arena *arena = gathering->arena;
    const struct side *sides = gathering->sides;
    bool same = old && text_equal(old, new);
    if (same)
        gathering_add(gathering, kind, old);
    if (old && !same)
        gathering_add(gathering, kind, arena_printf(arena, "%s: %s", sides[0].variant, old));
    if (new && !same)
        gathering_add(gathering, kind, arena_printf(arena, "%s: %s", sides[1].variant, new));
}

bool gathering_is_one_campaign(const struct gathering *gathering)
{
    return gathering->sources->old == gathering->sources->new;
}

static void add_all(struct gathering *gathering, enum reservation_kind kind,
                    const struct text_list *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        gathering_add(gathering, kind, texts->items[i]);
}

static size_t variant_index(const struct catalogue *catalogue, const char *name)
{
    size_t i = 0;
    while (i < catalogue->variant_count && !text_equal(catalogue->variants[i], name))
        i++;
    return i;
}

static struct side side_of(const struct findings *findings, const struct gaps *gaps,
                           const char *variant, const struct estimate *estimate,
                           const struct estimate *other)
{
    struct side side = {
        .variant = variant, .findings = findings, .gaps = gaps, .estimate = estimate};
    const struct estimate *any = estimate ? estimate : other;
    if (!any)
        return side;
    side.cell_index = any->cell;
    side.cell = &findings->cells[any->cell];
    side.index = variant_index(&findings->catalogue, variant);
    if (estimate && findings->diagnostics)
        side.diagnostics = &findings->diagnostics[estimate - findings->estimates];
    return side;
}

static struct reservations in_order(const struct gathering *gathering)
{
    size_t count = 0;
    for (size_t kind = 0; kind < RESERVATION_KINDS; kind++)
        count += gathering->texts[kind].count;
    struct reservations all = {arena_new_array(gathering->arena, struct reservation, count), 0};
    for (size_t kind = 0; kind < RESERVATION_KINDS; kind++)
        for (size_t i = 0; i < gathering->texts[kind].count; i++)
            all.items[all.count++] =
                (struct reservation){(enum reservation_kind)kind, gathering->texts[kind].items[i]};
    return all;
}

// `gaps`: of the old and the new side's campaign.
static struct reservations gather(struct arena *arena, const struct comparison *comparison,
                                  const struct comparison_sources *sources,
                                  const struct gaps gaps[2])
{
    const struct estimate *old = comparison->old_estimate, *new = comparison->new_estimate;
    if (comparison->only)
        return (struct reservations){0};
    bool one = sources->old == sources->new;
    struct gathering gathering = {
        .arena = arena,
        .comparison = comparison,
        .sources = sources,
        .sides = {side_of(sources->old, &gaps[0], comparison->old, old, one ? new : NULL),
                  side_of(sources->new, &gaps[1], comparison->new, new, one ? old : NULL)}};
    if (!one)
        gathering_add(
            &gathering, RESERVATION_SESSIONS,
            "measured in two sessions: the difference includes the drift between them, which no "
            "interval covers");
    add_all(&gathering, RESERVATION_CAMPAIGNS_DIFFER, &sources->differences);
    add_all(&gathering, RESERVATION_FILES_DIFFER, &sources->files);
    gather_programs(&gathering);
    if (sources->old->quick || sources->new->quick)
        gathering_add(&gathering, RESERVATION_QUICK, QUICK_NOTE);
    gather_time(&gathering);
    gather_blocks(&gathering);
    return in_order(&gathering);
}

const struct reservations *reservations_of(struct arena *arena,
                                           const struct comparison_set *comparison_set,
                                           const struct comparison_sources *sources)
{
    size_t count = comparison_set->comparison_count;
    struct reservations *all = arena_new_array(arena, struct reservations, count);
    const struct gaps gaps[] = {gaps_in(arena, sources->old), gaps_in(arena, sources->new)};
    for (size_t i = 0; i < count; i++)
        if (!comparison_set->comparisons[i].withheld)
            all[i] = gather(arena, &comparison_set->comparisons[i], sources, gaps);
    return all;
}
