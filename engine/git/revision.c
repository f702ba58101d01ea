// Resolves names to revisions.
#include "git/revision.h"

#include "base/nearest.h"
#include "git/internal.h"
#include "git/packed.h"

#include <stdio.h>
#include <string.h>

const char worktree_name[] = "WORKTREE";

bool revision_of(git_repository *git, struct arena *arena, const git_oid *id, const char *name,
                 struct revision *revision, struct error *error)
{
    GIT_CLEANUP(commit) *commit = NULL;
    if (git_commit_lookup(&commit, git, id)) {
        failed_git(error, EXIT_USAGE, "the commit of '%s' cannot be read", name);
        return failed_perhaps_shallow(git, error);
    }
    const char *summary = git_commit_summary(commit);
    *revision = (struct revision){.name = arena_strdup(arena, name),
                                  .summary = arena_strdup(arena, summary ? summary : "")};
    git_oid_tostr(revision->commit, sizeof revision->commit, id);
    return true;
}

bool revision_id(const struct revision *revision, git_oid *id, struct error *error)
{
    if (!*revision->commit)
        return failed(error, EXIT_USAGE, "'%s': the repository has no commit yet: git commit",
                      revision->name);
    return git_oid_fromstr(id, revision->commit) == 0 ||
           failed_git(error, EXIT_USAGE, "'%s' is not a commit", revision->commit);
}

static bool resolve_worktree(struct repository *repository, struct revision *revision,
                             struct error *error)
{
    git_oid head;
    if (repository_is_bare(repository))
        return failed(error, EXIT_USAGE,
                      "'%s' is bare, there is no working tree: name a branch, tag or commit",
                      repository->folder);
    *revision = (struct revision){
        .name = worktree_name, .worktree = true, .summary = "uncommitted changes"};
    int code = git_reference_name_to_id(&head, repository->git, "HEAD");
    if (code == 0)
        git_oid_tostr(revision->commit, sizeof revision->commit, &head);
    return code == 0 || code == GIT_ENOTFOUND ||
           failed_git(error, EXIT_USAGE, "HEAD of '%s' cannot be read", repository->folder);
}

// The part before ~, ^, : or @{.
static char *stem_of(struct arena *arena, const char *name)
{
    const char *braces = strstr(name, "@{");
    size_t length = strcspn(name, "~^:");
    if (braces && (size_t)(braces - name) < length)
        length = (size_t)(braces - name);
    return arena_strndup(arena, name, length);
}

static bool peel_reference(git_repository *git, const char *name, git_oid *id)
{
    GIT_CLEANUP(reference) *reference = NULL;
    GIT_CLEANUP(object) *object = NULL;
    if (git_reference_lookup(&reference, git, name) ||
        git_reference_peel(&object, reference, GIT_OBJECT_COMMIT))
        return false;
    git_oid_cpy(id, git_object_id(object));
    return true;
}

// git takes the tag and warns; a measurement must be unambiguous.
static bool is_branch_and_tag(git_repository *git, struct arena *arena, const char *stem)
{
    git_oid branch, tag;
    return peel_reference(git, arena_printf(arena, "refs/heads/%s", stem), &branch) &&
           peel_reference(git, arena_printf(arena, "refs/tags/%s", stem), &tag) &&
           !git_oid_equal(&branch, &tag);
}

static bool is_commit_digits(git_repository *git, const char *stem)
{
    GIT_CLEANUP(object) *object = NULL;
    git_oid id;
    size_t digits = strlen(stem);
    if (digits < GIT_OID_MINPREFIXLEN || digits > GIT_OID_HEXSZ || git_oid_fromstrp(&id, stem))
        return false;
    int code = git_object_lookup_prefix(&object, git, &id, digits, GIT_OBJECT_ANY);
    return code == 0 || (code != GIT_ENOTFOUND && !git_is_refused());
}

// Is it a name by git describe, v1.2-34-g0123abc?
static bool is_description(git_repository *git, const char *stem)
{
    const char *digits = strrchr(stem, '-');
    return digits && digits[1] == 'g' && is_commit_digits(git, digits + 2);
}

// An empty stem stands for HEAD. `unread`: that cannot be told.
static bool is_known(git_repository *git, const char *stem, bool *unread)
{
    GIT_CLEANUP(reference) *reference = NULL;
    if (!*stem || text_equal(stem, "@") || text_equal(stem, "HEAD"))
        return true;
    git_forget_error();
    bool known = git_reference_dwim(&reference, git, stem) == 0;
    known = known || (!git_is_refused() && is_commit_digits(git, stem)) ||
            (!git_is_refused() && is_description(git, stem));
    *unread = !known && git_is_refused();
    return known;
}

struct candidates {
    struct arena *arena;
    struct text_list names;
};

static int collect_name(const char *reference, void *payload)
{
    static const char *const folders[] = {"refs/heads/", "refs/tags/", "refs/remotes/",
                                          "refs/remotes/origin/"};
    struct candidates *candidates = payload;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (text_starts(reference, folders[i]))
            text_list_add(&candidates->names, candidates->arena, reference + strlen(folders[i]));
    return 0;
}

static const char *nearest_name(git_repository *git, struct arena *arena, const char *stem)
{
    struct candidates candidates = {.arena = arena};
    text_list_add(&candidates.names, arena, "HEAD");
    text_list_add(&candidates.names, arena, worktree_name);
    git_reference_foreach_name(git, collect_name, &candidates);
    return text_nearest(stem, (const char *const *)candidates.names.items);
}

static bool unknown(git_repository *git, struct arena *arena, const char *name, const char *stem,
                    struct error *error)
{
    const char *near = nearest_name(git, arena, stem);
    if (near)
        failed(error, EXIT_USAGE, "unknown revision '%s': did you mean '%s%s'?", name, near,
               name + strlen(stem));
    else
        failed(error, EXIT_USAGE, "unknown revision '%s': no branch, tag or commit", name);
    return failed_perhaps_shallow(git, error);
}

static bool unresolved(git_repository *git, const char *name, const char *stem, int code,
                       struct error *error)
{
    if (code == GIT_EAMBIGUOUS)
        return failed(error, EXIT_USAGE,
                      "'%s' is ambiguous, several objects start with it: give more digits", name);
    failed_git(error, EXIT_USAGE, "'%s' names no commit", name);
    bool of_head = !*stem || text_equal(stem, "@") || text_equal(stem, "HEAD");
    if (of_head && git_repository_head_unborn(git) == 1)
        return failed(error, EXIT_USAGE, "'%s': the repository has no commit yet: git commit",
                      name);
    return failed_perhaps_shallow(git, error);
}

static bool resolve_known(git_repository *git, struct arena *arena, const char *name,
                          const char *stem, struct revision *revision, struct error *error)
{
    GIT_CLEANUP(object) *object = NULL;
    GIT_CLEANUP(object) *commit = NULL;
    const char *spelled = // libgit2 1.5 knows no lone @
        text_equal(stem, "@") ? arena_printf(arena, "HEAD%s", name + 1) : name;
    int code = git_revparse_single(&object, git, spelled);
    if (code)
        return unresolved(git, name, stem, code, error);
    if (git_object_peel(&commit, object, GIT_OBJECT_COMMIT))
        return failed(error, EXIT_USAGE, "'%s' is a %s, not a commit: name a branch, tag or commit",
                      name, git_object_type2string(git_object_type(object)));
    return revision_of(git, arena, git_object_id(commit), name, revision, error);
}

// Finds a branch that only origin has, too.
static bool resolve_name(git_repository *git, struct arena *arena, const char *name,
                         struct revision *revision, struct error *error)
{
    const char *stem = stem_of(arena, name);
    if (is_branch_and_tag(git, arena, stem))
        return failed(error, EXIT_USAGE,
                      "'%s' is both a branch and a tag: write refs/heads/%s or refs/tags/%s", stem,
                      stem, stem);
    bool unread = false;
    if (*name && is_known(git, stem, &unread))
        return resolve_known(git, arena, name, stem, revision, error);
    const char *at_origin = arena_printf(arena, "refs/remotes/origin/%s", name);
    bool there = !unread && is_known(git, stem_of(arena, at_origin), &unread);
    if (unread)
        return failed_git(error, EXIT_FAILED, "the revision '%s' cannot be looked up", name);
    if (!there)
        return unknown(git, arena, name, stem, error);
    if (!resolve_known(git, arena, at_origin, stem, revision, error))
        return false;
    revision->name = arena_strdup(arena, name);
    return true;
}

static bool resolve_packed(struct repository *repository, struct arena *arena, const char *name,
                           struct revision *revision, struct error *error)
{
    struct packed_revision packed;
    if (!packed_find(arena, repository->folder, name, &packed, error))
        return false;
    *revision = (struct revision){.name = name, .worktree = packed.worktree, .summary = ""};
    snprintf(revision->commit, sizeof revision->commit, "%s", packed.commit);
    return true;
}

bool revision_resolve(struct repository *repository, struct arena *arena, const char *name,
                      struct revision *revision, struct error *error)
{
    if (!repository->git)
        return resolve_packed(repository, arena, name, revision, error);
    return text_equal(name, worktree_name)
               ? resolve_worktree(repository, revision, error)
               : resolve_name(repository->git, arena, name, revision, error);
}
