// What the names of revisions mean, and what is said where they mean nothing.
#include "made_repository.h"

#include "git/revision.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>

// Three commits on main, "topic" from the second with one of its own.
struct history {
    char *first, *second, *third, *topic;
};

static struct history make_history(struct made *made)
{
    struct history history;
    made_write(made, "src/main.c", "1\n");
    history.first = made_commit(made, "first\n\nwith more text");
    made_write(made, "src/main.c", "2\n");
    history.second = made_commit(made, "second");
    made_write(made, "src/main.c", "topic\n");
    history.topic = made_commit(made, "on topic");
    made_reference(made, "refs/heads/topic", history.topic);
    made_reference(made, "refs/heads/main", history.second);
    made_write(made, "src/main.c", "3\n");
    history.third = made_commit(made, "third");
    return history;
}

static void assert_means(struct made *made, const char *name, const char *commit)
{
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    struct revision revision = resolved(made, repository, name);
    assert_string_equal(revision.commit, commit);
    assert_string_equal(revision.name, name);
    assert_int_equal(revision.worktree, text_equal(name, "WORKTREE"));
}

static void assert_means_nothing(struct made *made, const char *name, const char *words)
{
    struct error error = {0};
    struct revision revision;
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    assert_false(revision_resolve(repository, made->arena, name, &revision, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(scratch_words(made->scratch, &error), words);
}

static void branches_commits_and_steps(void **state)
{
    struct made *made = *state;
    struct history history = make_history(made);
    TEXT_CLEANUP struct text before = made_picture(made);
    assert_means(made, "main", history.third);
    assert_means(made, "topic", history.topic);
    assert_means(made, "refs/heads/topic", history.topic);
    assert_means(made, "HEAD", history.third);
    assert_means(made, "HEAD^", history.second);
    assert_means(made, "HEAD~2", history.first);
    assert_means(made, "topic~1", history.second);
    assert_means(made, "WORKTREE", history.third);
    assert_means(made, "@", history.third);
    assert_means(made, "@~1", history.second);
    assert_means(made, ":/on topic", history.topic);
    assert_means(made, arena_printf(made->arena, "v1-2-g%.10s", history.topic), history.topic);
    assert_means(made, history.first, history.first);
    assert_means(made, arena_strndup(made->arena, history.first, 10), history.first);
    assert_untouched(made, &before);
}

static void the_summary_is_the_first_line(void **state)
{
    struct made *made = *state;
    make_history(made);
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    assert_string_equal(resolved(made, repository, "HEAD~2").summary, "first");
    assert_string_equal(resolved(made, repository, "WORKTREE").summary, "uncommitted changes");
}

static void annotated_tags_are_their_commit(void **state)
{
    struct made *made = *state;
    struct history history = make_history(made);
    git_oid id;
    git_object *object = NULL;
    git_signature *author = NULL;
    git_fine(git_signature_new(&author, "A", "a@example.org", 1700000000, 0));
    git_fine(git_revparse_single(&object, made->git, history.first));
    git_fine(git_tag_create(&id, made->git, "v1", object, author, "one", 0));
    git_signature_free(author);
    git_object_free(object);
    assert_means(made, "v1", history.first);
    assert_means(made, "v1^{}", history.first);
    assert_means(made, git_oid_tostr_s(&id), history.first);
}

static void branches_of_origin(void **state)
{
    struct made *made = *state;
    struct history history = make_history(made);
    made_reference(made, "refs/remotes/origin/theirs", history.second);
    made_reference(made, "refs/remotes/origin/main", history.first);
    assert_means(made, "theirs", history.second);
    assert_means(made, "theirs~1", history.first);
    assert_means(made, "main", history.third);
    assert_means(made, "origin/main", history.first);
    made_write(made, ".git/config",
               "[branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n"
               "[remote \"origin\"]\n\turl = /x\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n");
    assert_means(made, "@{upstream}", history.first);
    assert_means(made, "main@{upstream}", history.first);
}

static void packed_references(void **state)
{
    struct made *made = *state;
    struct history history = make_history(made);
    git_refdb *references = NULL;
    git_fine(git_repository_refdb(&references, made->git));
    git_fine(git_refdb_compress(references));
    git_refdb_free(references);
    assert_false(file_exists(made_path(made, ".git/refs/heads/topic")));
    assert_means(made, "topic", history.topic);
}

static void near_misses(void **state)
{
    struct made *made = *state;
    struct history history = make_history(made);
    made_reference(made, "refs/tags/release-1.0", history.first);
    made_reference(made, "refs/remotes/origin/feature", history.first);
    assert_means_nothing(made, "mian", "unknown revision 'mian': did you mean 'main'?");
    assert_means_nothing(made, "mian~2", "unknown revision 'mian~2': did you mean 'main~2'?");
    assert_means_nothing(made, "release-1.1",
                         "unknown revision 'release-1.1': did you mean 'release-1.0'?");
    assert_means_nothing(made, "faeture", "unknown revision 'faeture': did you mean 'feature'?");
    assert_means_nothing(made, "worktree", "unknown revision 'worktree': no branch, tag or commit");
    assert_means_nothing(made, "WORKTREES",
                         "unknown revision 'WORKTREES': did you mean 'WORKTREE'?");
    assert_means_nothing(made, "zzzzzzzzz",
                         "unknown revision 'zzzzzzzzz': no branch, tag or commit");
    assert_means_nothing(made, "", "unknown revision '': no branch, tag or commit");
    assert_means_nothing(made, "main..topic",
                         "unknown revision 'main..topic': no branch, tag or commit");
}

static void what_is_no_commit(void **state)
{
    struct made *made = *state;
    make_history(made);
    assert_means_nothing(made, "HEAD:src",
                         "'HEAD:src' is a tree, not a commit: name a branch, tag or commit");
    assert_means_nothing(made, "HEAD:src/main.c",
                         "'HEAD:src/main.c' is a blob, not a commit: name a branch, tag or commit");
    assert_means_nothing(made, "HEAD~9", "'HEAD~9' names no commit: parent 0 does not exist");
    assert_means_nothing(
        made, "main@{upstream}",
        "'main@{upstream}' names no commit: config value 'branch.main.remote' was not found");
}

static void branch_and_tag_of_one_name(void **state)
{
    struct made *made = *state;
    struct history history = make_history(made);
    made_reference(made, "refs/tags/same", history.topic);
    made_reference(made, "refs/heads/same", history.topic);
    assert_means(made, "same", history.topic);
    made_reference(made, "refs/tags/topic", history.first);
    assert_means_nothing(
        made, "topic~1",
        "'topic' is both a branch and a tag: write refs/heads/topic or refs/tags/topic");
    assert_means(made, "refs/tags/topic", history.first);
}

// Blobs until two begin alike.
static void too_few_digits(void **state)
{
    struct made *made = *state;
    char seen[65536] = {0};
    git_oid id;
    make_history(made);
    for (int i = 0; i < 65536; i++) {
        char *content = arena_printf(made->arena, "%d", i);
        git_fine(git_blob_create_from_buffer(&id, made->git, content, strlen(content)));
        unsigned start = id.id[0] * 256U + id.id[1];
        if (seen[start])
            break;
        seen[start] = 1;
    }
    char *digits = arena_strndup(made->arena, git_oid_tostr_s(&id), 4);
    assert_means_nothing(
        made, digits,
        arena_printf(made->arena,
                     "'%s' is ambiguous, several objects start with it: give more digits", digits));
}

static void no_commit_yet(void **state)
{
    struct made *made = *state;
    assert_means(made, "WORKTREE", "");
    assert_means_nothing(made, "HEAD", "'HEAD': the repository has no commit yet: git commit");
    assert_means_nothing(made, "HEAD~1", "'HEAD~1': the repository has no commit yet: git commit");
    assert_means_nothing(made, "main", "unknown revision 'main': no branch, tag or commit");
}

static void a_detached_head(void **state)
{
    struct made *made = *state;
    struct history history = make_history(made);
    git_fine(git_repository_detach_head(made->git));
    assert_means(made, "HEAD", history.third);
    assert_means(made, "WORKTREE", history.third);
}

// The file of a commit, among git's own.
static char *object_file(struct made *made, const char *commit)
{
    return made_path(made, arena_printf(made->arena, ".git/objects/%.2s/%s", commit, commit + 2));
}

static void a_shallow_clone(void **state)
{
    struct made *made = *state;
    struct history history = make_history(made);
    made_write(made, ".git/shallow", arena_printf(made->arena, "%s\n", history.second));
    assert_int_equal(unlink(object_file(made, history.first)), 0);
    assert_means(made, "HEAD~1", history.second);
    struct error error = {0};
    struct revision revision;
    const char *remedy = "; this is a shallow clone, which lacks older commits: git fetch "
                         "--unshallow (in CI: 'fetch-depth: 0' in the checkout step)";
    const char *const names[] = {"HEAD~2", history.first, "v1.0"};
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    for (size_t i = 0; i < 3; i++) {
        assert_false(revision_resolve(repository, made->arena, names[i], &revision, &error));
        assert_int_equal(error.code, EXIT_USAGE);
        assert_non_null(strstr(error.text, remedy));
    }
}

// A revision that is there is not called unknown because the process has too many files open.
static void without_files_it_is_no_mistake_of_the_name(void **state)
{
    struct made *made = *state;
    struct revision revision;
    struct rlimit usual, none;
    struct error error = {0};
    struct history history = make_history(made);
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    int next = open("/dev/null", O_RDONLY);
    close(next);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &usual), 0);
    none = (struct rlimit){(rlim_t)next, usual.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    bool done = revision_resolve(repository, made->arena, history.topic, &revision, &error);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &usual), 0);
    assert_false(done);
    assert_non_null(strstr(error.text, strerror(EMFILE)));
    assert_int_equal(error.code, EXIT_FAILED);
}

int tests_of_revision_names(void)
{
    const struct CMUnitTest tests[] = {
        made_test(branches_commits_and_steps),
        made_test(the_summary_is_the_first_line),
        made_test(annotated_tags_are_their_commit),
        made_test(branches_of_origin),
        made_test(packed_references),
        made_test(near_misses),
        made_test(what_is_no_commit),
        made_test(without_files_it_is_no_mistake_of_the_name),
        made_test(branch_and_tag_of_one_name),
        made_test(too_few_digits),
        made_test(no_commit_yet),
        made_test(a_detached_head),
        made_test(a_shallow_clone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
