// The default branch and the merge base.
#include "made_repository.h"

#include "git/ancestry.h"
#include "git/revision.h"

static char *commit_line(struct made *made, const char *line)
{
    made_write(made, "file", line);
    return made_commit(made, line);
}

static void assert_default(struct made *made, const char *name, const char *commit)
{
    struct error error = {0};
    struct revision revision;
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    if (!revision_default(repository, made->arena, &revision, &error))
        fail_msg("%s", error.text);
    assert_string_equal(revision.name, name);
    assert_string_equal(revision.commit, commit);
}

// From the last choice to the first.
static void the_default_branch(void **state)
{
    struct made *made = *state;
    git_reference *reference = NULL;
    char *first = commit_line(made, "1"), *second = commit_line(made, "2");
    char *third = commit_line(made, "3");
    made_reference(made, "refs/heads/master", first);
    assert_default(made, "main", third);
    made_reference(made, "refs/remotes/origin/main", second);
    assert_default(made, "origin/main", second);
    made_reference(made, "refs/heads/trunk", first);
    scratch_file(made->scratch, ".gitconfig", "[init]\n\tdefaultBranch = trunk\n");
    assert_default(made, "trunk", first);
    made_reference(made, "refs/remotes/origin/trunk", second);
    assert_default(made, "origin/trunk", second);
    git_fine(git_reference_symbolic_create(&reference, made->git, "refs/remotes/origin/HEAD",
                                           "refs/remotes/origin/gone", 0, NULL));
    git_reference_free(reference);
    assert_default(made, "origin/trunk", second);
    made_reference(made, "refs/remotes/origin/gone", third);
    assert_default(made, "origin/gone", third);
}

static void no_default_branch(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    struct revision revision;
    git_fine(git_repository_set_head(made->git, "refs/heads/work"));
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    assert_false(revision_default(repository, made->arena, &revision, &error));
    assert_string_equal(error.text,
                        "no default branch found: name the baseline: eswexp compare BASE "
                        "(there is no commit yet)");
    commit_line(made, "1");
    assert_false(revision_default(repository, made->arena, &revision, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(error.text,
                        "no default branch found: name the baseline: eswexp compare BASE");
}

static void assert_base(struct made *made, const char *a, const char *b, const char *name,
                        const char *commit)
{
    struct error error = {0};
    struct revision base;
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    struct revision of_a = resolved(made, repository, a), of_b = resolved(made, repository, b);
    if (!revision_merge_base(repository, made->arena, &of_a, &of_b, &base, &error))
        fail_msg("%s", error.text);
    assert_string_equal(base.name, name);
    assert_string_equal(base.commit, commit);
    assert_false(base.worktree);
}

static void assert_no_base(struct made *made, const char *a, const char *b, const char *words)
{
    struct error error = {0};
    struct revision base;
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    struct revision of_a = resolved(made, repository, a), of_b = resolved(made, repository, b);
    assert_false(revision_merge_base(repository, made->arena, &of_a, &of_b, &base, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(error.text, words);
}

static void merge_bases(void **state)
{
    struct made *made = *state;
    char *first = commit_line(made, "1"), *second = commit_line(made, "2");
    made_reference(made, "refs/heads/old", first);
    made_reference(made, "refs/heads/topic", commit_line(made, "topic"));
    made_reference(made, "refs/heads/main", second);
    char *third = commit_line(made, "3");
    assert_base(made, "main", "topic", second, second);
    assert_base(made, "main", "old", "old", first);
    assert_base(made, "old", "WORKTREE", "old", first);
    assert_base(made, "main", "WORKTREE", "main", third);
    assert_base(made, "WORKTREE", "main", "main", third);
    git_fine(git_repository_set_head(made->git, "refs/heads/old"));
    assert_base(made, "main", "WORKTREE", "HEAD", first);
    assert_base(made, "WORKTREE", "main", "HEAD", first);
}

static void histories_without_a_common_commit(void **state)
{
    struct made *made = *state;
    commit_line(made, "1");
    git_fine(git_repository_set_head(made->git, "refs/heads/other"));
    commit_line(made, "2");
    assert_no_base(made, "main", "other",
                   "'main' and 'other' have no common ancestor: no merge base found");
}

static void a_working_tree_without_a_commit(void **state)
{
    struct made *made = *state;
    commit_line(made, "1");
    git_fine(git_repository_set_head(made->git, "refs/heads/other"));
    assert_no_base(made, "main", "WORKTREE",
                   "'WORKTREE': the repository has no commit yet: git commit");
}

// Two branches of depth one each.
static void a_shallow_clone(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    struct revision base;
    char *first = commit_line(made, "1"), *topic = commit_line(made, "topic");
    made_reference(made, "refs/heads/topic", topic);
    made_reference(made, "refs/heads/main", first);
    char *second = commit_line(made, "2");
    made_write(made, ".git/shallow", arena_printf(made->arena, "%s\n%s\n", topic, second));
    char *lost = arena_printf(made->arena, ".git/objects/%.2s/%s", first, first + 2);
    assert_int_equal(unlink(made_path(made, lost)), 0);
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    struct revision a = resolved(made, repository, "main");
    struct revision b = resolved(made, repository, "topic");
    assert_false(revision_merge_base(repository, made->arena, &a, &b, &base, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_true(text_starts(error.text, "'main' and 'topic' have no common ancestor: "));
    assert_true(text_ends(error.text,
                          "; this is a shallow clone, which lacks older commits: git fetch "
                          "--unshallow (in CI: 'fetch-depth: 0' in the checkout step)"));
}

int tests_of_baseline(void)
{
    const struct CMUnitTest tests[] = {
        made_test(the_default_branch),
        made_test(no_default_branch),
        made_test(merge_bases),
        made_test(histories_without_a_common_commit),
        made_test(a_working_tree_without_a_commit),
        made_test(a_shallow_clone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
