// Checks out a target's revision and redirects the target's paths to it.
#include "build/internal.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/input_files.h"
#include "git/checkout.h"
#include "git/repository.h"
#include "git/revision.h"
#include "spec/target.h"

#include <string.h>

// One checkout of a target's revision.
struct checkout {
    struct arena *arena;
    const struct target *target;
    const char *folder; // absolute
};

static const char *revision_name(const struct checkout *checkout)
{
    const struct target *target = checkout->target;
    if (strncmp(target->revision, target->commit, strlen(target->revision)) == 0)
        return arena_printf(checkout->arena, "revision '%s'", target->revision);
    return arena_printf(checkout->arena, "revision '%s' (%.8s)", target->revision, target->commit);
}

// The path in the checkout that corresponds to the user's `path`. No link of the revision may lead
// out of the checkout, because a build would write there.
static const char *place(const struct checkout *checkout, const char *path, struct error *error)
{
    const char *relative = target_within_repository(checkout->target, path);
    const char *there =
        *relative ? path_join(checkout->arena, checkout->folder, relative) : checkout->folder;
    const char *real = path_absolute(checkout->arena, there);
    size_t length = strlen(checkout->folder);
    if (text_starts(real, checkout->folder) && (!real[length] || real[length] == '/'))
        return there;
    failed(error, EXIT_FAILED, "'%s' leads out of %s, to '%s'", relative, revision_name(checkout),
           real);
    return NULL;
}

static bool missing(const struct checkout *checkout, const char *path, struct error *error)
{
    return failed(error, EXIT_FAILED, "there is no '%s' in %s",
                  target_within_repository(checkout->target, path), revision_name(checkout));
}

static bool place_sources(const struct checkout *checkout, struct text_list *sources,
                          struct error *error)
{
    struct text_list placed = {0};
    for (size_t i = 0; i < sources->count; i++) {
        const char *there = place(checkout, sources->items[i], error);
        if (!there)
            return false;
        if (!file_exists(there))
            return missing(checkout, sources->items[i], error);
        text_list_add(&placed, checkout->arena, there);
    }
    *sources = placed;
    return true;
}

// Own sources are compiled in the folder of the experiment file, which the revision may lack.
static bool place_folder(const struct checkout *checkout, struct target *target,
                         struct error *error)
{
    const char *given = target->directory;
    bool own = target->kind == TARGET_SOURCES;
    if (own && !target_within_repository(target, given))
        return true;
    target->directory = place(checkout, given, error);
    if (!target->directory)
        return false;
    return own ? folder_make(target->directory, error)
               : folder_exists(target->directory) || missing(checkout, given, error);
}

static bool fill(const struct checkout *checkout, const char *commit, const char *folder,
                 struct error *error)
{
    struct revision revision;
    const struct target *target = checkout->target;
    REPOSITORY_CLEANUP struct repository *repository = repository_open(target->repository, error);
    if (!repository || !revision_resolve(repository, checkout->arena, commit, &revision, error))
        return false;
    revision.submodules = (enum submodules)target->submodules;
    return revision_checkout(repository, &revision, folder, error);
}

// ---- The benchmark's own files, from another revision

// Replaces what the checkout has at `path`, the user's, by the file or folder `from`.
static bool take(const struct checkout *checkout, const char *from, const char *path,
                 struct error *error)
{
    const char *folder = place(checkout, path_folder(checkout->arena, (char *)path), error);
    const char *to = folder ? path_join(checkout->arena, checkout->folder,
                                        target_within_repository(checkout->target, path))
                            : NULL;
    return to && tree_remove(to, error) &&
           folder_make(path_folder(checkout->arena, (char *)to), error) &&
           (folder_exists(from) ? tree_copy(from, to, NULL, error) : file_copy(from, to, error));
}

// A word of the command need not be a file; an item of `files` must be one, or a folder.
static bool take_word(const struct checkout *checkout, const char *files, const char *word,
                      bool required, struct error *error)
{
    const struct target *target = checkout->target;
    char *path = path_normal(checkout->arena, path_join(checkout->arena, target->directory, word));
    const char *within = target_within_repository(target, path);
    const char *from = within && *within ? path_join(checkout->arena, files, within) : NULL;
    bool found = from && (file_exists(from) || (required && folder_exists(from)));
    if (found)
        return take(checkout, from, path, error);
    return !required || failed(error, EXIT_FAILED, "there is no '%s' in revision '%s' ('files')",
                               word, target->files_from);
}

// Are the files those that the command names, of a project that is built? They are taken after it:
// a build that reads one must get the revision's own.
static bool takes_later(const struct target *target)
{
    return target->files_commit && !target->files.count && target->build;
}

static bool take_files(const struct checkout *checkout, struct error *error)
{
    const struct target *target = checkout->target;
    const bool listed = target->files.count > 0;
    const struct text_list words =
        listed ? target->files : input_words(checkout->arena, &target->command);
    const char *files = arena_printf(checkout->arena, "%s-files", checkout->folder);
    bool taken = fill(checkout, target->files_commit, files, error);
    for (size_t i = 0; taken && i < words.count; i++)
        taken = take_word(checkout, files, words.items[i], listed, error);
    return taken && tree_remove(files, error);
}

bool target_checkout(struct arena *arena, struct target *target, const char *folder,
                     struct error *error)
{
    const struct target asked = *target;
    const struct checkout checkout = {arena, &asked, path_absolute(arena, folder)};
    if (!fill(&checkout, target->commit, checkout.folder, error) ||
        (target->files_commit && !takes_later(target) && !take_files(&checkout, error)))
        return failed(error, EXIT_FAILED, "%s", error->text);
    return (target->kind != TARGET_SOURCES || place_sources(&checkout, &target->sources, error)) &&
           place_folder(&checkout, target, error);
}

bool target_take_inputs(struct arena *arena, const struct target *target, const char *folder,
                        struct error *error)
{
    const struct checkout checkout = {arena, target, path_absolute(arena, folder)};
    return !takes_later(target) || take_files(&checkout, error) ||
           failed(error, EXIT_FAILED, "%s", error->text);
}
