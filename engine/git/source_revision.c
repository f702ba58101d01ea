// The git revision of a folder, as a note beside results.
#include "git/source_revision.h"

#include "git/working_tree_walk.h"

// The suffix if tracked files differ. Untracked files (results, build folders) are not the
// program's source.
static const char *modification(git_repository *git)
{
    bool modified = false;
    if (!status_is_modified(git, GIT_STATUS_OPT_EXCLUDE_SUBMODULES, &modified))
        return " (perhaps modified)";
    return modified ? " (modified)" : "";
}

static const char *unreadable(struct arena *arena)
{
    return arena_printf(arena, "a git repository that cannot be read: %s", git_message());
}

static const char *describe(struct arena *arena, const char *folder)
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
    return arena_printf(arena, "%s%s", id, modification(repository));
}

// Starts libgit2 only if needed: it reads all certificates, and most commands run outside of a
// repository.
const char *source_revision(struct arena *arena, const char *folder, struct error *error)
{
    if (!git_folder_near(arena, folder))
        return "not in a git repository";
    git_begin();
    git_forget_error();
    const char *revision = describe(arena, folder);
    if (git_is_refused()) {
        failed_git(error, EXIT_FAILED, "the revision of '%s' cannot be read", folder);
        revision = NULL;
    }
    git_libgit2_shutdown();
    return revision;
}
