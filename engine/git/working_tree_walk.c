// Walks the files of WORKTREE.
#include "git/working_tree_walk.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "git/growing_path.h"
#include "git/revision.h"
#include "git/worktree.h"

#include <dirent.h>
#include <string.h>

struct walk {
    git_repository *git;
    git_index *index;
    const char *root; // ends in a slash
    const struct stat *except;
    working_tree_visit *visit;
    void *context;
    struct text path; // relative
};

static bool unreadable_index(git_repository *git, struct error *error)
{
    failed_git(error, EXIT_FAILED, "the index of '%s' cannot be read", git_repository_workdir(git));
    return strstr(error->text, "mandatory extension") &&
           failed(error, EXIT_FAILED,
                  "%s; remove the extension: git sparse-checkout reapply --no-sparse-index, or "
                  "git update-index --no-split-index",
                  error->text);
}

// libgit2 waits for ever for what a pipe in its place holds.
static bool may_be_index(git_repository *git)
{
    struct arena scratch = {0};
    struct stat status;
    const char *path = path_join(&scratch, git_repository_path(git), "index");
    bool may_be = stat(path, &status) || S_ISREG(status.st_mode);
    arena_release(&scratch);
    return may_be;
}

bool working_tree_index(git_repository *git, git_index **index, struct error *error)
{
    if (!may_be_index(git))
        return failed(error, EXIT_FAILED, "the index of '%s' is not a file: remove '%sindex'",
                      git_repository_workdir(git), git_repository_path(git));
    return (git_repository_index(index, git) == 0 && git_index_read(*index, 0) == 0) ||
           unreadable_index(git, error);
}

static bool is_ignored(git_repository *git, const char *path, bool *ignored, struct error *error)
{
    int answer = 0;
    if (git_ignore_path_is_ignored(&answer, git, path))
        return failed_git(error, EXIT_FAILED, "the ignore rules for '%s' cannot be read", path);
    *ignored = answer != 0;
    return true;
}

static bool is_tracked(git_index *index, const char *path)
{
    size_t at = 0;
    return git_index_find(&at, index, path) == 0;
}

static bool has_tracked_below(const struct walk *walk)
{
    size_t at = 0;
    TEXT_CLEANUP struct text prefix = {0};
    text_printf(&prefix, "%s/", walk->path.bytes);
    return git_index_find_prefix(&at, walk->index, prefix.bytes) == 0;
}

static bool is_submodule(const struct walk *walk)
{
    const git_index_entry *entry = git_index_get_bypath(walk->index, walk->path.bytes, 0);
    return entry && entry->mode == GIT_FILEMODE_COMMIT;
}

// A folder with an invalid .git is an ordinary folder, as for git.
static bool is_repository(const char *folder)
{
    GIT_CLEANUP(repository) *git = NULL;
    struct stat status;
    TEXT_CLEANUP struct text inside = {0};
    text_printf(&inside, "%s/.git", folder);
    return lstat(inside.bytes, &status) == 0 &&
           open_code(folder, GIT_REPOSITORY_OPEN_NO_SEARCH, &git) != GIT_ENOTFOUND;
}

static bool is_passed_over(const struct walk *walk, const struct stat *status)
{
    if (S_ISDIR(status->st_mode))
        return walk->except && status->st_dev == walk->except->st_dev &&
               status->st_ino == walk->except->st_ino;
    return !S_ISREG(status->st_mode) && !S_ISLNK(status->st_mode);
}

static bool walk_folder(struct walk *walk, struct error *error);

static bool walk_entry(struct walk *walk, struct error *error)
{
    struct stat status;
    bool ignored = false;
    TEXT_CLEANUP struct text full = {0};
    text_printf(&full, "%s%s", walk->root, walk->path.bytes);
    if (lstat(full.bytes, &status))
        return failed_errno(error, "cannot read '%s'", full.bytes);
    if (is_passed_over(walk, &status))
        return true;
    bool folder = S_ISDIR(status.st_mode);
    bool tracked = is_tracked(walk->index, walk->path.bytes) || (folder && has_tracked_below(walk));
    if (!tracked && !is_ignored(walk->git, walk->path.bytes, &ignored, error))
        return false;
    if (ignored)
        return true;
    return folder && !is_submodule(walk) && !is_repository(full.bytes)
               ? walk_folder(walk, error)
               : walk->visit(walk->context, walk->path.bytes, &status, error);
}

static bool is_entry(const char *name)
{
    return strcmp(name, ".git") != 0;
}

static bool walk_folder(struct walk *walk, struct error *error)
{
    TEXT_CLEANUP struct text full = {0};
    text_printf(&full, "%s%s", walk->root, walk->path.bytes);
    DIR *folder = opendir(full.bytes);
    if (!folder)
        return failed_errno(error, "cannot read the folder '%s'", full.bytes);
    bool walked = true;
    for (struct dirent *entry;
         walked && (entry = entry_next(folder, full.bytes, &walked, error));) {
        if (!is_entry(entry->d_name))
            continue;
        size_t length = path_push(&walk->path, entry->d_name);
        walked = walk_entry(walk, error);
        path_pop(&walk->path, length);
    }
    closedir(folder);
    return walked;
}

bool working_tree_walk(git_repository *git, const struct stat *except, working_tree_visit *visit,
                       void *context, struct error *error)
{
    GIT_CLEANUP(index) *index = NULL;
    if (!working_tree_index(git, &index, error))
        return false;
    struct walk walk = {.git = git,
                        .index = index,
                        .root = git_repository_workdir(git),
                        .except = except,
                        .visit = visit,
                        .context = context};
    text_add(&walk.path, "");
    bool walked = walk_folder(&walk, error);
    text_release(&walk.path);
    return walked;
}

bool working_tree_has(git_repository *git, const char *path, bool *has, struct error *error)
{
    GIT_CLEANUP(index) *index = NULL;
    bool ignored = false;
    if (!working_tree_index(git, &index, error) ||
        (!is_tracked(index, path) && !is_ignored(git, path, &ignored, error)))
        return false;
    *has = !ignored;
    return true;
}

static int stop_at_first(const char *path, unsigned flags, void *modified)
{
    (void)path;
    (void)flags;
    *(bool *)modified = true;
    return 1;
}

bool status_is_modified(git_repository *git, unsigned flags, bool *modified)
{
    git_status_options options;
    *modified = false;
    if (!may_be_index(git) || git_status_options_init(&options, GIT_STATUS_OPTIONS_VERSION))
        return false;
    options.show = GIT_STATUS_SHOW_INDEX_AND_WORKDIR;
    options.flags = flags;
    return git_status_foreach_ext(git, &options, stop_at_first, modified) >= 0;
}
