// The revision WORKTREE: whether it is modified, its files, its difference from HEAD.
#include "git/worktree.h"

#include "base/files/files.h"
#include "git/checkout_working_tree.h"
#include "git/packed.h"
#include "git/working_tree_walk.h"

static bool packed_is_modified(const struct repository *repository, bool *modified,
                               struct error *error)
{
    struct arena scratch = {0};
    struct packed_revision packed;
    bool found = packed_find(&scratch, repository->folder, worktree_name, &packed, error);
    *modified = found && packed.modified;
    arena_release(&scratch);
    return found;
}

bool worktree_is_modified(struct repository *repository, bool *modified, struct error *error)
{
    GIT_CLEANUP(index) *index = NULL;
    *modified = false;
    if (!repository->git)
        return packed_is_modified(repository, modified, error);
    if (repository_is_bare(repository))
        return true;
    return working_tree_index(repository->git, &index, error) &&
           (status_is_modified(repository->git, GIT_STATUS_OPT_INCLUDE_UNTRACKED, modified) ||
            failed_git(error, EXIT_FAILED, "the state of '%s' cannot be read", repository->folder));
}

bool worktree_copy(struct repository *repository, const char *within, const char *folder,
                   struct error *error)
{
    return has_git(repository, error) && folder_make(folder, error) &&
           checkout_working_tree(repository->git, within, SUBMODULES_ALL, folder, error);
}

bool worktree_patch(struct repository *repository, const struct text_list *paths,
                    struct text *patch, struct error *error)
{
    if (!has_git(repository, error))
        return false;
    git_diff *diff = NULL;
    git_buf bytes = {0};
    git_diff_options options;
    git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
    options.flags = GIT_DIFF_SHOW_BINARY | GIT_DIFF_DISABLE_PATHSPEC_MATCH;
    bool whole = false;
    for (size_t i = 0; i < paths->count; i++)
        whole |= !*paths->items[i];
    if (!whole)
        options.pathspec = (git_strarray){paths->items, paths->count};
    GIT_CLEANUP(object) *head = NULL; // NULL without a commit
    if (git_revparse_single(&head, repository->git, "HEAD^{tree}"))
        head = NULL;
    bool made = git_diff_tree_to_workdir_with_index(&diff, repository->git, (git_tree *)head,
                                                    &options) == 0 &&
                git_diff_to_buf(&bytes, diff, GIT_DIFF_FORMAT_PATCH) == 0;
    if (made)
        text_add_bytes(patch, bytes.ptr, bytes.size);
    else
        failed_git(error, EXIT_FAILED, "the uncommitted changes in '%s' cannot be read",
                   repository->folder);
    git_buf_dispose(&bytes);
    git_diff_free(diff);
    return made;
}
