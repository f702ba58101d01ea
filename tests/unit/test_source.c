// Which revision a folder stands at, told from a repository made here; nothing in it is touched.
#include "made_repository.h"

#include "git/worktree.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char *commit_one_file(struct made *made)
{
    made_write(made, "src/main.c", "int main(void) { return 0; }\n");
    return made_commit(made, "first");
}

static void assert_revision_with(struct made *made, const char *folder, const char *file,
                                 const char *expected)
{
    struct scratch *scratch = made->scratch;
    struct error error = {0};
    const char *told = source_revision(&scratch->arena, scratch_path(scratch, folder),
                                       scratch_path(scratch, file), &error);
    assert_string_equal(told ? told : error.text, expected);
}

static void assert_revision(struct made *made, const char *folder, const char *expected)
{
    assert_revision_with(made, folder, "project/src/main.c", expected);
}

static const char *modified(struct made *made, const char *head)
{
    return arena_printf(made->arena, "%s (modified)", head);
}

static void no_repository(void **state)
{
    struct made *made = *state;
    assert_revision(made, "", "not in a git repository");
    assert_revision(made, "no/such/folder", "not in a git repository");
}

static void no_commit_yet(void **state)
{
    assert_revision(*state, "project", "a git repository without a commit");
}

static void clean_from_any_folder_of_it(void **state)
{
    struct made *made = *state;
    char *head = commit_one_file(made);
    assert_revision(made, "project", head);
    assert_revision(made, "project/src", head);
    assert_int_equal(symlink("project/src", scratch_path(made->scratch, "link")), 0);
    assert_revision(made, "link", head);
}

static void untracked_files_are_no_change(void **state)
{
    struct made *made = *state;
    char *head = commit_one_file(made);
    scratch_file(made->scratch, "project/results/x/campaign.db", "x");
    scratch_file(made->scratch, "project/src/new.c", "x");
    assert_revision(made, "project", head);
}

static void changed_files_are(void **state)
{
    struct made *made = *state;
    char *head = commit_one_file(made);
    scratch_file(made->scratch, "project/src/main.c", "int main(void) { return 1; }\n");
    assert_revision(made, "project", modified(made, head));
    assert_revision(made, "project/src", modified(made, head));
}

static void removed_files_are(void **state)
{
    struct made *made = *state;
    char *head = commit_one_file(made);
    assert_int_equal(unlink(scratch_path(made->scratch, "project/src/main.c")), 0);
    assert_revision(made, "project", modified(made, head));
}

static void staged_files_are(void **state)
{
    struct made *made = *state;
    git_index *index = NULL;
    char *head = commit_one_file(made);
    scratch_file(made->scratch, "project/staged.c", "x");
    assert_int_equal(git_repository_index(&index, made->git), 0);
    assert_int_equal(git_index_add_bypath(index, "staged.c"), 0);
    assert_int_equal(git_index_write(index), 0);
    git_index_free(index);
    assert_revision(made, "project", modified(made, head));
}

static const char *without_file(struct made *made, const char *revision)
{
    return arena_printf(made->arena, "%s (without the experiment file)", revision);
}

static void a_file_that_is_not_in_the_revision_is_said(void **state)
{
    struct made *made = *state;
    made_write(made, ".gitignore", "ignored.yaml\n");
    char *head = commit_one_file(made);
    const char *lacks = without_file(made, head);
    scratch_file(made->scratch, "project/eswexp.yaml", "x");
    scratch_file(made->scratch, "project/src/ignored.yaml", "x");
    scratch_file(made->scratch, "away.yaml", "x");
    assert_int_equal(symlink("../away.yaml", made_path(made, "link.yaml")), 0);
    assert_int_equal(symlink("src/main.c", made_path(made, "inside.yaml")), 0);
    assert_revision_with(made, "project", "project/eswexp.yaml", lacks);
    assert_revision_with(made, "project/src", "project/src/ignored.yaml", lacks);
    assert_revision_with(made, "project", "project/link.yaml", lacks);
    assert_revision_with(made, "project", "project/inside.yaml", head);
    made_write(made, "src/main.c", "int main(void) { return 1; }\n");
    assert_revision_with(made, "project", "project/eswexp.yaml",
                         without_file(made, modified(made, head)));
}

static void a_detached_head_is_a_revision(void **state)
{
    struct made *made = *state;
    char *head = commit_one_file(made);
    assert_int_equal(git_repository_detach_head(made->git), 0);
    assert_revision(made, "project", head);
}

// What cannot be read is not taken for clean, nor for absent.
static void a_broken_repository_is_said(void **state)
{
    struct made *made = *state;
    struct scratch *scratch = made->scratch;
    char *head = commit_one_file(made);
    scratch_file(scratch, "project/.git/index", "not an index");
    assert_revision(made, "project", arena_printf(&scratch->arena, "%s (perhaps modified)", head));
    scratch_file(scratch, "project/.git/config", "[core]\n\trepositoryformatversion = 99\n");
    struct error error = {0};
    const char *path = scratch_path(scratch, "project");
    const char *told = source_revision(&scratch->arena, path, path, &error);
    assert_non_null(told);
    assert_true(text_starts(told, "a git repository that cannot be read: unsupported"));
}

static void a_pipe_for_the_index_is_not_opened(void **state)
{
    struct made *made = *state;
    char *head = commit_one_file(made);
    assert_int_equal(unlink(made_path(made, ".git/index")), 0);
    assert_int_equal(mkfifo(made_path(made, ".git/index"), 0644), 0);
    assert_revision(made, "project", arena_printf(made->arena, "%s (perhaps modified)", head));
}

static void without_descriptors_there_is_none(void **state)
{
    struct made *made = *state;
    struct scratch *scratch = made->scratch;
    struct rlimit usual, none;
    struct error error = {0};
    commit_one_file(made);
    const char *path = scratch_path(scratch, "project");
    int next = open("/dev/null", O_RDONLY);
    close(next);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &usual), 0);
    none = (struct rlimit){(rlim_t)next, usual.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    const char *told = source_revision(&scratch->arena, path, path, &error);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &usual), 0);
    assert_null(told);
    assert_int_equal(error.code, EXIT_FAILED);
    assert_true(error.of_machine);
}

// Also where git itself would refresh its index: a tracked file with another time, same content.
static void the_repository_is_not_touched(void **state)
{
    struct made *made = *state;
    char *head = commit_one_file(made);
    scratch_file(made->scratch, "project/untracked", "x");
    struct timespec times[2] = {{1000000000, 0}, {1111111111, 0}};
    utimensat(AT_FDCWD, scratch_path(made->scratch, "project/src/main.c"), times, 0);
    TEXT_CLEANUP struct text before = made_picture(made);
    assert_revision(made, "project", head);
    assert_revision(made, "project/src", head);
    assert_untouched(made, &before);
}

int tests_of_source(void)
{
    const struct CMUnitTest tests[] = {
        made_test(no_repository),
        made_test(no_commit_yet),
        made_test(clean_from_any_folder_of_it),
        made_test(untracked_files_are_no_change),
        made_test(changed_files_are),
        made_test(removed_files_are),
        made_test(staged_files_are),
        made_test(a_file_that_is_not_in_the_revision_is_said),
        made_test(a_detached_head_is_a_revision),
        made_test(a_broken_repository_is_said),
        made_test(a_pipe_for_the_index_is_not_opened),
        made_test(without_descriptors_there_is_none),
        made_test(the_repository_is_not_touched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
