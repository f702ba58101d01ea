// Paths: joined, made absolute, and where the program keeps and finds its things.
#include "scratch.h"

#include "base/files/installation.h"
#include "base/files/paths.h"

#include <errno.h>
#include <sys/stat.h>

static void joining_and_parting(void **state)
{
    struct arena *arena = &((struct scratch *)*state)->arena;
    assert_string_equal(path_join(arena, "a", "b"), "a/b");
    assert_string_equal(path_join(arena, "a/", "b/c"), "a/b/c");
    assert_string_equal(path_join(arena, "a", "/b"), "/b");
    assert_string_equal(path_join(arena, "/", "b"), "/b");
    assert_string_equal(path_join(arena, "", "b"), "b");
    assert_string_equal(path_base("a/b/c"), "c");
    assert_string_equal(path_base("a"), "a");
    assert_string_equal(path_folder(arena, "a/b/c"), "a/b");
    assert_string_equal(path_folder(arena, "/a"), "/");
    assert_string_equal(path_folder(arena, "/"), "/");
    assert_string_equal(path_folder(arena, "a"), ".");
}

static void absolute_paths_resolve_what_exists(void **state)
{
    struct scratch *scratch = *state;
    struct arena *arena = &scratch->arena;
    scratch_file(scratch, "real/deep/file", "x");
    assert_int_equal(symlink("real/deep", scratch_path(scratch, "link")), 0);
    assert_int_equal(symlink("nowhere", scratch_path(scratch, "dangling")), 0);
    static const char *const cases[][2] = {
        {"link/file", "real/deep/file"},
        {"real/./deep/../deep//file", "real/deep/file"},
        {"link/../deep", "real/deep"}, // ".." is that of the link's target
        {"link/new", "real/deep/new"},
        {"link/new/er/", "real/deep/new/er"},
        {"link/new/../other/./x", "real/deep/other/x"},
        {"none/a/b", "none/a/b"},
        {"dangling", "dangling"},
        {"real/deep/file/x", "real/deep/file/x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(path_absolute(arena, scratch_path(scratch, cases[i][0])),
                            scratch_path(scratch, cases[i][1]));
    assert_string_equal(path_absolute(arena, "/"), "/");
    assert_string_equal(path_absolute(arena, "/../.."), "/");
    assert_string_equal(path_absolute(arena, "/no-such-thing/../../x-no"), "/x-no");
}

static void relative_paths_begin_here(void **state)
{
    struct scratch *scratch = *state;
    struct arena *arena = &scratch->arena;
    char *before = getcwd(NULL, 0);
    assert_int_equal(chdir(scratch->folder), 0);
    char *results[] = {path_absolute(arena, "new/x"), path_absolute(arena, "."),
                       path_absolute(arena, ""), path_absolute(arena, "new")};
    assert_int_equal(chdir(before), 0);
    free(before);
    assert_string_equal(results[0], scratch_path(scratch, "new/x"));
    assert_string_equal(results[1], scratch->folder);
    assert_string_equal(results[2], scratch->folder);
    assert_string_equal(results[3], scratch_path(scratch, "new"));
}

static void below_a_removed_folder_there_is_nothing(void **state)
{
    struct scratch *scratch = *state;
    char *before = getcwd(NULL, 0);
    const char *gone = scratch_path(scratch, "gone");
    assert_int_equal(mkdir(gone, 0700), 0);
    assert_int_equal(chdir(gone), 0);
    assert_int_equal(rmdir(gone), 0);
    const char *path = path_absolute(&scratch->arena, "out");
    assert_int_equal(mkdir(path, 0700), -1);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(chdir(before), 0);
    free(before);
}

static void programs_are_found_where_path_says(void **state)
{
    struct scratch *scratch = *state;
    struct arena *arena = &scratch->arena;
    const char *folder = scratch->folder;
    scratch_file(scratch, "one/plain", "x");
    scratch_file(scratch, "two/plain", "x");
    scratch_file(scratch, "two/sub/x", "x");
    assert_int_equal(chmod(scratch_path(scratch, "two/plain"), 0755), 0);
    const char *found = scratch_path(scratch, "two/plain");
    const char *absolute = arena_printf(arena, "%s/none:%s/one:%s/two", folder, folder, folder);
    assert_string_equal(path_find_program(arena, "plain", absolute, NULL), found);
    assert_string_equal(path_find_program(arena, "plain", "one:two", folder), found);
    assert_string_equal(path_find_program(arena, "two/plain", "", folder), found);
    assert_true(text_ends(path_find_program(arena, "sh", NULL, NULL), "/bin/sh"));
    assert_null(path_find_program(arena, "plain", "one:two", NULL));
    assert_null(path_find_program(arena, "plain", "one", folder)); // not executable
    assert_null(path_find_program(arena, "sub", "two", folder));   // a folder
    assert_null(path_find_program(arena, "one/plain", absolute, folder));
    assert_null(path_find_program(arena, "plain", "", folder));
}

static void a_missing_part_is_said(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    char *path = NULL;
    assert_false(installation_helper(&scratch->arena, "no-such-part", &path, &error));
    assert_true(text_starts(error.text, "'libexec/eswexp/no-such-part' is missing beside '/"));
    assert_true(text_ends(error.text, "': reinstall eswexp"));
    assert_false(installation_data(&scratch->arena, "no-such-part", &path, &error));
    assert_true(text_starts(error.text, "'share/eswexp/no-such-part' is missing"));
}

int tests_of_paths(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(joining_and_parting),
        scratch_test(absolute_paths_resolve_what_exists),
        scratch_test(relative_paths_begin_here),
        scratch_test(below_a_removed_folder_there_is_nothing),
        scratch_test(a_missing_part_is_said),
        scratch_test(programs_are_found_where_path_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
