// Finds common ancestors, and walks along first parents.
#include "git/ancestry.h"

#include "git/internal.h"
#include "git/revision.h"

// ---- The default baseline

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

// ---- The commits between two revisions

struct walk {
    git_repository *git;
    struct arena *arena;
    git_oid older, newer;
    size_t most;
    git_oid *ids; // newest first
    size_t count, room;
};

static void push(struct walk *walk, const git_oid *id)
{
    if (walk->count == walk->room) {
        size_t room = walk->room ? 2 * walk->room : 256;
        git_oid *ids = arena_new_array(walk->arena, git_oid, room);
        for (size_t i = 0; i < walk->count; i++)
            ids[i] = walk->ids[i];
        walk->ids = ids;
        walk->room = room;
    }
    walk->ids[walk->count++] = *id;
}

static bool unreadable(struct walk *walk, const git_oid *id, struct error *error)
{
    failed_git(error, EXIT_USAGE, "the commit %.8s cannot be read", git_oid_tostr_s(id));
    return failed_perhaps_shallow(walk->git, error);
}

// Adds `newer` and its first parents, up to `older` or to the first commit of all.
static bool walk_back(struct walk *walk, bool *met, struct error *error)
{
    git_oid id = walk->newer;
    for (*met = false;;) {
        GIT_CLEANUP(commit) *commit = NULL;
        *met = git_oid_equal(&id, &walk->older);
        if (*met)
            return true;
        if (walk->count > walk->most)
            return failed(error, EXIT_USAGE, "there are more than %zu commits between them",
                          walk->most);
        if (git_commit_lookup(&commit, walk->git, &id))
            return unreadable(walk, &id, error);
        push(walk, &id);
        if (!git_commit_parentcount(commit))
            return true;
        id = *git_commit_parent_id(commit, 0);
    }
}

// Of commits newest first, drops those that `older` descends from. Once one is its ancestor, all
// behind are.
static void drop_ancestors(struct walk *walk)
{
    size_t kept = 0, dropped = walk->count;
    while (kept < dropped) {
        size_t middle = kept + (dropped - kept) / 2;
        if (git_graph_descendant_of(walk->git, &walk->older, &walk->ids[middle]) == 1)
            dropped = middle;
        else
            kept = middle + 1;
    }
    walk->count = kept;
}

static bool add(struct walk *walk, const git_oid *id, struct history *history, struct error *error)
{
    GIT_CLEANUP(commit) *commit = NULL;
    struct past_commit *item = &history->items[history->count++];
    if (git_commit_lookup(&commit, walk->git, id))
        return unreadable(walk, id, error);
    const char *subject = git_commit_summary(commit);
    const git_signature *author = git_commit_author(commit);
    git_oid_tostr(item->id, sizeof item->id, id);
    item->subject = arena_strdup(walk->arena, subject ? subject : "");
    item->author = arena_strdup(walk->arena, author && author->name ? author->name : "");
    item->date = author ? author->when.time : 0;
    history->merges += history->count > 1 && git_commit_parentcount(commit) > 1;
    return true;
}

static bool take_ends(struct walk *walk, const struct revision *older, const struct revision *newer,
                      struct error *error)
{
    if (older->worktree || newer->worktree)
        return failed(error, EXIT_USAGE, "the working tree is no commit: commit it first");
    if (!revision_id(older, &walk->older, error) || !revision_id(newer, &walk->newer, error))
        return false;
    return !git_oid_equal(&walk->older, &walk->newer) ||
           failed(error, EXIT_USAGE, "'%s' and '%s' are the same commit", older->name, newer->name);
}

// For an older one that is no first parent.
static bool descends(struct walk *walk, const struct revision *older, const struct revision *newer,
                     struct error *error)
{
    int code = git_graph_descendant_of(walk->git, &walk->newer, &walk->older);
    if (code == 1)
        return true;
    if (code < 0)
        failed_git(error, EXIT_USAGE, "the history of '%s' cannot be read", newer->name);
    else if (git_graph_descendant_of(walk->git, &walk->older, &walk->newer) == 1)
        return failed(error, EXIT_USAGE, "'%s' is older than '%s': name the older one first",
                      newer->name, older->name);
    else
        failed(error, EXIT_USAGE, "'%s' is no ancestor of '%s': name their common ancestor first",
               older->name, newer->name);
    return failed_perhaps_shallow(walk->git, error);
}

bool history_between(struct repository *repository, struct arena *arena,
                     const struct revision *older, const struct revision *newer, size_t most,
                     struct history *history, struct error *error)
{
    struct walk walk = {.git = repository->git, .arena = arena, .most = most};
    bool met = false;
    *history = (struct history){.count = 0};
    if (!has_git(repository, error) || !take_ends(&walk, older, newer, error) ||
        !walk_back(&walk, &met, error) || (!met && !descends(&walk, older, newer, error)))
        return false;
    if (!met)
        drop_ancestors(&walk);
    history->on_branch = !met;
    history->items = arena_new_array(arena, struct past_commit, walk.count + 1);
    if (!add(&walk, &walk.older, history, error))
        return false;
    while (walk.count > 0)
        if (!add(&walk, &walk.ids[--walk.count], history, error))
            return false;
    return true;
}

// ---- A file

// Of the file in a commit; false: the commit lacks it.
static bool content_of(const git_commit *commit, const char *path, git_oid *content)
{
    GIT_CLEANUP(tree) *tree = NULL;
    GIT_CLEANUP(tree_entry) *entry = NULL;
    if (git_commit_tree(&tree, commit) || git_tree_entry_bypath(&entry, tree, path))
        return false;
    git_oid_cpy(content, git_tree_entry_id(entry));
    return true;
}

bool history_last_change(struct repository *repository, const struct revision *newer,
                         const char *path, size_t most, char id[static 41], struct error *error)
{
    git_oid at, later, content, before;
    *id = '\0';
    if (!has_git(repository, error) || !revision_id(newer, &at, error))
        return false;
    for (size_t i = 0; i <= most; i++) {
        GIT_CLEANUP(commit) *commit = NULL;
        if (git_commit_lookup(&commit, repository->git, &at)) // the end of a shallow clone
            return i > 0 || failed_git(error, EXIT_FAILED, "'%s' cannot be read", newer->name);
        if (!content_of(commit, path, &content))
            return true;
        if (i > 0 && !git_oid_equal(&content, &before)) {
            git_oid_tostr(id, 41, &later);
            return true;
        }
        if (!git_commit_parentcount(commit))
            return true;
        before = content;
        later = at;
        at = *git_commit_parent_id(commit, 0);
    }
    return true;
}
