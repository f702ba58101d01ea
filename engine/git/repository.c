// Opens a repository.
#include "git/internal.h"

#include "git/packed.h"

#include <limits.h>
#include <stdlib.h>

static bool resolve_folder(struct repository *repository, struct error *error)
{
    char folder[PATH_MAX];
    const char *worktree = git_repository_workdir(repository->git);
    const char *named = worktree ? worktree : git_repository_path(repository->git);
    if (!realpath(named, folder)) {
        failed_errno(error, "the repository's folder '%s' cannot be entered", named);
        error->code = EXIT_USAGE;
        return false;
    }
    repository->folder = arena_strdup(&repository->arena, folder);
    return true;
}

struct repository *repository_open(const char *folder, struct error *error)
{
    struct arena arena = {0};
    struct repository *repository = arena_new(&arena, struct repository);
    repository->folder = packed_near(&arena, folder);
    repository->arena = arena;
    git_begin();
    if (repository->folder)
        return repository;
    if (git_open(folder, 0, &repository->git, error) && resolve_folder(repository, error))
        return repository;
    repository_close(repository);
    return NULL;
}

void repository_close(struct repository *repository)
{
    if (!repository)
        return;
    git_repository_free(repository->git);
    git_libgit2_shutdown();
    struct arena arena = repository->arena;
    arena_release(&arena);
}

void repository_cleanup(struct repository **repository)
{
    repository_close(*repository);
}

const char *repository_folder(const struct repository *repository)
{
    return repository->folder;
}

bool repository_is_bare(const struct repository *repository)
{
    return repository->git && git_repository_workdir(repository->git) == NULL;
}

bool repository_is_packed(const struct repository *repository)
{
    return !repository->git;
}

bool has_git(const struct repository *repository, struct error *error)
{
    return repository->git ||
           failed(error, EXIT_USAGE, "'%s' is unpacked from a bundle: it has revisions, but no git",
                  repository->folder);
}
