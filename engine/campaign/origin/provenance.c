// Where a campaign's numbers come from.
#include "campaign/origin/provenance.h"

#include "base/clock.h"
#include "base/files/paths.h"
#include "base/user.h"
#include "campaign/origin/comparability.h"
#include "git/revision.h"
#include "git/worktree.h"
#include "store/events.h"
#include "store/facts.h"

#include <unistd.h>

static bool record_source(struct arena *arena, struct store *store, const struct spec *spec,
                          struct error *error)
{
    char now[32], user[USER_NAME_BYTES];
    clock_utc(now);
    user_name(geteuid(), user);
    const char *file = path_join(arena, spec->folder, path_base(spec->path));
    const char *revision = source_revision(arena, spec->folder, file, error);
    return revision && store_set(store, FACT_REVISION, revision, error) &&
           store_set(store, FACT_VERSION, ESWEXP_VERSION, error) &&
           store_set(store, FACT_STARTED, now, error) && store_set(store, FACT_USER, user, error);
}

static bool record_events(struct store *store, const char *kind, const struct text_list *texts,
                          struct error *error)
{
    for (size_t i = 0; i < texts->count; i++)
        if (!store_event(store, kind, texts->items[i], error))
            return false;
    return true;
}

bool provenance_record(const struct executor *executor, struct store *store, struct error *error)
{
    return record_events(store, "reused", &executor->reused, error) &&
           record_events(store, "ready commands", &executor->ready_commands, error) &&
           record_events(store, EVENT_RELINKED, &executor->relinked, error) &&
           record_events(store, "ignored", &executor->gaps.ignored, error) &&
           record_events(store, "same variants", &executor->gaps.same_variants, error) &&
           record_events(store, "same code", &executor->gaps.same_code, error) &&
           record_events(store, EVENT_LAYOUT, &executor->gaps.not_randomized, error) &&
           record_events(store, EVENT_WHOLE_OBJECTS, &executor->gaps.whole_objects, error) &&
           record_events(store, "given up", &executor->gaps.given_up, error) &&
           record_events(store, "functions", &executor->gaps.functions, error) &&
           record_events(store, "as built", &executor->gaps.as_built, error) &&
           record_events(store, "not measured", &executor->gaps.unmeasured, error) &&
           executor->driver->record(executor, store, error) &&
           record_source(executor->arena, store, executor->spec, error);
}

// ---- Changes

// The facts of a campaign in two stores.
struct identities {
    const struct executor *executor;
    struct store *before, *now;
};

static bool differs(const struct identities *identities, const char *key)
{
    struct arena *arena = identities->executor->arena;
    const char *was = store_get(identities->before, arena, key);
    const char *is = was ? store_get(identities->now, arena, key) : NULL;
    return is && !text_equal(was, is);
}

static bool any_differs(const struct identities *identities, const struct text_list *keys)
{
    for (size_t i = 0; i < keys->count; i++)
        if (differs(identities, keys->items[i]))
            return true;
    return false;
}

// A change of one variant affects its whole cell, because a cell compares variants.
static void find_cells(const struct identities *identities, bool all, struct changes *changes)
{
    const struct executor *executor = identities->executor;
    const struct spec *spec = executor->spec;
    const struct text_list *keys = all ? NULL : executor->driver->fact_keys(executor);
    for (size_t i = 0; !all && i < spec->cell_count * spec->variant_count; i++) {
        bool *changed = &changes->cells[i / spec->variant_count];
        *changed = *changed || any_differs(identities, &keys[i]);
    }
    for (size_t cell = 0; cell < spec->cell_count; cell++) {
        changes->cells[cell] = changes->cells[cell] || all;
        changes->affected += changes->cells[cell];
    }
}

static bool find_gone(const struct identities *identities, struct changes *changes,
                      struct error *error)
{
    struct stored_fact *facts;
    size_t count;
    struct arena *arena = identities->executor->arena;
    if (!store_facts(identities->before, arena, FACTS_PROGRAM, &facts, &count, error))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!store_get(identities->now, arena,
                       arena_printf(arena, FACTS_PROGRAM "%s", facts[i].key)))
            text_list_add(&changes->gone, arena, facts[i].key);
    return store_is_read(identities->now, error);
}

// Versions that drew the order and addresses of functions by position did not store what is
// coupled.
static bool find_other_draws(const struct identities *identities, struct changes *changes,
                             bool *found, struct error *error)
{
    struct stored_fact *drawn, *coupled;
    size_t drawn_count, coupled_count;
    struct arena *arena = identities->executor->arena;
    if (!store_facts(identities->before, arena, FACTS_RANDOMIZED, &drawn, &drawn_count, error) ||
        !store_facts(identities->before, arena, FACTS_COUPLED, &coupled, &coupled_count, error))
        return false;
    *found = drawn_count > 0 && coupled_count == 0;
    if (*found)
        text_list_add(&changes->texts, arena,
                      "layouts, functions: 'drawn by position' and 'drawn by symbol'");
    return true;
}

static bool compare(const struct identities *identities, struct changes *changes,
                    struct error *error)
{
    static const char *const kinds[] = {"machine", "measured",   "toolchain", "revision",
                                        "program", "randomized", "fixed",     "coupled"};
    struct arena *arena = identities->executor->arena;
    bool whole = false;
    if (!find_gone(identities, changes, error) ||
        !find_other_draws(identities, changes, &whole, error))
        return false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!comparability_facts(arena, identities->before, identities->now, kinds[i],
                                 &changes->texts, error))
            return false;
        whole = whole || (i <= 1 && changes->texts.count > 0);
    }
    if (!changes->texts.count)
        return true;
    find_cells(identities, whole, changes);
    return store_is_read(identities->before, error) && store_is_read(identities->now, error) &&
           store_facts(identities->now, arena, "", &changes->facts, &changes->fact_count, error);
}

bool provenance_changes(const struct executor *executor, struct store *store,
                        struct changes *changes, struct error *error)
{
    STORE_CLEANUP struct store *now = store_temporary(error);
    *changes = (struct changes){
        .cells = arena_new_array(executor->arena, bool, executor->spec->cell_count)};
    return now && executor->driver->record(executor, now, error) &&
           executor->driver->record_files(executor, now, store, error) &&
           compare(&(struct identities){executor, store, now}, changes, error);
}
