// Opening repositories of every kind, and what hinders.
#include "made_repository.h"

#include "git/checkout.h"
#include "git/revision.h"
#include "git/worktree.h"

static void assert_not_opened(struct made *made, const char *folder, const char *words)
{
    struct error error = {0};
    assert_null(repository_open(scratch_path(made->scratch, folder), &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(scratch_words(made->scratch, &error), words);
}

static void assert_folder(struct made *made, const char *from, const char *folder)
{
    REPOSITORY_CLEANUP struct repository *repository = opened(made, from);
    assert_string_equal(repository_folder(repository), scratch_path(made->scratch, folder));
    assert_false(repository_is_bare(repository));
}

static void found_from_any_folder_and_through_links(void **state)
{
    struct made *made = *state;
    made_write(made, "a/b/c", "x");
    assert_int_equal(symlink("project/a", scratch_path(made->scratch, "link")), 0);
    assert_folder(made, "project", "project");
    assert_folder(made, "project/a/b", "project");
    assert_folder(made, "link/b", "project");
}

static void none(void **state)
{
    assert_not_opened(*state, "",
                      "'@/' is not in a git repository: go to one, or make one with git init");
}

static void a_bare_one(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    made_write(made, "file", "x\n");
    char *head = made_commit(made, "one");
    assert_int_equal(rename(made_path(made, ".git"), scratch_path(made->scratch, "bare.git")), 0);
    scratch_file(made->scratch, "bare.git/config", "[core]\n\tbare = true\n");
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "bare.git");
    assert_true(repository_is_bare(repository));
    assert_string_equal(repository_folder(repository), scratch_path(made->scratch, "bare.git"));
    struct revision revision = resolved(made, repository, "main");
    assert_string_equal(revision.commit, head);
    char *out = scratch_path(made->scratch, "out");
    assert_true(revision_checkout(repository, &revision, out, &error));
    assert_out(made, "file", "x\n");
    assert_false(revision_resolve(repository, made->arena, "WORKTREE", &revision, &error));
    assert_string_equal(
        scratch_words(made->scratch, &error),
        "'@/bare.git' is bare, there is no working tree: name a branch, tag or commit");
    bool modified = true;
    assert_true(worktree_is_modified(repository, &modified, &error));
    assert_false(modified);
}

static void a_linked_worktree(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    git_worktree *worktree = NULL;
    made_write(made, "file", "x\n");
    made_commit(made, "one");
    git_fine(git_worktree_add(&worktree, made->git, "other", scratch_path(made->scratch, "other"),
                              NULL));
    git_worktree_free(worktree);
    scratch_file(made->scratch, "other/new", "n\n");
    assert_folder(made, "other", "other");
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "other");
    TEXT_CLEANUP struct text before = made_picture(made);
    struct revision main = resolved(made, repository, "main");
    struct revision here = resolved(made, repository, worktree_name);
    assert_true(revision_checkout(repository, &main, scratch_path(made->scratch, "out"), &error));
    assert_true(revision_checkout(repository, &here, scratch_path(made->scratch, "now"), &error));
    assert_untouched(made, &before);
    assert_out(made, "file", "x\n");
    assert_false(out_has(made, "new"));
    assert_true(file_exists(scratch_path(made->scratch, "now/new")));
    assert_false(file_exists(scratch_path(made->scratch, "now/.git")));
}

// As sparse checkouts and partial clones have it.
static void harmless_extensions_are_read(void **state)
{
    struct made *made = *state;
    made_write(made, ".git/config",
               "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n"
               "\tpartialClone = origin\n");
    assert_folder(made, "project", "project");
}

static void other_names_of_objects(void **state)
{
    struct made *made = *state;
    made_write(made, ".git/config",
               "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectFormat = sha256\n");
    assert_not_opened(made, "project",
                      "the git repository of '@/project' uses SHA-256 object names, which eswexp "
                      "cannot read: use a clone with SHA-1 names");
}

static void a_newer_format(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    made_write(made, ".git/config", "[core]\n\trepositoryformatversion = 99\n");
    assert_null(repository_open(made_path(made, ""), &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "cannot be read: unsupported repository version"));
}

static int give_away(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return lchown(path, NOBODY, NOBODY);
}

static void of_another_owner(void **state)
{
    struct made *made = *state;
    char *project = scratch_path(made->scratch, "project");
    if (geteuid() != 0)
        skip();
    made_write(made, "a/file", "x");
    assert_int_equal(nftw(project, give_away, 16, FTW_PHYS), 0);
    assert_not_opened(
        made, "project/a",
        "the git repository '@/project' belongs to another user; if you trust it: git "
        "config --global --add safe.directory '@/project'");
    scratch_file(made->scratch, "bare/file", "x"); // what was said of another is forgotten
    assert_not_opened(made, "bare",
                      "'@/bare' is not in a git repository: go to one, or make one with git init");
    scratch_file(made->scratch, ".gitconfig",
                 arena_printf(made->arena, "[safe]\n\tdirectory = %s\n", project));
    assert_folder(made, "project/a", "project");
}

int tests_of_repository(void)
{
    const struct CMUnitTest tests[] = {
        made_test(found_from_any_folder_and_through_links),
        made_test(none),
        made_test(a_bare_one),
        made_test(a_linked_worktree),
        made_test(harmless_extensions_are_read),
        made_test(other_names_of_objects),
        made_test(a_newer_format),
        made_test(of_another_owner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
