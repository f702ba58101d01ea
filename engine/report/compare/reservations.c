// Gathers the reservations of each comparison from events, failures, diagnostics and canary.
#include "report/compare/reservations.h"

#include "report/compare/internal.h"
#include "report/wording/notes.h"

bool has_grave(const struct notes *notes)
{
    return notes->count > 0 && note_weight(notes->items[0].kind) == WEIGHT_BIASES;
}

bool has_kind(const struct notes *notes, enum note_kind kind)
{
    for (size_t i = 0; i < notes->count; i++)
        if (notes->items[i].kind == kind)
            return true;
    return false;
}

void gathering_add(struct gathering *gathering, enum note_kind kind, const char *text)
{
    if (text)
        text_list_add_once(&gathering->texts[kind], gathering->arena, text);
}

void gathering_add_of_sides(struct gathering *gathering, enum note_kind kind, const char *old,
                            const char *new)
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

static void add_all(struct gathering *gathering, enum note_kind kind, const struct text_list *texts)
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

static struct notes in_order(const struct gathering *gathering)
{
    struct notes all = {.arena = gathering->arena};
    for (enum note_kind kind = 0; kind < NOTE_KINDS; kind++)
        for (size_t i = 0; i < gathering->texts[kind].count; i++)
            notes_add(&all, kind, "%s", gathering->texts[kind].items[i]);
    return all;
}

// `gaps`: of the old and the new side's campaign.
static struct notes gather(struct arena *arena, const struct comparison *comparison,
                           const struct comparison_sources *sources, const struct gaps gaps[2])
{
    const struct estimate *old = comparison->old_estimate, *new = comparison->new_estimate;
    if (comparison->only)
        return (struct notes){0};
    bool one = sources->old == sources->new;
    struct gathering gathering = {
        .arena = arena,
        .comparison = comparison,
        .sources = sources,
        .sides = {side_of(sources->old, &gaps[0], comparison->old, old, one ? new : NULL),
                  side_of(sources->new, &gaps[1], comparison->new, new, one ? old : NULL)}};
    if (!one)
        gathering_add(
            &gathering, NOTE_SESSIONS,
            "measured in two sessions: the difference includes the drift between them, which no "
            "interval covers");
    add_all(&gathering, NOTE_CAMPAIGNS_DIFFER, &sources->differences);
    add_all(&gathering, NOTE_FILES_DIFFER, &sources->files);
    gather_programs(&gathering);
    if (sources->old->quick || sources->new->quick)
        gathering_add(&gathering, NOTE_QUICK, QUICK_NOTE);
    gather_time(&gathering);
    gather_blocks(&gathering);
    return in_order(&gathering);
}

const struct notes *reservations_of(struct arena *arena,
                                    const struct comparison_set *comparison_set,
                                    const struct comparison_sources *sources)
{
    size_t count = comparison_set->comparison_count;
    struct notes *all = arena_new_array(arena, struct notes, count);
    const struct gaps gaps[] = {gaps_in(arena, sources->old), gaps_in(arena, sources->new)};
    for (size_t i = 0; i < count; i++)
        if (!comparison_set->comparisons[i].withheld)
            all[i] = gather(arena, &comparison_set->comparisons[i], sources, gaps);
    return all;
}
