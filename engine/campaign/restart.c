// Restarting cells.
#include "campaign/restart.h"

#include "campaign/compare/functions.h"

#include "base/clock.h"
#include "campaign/compare/identical.h"
#include "store/events.h"
#include "store/plan/restart.h"

#include <string.h>

enum { NAMED_MOST = 5 };

// The first few items, and the number of the others.
static const char *named(struct arena *arena, const struct text_list *list, const char *between)
{
    const char *all = "";
    for (size_t i = 0; i < list->count && i < NAMED_MOST; i++)
        all = arena_printf(arena, "%s%s%s", all, i ? between : "", list->items[i]);
    return list->count <= NAMED_MOST
               ? all
               : arena_printf(arena, "%s and %zu more", all, list->count - NAMED_MOST);
}

static const char *cells_wording(struct arena *arena, const struct spec *spec,
                                 const struct changes *changes)
{
    struct text_list names = {0};
    if (changes->affected == spec->cell_count && spec->cell_count > 1)
        return arena_printf(arena, "all %zu cells", spec->cell_count);
    for (size_t i = 0; i < spec->cell_count; i++) {
        const char *name = spec->cells[i].benchmark;
        for (size_t axis = 0; axis < spec->axis_count; axis++)
            name = arena_printf(arena, "%s %s=%s", name, spec->axes[axis].name,
                                spec->cells[i].point[axis]);
        if (changes->cells[i])
            text_list_add(&names, arena, name);
    }
    return named(arena, &names, ", ");
}

// "KIND, KEY: 'one' and 'another'" as "KIND KEY".
static const char *reasons_wording(struct arena *arena, const struct changes *changes)
{
    struct text_list reasons = {0};
    for (size_t i = 0; i < changes->texts.count; i++) {
        const char *text = changes->texts.items[i], *key = strstr(text, ", ") + 2;
        const char *end = strstr(key, ": '");
        text_list_printf(&reasons, arena, "%.*s %.*s", (int)(key - text) - 2, text,
                         (int)(end - key), key);
    }
    return named(arena, &reasons, "; ");
}

static const char *wording(struct arena *arena, const struct spec *spec,
                           const struct changes *changes)
{
    char now[32];
    clock_utc(now);
    return arena_printf(arena, "restarted at %.19sZ: %s (changed: %s)", now,
                        cells_wording(arena, spec, changes), reasons_wording(arena, changes));
}

static bool record_once(struct store *store, const char *kind, const struct text_list *texts,
                        struct error *error)
{
    for (size_t i = 0; i < texts->count; i++)
        if (!store_event_once(store, kind, texts->items[i], error))
            return false;
    return true;
}

static bool leaves_out(const struct executor *executor, struct store *store, bool *leaves_out,
                       struct error *error)
{
    struct stored_fact *facts;
    size_t count = 0;
    bool done = store_facts(store, executor->arena, FACTS_IDENTICAL, &facts, &count, error);
    *leaves_out = count > 0;
    return done;
}

bool restart_begin(const struct executor *executor, struct store *store,
                   const struct changes *changes, struct error *error)
{
    const struct spec *spec = executor->spec;
    bool left_out = false;
    struct restart restart = {.cells = changes->cells,
                              .cell_count = spec->cell_count,
                              .facts = changes->facts,
                              .fact_count = changes->fact_count,
                              .text = wording(executor->arena, spec, changes)};
    if (!record_once(store, "reused", &executor->reused, error) ||
        !record_once(store, "ready commands", &executor->ready_commands, error) ||
        !record_once(store, EVENT_RELINKED, &executor->relinked, error) ||
        !record_once(store, "ignored", &executor->gaps.ignored, error) ||
        !record_once(store, "identical", &executor->gaps.identical, error) ||
        !record_once(store, EVENT_LAYOUT, &executor->gaps.not_randomized, error) ||
        !record_once(store, EVENT_WHOLE_OBJECTS, &executor->gaps.whole_objects, error) ||
        !record_once(store, "given up", &executor->gaps.given_up, error) ||
        !record_once(store, "not measured", &executor->gaps.unmeasured, error) ||
        !leaves_out(executor, store, &left_out, error) || !store_restart(store, &restart, error))
        return false;
    log_note(executor->log, "%s", restart.text);
    return (!left_out || identical_restart(executor, store, changes->cells, error)) &&
           functions_restart(executor, store, error);
}
