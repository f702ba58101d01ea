// Submodules of a checkout: from git's own folder or the working tree's, or with what gets them.
#include "made_repository.h"

#include "base/files/paths.h"
#include "git/worktree.h"

// A repository "lib" beside the project with two commits; returns the first.
static char *make_library(struct made *made, const char *name, git_repository **git)
{
    char *folder = scratch_path(made->scratch, name);
    git_fine(git_repository_init(git, folder, 0));
    scratch_file(made->scratch, arena_printf(made->arena, "%s/lib.c", name), "1\n");
    char *first = commit_with_link(made, *git, "first", NULL, NULL);
    scratch_file(made->scratch, arena_printf(made->arena, "%s/lib.c", name), "2\n");
    commit_with_link(made, *git, "second", NULL, NULL);
    return first;
}

static void commit_submodule(struct made *made, const char *commit)
{
    made_write(made, "main.c", "m\n");
    made_write(made, ".gitmodules",
               "[submodule \"core/library\"]\n\tpath = ext/lib\n\turl = ../lib\n");
    commit_with_link(made, made->git, "with a submodule", "ext/lib", commit);
}

// Where git keeps a submodule's own folder.
static void move_to_modules(struct made *made, const char *name, const char *module)
{
    struct error error;
    char *to = made_path(made, arena_printf(made->arena, ".git/modules/%s", module));
    assert_true(folder_make(path_folder(made->arena, to), &error));
    char *from = scratch_path(made->scratch, arena_printf(made->arena, "%s/.git", name));
    assert_int_equal(rename(from, to), 0);
}

static void from_git_s_own_folder(void **state)
{
    struct made *made = *state;
    git_repository *library = NULL;
    char *first = make_library(made, "lib", &library);
    git_repository_free(library);
    commit_submodule(made, first);
    move_to_modules(made, "lib", "core/library");
    assert_checked_out(made, "HEAD");
    assert_out(made, "main.c", "m\n");
    assert_out(made, "ext/lib/lib.c", "1\n");
    assert_false(out_has(made, "ext/lib/.git"));
}

static void from_the_working_tree(void **state)
{
    struct made *made = *state;
    struct error error;
    git_repository *library = NULL;
    char *first = make_library(made, "lib", &library);
    git_repository_free(library);
    commit_submodule(made, first);
    assert_true(folder_make(made_path(made, "ext"), &error));
    assert_int_equal(rename(scratch_path(made->scratch, "lib"), made_path(made, "ext/lib")), 0);
    assert_checked_out(made, "HEAD");
    assert_out(made, "ext/lib/lib.c", "1\n");
    made_write(made, "ext/lib/new.c", "new\n");
    made_write(made, "ext/lib/.gitignore", "*.o\n");
    made_write(made, "ext/lib/lib.o", "object\n");
    assert_checked_out(made, "WORKTREE");
    assert_out(made, "main.c", "m\n");
    assert_out(made, "ext/lib/lib.c", "2\n");
    assert_out(made, "ext/lib/new.c", "new\n");
    assert_false(out_has(made, "ext/lib/.git"));
    assert_false(out_has(made, "ext/lib/lib.o"));
}

static void one_in_another(void **state)
{
    struct made *made = *state;
    git_repository *library = NULL, *inner = NULL;
    char *deepest = make_library(made, "inner", &inner);
    make_library(made, "lib", &library);
    scratch_file(made->scratch, "lib/.gitmodules",
                 "[submodule \"inner\"]\n\tpath = inner\n\turl = ../inner\n");
    char *commit = commit_with_link(made, library, "nested", "inner", deepest);
    git_repository_free(library);
    git_repository_free(inner);
    commit_submodule(made, commit);
    move_to_modules(made, "lib", "core/library");
    assert_string_equal(check_out(made, "HEAD"),
                        "checkout of 'HEAD': the submodule 'ext/lib/inner' is missing: git "
                        "submodule update --init --recursive 'ext/lib/inner'");
    move_to_modules(made, "inner", "core/library/modules/inner");
    assert_checked_out(made, "HEAD");
    assert_out(made, "ext/lib/inner/lib.c", "1\n");
}

static void not_here(void **state)
{
    struct made *made = *state;
    commit_submodule(made, "0123456789012345678901234567890123456789");
    assert_string_equal(check_out(made, "HEAD"),
                        "checkout of 'HEAD': the submodule 'ext/lib' is missing: git submodule "
                        "update --init --recursive 'ext/lib'");
    assert_checked_out(made, "WORKTREE");
    assert_out(made, "main.c", "m\n");
}

// Of an older commit: git submodule update knows only those of the working tree.
static void only_in_an_older_commit(void **state)
{
    struct made *made = *state;
    git_repository *library = NULL;
    git_remote *origin = NULL;
    char *first = make_library(made, "lib", &library);
    git_repository_free(library);
    commit_submodule(made, first);
    git_fine(git_remote_create(&origin, made->git, "origin", "/srv/project"));
    git_remote_free(origin);
    made_write(made, ".gitmodules", "");
    commit_with_link(made, made->git, "without it", NULL, NULL);
    assert_string_equal(check_out(made, "HEAD~1"),
                        "checkout of 'HEAD~1': the submodule 'ext/lib' is missing, and the working "
                        "tree does not have it: git clone --bare '/srv/lib' "
                        "'@/project/.git/modules/core/library'; or leave it out: 'submodules: "
                        "present', compare --submodules present");
}

static char *check_out_with(struct made *made, const char *name, enum submodules submodules)
{
    struct error error = {0};
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    struct revision revision = resolved(made, repository, name);
    char *folder = scratch_path(made->scratch, "out");
    assert_true(tree_remove(folder, &error));
    revision.submodules = submodules;
    return revision_checkout(repository, &revision, folder, &error)
               ? NULL
               : scratch_words(made->scratch, &error);
}

static void left_out(void **state)
{
    struct made *made = *state;
    git_repository *library = NULL;
    char *first = make_library(made, "lib", &library);
    git_repository_free(library);
    commit_submodule(made, first);
    assert_non_null(check_out_with(made, "HEAD", SUBMODULES_ALL));
    assert_null(check_out_with(made, "HEAD", SUBMODULES_PRESENT));
    assert_out(made, "main.c", "m\n");
    assert_true(out_has(made, "ext/lib"));
    move_to_modules(made, "lib", "core/library");
    assert_null(check_out_with(made, "HEAD", SUBMODULES_PRESENT));
    assert_out(made, "ext/lib/lib.c", "1\n");
    assert_null(check_out_with(made, "HEAD", SUBMODULES_NONE));
    assert_true(out_has(made, "ext/lib"));
    assert_false(out_has(made, "ext/lib/lib.c"));
}

static void without_the_commit(void **state)
{
    struct made *made = *state;
    git_repository *library = NULL;
    make_library(made, "lib", &library);
    git_repository_free(library);
    commit_submodule(made, "0123456789012345678901234567890123456789");
    move_to_modules(made, "lib", "core/library");
    assert_string_equal(check_out(made, "HEAD"),
                        "checkout of 'HEAD': the submodule 'ext/lib' lacks commit "
                        "0123456789012345678901234567890123456789: git -C 'ext/lib' fetch --all "
                        "--tags (a shallow one: --unshallow)");
}

// As git does: nobody knows where it would be.
static void one_that_gitmodules_does_not_name(void **state)
{
    struct made *made = *state;
    made_write(made, "main.c", "m\n");
    commit_with_link(made, made->git, "by mistake", "stray",
                     "0123456789012345678901234567890123456789");
    assert_checked_out(made, "HEAD");
    assert_out(made, "main.c", "m\n");
    assert_true(out_has(made, "stray"));
}

static void a_name_that_leads_out(void **state)
{
    struct made *made = *state;
    made_write(made, ".gitmodules", "[submodule \"../../lib\"]\n\tpath = ext/lib\n\turl = x\n");
    commit_with_link(made, made->git, "evil", "ext/lib",
                     "0123456789012345678901234567890123456789");
    assert_string_equal(check_out(made, "HEAD"),
                        "checkout of 'HEAD': '.gitmodules' names a submodule '../../lib', outside "
                        "of git's folder");
}

static void changes_within_are_changes(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    git_repository *library = NULL;
    bool modified = true;
    make_library(made, "lib", &library);
    git_oid head;
    git_fine(git_reference_name_to_id(&head, library, "HEAD"));
    git_repository_free(library);
    commit_submodule(made, git_oid_tostr_s(&head));
    REPOSITORY_CLEANUP struct repository *repository = opened(made, "project");
    assert_true(folder_make(made_path(made, "ext"), &error));
    assert_int_equal(rename(scratch_path(made->scratch, "lib"), made_path(made, "ext/lib")), 0);
    TEXT_CLEANUP struct text before = made_picture(made);
    assert_true(worktree_is_modified(repository, &modified, &error));
    assert_false(modified);
    assert_untouched(made, &before);
    made_write(made, "ext/lib/lib.c", "3\n");
    assert_true(worktree_is_modified(repository, &modified, &error));
    assert_true(modified);
}

int tests_of_submodules(void)
{
    const struct CMUnitTest tests[] = {
        made_test(from_git_s_own_folder),   made_test(from_the_working_tree),
        made_test(one_in_another),          made_test(not_here),
        made_test(without_the_commit),      made_test(one_that_gitmodules_does_not_name),
        made_test(a_name_that_leads_out),   made_test(changes_within_are_changes),
        made_test(only_in_an_older_commit), made_test(left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
