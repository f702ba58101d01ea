// Which git revision a folder stands at.
#include "source/revision.h"

#include "base/files.h"

#include <git2.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void free_repository(git_repository **repository)
{
    git_repository_free(*repository);
}

static int stop_at_first(const char *path, unsigned flags, void *modified)
{
    (void)path;
    (void)flags;
    *(bool *)modified = true;
    return 1;
}

// What follows the revision where tracked files differ; what is untracked (results, build folders)
// is not the program's source.
static const char *modification(git_repository *repository)
{
    bool modified = false;
    git_status_options options;
    if (git_status_options_init(&options, GIT_STATUS_OPTIONS_VERSION))
        return " (perhaps modified)";
    options.show = GIT_STATUS_SHOW_INDEX_AND_WORKDIR;
    options.flags = GIT_STATUS_OPT_EXCLUDE_SUBMODULES;
    int code = git_status_foreach_ext(repository, &options, stop_at_first, &modified);
    if (code < 0)
        return " (perhaps modified)";
    return modified ? " (modified)" : "";
}

static const char *unreadable(struct arena *arena)
{
    const git_error *error = git_error_last();
    return arena_printf(arena, "a git repository that cannot be read: %s",
                        error ? error->message : "no reason given");
}

static const char *describe(struct arena *arena, const char *folder)
{
    __attribute__((cleanup(free_repository))) git_repository *repository = NULL;
    git_oid head;
    int code = git_repository_open_ext(&repository, folder, 0, NULL);
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

// A repository's folder, or the file that names it, in the folder or above. Most command lines are
// timed outside of any, and libgit2 reads all certificates when it starts.
static bool near_repository(struct arena *arena, const char *folder)
{
    char above[PATH_MAX];
    if (!realpath(folder, above))
        return false;
    for (char *slash; access(path_join(arena, above, ".git"), F_OK) != 0; *slash = '\0') {
        slash = strrchr(above, '/');
        if (!slash)
            return false;
    }
    return true;
}

const char *source_revision(struct arena *arena, const char *folder)
{
    if (!near_repository(arena, folder))
        return "not in a git repository";
    git_libgit2_init();
    const char *revision = describe(arena, folder);
    git_libgit2_shutdown();
    return revision;
}
