// Where a campaign's numbers come from.
#include "campaign/origin.h"

#include "base/clock.h"
#include "machine/fingerprint.h"
#include "source/repository.h"
#include "source/revision.h"

#include <string.h>

static bool record_machine(struct arena *arena, struct store *store, struct error *error)
{
    struct machine_facts facts = machine_fingerprint(arena, "");
    for (size_t i = 0; i < facts.count; i++) {
        const struct machine_fact *fact = &facts.items[i];
        const char *key = arena_printf(arena, "machine.%s", fact->name);
        const char *value =
            fact->value ? fact->value : arena_printf(arena, "not available here: %s", fact->why);
        if (!store_set(store, key, value, error))
            return false;
        if (text_equal(fact->name, "host") && fact->value &&
            !store_set(store, "host", fact->value, error))
            return false;
    }
    return true;
}

static bool record_toolchains(const struct workbench *workbench, struct error *error)
{
    size_t count = workbench->spec->cell_count * workbench->spec->variant_count;
    for (size_t i = 0; i < count; i++) {
        const struct station *station = &workbench->stations[i];
        const char *key = arena_printf(workbench->arena, "toolchain.%s.%s",
                                       station->target->benchmark, station->target->variant);
        if (station->toolchain && !store_set(workbench->store, key, station->toolchain, error))
            return false;
    }
    return true;
}

static const char *describe_worktree(struct arena *arena, const struct target *target)
{
    struct error error;
    struct revision revision;
    bool modified = false;
    REPOSITORY_CLEANUP struct repository *repository = repository_open(target->repository, &error);
    if (!repository || !revision_resolve(repository, arena, worktree_name, &revision, &error) ||
        !worktree_is_modified(repository, &modified, &error))
        return arena_printf(arena, "%s (%s)", worktree_name, error.text);
    return arena_printf(arena, "%s of %s%s", worktree_name,
                        *revision.commit ? revision.commit : "no commit yet",
                        modified ? " (modified)" : "");
}

// What the variant was built from, for all benchmarks and points; "" if it names no revision.
static const char *revisions_of(const struct workbench *workbench, size_t variant)
{
    const struct spec *spec = workbench->spec;
    struct arena *arena = workbench->arena;
    const struct target *last = NULL;
    const char *all = "";
    for (size_t cell = 0; cell < spec->cell_count; cell++) {
        const struct target *target = &spec->cells[cell].targets[variant];
        if (!target->commit || (last && text_equal(target->commit, last->commit) &&
                                text_equal(target->repository, last->repository)))
            continue;
        last = target;
        const char *one = text_equal(target->commit, worktree_name)
                              ? describe_worktree(arena, target)
                              : target->commit;
        if (!strstr(all, one))
            all = arena_printf(arena, "%s%s%s", all, *all ? ", " : "", one);
    }
    return all;
}

static bool record_revisions(const struct workbench *workbench, struct error *error)
{
    const struct spec *spec = workbench->spec;
    for (size_t v = 0; v < spec->variant_count; v++) {
        const char *revisions = revisions_of(workbench, v);
        const char *key = arena_printf(workbench->arena, "revision.%s", spec->variants[v]);
        if (*revisions && !store_set(workbench->store, key, revisions, error))
            return false;
    }
    return true;
}

bool origin_record(const struct workbench *workbench, const struct text_list *missing,
                   struct error *error)
{
    struct store *store = workbench->store;
    char now[32];
    clock_utc(now);
    for (size_t i = 0; i < missing->count; i++) {
        if (!store_event(store, "layout", missing->items[i], error))
            return false;
    }
    for (size_t i = 0; i < workbench->given_up.count; i++) {
        if (!store_event(store, "given up", workbench->given_up.items[i], error))
            return false;
    }
    return record_machine(workbench->arena, store, error) && record_toolchains(workbench, error) &&
           record_revisions(workbench, error) &&
           store_set(store, "revision", source_revision(workbench->arena, workbench->spec->folder),
                     error) &&
           store_set(store, "version", ESWEXP_VERSION, error) &&
           store_set(store, "started", now, error);
}
