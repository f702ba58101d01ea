// Fills a folder with the files of WORKTREE.
#include "git/checkout_working_tree.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "git/working_tree_walk.h"

#include <string.h>
#include <unistd.h>

struct copy {
    struct arena *arena; // of one entry
    git_repository *git;
    const char *within, *folder;
    enum submodules submodules;
    const struct stat *except;
};

static bool copy_all(git_repository *git, const char *within, enum submodules submodules,
                     const char *folder, const struct stat *except, struct error *error);

static bool copy_link(const char *from, const char *to, off_t size, struct arena *arena,
                      struct error *error)
{
    char *target = arena_alloc(arena, (size_t)size + 1);
    return (readlink(from, target, (size_t)size) == size && symlink(target, to) == 0) ||
           failed_errno(error, "cannot copy the link '%s'", from);
}

// A submodule that was never fetched is an empty folder. Linked worktrees are left out.
static bool copy_repository(const struct copy *copy, const char *from, const char *to,
                            struct error *error)
{
    GIT_CLEANUP(repository) *inner = NULL;
    if (copy->submodules == SUBMODULES_NONE ||
        access(path_join(copy->arena, from, ".git"), F_OK) != 0)
        return folder_make(to, error);
    if (!git_open(from, GIT_REPOSITORY_OPEN_NO_SEARCH, &inner, error))
        return false;
    return git_repository_is_worktree(inner) ||
           (folder_make(to, error) &&
            copy_all(inner, "", copy->submodules, to, copy->except, error));
}

// The path relative to the copied folder, or NULL if it lies outside.
static const char *inside(const struct copy *copy, const char *path)
{
    size_t length = strlen(copy->within);
    if (!length)
        return path;
    return text_starts(path, copy->within) && path[length] == '/' ? path + length + 1 : NULL;
}

static bool copy_entry(const struct copy *copy, const char *path, const struct stat *status,
                       struct error *error)
{
    const char *name = inside(copy, path);
    if (!name)
        return true;
    const char *from = path_join(copy->arena, git_repository_workdir(copy->git), path);
    const char *to = path_join(copy->arena, copy->folder, name);
    if (S_ISDIR(status->st_mode))
        return copy_repository(copy, from, to, error);
    return folder_make(path_folder(copy->arena, to), error) &&
           (S_ISLNK(status->st_mode) ? copy_link(from, to, status->st_size, copy->arena, error)
                                     : file_copy(from, to, error));
}

static bool visit(void *context, const char *path, const struct stat *status, struct error *error)
{
    struct arena scratch = {0};
    struct copy copy = *(const struct copy *)context;
    copy.arena = &scratch;
    bool copied = copy_entry(&copy, path, status, error);
    arena_release(&scratch);
    return copied;
}

static bool copy_all(git_repository *git, const char *within, enum submodules submodules,
                     const char *folder, const struct stat *except, struct error *error)
{
    struct copy copy = {
        .git = git, .within = within, .folder = folder, .submodules = submodules, .except = except};
    return working_tree_walk(git, except, visit, &copy, error);
}

bool checkout_working_tree(git_repository *git, const char *within, enum submodules submodules,
                           const char *folder, struct error *error)
{
    struct stat status;
    return stat(folder, &status) == 0 ? copy_all(git, within, submodules, folder, &status, error)
                                      : failed_errno(error, "cannot read the folder '%s'", folder);
}
