// The working tree as it is handed on: its files, and what of them is not committed.
#include "base/files.h"
#include "git/checkout_working_tree.h"

bool worktree_copy(struct repository *repository, const char *within, const char *folder,
                   struct error *error)
{
    return has_git(repository, error) && folder_make(folder, error) &&
           checkout_working_tree(repository->git, within, folder, error);
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
    GIT_CLEANUP(object) *head = NULL; // none where there is no commit yet
    if (git_revparse_single(&head, repository->git, "HEAD^{tree}"))
        head = NULL;
    bool made = git_diff_tree_to_workdir_with_index(&diff, repository->git, (git_tree *)head,
                                                    &options) == 0 &&
                git_diff_to_buf(&bytes, diff, GIT_DIFF_FORMAT_PATCH) == 0;
    if (made)
        text_add_bytes(patch, bytes.ptr, bytes.size);
    else
        failed_git(error, EXIT_FAILED, "what is not committed in '%s' cannot be told",
                   repository->folder);
    git_buf_dispose(&bytes);
    git_diff_free(diff);
    return made;
}
