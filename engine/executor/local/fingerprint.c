// Recording what must be the same when a campaign is resumed.
#include "executor/local/fingerprint.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "build/toolchain/sha256.h"
#include "executor/local/prepare/command_program.h"
#include "git/repository.h"
#include "git/revision.h"
#include "git/worktree.h"
#include "machine/fingerprint.h"
#include "machine/sys.h"
#include "spec/target.h"
#include "store/facts.h"

#include <errno.h>
#include <string.h>

enum { READINGS_MOST = 5 };

static bool same_facts(struct arena *arena, const struct machine_facts *one,
                       const struct machine_facts *other)
{
    bool same = true;
    for (size_t i = 0; same && i < one->count; i++)
        same = text_equal(machine_fact_text(arena, &one->items[i]),
                          machine_fact_text(arena, &other->items[i]));
    return same;
}

// Whether files can be read at all now: "not available" would be no fact of the machine otherwise.
static bool can_read(struct error *error)
{
    static const char own[] = "/proc/self/comm";
    TEXT_CLEANUP struct text text = {0};
    return !file_exists(own) || file_read(own, 4096, &text, error);
}

// Reads the facts until they are twice the same: one that could not be read just once would refuse
// the campaign's resumption.
static bool read_machine(struct arena *arena, struct machine_facts *facts, struct error *error)
{
    *facts = machine_fingerprint(arena, machine_root());
    for (int tries = 0; tries < READINGS_MOST; tries++) {
        struct machine_facts before = *facts;
        *facts = machine_fingerprint(arena, machine_root());
        if (same_facts(arena, &before, facts))
            return can_read(error);
    }
    return failed(error, EXIT_FAILED, "the facts of this machine change while they are read");
}

static bool record_machine(struct arena *arena, struct store *store, struct error *error)
{
    struct machine_facts facts;
    if (!read_machine(arena, &facts, error))
        return false;
    for (size_t i = 0; i < facts.count; i++) {
        const struct machine_fact *fact = &facts.items[i];
        const char *key = arena_printf(arena, FACT_MACHINE, fact->name);
        if (!store_set(store, key, machine_fact_text(arena, fact), error))
            return false;
        if (text_equal(fact->name, "host") && fact->value &&
            !store_set(store, FACT_HOST, fact->value, error))
            return false;
    }
    return true;
}

static bool record_toolchains(const struct prepared_variants *variants, struct arena *arena,
                              struct store *store, struct error *error)
{
    for (size_t i = 0; i < variants->count; i++) {
        const struct prepared_variant *prepared = &variants->items[i];
        const char *key = arena_printf(arena, FACT_TOOLCHAIN, prepared->target->benchmark,
                                       prepared->target->variant);
        if (prepared->toolchain && !store_set(store, key, prepared->toolchain, error))
            return false;
    }
    return true;
}

static bool draws(const struct randomizer_use *use)
{
    return !randomizer_is_fixed(use);
}

static bool draws_coupled(const struct randomizer_use *use)
{
    return draws(use) && use->coupled;
}

static const char *names_of(struct arena *arena, const struct prepared_variant *prepared,
                            bool (*counts)(const struct randomizer_use *))
{
    const char *names = "";
    for (size_t i = 0; i < prepared->use_count; i++)
        if (counts(&prepared->uses[i]))
            names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "",
                                 prepared->uses[i].kind->name);
    return names;
}

// Which factors are randomized: a tool for one may be missing in one session and present in
// another.
static bool record_randomizers(const struct prepared_variants *variants, struct arena *arena,
                               struct store *store, struct error *error)
{
    for (size_t i = 0; i < variants->count; i++) {
        const struct prepared_variant *prepared = &variants->items[i];
        const char *name =
            arena_printf(arena, "%s.%s", prepared->target->benchmark, prepared->target->variant);
        if (!store_set(store, arena_printf(arena, FACT_RANDOMIZED, name),
                       names_of(arena, prepared, draws), error) ||
            !store_set(store, arena_printf(arena, FACT_FIXED, name),
                       names_of(arena, prepared, randomizer_is_fixed), error) ||
            !store_set(store, arena_printf(arena, FACT_COUPLED, name),
                       names_of(arena, prepared, draws_coupled), error))
            return false;
    }
    return true;
}

// Which meters are available: permissions may change between sessions.
static bool record_meters(const struct meter_selection *selection, struct arena *arena,
                          struct store *store, struct error *error)
{
    const char *names = "";
    for (size_t i = 0; i < selection->count; i++)
        names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "", selection->items[i]->name);
    return store_set(store, FACT_METERS, names, error);
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

// The revisions of a variant, for all benchmarks and points; "" if it names none.
static const char *revisions_of(struct arena *arena, const struct spec *spec, size_t variant)
{
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

static bool record_revisions(const struct prepared_variants *variants, struct arena *arena,
                             struct store *store, struct error *error)
{
    const struct spec *spec = variants->spec;
    for (size_t v = 0; v < spec->variant_count; v++) {
        const char *revisions = revisions_of(arena, spec, v);
        const char *key = arena_printf(arena, FACT_VARIANT_REVISION, spec->variants[v]);
        if (*revisions && !store_set(store, key, revisions, error))
            return false;
    }
    return true;
}

static bool same_program(const struct prepared_variant *a, const struct prepared_variant *b)
{
    return text_equal(a->target->benchmark, b->target->benchmark) && a->program == b->program &&
           (a->program || text_equal(a->target->command.items[0], b->target->command.items[0]));
}

// Not known: the file is missing, or is nothing that may be read.
static bool hash_of(const char *path, char hex[static 65], bool *known, struct error *error)
{
    *known = sha256_file(path, hex);
    return *known || errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == EISDIR ||
           failed_errno(error, "cannot read '%s'", path);
}

// The hash of a variant's program as first linked, or of the command itself.
static bool record_program(struct store *store, const struct prepared_variant *prepared,
                           const char *key, struct error *error)
{
    struct arena scratch = {0};
    const char *path = prepared->target->command.items[0];
    char hex[65];
    bool known = false;
    if (target_is_built(prepared->target))
        return store_set(store, key, program_sha256(prepared->program), error);
    bool done = (!prepared->program ||
                 command_program_find(&scratch, prepared->target, program_folder(prepared->program),
                                      &path, error)) &&
                (!path || hash_of(path, hex, &known, error)) &&
                (!known || store_set(store, key, hex, error));
    arena_release(&scratch);
    return done;
}

// The key of the fact of a variant's program. Neighbouring points of a sweep that share a program
// share the key of the first.
static const char *program_key(const struct spec *spec, const struct cell *cell,
                               const struct prepared_variant *prepared, struct arena *arena,
                               const char *below)
{
    if (below && same_program(prepared, prepared - spec->variant_count))
        return below;
    const char *key = arena_printf(arena, FACT_PROGRAM, cell->benchmark, prepared->target->variant);
    for (size_t axis = 0; axis < spec->axis_count; axis++)
        key = arena_printf(arena, "%s %s=%s", key, spec->axes[axis].name, cell->point[axis]);
    return key;
}

// Keys of the facts of programs, by prepared variant. Neighbouring points of a sweep that share a
// program share the pointer.
static const char **program_keys(const struct prepared_variants *variants, struct arena *arena)
{
    const struct spec *spec = variants->spec;
    const char **keys = arena_new_array(arena, const char *, variants->count);
    for (size_t cell = 0; cell < spec->cell_count; cell++)
        for (size_t variant = 0; variant < spec->variant_count; variant++) {
            size_t i = cell * spec->variant_count + variant;
            keys[i] = program_key(spec, &spec->cells[cell], &variants->items[i], arena,
                                  cell > 0 ? keys[i - spec->variant_count] : NULL);
        }
    return keys;
}

static bool record_programs(const struct prepared_variants *variants, struct arena *arena,
                            struct store *store, struct error *error)
{
    const struct spec *spec = variants->spec;
    const char **keys = program_keys(variants, arena);
    for (size_t i = 0; i < spec->cell_count * spec->variant_count; i++) {
        const struct prepared_variant *prepared = &variants->items[i];
        bool shared = i >= spec->variant_count && keys[i] == keys[i - spec->variant_count];
        if (prepared->given_up || shared)
            continue;
        if (!record_program(store, prepared, keys[i], error))
            return false;
    }
    return true;
}

bool fingerprint_record(const struct prepared_variants *variants,
                        const struct meter_selection *selection, struct arena *arena,
                        struct store *store, struct error *error)
{
    return record_machine(arena, store, error) &&
           record_toolchains(variants, arena, store, error) &&
           record_revisions(variants, arena, store, error) &&
           record_programs(variants, arena, store, error) &&
           record_randomizers(variants, arena, store, error) &&
           record_meters(selection, arena, store, error);
}

// ---- Files that a command names, such as the script of an interpreter

// The key of a word of a variant's command, whose program has the key given; NULL: no file.
static const char *file_key(struct arena *arena, const struct prepared_variant *prepared,
                            const char *program, size_t word)
{
    const struct target *target = prepared->target;
    const char *text = target->command.items[word];
    if (word == 0 || prepared->given_up || !*text || strstr(text, "${"))
        return NULL;
    if (prepared->program)
        return arena_printf(arena, "%s, %s", program, text);
    return arena_printf(arena, FACT_PROGRAM ", %s", target->benchmark, target->variant, text);
}

static const char *file_path(struct arena *arena, const struct spec *spec,
                             const struct prepared_variant *prepared, size_t word)
{
    return path_join(arena, prepared->program ? program_folder(prepared->program) : spec->folder,
                     prepared->target->command.items[word]);
}

// A file that the benchmark has made since the campaign began is no part of its fingerprint; a file
// of the beginning that is gone has changed.
static bool record_file(const struct spec *spec, struct store *store, struct arena *arena,
                        const struct prepared_variant *prepared, const char *program, size_t word,
                        struct store *before, struct error *error)
{
    char hex[65];
    const char *path = file_path(arena, spec, prepared, word);
    bool exists = file_exists(path);
    const char *key = exists || before ? file_key(arena, prepared, program, word) : NULL;
    if (!key || (before && !store_get(before, arena, key)) || store_get(store, arena, key))
        return true;
    bool known = false;
    return (!exists || hash_of(path, hex, &known, error)) &&
           store_set(store, key, known ? hex : "cannot be read", error);
}

static bool has_files(struct arena *arena, struct store *before, bool *has, struct error *error)
{
    struct stored_fact *facts;
    size_t count = 0;
    bool done = !before || store_facts(before, arena, FACTS_PROGRAM, &facts, &count, error);
    *has = !before;
    for (size_t i = 0; done && i < count && !*has; i++)
        *has = strstr(facts[i].key, ", ");
    return done;
}

bool fingerprint_record_files(const struct prepared_variants *variants, struct arena *arena,
                              struct store *store, struct store *before, struct error *error)
{
    const char **programs = program_keys(variants, arena);
    struct arena scratch = {0};
    bool has = false, done = has_files(&scratch, before, &has, error);
    for (size_t i = 0; done && has && i < variants->count; i++) {
        const struct prepared_variant *prepared = &variants->items[i];
        for (size_t word = 1; done && word < prepared->target->command.count; word++)
            done = record_file(variants->spec, store, &scratch, prepared, programs[i], word, before,
                               error);
        arena_release(&scratch);
    }
    arena_release(&scratch);
    return done;
}

// ---- Keys

static void add_keys(struct arena *arena, const struct prepared_variant *prepared,
                     const char *program, struct text_list *keys)
{
    const struct target *target = prepared->target;
    static const char *const kinds[] = {"toolchain", "randomized", "fixed"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        text_list_printf(keys, arena, "%s.%s.%s", kinds[i], target->benchmark, target->variant);
    text_list_add(keys, arena, program);
    if (target->commit)
        text_list_printf(keys, arena, FACT_VARIANT_REVISION, target->variant);
    for (size_t word = 1; word < target->command.count; word++) {
        const char *key = file_key(arena, prepared, program, word);
        if (key)
            text_list_add(keys, arena, key);
    }
}

const struct text_list *fingerprint_keys(const struct prepared_variants *variants,
                                         struct arena *arena)
{
    struct text_list *keys = arena_new_array(arena, struct text_list, variants->count);
    const char **programs = program_keys(variants, arena);
    for (size_t i = 0; i < variants->count; i++)
        add_keys(arena, &variants->items[i], programs[i], &keys[i]);
    return keys;
}
