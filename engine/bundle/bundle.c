// Gathering the files of an experiment.
#include "bundle/bundle.h"

#include "base/files/files.h"
#include "base/files/installation.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "base/text.h"
#include "build/toolchain/dependencies.h"
#include "build/toolchain/sha256.h"
#include "bundle/trees.h"
#include "campaign/origin/measured_revisions.h"
#include "git/repository.h"
#include "git/revision.h"
#include "spec/keys/experiment.h"
#include "spec/overrides.h"
#include "store/facts.h"

#include <stdlib.h>
#include <string.h>

// A folder that does not exist. The experiment is parsed as if it lay there: paths below it are
// those that the experiment names relative to itself.
#define UNPLACED "/eswexp-bundle-nowhere"

// Absolute paths of the files, trees and revisions to pack.
struct wanted {
    struct bundle *bundle;
    const char *headers; // folder of eswexp.h
    struct text_list files, trees;
    const struct target **revised;
    size_t revised_count;
};

// ---- Files that the experiment names

static const struct spec *read_unplaced(struct arena *arena, const struct spec *spec,
                                        struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    struct spec_overrides overrides = spec_overrides_of(arena, spec->text);
    overrides.elsewhere = true;
    return spec_parse(arena, arena_printf(arena, UNPLACED "%s", path_absolute(arena, spec->path)),
                      spec->text, strlen(spec->text), &overrides, &report, error);
}

// The real path; NULL: the text has an absolute path, or a program of PATH.
static const char *relative(const char *path)
{
    return path_within(path, UNPLACED) ? path + strlen(UNPLACED) : NULL;
}

static bool is_absolute(const char *path, struct error *error)
{
    return failed(error, EXIT_USAGE,
                  "the experiment names '%s' by its absolute path, which other machines do not "
                  "have: name it relative to the experiment file, and run it again",
                  path);
}

static void add_named(struct bundle *bundle, const char *path, const char *name)
{
    char hex[65];
    if (sha256_file(path, hex))
        text_list_add_once(&bundle->manifest.named, bundle->arena,
                           arena_printf(bundle->arena, "%s %s", name, hex));
}

// Is it eswexp.h, which every eswexp installs, and not one beside the sources?
static bool is_installed(const struct wanted *wanted, const char *path,
                         const struct text_list *sources)
{
    for (size_t i = 0; i < sources->count; i++)
        if (path_within(sources->items[i], wanted->headers))
            return false;
    return text_equal(path_within(path, wanted->headers), "eswexp.h");
}

static void want_named(struct wanted *wanted, const char *path)
{
    struct arena *arena = wanted->bundle->arena;
    add_named(wanted->bundle, path, path);
    bundle_note(wanted->bundle, arena_printf(arena,
                                             "the experiment names '%s', which is not packed: a "
                                             "machine that reproduces it needs its own",
                                             path));
}

// The absolute path in an argument of the compiler, or NULL.
static const char *absolute_of(const char *word)
{
    static const char *const options[] = {"", "-I", "-L", "-B", "-isystem", "-iquote", "-include"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (text_starts(word, options[i]) && word[strlen(options[i])] == '/')
            return word + strlen(options[i]);
    return NULL;
}

// Absolute folders and files in flags.
static void want_flags(struct wanted *wanted, const struct text_list *flags)
{
    for (size_t i = 0; i < flags->count; i++) {
        const char *path = absolute_of(flags->items[i]);
        if (path && (file_exists(path) || folder_exists(path)))
            want_named(wanted, path);
    }
}

static bool is_in_flags(const char *path, const struct text_list *flags)
{
    for (size_t i = 0; i < flags->count; i++) {
        const char *folder = absolute_of(flags->items[i]);
        if (folder && path_within(path, folder))
            return true;
    }
    return false;
}

static bool want_sources(struct wanted *wanted, const struct target *target, struct error *error)
{
    struct arena *arena = wanted->bundle->arena;
    struct target here = *target;
    struct text_list read = {0};
    here.sources = (struct text_list){0};
    for (size_t i = 0; i < target->sources.count; i++) {
        const char *path = relative(target->sources.items[i]);
        if (!path)
            return is_absolute(target->sources.items[i], error);
        text_list_add(&here.sources, arena, path);
    }
    here.directory = relative(target->directory);
    if (!sources_dependencies(arena, &here, wanted->headers, &read, error))
        return failed(error, EXIT_USAGE, "%s", error->text);
    want_flags(wanted, &target->cflags);
    want_flags(wanted, &target->ldflags);
    want_flags(wanted, &target->libs);
    for (size_t i = 0; i < read.count; i++)
        if (is_installed(wanted, read.items[i], &here.sources))
            add_named(wanted->bundle, read.items[i], "eswexp.h");
        else if (is_in_flags(read.items[i], &target->cflags))
            add_named(wanted->bundle, read.items[i], read.items[i]);
        else
            text_list_add_once(&wanted->files, arena, read.items[i]);
    return true;
}

// The program beside the experiment, and the files in its command.
static void want_command(struct wanted *wanted, const struct target *target, const char *folder)
{
    struct arena *arena = wanted->bundle->arena;
    for (size_t i = 0; i < target->command.count; i++) {
        const char *word = target->command.items[i];
        if (strstr(word, "${") || !*word || (i == 0 && target->kind != TARGET_COMMAND))
            continue;
        const char *path = i ? path_normal(arena, path_join(arena, folder, word)) : relative(word);
        bool is_named = !path || (i && *word == '/');
        if (is_named && file_exists(word))
            want_named(wanted, word);
        else if (!is_named && file_exists(path))
            text_list_add_once(&wanted->files, arena, path);
        else if (!is_named && i && folder_exists(path) && !path_within(folder, path))
            text_list_add_once(&wanted->trees, arena, path);
    }
}

// Neighbouring points of a sweep mostly have the same sources.
static bool same_provenance(const struct target *a, const struct target *b)
{
    return text_equal(a->benchmark, b->benchmark) && text_equal(a->directory, b->directory) &&
           text_equal(a->commit, b->commit) && text_equal(a->repository, b->repository) &&
           text_equal(a->files_commit, b->files_commit) && text_equal(a->compiler, b->compiler) &&
           text_lists_equal(&a->sources, &b->sources) && text_lists_equal(&a->cflags, &b->cflags) &&
           text_lists_equal(&a->ldflags, &b->ldflags) && text_lists_equal(&a->libs, &b->libs);
}

// The target at the revision of its files.
static const struct target *of_files(struct arena *arena, const struct target *target)
{
    struct target *other = arena_new(arena, struct target);
    *other = *target;
    other->revision = target->files_from;
    other->commit = target->files_commit;
    return other;
}

// `named`: the same target of the unplaced experiment; `before`: that of the previous cell, or
// NULL.
static bool want_target(struct wanted *wanted, const struct target *target,
                        const struct target *named, const struct target *before, const char *folder,
                        struct error *error)
{
    if (target->kind != TARGET_PROJECT)
        want_command(wanted, named, folder);
    if (before && same_provenance(target, before))
        return true;
    if (target->commit) {
        wanted->revised[wanted->revised_count++] = target;
        if (target->files_commit)
            wanted->revised[wanted->revised_count++] = of_files(wanted->bundle->arena, target);
        return true;
    }
    if (target->kind == TARGET_SOURCES)
        return want_sources(wanted, named, error);
    if (target->kind == TARGET_COMMAND)
        return true;
    if (!relative(named->directory))
        return is_absolute(named->directory, error);
    text_list_add_once(&wanted->trees, wanted->bundle->arena, relative(named->directory));
    return true;
}

static bool want_added(struct wanted *wanted, const char *folder, struct error *error)
{
    struct bundle *bundle = wanted->bundle;
    for (size_t i = 0; i < bundle->added->count; i++) {
        const char *item = bundle->added->items[i];
        const char *path = path_normal(bundle->arena, path_join(bundle->arena, folder, item));
        if (*item == '/')
            return failed(error, EXIT_USAGE,
                          "'--add %s' is an absolute path: name it relative to the experiment file",
                          item);
        if (!file_exists(path) && !folder_exists(path))
            return failed(error, EXIT_USAGE, "there is no '%s' to add (looked for %s)", item, path);
        text_list_add_once(folder_exists(path) ? &wanted->trees : &wanted->files, bundle->arena,
                           path);
    }
    return true;
}

static bool want_all(struct wanted *wanted, const struct spec *spec, struct error *error)
{
    struct arena *arena = wanted->bundle->arena;
    const struct spec *unplaced = read_unplaced(arena, spec, error);
    char *headers = NULL;
    if (!unplaced || !installation_data(arena, "kernels", &headers, error))
        return false;
    wanted->headers = path_absolute(arena, headers);
    wanted->revised =
        arena_new_array(arena, const struct target *, 2 * spec->cell_count * spec->variant_count);
    for (size_t i = 0; i < spec->cell_count * spec->variant_count; i++) {
        size_t cell = i / spec->variant_count, variant = i % spec->variant_count;
        if (!want_target(wanted, &spec->cells[cell].targets[variant],
                         &unplaced->cells[cell].targets[variant],
                         cell ? &spec->cells[cell - 1].targets[variant] : NULL, spec->folder,
                         error))
            return false;
    }
    return want_added(wanted, spec->folder, error);
}

// ---- Packing

// The deepest folder that contains both.
static const char *common(struct arena *arena, const char *folder, const char *path)
{
    while (!path_within(path, folder))
        folder = path_folder(arena, folder);
    return folder;
}

static void find_root(struct wanted *wanted, const struct spec *spec)
{
    struct arena *arena = wanted->bundle->arena;
    const char *root = path_folder(arena, path_absolute(arena, spec->path));
    for (size_t i = 0; i < wanted->files.count; i++)
        root = common(arena, root, path_folder(arena, wanted->files.items[i]));
    for (size_t i = 0; i < wanted->trees.count; i++)
        root = common(arena, root, wanted->trees.items[i]);
    for (size_t i = 0; i < wanted->revised_count; i++)
        root = common(arena, root, wanted->revised[i]->repository);
    wanted->bundle->root = root;
}

static bool pack_file(struct bundle *bundle, const char *path, struct error *error)
{
    const char *to = bundle_place(bundle, path);
    return folder_make(path_folder(bundle->arena, to), error) && file_copy(path, to, error) &&
           bundle_provenance(bundle, path, error);
}

static bool pack_spec(struct bundle *bundle, const struct spec *spec, struct error *error)
{
    const char *path = path_absolute(bundle->arena, spec->path);
    bundle->spec_path = bundle_place(bundle, path);
    bundle->manifest.experiment = spec->name;
    bundle->manifest.spec = bundle->spec_path + strlen(bundle->folder) + 1;
    return folder_make(path_folder(bundle->arena, bundle->spec_path), error) &&
           file_write(bundle->spec_path, spec->text, strlen(spec->text), error) &&
           bundle_provenance(bundle, path, error);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// Parent folders first: subfolders may be ignored by git.
static bool pack_all(const struct wanted *wanted, const struct spec *spec, struct error *error)
{
    struct bundle *bundle = wanted->bundle;
    bool good = true;
    if (wanted->trees.count)
        qsort((void *)wanted->trees.items, wanted->trees.count, sizeof(char *), by_name);
    for (size_t i = 0; good && i < wanted->trees.count; i++)
        good = bundle_tree(bundle, wanted->trees.items[i], error) &&
               bundle_provenance(bundle, wanted->trees.items[i], error);
    for (size_t i = 0; good && i < wanted->files.count; i++)
        good = pack_file(bundle, wanted->files.items[i], error);
    for (size_t i = 0; good && i < wanted->revised_count; i++)
        good = bundle_revision(bundle, wanted->revised[i], error) &&
               (!text_equal(wanted->revised[i]->commit, worktree_name) ||
                bundle_provenance(bundle, wanted->revised[i]->repository, error));
    return good && pack_spec(bundle, spec, error) && bundle_patches(bundle, error);
}

// On a cluster every task builds its own programs.
static bool note_unknown(struct bundle *bundle, struct store *store, struct error *error)
{
    struct stored_fact *facts;
    size_t count;
    if (!store_facts(store, bundle->arena, FACTS_PROGRAM, &facts, &count, error))
        return false;
    if (!count)
        bundle_note(bundle, "the campaign has no hashes of its programs: whether the bundle builds "
                            "the same ones is unknown");
    return true;
}

bool bundle_gather(struct bundle *bundle, struct spec *spec, struct store *store,
                   struct error *error)
{
    struct wanted wanted = {.bundle = bundle};
    if (!note_unknown(bundle, store, error))
        return false;
    measured_revisions(bundle->arena, spec, store);
    if (!store_is_read(store, error) || !want_all(&wanted, spec, error))
        return false;
    find_root(&wanted, spec);
    return pack_all(&wanted, spec, error);
}
