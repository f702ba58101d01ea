// Where a campaign's numbers come from.
#include "campaign/origin.h"

#include "base/clock.h"
#include "build/sha256.h"
#include "campaign/kinship.h"
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

// What is randomized: a tool that it takes may be missing at another time, or be there again.
static bool record_randomizers(const struct workbench *workbench, struct error *error)
{
    struct arena *arena = workbench->arena;
    size_t count = workbench->spec->cell_count * workbench->spec->variant_count;
    for (size_t i = 0; i < count; i++) {
        const struct station *station = &workbench->stations[i];
        const char *names = "";
        for (size_t use = 0; use < station->use_count; use++)
            names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "",
                                 station->uses[use].kind->name);
        const char *key = arena_printf(arena, "randomized.%s.%s", station->target->benchmark,
                                       station->target->variant);
        if (!store_set(workbench->store, key, names, error))
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

static bool same_program(const struct station *a, const struct station *b)
{
    return text_equal(a->target->benchmark, b->target->benchmark) && a->program == b->program &&
           (a->program || text_equal(a->target->command.items[0], b->target->command.items[0]));
}

// What a cell's variant is made from: its first link, or the command itself.
static bool record_program(const struct workbench *workbench, const struct station *station,
                           const char *key, struct error *error)
{
    char hex[65];
    if (station->program)
        return store_set(workbench->store, key, program_sha256(station->program), error);
    return !sha256_file(station->target->command.items[0], hex) ||
           store_set(workbench->store, key, hex, error);
}

// Once for the neighbouring points of a sweep that share it.
static bool record_programs(const struct workbench *workbench, struct error *error)
{
    const struct spec *spec = workbench->spec;
    for (size_t i = 0; i < spec->cell_count * spec->variant_count; i++) {
        const struct station *station = &workbench->stations[i];
        const struct cell *cell = &spec->cells[i / spec->variant_count];
        const char *key = arena_printf(workbench->arena, "program.%s.%s", cell->benchmark,
                                       station->target->variant);
        if (station->given_up ||
            (i >= spec->variant_count && same_program(station, station - spec->variant_count)))
            continue;
        for (size_t axis = 0; axis < spec->axis_count; axis++)
            key = arena_printf(workbench->arena, "%s %s=%s", key, spec->axes[axis].name,
                               cell->point[axis]);
        if (!record_program(workbench, station, key, error))
            return false;
    }
    return true;
}

// What must be the same when a campaign is gone on with.
static bool record_identity(const struct workbench *workbench, struct error *error)
{
    return record_machine(workbench->arena, workbench->store, error) &&
           record_toolchains(workbench, error) && record_revisions(workbench, error) &&
           record_programs(workbench, error) && record_randomizers(workbench, error);
}

bool origin_differences(const struct workbench *workbench, struct store *store,
                        struct text_list *differences, struct error *error)
{
    static const char *const kinds[] = {"machine", "toolchain", "revision", "program",
                                        "randomized"};
    STORE_CLEANUP struct store *now = store_temporary(error);
    struct workbench beside = *workbench;
    beside.store = now;
    bool done = now && record_identity(&beside, error);
    for (size_t i = 0; done && i < sizeof kinds / sizeof *kinds; i++)
        done = kinship_facts(workbench->arena, store, now, kinds[i], differences, error);
    return done;
}

bool origin_record_source(struct arena *arena, struct store *store, const struct spec *spec,
                          struct error *error)
{
    char now[32];
    clock_utc(now);
    return store_set(store, "revision", source_revision(arena, spec->folder), error) &&
           store_set(store, "version", ESWEXP_VERSION, error) &&
           store_set(store, "started", now, error);
}

bool origin_record(const struct workbench *workbench, const struct text_list *missing,
                   struct error *error)
{
    struct store *store = workbench->store;
    for (size_t i = 0; i < missing->count; i++) {
        if (!store_event(store, "layout", missing->items[i], error))
            return false;
    }
    for (size_t i = 0; i < workbench->given_up.count; i++) {
        if (!store_event(store, "given up", workbench->given_up.items[i], error))
            return false;
    }
    return record_identity(workbench, error) &&
           origin_record_source(workbench->arena, store, workbench->spec, error);
}
