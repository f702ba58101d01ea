// The default baseline of a comparison: the default branch or the merge base.
#include "git/baseline.h"

#include "git/internal.h"
#include "git/revision.h"

// The name of the side that is the base, if one is.
static const char *base_name(const git_oid *base, const struct revision *a,
                             const struct revision *b)
{
    bool is_a = git_oid_streq(base, a->commit) == 0, is_b = git_oid_streq(base, b->commit) == 0;
    if (is_a && !a->worktree)
        return a->name;
    if (is_b && !b->worktree)
        return b->name;
    return is_a || is_b ? "HEAD" : git_oid_tostr_s(base);
}

bool revision_merge_base(struct repository *repository, struct arena *arena,
                         const struct revision *a, const struct revision *b, struct revision *base,
                         struct error *error)
{
    git_oid id, of_a, of_b;
    if (!has_git(repository, error) || !revision_id(a, &of_a, error) ||
        !revision_id(b, &of_b, error))
        return false;
    int code = git_merge_base(&id, repository->git, &of_a, &of_b);
    if (code) {
        failed_git(error, EXIT_USAGE, "'%s' and '%s' have no common ancestor", a->name, b->name);
        return failed_perhaps_shallow(repository->git, error);
    }
    return revision_of(repository->git, arena, &id, base_name(&id, a, b), base, error);
}

// Resolves a reference to its branch, with its short name: origin/main.
static bool take_reference(git_repository *git, struct arena *arena, const char *name,
                           struct revision *revision)
{
    GIT_CLEANUP(reference) *reference = NULL;
    GIT_CLEANUP(reference) *branch = NULL;
    struct error error;
    return git_reference_lookup(&reference, git, name) == 0 &&
           git_reference_resolve(&branch, reference) == 0 &&
           revision_of(git, arena, git_reference_target(branch), git_reference_shorthand(branch),
                       revision, &error);
}

static bool take_branch(git_repository *git, struct arena *arena, const char *name,
                        struct revision *revision)
{
    return take_reference(git, arena, arena_printf(arena, "refs/remotes/origin/%s", name),
                          revision) ||
           take_reference(git, arena, arena_printf(arena, "refs/heads/%s", name), revision);
}

static bool take_configured(git_repository *git, struct arena *arena, struct revision *revision)
{
    GIT_CLEANUP(config) *config = NULL;
    const char *name = NULL;
    return git_repository_config_snapshot(&config, git) == 0 &&
           git_config_get_string(&name, config, "init.defaultBranch") == 0 &&
           take_branch(git, arena, name, revision);
}

bool revision_default(struct repository *repository, struct arena *arena, struct revision *revision,
                      struct error *error)
{
    git_repository *git = repository->git;
    if (!has_git(repository, error))
        return false;
    return take_reference(git, arena, "refs/remotes/origin/HEAD", revision) ||
           take_configured(git, arena, revision) || take_branch(git, arena, "main", revision) ||
           take_branch(git, arena, "master", revision) ||
           failed(error, EXIT_USAGE,
                  "no default branch found: name the baseline: eswexp compare BASE%s",
                  git_repository_head_unborn(git) == 1 ? " (there is no commit yet)" : "");
}
