// Packing trees: folders, revisions, patches, and their repositories.
#include "bundle/trees.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "bundle/manifest.h"
#include "git/checkout.h"
#include "git/packed.h"
#include "git/repository.h"
#include "git/revision.h"
#include "git/worktree.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *bundle_place(const struct bundle *bundle, const char *path)
{
    const char *relative = path_within(path, bundle->root);
    const char *sources = path_join(bundle->arena, bundle->folder, "sources");
    return *relative ? path_join(bundle->arena, sources, relative) : sources;
}

void bundle_note(struct bundle *bundle, const char *text)
{
    for (size_t i = 0; i < bundle->manifest.notes.count; i++)
        if (text_equal(bundle->manifest.notes.items[i], text))
            return;
    text_list_add(&bundle->manifest.notes, bundle->arena, text);
    log_warning(bundle->log, "%s", text);
}

static const char *within_bundle(const struct bundle *bundle, const char *path)
{
    return path + strlen(bundle->folder) + 1;
}

// ---- Files that are not packed

static bool is_product(const char *name)
{
    static const char *const ends[] = {".o", ".lo", ".gch", ".pyc", NULL};
    for (size_t i = 0; ends[i]; i++)
        if (text_ends(name, ends[i]))
            return true;
    return false;
}

static bool leads_out(struct bundle *bundle, const char *path, struct error *error)
{
    char target[4097];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0)
        return failed_errno(error, "cannot read the link '%s'", path);
    target[length] = '\0';
    return !link_stays_inside(within_bundle(bundle, path), target);
}

// Removes from a packed tree: results, bundles, a bundle's list of revisions, links that point
// outside the bundle and, on request, build products.
static bool prune(struct bundle *bundle, const char *tree, bool products, struct error *error)
{
    struct text_list names;
    if (!tree_list(bundle->arena, tree, &names, error))
        return false;
    for (size_t i = 0; i < names.count; i++) {
        struct stat status;
        const char *path = path_join(bundle->arena, tree, names.items[i]);
        if (lstat(path, &status))
            continue; // removed with its folder
        bool goes =
            text_ends(path, ".eswexp.tar.gz") || text_ends(path, "/" PACKED_FILE) ||
            (S_ISREG(status.st_mode) && products && is_product(path)) ||
            (S_ISDIR(status.st_mode) && file_exists(path_join(bundle->arena, path, "campaign.db")));
        if (S_ISLNK(status.st_mode) && leads_out(bundle, path, error)) {
            bundle_note(bundle,
                        arena_printf(bundle->arena,
                                     "the link '%s' points outside the bundle, and is left out",
                                     within_bundle(bundle, path)));
            goes = true;
        }
        if (goes && !tree_remove(path, error))
            return false;
    }
    return true;
}

// ---- Trees

static bool skip_git(const char *path, const char *relative)
{
    (void)path;
    return text_equal(relative, ".git") || text_ends(relative, "/.git");
}

static bool is_empty(const char *folder)
{
    return rmdir(folder) == 0;
}

static bool is_in_git(struct arena *arena, const char *folder)
{
    for (; access(path_join(arena, folder, ".git"), F_OK); folder = path_folder(arena, folder))
        if (text_equal(folder, "/"))
            return false;
    return true;
}

// The repository around a folder. NULL: none, or, with a note, one that cannot be read.
static struct repository *open_around(struct bundle *bundle, const char *folder)
{
    struct error none;
    struct repository *repository = repository_open(folder, &none);
    if (!repository && is_in_git(bundle->arena, folder))
        bundle_note(bundle, "the sources' git repository cannot be read ('git status' there says "
                            "why): its commit and its ignored files are unknown");
    return repository;
}

// *copied: git tracks or would add some file of the folder. A folder that git ignores is copied as
// it is, by the caller.
static bool copy_by_git(struct bundle *bundle, const char *folder, const char *to, bool *copied,
                        struct error *error)
{
    *copied = false;
    REPOSITORY_CLEANUP struct repository *repository = open_around(bundle, folder);
    const char *within = repository ? path_within(folder, repository_folder(repository)) : NULL;
    if (!repository || repository_is_bare(repository) || repository_is_packed(repository) ||
        !within)
        return true;
    if (!worktree_copy(repository, within, to, error))
        return false;
    *copied = !is_empty(to);
    return true;
}

bool bundle_tree(struct bundle *bundle, const char *folder, struct error *error)
{
    bool by_git;
    const char *to = bundle_place(bundle, folder);
    const char *real = path_absolute(bundle->arena, folder);
    return tree_remove(to, error) && folder_make(path_folder(bundle->arena, to), error) &&
           copy_by_git(bundle, real, to, &by_git, error) &&
           (by_git || tree_copy(real, to, skip_git, error)) && prune(bundle, to, !by_git, error);
}

// ---- Revisions

static const char *up_from(struct arena *arena, const struct bundle *bundle, const char *place)
{
    const char *up = "";
    for (const char *slash = within_bundle(bundle, place); slash; slash = strchr(slash + 1, '/'))
        up = arena_printf(arena, "%s../", up);
    return up;
}

bool bundle_revision(struct bundle *bundle, const struct target *target, struct error *error)
{
    struct arena *arena = bundle->arena;
    struct revision revision;
    struct packed_revision known;
    struct error none;
    const char *place = bundle_place(bundle, target->repository);
    if (file_exists(path_join(arena, place, PACKED_FILE)) &&
        packed_find(arena, place, target->revision, &known, &none))
        return true;
    REPOSITORY_CLEANUP struct repository *repository = repository_open(target->repository, error);
    bool modified = false;
    if (!repository || !revision_resolve(repository, arena, target->commit, &revision, error) ||
        (revision.worktree && !worktree_is_modified(repository, &modified, error)))
        return false;
    revision.submodules = (enum submodules)target->submodules;
    const char *name = revision.worktree ? worktree_name : revision.commit;
    const char *tree = path_join(
        arena, arena_printf(arena, "revisions%s", within_bundle(bundle, place) + strlen("sources")),
        name);
    const char *to = path_join(arena, bundle->folder, tree);
    struct packed_revision packed = {
        .name = target->revision,
        .commit = revision.commit,
        .folder = arena_printf(arena, "%s%s", up_from(arena, bundle, place), tree),
        .modified = modified};
    return (folder_exists(to) || (revision_checkout(repository, &revision, to, error) &&
                                  prune(bundle, to, false, error))) &&
           folder_make(place, error) && packed_add(place, &packed, error);
}

// ---- Repositories

static bool write_patch(struct bundle *bundle, struct manifest_provenance *provenance,
                        size_t number, struct error *error)
{
    TEXT_CLEANUP struct text patch = {0};
    REPOSITORY_CLEANUP struct repository *repository = repository_open(provenance->real, error);
    if (!repository || !worktree_patch(repository, &provenance->packed, &patch, error))
        return false;
    if (!patch.length)
        return true;
    provenance->patch = arena_printf(bundle->arena, "patches/%zu.patch", number);
    return folder_make(path_join(bundle->arena, bundle->folder, "patches"), error) &&
           file_write(path_join(bundle->arena, bundle->folder, provenance->patch), patch.bytes,
                      patch.length, error);
}

bool bundle_patches(struct bundle *bundle, struct error *error)
{
    struct manifest *manifest = &bundle->manifest;
    bool good = true;
    for (size_t i = 0; good && i < manifest->provenance_count; i++)
        good = !manifest->provenances[i].packed.count ||
               write_patch(bundle, &manifest->provenances[i], i + 1, error);
    return good;
}

// NULL, with an error: there are too many.
static struct manifest_provenance *provenance_of(struct bundle *bundle,
                                                 struct repository *repository, struct error *error)
{
    enum { MOST = 64 };
    struct arena *arena = bundle->arena;
    struct manifest *manifest = &bundle->manifest;
    struct revision head;
    struct error unborn;
    const char *real = repository_folder(repository);
    for (size_t i = 0; i < manifest->provenance_count; i++)
        if (text_equal(manifest->provenances[i].real, real))
            return &manifest->provenances[i];
    if (!manifest->provenances)
        manifest->provenances = arena_new_array(arena, struct manifest_provenance, MOST);
    if (manifest->provenance_count == MOST) {
        failed(error, EXIT_USAGE, "the sources are of more than %d repositories", MOST);
        return NULL;
    }
    bool born = revision_resolve(repository, arena, "HEAD", &head, &unborn);
    const char *root = bundle_place(bundle, path_within(real, bundle->root) ? real : bundle->root);
    struct manifest_provenance *provenance = &manifest->provenances[manifest->provenance_count++];
    *provenance =
        (struct manifest_provenance){.folder = within_bundle(bundle, root),
                                     .commit = born ? arena_strdup(arena, head.commit) : "",
                                     .real = arena_strdup(arena, real)};
    return provenance;
}

bool bundle_provenance(struct bundle *bundle, const char *path, struct error *error)
{
    struct arena *arena = bundle->arena;
    const char *real = path_absolute(arena, path);
    REPOSITORY_CLEANUP struct repository *repository =
        open_around(bundle, folder_exists(real) ? real : path_folder(arena, real));
    if (!repository || repository_is_packed(repository))
        return true;
    struct manifest_provenance *provenance = provenance_of(bundle, repository, error);
    const char *within = provenance ? path_within(real, provenance->real) : NULL;
    if (within && !repository_is_bare(repository))
        text_list_add(&provenance->packed, arena, within);
    return provenance != NULL;
}
