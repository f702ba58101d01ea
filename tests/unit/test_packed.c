// Revisions as a bundle has them: found without git, checked out, and nothing else of git's.
#include "scratch.h"

#include "base/files/paths.h"
#include "git/ancestry.h"
#include "git/checkout.h"
#include "git/packed.h"
#include "git/revision.h"
#include "git/revision_files.h"
#include "git/worktree.h"

static const char commit[] = "0123456789abcdef0123456789abcdef01234567";

// A working tree with the revisions "v1" and WORKTREE.
static char *make(struct scratch *scratch)
{
    struct error error = {0};
    char *folder = path_folder(&scratch->arena, scratch_file(scratch, "sources/repo/a.c", "now"));
    scratch_file(scratch, "revisions/one/a.c", "then");
    scratch_file(scratch, "revisions/tree/a.c", "changed");
    struct packed_revision then = {.name = "v1", .commit = commit, .folder = "../../revisions/one"};
    struct packed_revision tree = {
        .name = "WORKTREE", .commit = commit, .folder = "../../revisions/tree", .modified = true};
    if (!packed_add(folder, &tree, &error) || !packed_add(folder, &then, &error))
        fail_msg("%s", error.text);
    return folder;
}

static struct repository *opened(const char *folder)
{
    struct error error = {0};
    struct repository *repository = repository_open(folder, &error);
    if (!repository)
        fail_msg("%s", error.text);
    return repository;
}

static void assert_checkout(struct scratch *scratch, struct repository *repository,
                            const char *name, const char *content)
{
    struct error error = {0};
    struct revision revision;
    char *to = scratch_path(scratch, arena_printf(&scratch->arena, "out-%s", name));
    if (!revision_resolve(repository, &scratch->arena, name, &revision, &error) ||
        !revision_checkout(repository, &revision, to, &error))
        fail_msg("%s", error.text);
    assert_string_equal(revision.commit, commit);
    assert_string_equal(scratch_read(scratch, path_join(&scratch->arena, to, "a.c")), content);
}

static void names_and_commits(void **state)
{
    struct scratch *scratch = *state;
    char *folder = make(scratch);
    scratch_file(scratch, "sources/repo/deep/er/b.c", "");
    struct error error = {0};
    bool modified = false;
    struct repository *repository = opened(scratch_path(scratch, "sources/repo/deep/er"));
    assert_string_equal(repository_folder(repository), folder);
    assert_checkout(scratch, repository, "v1", "then");
    assert_checkout(scratch, repository, commit, "then");
    assert_checkout(scratch, repository, "WORKTREE", "changed");
    assert_true(worktree_is_modified(repository, &modified, &error));
    assert_true(modified);
    repository_close(repository);
}

static void other_names(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct revision revision;
    struct text bytes = {0};
    bool found;
    struct repository *repository = opened(make(scratch));
    assert_false(revision_resolve(repository, &scratch->arena, "main", &revision, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "revision 'main' is not in the bundle"));
    assert_false(revision_default(repository, &scratch->arena, &revision, &error));
    assert_non_null(strstr(error.text, "no git"));
    assert_true(revision_resolve(repository, &scratch->arena, "v1", &revision, &error));
    assert_false(revision_read(repository, &revision, "a.c", &bytes, &found, &error));
    assert_false(worktree_patch(repository, &(struct text_list){0}, &bytes, &error));
    assert_false(repository_is_bare(repository));
    assert_true(repository_is_packed(repository));
    repository_close(repository);
}

// Of a repository in the bundle's folders, or around them, the nearer one counts.
static void the_nearer_one(void **state)
{
    struct scratch *scratch = *state;
    char *folder = make(scratch);
    scratch_file(scratch, ".git/HEAD", "around\n");
    assert_string_equal(packed_near(&scratch->arena, folder), folder);
    scratch_file(scratch, "sources/repo/inner/.git/HEAD", "inside\n");
    assert_null(packed_near(&scratch->arena, scratch_path(scratch, "sources/repo/inner")));
    assert_null(packed_near(&scratch->arena, scratch->folder));
}

int tests_of_packed(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(names_and_commits),
        scratch_test(other_names),
        scratch_test(the_nearer_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
