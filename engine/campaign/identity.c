// Recording what must be the same when a campaign is gone on with.
#include "campaign/identity.h"

#include "base/files.h"
#include "build/sha256.h"
#include "machine/fingerprint.h"
#include "machine/sys.h"
#include "source/repository.h"
#include "source/revision.h"

#include <string.h>

static bool record_machine(struct arena *arena, struct store *store, struct error *error)
{
    struct machine_facts facts = machine_fingerprint(arena, machine_root());
    for (size_t i = 0; i < facts.count; i++) {
        const struct machine_fact *fact = &facts.items[i];
        const char *key = arena_printf(arena, "machine.%s", fact->name);
        if (!store_set(store, key, machine_fact_text(arena, fact), error))
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

// The randomizers that hold their factor at one value, or those that draw.
static const char *names_of(struct arena *arena, const struct station *station, bool fixed)
{
    const char *names = "";
    for (size_t i = 0; i < station->use_count; i++)
        if (randomizer_is_fixed(&station->uses[i]) == fixed)
            names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "",
                                 station->uses[i].kind->name);
    return names;
}

// What is randomized: a tool that it takes may be missing at another time, or be there again.
static bool record_randomizers(const struct workbench *workbench, struct error *error)
{
    struct arena *arena = workbench->arena;
    struct store *store = workbench->store;
    size_t count = workbench->spec->cell_count * workbench->spec->variant_count;
    for (size_t i = 0; i < count; i++) {
        const struct station *station = &workbench->stations[i];
        const char *name =
            arena_printf(arena, "%s.%s", station->target->benchmark, station->target->variant);
        if (!store_set(store, arena_printf(arena, "randomized.%s", name),
                       names_of(arena, station, false), error) ||
            !store_set(store, arena_printf(arena, "fixed.%s", name), names_of(arena, station, true),
                       error))
            return false;
    }
    return true;
}

// Which meters there are: a permission may be given or taken away between two sittings.
static bool record_meters(const struct workbench *workbench, struct error *error)
{
    const char *names = "";
    for (size_t i = 0; i < workbench->meter_count; i++)
        names = arena_printf(workbench->arena, "%s%s%s", names, *names ? ", " : "",
                             workbench->meters[i]->name);
    return store_set(workbench->store, "measured.metrics", names, error);
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

// The fact of a station's program; of neighbouring points of a sweep that share it, going up, the
// first one's.
static const char *program_key(const struct workbench *workbench, size_t i, const char *below)
{
    const struct spec *spec = workbench->spec;
    const struct station *station = &workbench->stations[i];
    const struct cell *cell = &spec->cells[i / spec->variant_count];
    if (below && same_program(station, station - spec->variant_count))
        return below;
    const char *key =
        arena_printf(workbench->arena, "program.%s.%s", cell->benchmark, station->target->variant);
    for (size_t axis = 0; axis < spec->axis_count; axis++)
        key = arena_printf(workbench->arena, "%s %s=%s", key, spec->axes[axis].name,
                           cell->point[axis]);
    return key;
}

const char **identity_programs(const struct workbench *workbench)
{
    size_t variants = workbench->spec->variant_count;
    size_t count = workbench->spec->cell_count * variants;
    const char **keys = arena_new_array(workbench->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        keys[i] = program_key(workbench, i, i < variants ? NULL : keys[i - variants]);
    return keys;
}

static bool record_programs(const struct workbench *workbench, struct error *error)
{
    const struct spec *spec = workbench->spec;
    const char **keys = identity_programs(workbench);
    for (size_t i = 0; i < spec->cell_count * spec->variant_count; i++) {
        const struct station *station = &workbench->stations[i];
        bool shared = i >= spec->variant_count && keys[i] == keys[i - spec->variant_count];
        if (station->given_up || shared)
            continue;
        if (!record_program(workbench, station, keys[i], error))
            return false;
    }
    return true;
}

bool identity_record(const struct workbench *workbench, struct error *error)
{
    return record_machine(workbench->arena, workbench->store, error) &&
           record_toolchains(workbench, error) && record_revisions(workbench, error) &&
           record_programs(workbench, error) && record_randomizers(workbench, error) &&
           record_meters(workbench, error);
}

// ---- Files that a command names, such as the script of an interpreter

const char *identity_file(struct arena *arena, const struct station *station, const char *program,
                          size_t word)
{
    const struct target *target = station->target;
    const char *text = target->command.items[word];
    if (word == 0 || station->given_up || !*text || strstr(text, "${"))
        return NULL;
    if (station->program)
        return arena_printf(arena, "%s, %s", program, text);
    return arena_printf(arena, "program.%s.%s, %s", target->benchmark, target->variant, text);
}

static const char *file_path(struct arena *arena, const struct workbench *workbench,
                             const struct station *station, size_t word)
{
    return path_join(arena,
                     station->program ? program_folder(station->program) : workbench->spec->folder,
                     station->target->command.items[word]);
}

// A file that the benchmark itself has made since the beginning is no part of its identity; one of
// then that is gone is another.
static bool record_file(const struct workbench *workbench, struct arena *arena,
                        const struct station *station, const char *program, size_t word,
                        struct store *before, struct error *error)
{
    char hex[65];
    const char *path = file_path(arena, workbench, station, word);
    bool exists = file_exists(path);
    const char *key = exists || before ? identity_file(arena, station, program, word) : NULL;
    if (!key || (before && !store_get(before, arena, key)) ||
        store_get(workbench->store, arena, key))
        return true;
    return store_set(workbench->store, key,
                     exists && sha256_file(path, hex) ? hex : "cannot be read", error);
}

static bool has_files(struct arena *arena, struct store *before, bool *has, struct error *error)
{
    struct stored_fact *facts;
    size_t count = 0;
    bool done = !before || store_facts(before, arena, "program.", &facts, &count, error);
    *has = !before;
    for (size_t i = 0; done && i < count && !*has; i++)
        *has = strstr(facts[i].key, ", ");
    return done;
}

bool identity_record_files(const struct workbench *workbench, struct store *before,
                           struct error *error)
{
    size_t count = workbench->spec->cell_count * workbench->spec->variant_count;
    const char **programs = identity_programs(workbench);
    struct arena scratch = {0};
    bool has = false, done = has_files(&scratch, before, &has, error);
    for (size_t i = 0; done && has && i < count; i++) {
        const struct station *station = &workbench->stations[i];
        for (size_t word = 1; done && word < station->target->command.count; word++)
            done = record_file(workbench, &scratch, station, programs[i], word, before, error);
        arena_release(&scratch);
    }
    arena_release(&scratch);
    return done;
}
