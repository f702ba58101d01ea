// Which git revision a folder stands at.
#include "source/revision.h"

#include <git2.h>
#include <stdbool.h>

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

// Tracked files that differ; what is untracked (results, build folders) is not the program's
// source.
static bool is_modified(git_repository *repository)
{
    bool modified = false;
    git_status_options options;
    if (git_status_options_init(&options, GIT_STATUS_OPTIONS_VERSION))
        return false;
    options.show = GIT_STATUS_SHOW_INDEX_AND_WORKDIR;
    options.flags = GIT_STATUS_OPT_EXCLUDE_SUBMODULES;
    git_status_foreach_ext(repository, &options, stop_at_first, &modified);
    return modified;
}

static const char *describe(struct arena *arena, const char *folder)
{
    __attribute__((cleanup(free_repository))) git_repository *repository = NULL;
    git_oid head;
    int code = git_repository_open_ext(&repository, folder, 0, NULL);
    if (code == GIT_EOWNER)
        return "a git repository of another owner: git config --global --add safe.directory";
    if (code)
        return "not in a git repository";
    if (git_reference_name_to_id(&head, repository, "HEAD"))
        return "a git repository without a commit";
    char id[GIT_OID_HEXSZ + 1];
    git_oid_tostr(id, sizeof id, &head);
    return arena_printf(arena, "%s%s", id, is_modified(repository) ? " (modified)" : "");
}

const char *source_revision(struct arena *arena, const char *folder)
{
    git_libgit2_init();
    const char *revision = describe(arena, folder);
    git_libgit2_shutdown();
    return revision;
}
