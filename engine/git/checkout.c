// Fills a folder with the files of a revision.
#include "git/checkout.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "git/checkout_working_tree.h"
#include "git/growing_path.h"
#include "git/packed.h"
#include "git/revision.h"
#include "git/submodules.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A submodule in the tree.
struct gitlink {
    const char *path;
    git_oid commit;
    struct gitlink *next;
};

struct checkout {
    struct arena *arena;
    struct snapshot snapshot;
    struct text path; // of the entry
    size_t root;      // the length of the checkout's folder
    struct gitlink *gitlinks;
    enum submodules submodules;
};

static const char *relative(const struct checkout *checkout)
{
    return checkout->path.length > checkout->root ? checkout->path.bytes + checkout->root + 1 : "";
}

// Rejects names that git never writes: they would lead out of the folder or into a repository.
static bool may_be_written(const char *name)
{
    return *name && strcmp(name, ".") != 0 && strcmp(name, "..") != 0 &&
           strcasecmp(name, ".git") != 0 && !strchr(name, '/');
}

static bool make_folder(struct checkout *checkout, struct error *error)
{
    return mkdir(checkout->path.bytes, 0755) == 0 ||
           failed_errno(error, "cannot make the folder '%s'", checkout->path.bytes);
}

// Never overwrites, so never writes through a link.
static bool write_bytes(const char *path, const char *bytes, size_t length, struct error *error)
{
    FD_CLEANUP int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    ssize_t written = 0;
    for (; fd >= 0 && length > 0 && (written = write(fd, bytes, length)) > 0; bytes += written)
        length -= (size_t)written;
    return (fd >= 0 && length == 0) || failed_errno(error, "cannot write '%s'", path);
}

static bool write_file(struct checkout *checkout, const git_tree_entry *entry, struct error *error)
{
    CONTENT_CLEANUP struct content content = {0};
    bool can_run = git_tree_entry_filemode(entry) == GIT_FILEMODE_BLOB_EXECUTABLE;
    const char *path = checkout->path.bytes;
    return snapshot_content(&checkout->snapshot, entry, relative(checkout), &content, error) &&
           (content.large.length > 0 ? file_copy(content.large.bytes, path, error)
                                     : write_bytes(path, content.bytes, content.length, error)) &&
           (chmod(path, can_run ? 0755 : 0644) == 0 ||
            failed_errno(error, "cannot write '%s'", path));
}

static bool write_link(struct checkout *checkout, const git_tree_entry *entry, struct error *error)
{
    CONTENT_CLEANUP struct content content = {0};
    if (!snapshot_raw(&checkout->snapshot, entry, relative(checkout), &content, error))
        return false;
    const char *target = arena_strndup(checkout->arena, content.bytes, content.length);
    return symlink(target, checkout->path.bytes) == 0 ||
           failed_errno(error, "cannot make the link '%s'", checkout->path.bytes);
}

// Checked out after all other files, because .gitmodules must be there.
static bool remember_gitlink(struct checkout *checkout, const git_tree_entry *entry)
{
    struct gitlink *gitlink = arena_new(checkout->arena, struct gitlink);
    gitlink->path = arena_strdup(checkout->arena, relative(checkout));
    gitlink->commit = *git_tree_entry_id(entry);
    gitlink->next = checkout->gitlinks;
    checkout->gitlinks = gitlink;
    return true;
}

static bool write_tree(struct checkout *checkout, const git_tree_entry *folder,
                       struct error *error);

static bool write_entry(struct checkout *checkout, const git_tree_entry *entry, struct error *error)
{
    switch (git_tree_entry_filemode(entry)) {
    case GIT_FILEMODE_BLOB:
    case GIT_FILEMODE_BLOB_EXECUTABLE:
        return write_file(checkout, entry, error);
    case GIT_FILEMODE_LINK:
        return write_link(checkout, entry, error);
    case GIT_FILEMODE_TREE:
        return make_folder(checkout, error) && write_tree(checkout, entry, error);
    case GIT_FILEMODE_COMMIT:
        return make_folder(checkout, error) && remember_gitlink(checkout, entry);
    default:
        return failed(error, EXIT_FAILED, "'%s' of commit %s has an unknown kind",
                      relative(checkout), checkout->snapshot.commit);
    }
}

static bool write_tree(struct checkout *checkout, const git_tree_entry *folder, struct error *error)
{
    GIT_CLEANUP(tree) *tree = NULL;
    bool written = snapshot_enter(&checkout->snapshot, folder, relative(checkout), &tree, error);
    for (size_t i = 0; written && i < git_tree_entrycount(tree); i++) {
        const git_tree_entry *entry = git_tree_entry_byindex(tree, i);
        const char *name = git_tree_entry_name(entry);
        size_t length = path_push(&checkout->path, name);
        written = may_be_written(name)
                      ? write_entry(checkout, entry, error)
                      : failed(error, EXIT_FAILED, "commit %s has the unsafe entry '%s'",
                               checkout->snapshot.commit, relative(checkout));
        path_pop(&checkout->path, length);
    }
    return written;
}

static bool fill(struct arena *arena, const struct place *place, const git_oid *commit,
                 enum submodules submodules, const char *folder, struct error *error);

static bool fill_submodule(struct checkout *checkout, const char *folder,
                           const struct gitlink *gitlink, struct error *error)
{
    struct place inner;
    const char *modules = path_join(checkout->arena, folder, ".gitmodules");
    if (!submodule_find(checkout->arena, checkout->snapshot.place, modules, gitlink->path,
                        &gitlink->commit, &inner, error))
        return checkout->submodules == SUBMODULES_PRESENT && !inner.common;
    return !inner.common || fill(checkout->arena, &inner, &gitlink->commit, checkout->submodules,
                                 path_join(checkout->arena, folder, gitlink->path), error);
}

static bool fill(struct arena *arena, const struct place *place, const git_oid *commit,
                 enum submodules submodules, const char *folder, struct error *error)
{
    struct checkout checkout = {.arena = arena, .root = strlen(folder), .submodules = submodules};
    text_add(&checkout.path, folder);
    bool filled = snapshot_open(&checkout.snapshot, place, commit, error) &&
                  write_tree(&checkout, NULL, error);
    const struct gitlink *first = submodules == SUBMODULES_NONE ? NULL : checkout.gitlinks;
    for (const struct gitlink *link = first; filled && link; link = link->next)
        filled = fill_submodule(&checkout, folder, link, error);
    snapshot_release(&checkout.snapshot);
    text_release(&checkout.path);
    return filled;
}

static bool checkout_commit(struct repository *repository, const git_oid *commit,
                            enum submodules submodules, const char *folder, struct error *error)
{
    struct arena scratch = {0};
    git_repository *git = repository->git;
    struct place place = {"", git_repository_path(git), git_repository_commondir(git),
                          git_repository_workdir(git)};
    bool filled = fill(&scratch, &place, commit, submodules, folder, error);
    arena_release(&scratch);
    return filled;
}

static bool check_empty(const char *path, struct error *error)
{
    DIR *folder = opendir(path);
    if (!folder)
        return failed_errno(error, "cannot read the folder '%s'", path);
    bool good = true, empty = !entry_next(folder, path, &good, error);
    closedir(folder);
    return good &&
           (empty || failed(error, EXIT_FAILED, "'%s' must be empty to hold a checkout", path));
}

static bool checkout_packed(const struct repository *repository, const struct revision *revision,
                            const char *folder, struct error *error)
{
    struct arena scratch = {0};
    struct packed_revision packed;
    const char *name = revision->worktree ? worktree_name : revision->commit;
    bool filled =
        packed_find(&scratch, repository->folder, name, &packed, error) &&
        tree_copy(path_join(&scratch, repository->folder, packed.folder), folder, NULL, error);
    arena_release(&scratch);
    return filled;
}

static bool checkout(struct repository *repository, const struct revision *revision,
                     const char *folder, struct error *error)
{
    git_oid id;
    if (!repository->git)
        return checkout_packed(repository, revision, folder, error);
    if (revision->worktree)
        return checkout_working_tree(repository->git, "", revision->submodules, folder, error);
    return revision_id(revision, &id, error) &&
           checkout_commit(repository, &id, revision->submodules, folder, error);
}

bool revision_checkout(struct repository *repository, const struct revision *revision,
                       const char *folder, struct error *error)
{
    bool filled = folder_make(folder, error) && check_empty(folder, error) &&
                  checkout(repository, revision, folder, error);
    if (filled)
        return true;
    error->code = EXIT_FAILED;
    return failed_within(error, "checkout of '%s'", revision->name);
}
