// WORKTREE: tracked files as they are, untracked ones that are not ignored; and files of revisions.
#include "made_repository.h"

#include "base/files/trees.h"
#include "git/checkout.h"
#include "git/revision.h"
#include "git/revision_files.h"
#include "git/worktree.h"

static void commit_project(struct made *made)
{
    made_write(made, ".gitignore", "*.o\nbuild/\n");
    made_write(made, "src/main.c", "1\n");
    made_write(made, "src/gone.c", "g\n");
    made_write(made, "Makefile", "all:\n");
    made_commit(made, "one");
}

static bool is_modified(struct made *made)
{
    struct error error = {0};
    bool modified = false;
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    TEXT_CLEANUP struct text before = made_picture(made);
    if (!worktree_is_modified(repository, &modified, &error))
        fail_msg("%s", error.text);
    assert_untouched(made, &before);
    return modified;
}

static void as_it_is(void **state)
{
    struct made *made = *state;
    commit_project(made);
    made_write(made, "src/main.c", "dirty\n");
    assert_int_equal(unlink(made_path(made, "src/gone.c")), 0);
    made_write(made, "new/deep/new.c", "new\n");
    made_write(made, "src/main.o", "object");
    made_write(made, "build/main", "program");
    made_write(made, "new/build/main", "program");
    assert_int_equal(mkdir(made_path(made, "nothing"), 0755), 0);
    assert_int_equal(symlink("src/main.c", made_path(made, "link")), 0);
    assert_int_equal(mkfifo(made_path(made, "pipe"), 0644), 0);
    assert_int_equal(chmod(made_path(made, "Makefile"), 0751), 0);
    assert_checked_out(made, "WORKTREE");
    assert_out(made, "src/main.c", "dirty\n");
    assert_out(made, "new/deep/new.c", "new\n");
    assert_out(made, "link", "dirty\n");
    static const char *const absent[] = {"src/gone.c",     "src/main.o", "build", ".git",
                                         "new/build/main", "nothing",    "pipe"};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        if (out_has(made, absent[i]))
            fail_msg("'%s' is there", absent[i]);
    struct stat status;
    assert_int_equal(lstat(scratch_path(made->scratch, "out/Makefile"), &status), 0);
    assert_int_equal(status.st_mode, S_IFREG | 0751);
    assert_int_equal(lstat(scratch_path(made->scratch, "out/link"), &status), 0);
    assert_true(S_ISLNK(status.st_mode));
}

// Ignored and yet tracked, and the other way about: being tracked counts.
static void tracked_although_ignored(void **state)
{
    struct made *made = *state;
    made_write(made, "build/kept.c", "kept\n");
    made_write(made, "x.o", "tracked\n");
    made_commit(made, "one");
    made_write(made, ".gitignore", "*.o\nbuild/\n");
    made_write(made, "build/kept.c", "changed\n");
    made_write(made, "build/other.c", "other\n");
    assert_checked_out(made, "WORKTREE");
    assert_out(made, "build/kept.c", "changed\n");
    assert_out(made, "x.o", "tracked\n");
    assert_false(out_has(made, "build/other.c"));
}

static void ignored_by_other_files(void **state)
{
    struct made *made = *state;
    commit_project(made);
    made_write(made, ".git/info/exclude", "*.private\n");
    scratch_file(made->scratch, ".gitconfig", "[core]\n\texcludesFile = ~/everywhere\n");
    scratch_file(made->scratch, "everywhere", "*~\n");
    made_write(made, "new/.gitignore", "*\n!.gitignore\n!kept\n");
    made_write(made, "a.private", "x");
    made_write(made, "b~", "x");
    made_write(made, "new/dropped", "x");
    made_write(made, "new/kept", "k");
    assert_checked_out(made, "WORKTREE");
    assert_false(out_has(made, "a.private") || out_has(made, "b~") || out_has(made, "new/dropped"));
    assert_out(made, "new/kept", "k");
}

static void without_a_commit(void **state)
{
    struct made *made = *state;
    made_write(made, "src/main.c", "1\n");
    assert_true(is_modified(made));
    assert_checked_out(made, "WORKTREE");
    assert_out(made, "src/main.c", "1\n");
}

static void a_file_for_a_folder_and_back(void **state)
{
    struct made *made = *state;
    struct error error;
    commit_project(made);
    assert_true(tree_remove(made_path(made, "src"), &error));
    made_write(made, "src", "file\n");
    assert_int_equal(unlink(made_path(made, "Makefile")), 0);
    made_write(made, "Makefile/rules", "folder\n");
    assert_checked_out(made, "WORKTREE");
    assert_out(made, "src", "file\n");
    assert_out(made, "Makefile/rules", "folder\n");
}

static void the_checkout_is_no_part_of_it(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    commit_project(made);
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    struct revision revision = resolved(made, repository, "WORKTREE");
    assert_true(revision_checkout(repository, &revision, made_path(made, "results/out"), &error));
    assert_true(file_exists(made_path(made, "results/out/src/main.c")));
    assert_false(file_exists(made_path(made, "results/out/results")));
}

static void other_working_trees_inside_are_no_part_of_it(void **state)
{
    struct made *made = *state;
    git_worktree *worktree = NULL;
    git_repository *clone = NULL;
    commit_project(made);
    git_fine(git_worktree_add(&worktree, made->git, "other", made_path(made, "other"), NULL));
    git_worktree_free(worktree);
    git_fine(git_repository_init(&clone, made_path(made, "vendored"), 0));
    git_repository_free(clone);
    made_write(made, "vendored/v.c", "v\n");
    made_write(made, "data/.git/config", "no repository\n");
    made_write(made, "data/d", "d\n");
    assert_checked_out(made, "WORKTREE");
    assert_false(out_has(made, "other") || out_has(made, "vendored/.git"));
    assert_out(made, "vendored/v.c", "v\n");
    assert_out(made, "data/d", "d\n");
    assert_false(out_has(made, "data/.git"));
}

static void modified_or_not(void **state)
{
    struct made *made = *state;
    commit_project(made);
    assert_false(is_modified(made));
    made_write(made, "src/main.o", "object");
    assert_false(is_modified(made));
    made_write(made, "src/main.c", "1\n");
    assert_false(is_modified(made));
    made_write(made, "src/main.c", "2\n");
    assert_true(is_modified(made));
    made_write(made, "src/main.c", "1\n");
    made_write(made, "untracked/file", "1\n");
    assert_true(is_modified(made));
}

static void assert_reads(struct made *made, const char *name, const char *path,
                         const char *expected)
{
    struct error error = {0};
    bool found = false;
    TEXT_CLEANUP struct text bytes = {0};
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    struct revision revision = resolved(made, repository, name);
    if (!revision_read(repository, &revision, path, &bytes, &found, &error))
        fail_msg("%s", error.text);
    assert_int_equal(found, expected != NULL);
    if (expected)
        assert_string_equal(bytes.bytes, expected);
}

static void reading_one_file(void **state)
{
    struct made *made = *state;
    made_write(made, "sub/.gitattributes", "*.txt text eol=crlf\n");
    made_write(made, "sub/a.txt", "a\n");
    made_write(made, "empty", "");
    commit_project(made);
    made_write(made, "src/main.c", "dirty\n");
    made_write(made, "src/main.o", "object");
    made_write(made, "new.c", "new\n");
    assert_int_equal(unlink(made_path(made, "src/gone.c")), 0);
    assert_reads(made, "HEAD", "src/main.c", "1\n");
    assert_reads(made, "HEAD", "src/gone.c", "g\n");
    assert_reads(made, "HEAD", "sub/a.txt", "a\r\n");
    assert_reads(made, "HEAD", "empty", "");
    static const char *const absent[] = {"new.c", "src", "src/main.o", "no/such", "../project/src"};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        assert_reads(made, "HEAD", absent[i], NULL);
    assert_reads(made, "WORKTREE", "src/main.c", "dirty\n");
    assert_reads(made, "WORKTREE", "new.c", "new\n");
    assert_reads(made, "WORKTREE", "empty", "");
    assert_reads(made, "WORKTREE", "src/gone.c", NULL);
    assert_reads(made, "WORKTREE", "src/main.o", NULL);
    assert_reads(made, "WORKTREE", "src", NULL);
    assert_reads(made, "WORKTREE", "../project/new.c", NULL);
    assert_reads(made, "WORKTREE", ".git/HEAD", NULL);
}

static void assert_lists(struct made *made, const char *name, const char *expected)
{
    struct error error = {0};
    struct text_list paths = {0};
    TEXT_CLEANUP struct text joined = {0};
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    struct revision revision = resolved(made, repository, name);
    if (!revision_files(repository, made->arena, &revision, "eswexp.h", &paths, &error))
        fail_msg("%s", error.text);
    text_add(&joined, "");
    for (size_t i = 0; i < paths.count; i++)
        text_printf(&joined, "%s ", paths.items[i]);
    assert_string_equal(joined.bytes, expected);
}

static void listing_files_of_a_name(void **state)
{
    struct made *made = *state;
    made_write(made, "z/eswexp.h", "1");
    made_write(made, "eswexp.h", "2");
    made_write(made, "a/b/eswexp.h", "3");
    made_write(made, "a/other.h", "4");
    commit_project(made);
    made_write(made, "new/eswexp.h", "5");
    made_write(made, "build/eswexp.h", "6");
    assert_int_equal(unlink(made_path(made, "z/eswexp.h")), 0);
    assert_lists(made, "HEAD", "a/b/eswexp.h eswexp.h z/eswexp.h ");
    assert_lists(made, "WORKTREE", "a/b/eswexp.h eswexp.h new/eswexp.h ");
}

int tests_of_working_tree(void)
{
    const struct CMUnitTest tests[] = {
        made_test(as_it_is),
        made_test(tracked_although_ignored),
        made_test(ignored_by_other_files),
        made_test(without_a_commit),
        made_test(a_file_for_a_folder_and_back),
        made_test(the_checkout_is_no_part_of_it),
        made_test(other_working_trees_inside_are_no_part_of_it),
        made_test(modified_or_not),
        made_test(reading_one_file),
        made_test(listing_files_of_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
