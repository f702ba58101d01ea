// The working tree: whether it is modified, its files, its difference from HEAD, and what it is of.
#include "git/worktree.h"

#include "base/files/files.h"
#include "base/files/paths.h"
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

// Is the file in HEAD? A link counts as the file that it leads to. False: libgit2 cannot tell.
static bool find_in_head(git_repository *git, struct arena *arena, const char *file, bool *found)
{
    GIT_CLEANUP(object) *head = NULL;
    GIT_CLEANUP(tree_entry) *entry = NULL;
    const char *top = path_absolute(arena, git_repository_workdir(git));
    const char *inside = path_within(path_absolute(arena, file), top);
    *found = false;
    if (!inside)
        return true;
    int code = git_revparse_single(&head, git, "HEAD^{tree}");
    if (!code)
        code = git_tree_entry_bypath(&entry, (git_tree *)head, inside);
    *found = code == 0;
    return code == 0 || code == GIT_ENOTFOUND;
}

// The suffixes if tracked files differ, and if `file` is not in HEAD. Other untracked files
// (results, build folders) are not the program's source.
static const char *suffixes(git_repository *git, struct arena *arena, const char *file)
{
    bool modified = false, found = false;
    if (!status_is_modified(git, GIT_STATUS_OPT_EXCLUDE_SUBMODULES, &modified) ||
        !find_in_head(git, arena, file, &found))
        return " (perhaps modified)";
    return arena_printf(arena, "%s%s", modified ? " (modified)" : "",
                        found ? "" : REVISION_WITHOUT_FILE);
}

static const char *unreadable(struct arena *arena)
{
    return arena_printf(arena, "a git repository that cannot be read: %s", git_message());
}

static const char *describe(struct arena *arena, const char *folder, const char *file)
{
    GIT_CLEANUP(repository) *repository = NULL;
    git_oid head;
    int code = open_code(folder, 0, &repository);
    if (code == GIT_EOWNER)
        return "a git repository of another owner: git config --global --add safe.directory";
    if (code)
        return code == GIT_ENOTFOUND ? "not in a git repository" : unreadable(arena);
    code = git_reference_name_to_id(&head, repository, "HEAD");
    if (code)
        return code == GIT_ENOTFOUND ? "a git repository without a commit" : unreadable(arena);
    char id[GIT_OID_HEXSZ + 1];
    git_oid_tostr(id, sizeof id, &head);
    return arena_printf(arena, "%s%s", id, suffixes(repository, arena, file));
}

// Starts libgit2 only if needed: it reads all certificates, and most commands run outside of a
// repository.
const char *source_revision(struct arena *arena, const char *folder, const char *file,
                            struct error *error)
{
    if (!git_folder_near(arena, folder))
        return "not in a git repository";
    git_begin();
    git_forget_error();
    const char *revision = describe(arena, folder, file);
    if (git_is_refused()) {
        failed_git(error, EXIT_FAILED, "the revision of '%s' cannot be read", folder);
        revision = NULL;
    }
    git_libgit2_shutdown();
    return revision;
}
