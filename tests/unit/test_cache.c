// The cache: where it is, and that nobody else may write into it.
#include "scratch.h"

#include "base/files/cache.h"

#include <sys/stat.h>

static void it_is_where_xdg_says(void **state)
{
    struct arena *arena = &((struct scratch *)*state)->arena;
    setenv("HOME", "/home/someone", 1);
    setenv("XDG_CACHE_HOME", "/var/cache", 1);
    assert_string_equal(cache_path(arena), "/var/cache/eswexp");
    setenv("XDG_CACHE_HOME", "relative", 1); // to be ignored, says the specification
    assert_string_equal(cache_path(arena), "/home/someone/.cache/eswexp");
    unsetenv("XDG_CACHE_HOME");
    assert_string_equal(cache_path(arena), "/home/someone/.cache/eswexp");
    unsetenv("HOME"); // a folder for each user
    assert_string_equal(cache_path(arena),
                        arena_printf(arena, "/tmp/eswexp-%u", (unsigned)geteuid()));
}

static mode_t mode_of(const char *path)
{
    struct stat status;
    assert_int_equal(lstat(path, &status), 0);
    return status.st_mode & 07777;
}

// NULL: accepted; else the words without the scratch folder's name, up to the first colon.
static const char *refusal(struct scratch *scratch)
{
    struct error error = {0};
    char *folder = NULL;
    setenv("XDG_CACHE_HOME", scratch_path(scratch, "above/cache"), 1);
    if (cache_folder(&scratch->arena, "work", &folder, &error)) {
        assert_string_equal(folder, scratch_path(scratch, "above/cache/eswexp/work"));
        return NULL;
    }
    assert_int_equal(error.code, EXIT_FAILED);
    assert_non_null(strstr(error.text, "set XDG_CACHE_HOME or HOME to a folder"));
    const char *words = scratch_words(scratch, &error);
    return arena_strndup(&scratch->arena, words, strcspn(words, ":"));
}

static void it_is_made_for_its_user_alone(void **state)
{
    struct scratch *scratch = *state;
    static const char *const made[] = {"above", "above/cache", "above/cache/eswexp",
                                       "above/cache/eswexp/work"};
    mode_t kept = umask(0);
    assert_null(refusal(scratch));
    assert_null(refusal(scratch)); // once more, now that it is there
    umask(kept);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        assert_int_equal(mode_of(scratch_path(scratch, made[i])), 0700);
}

// Every folder on the way is tried with this mode; `fine`: up to so many of them may have it.
static void try_modes(struct scratch *scratch, mode_t mode, size_t fine)
{
    static const char *const way[] = {"above", "above/cache", "above/cache/eswexp",
                                      "above/cache/eswexp/work"};
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        const char *path = scratch_path(scratch, way[i]);
        assert_int_equal(chmod(path, mode), 0);
        const char *words = refusal(scratch);
        if (i < fine)
            assert_null(words);
        else
            assert_string_equal(
                words, arena_printf(&scratch->arena, "other users may write into '@/%s'", way[i]));
        assert_int_equal(chmod(path, 0700), 0);
    }
}

static void it_is_refused_where_others_may_write(void **state)
{
    struct scratch *scratch = *state;
    assert_null(refusal(scratch));
    try_modes(scratch, 0755, 4);
    try_modes(scratch, 0702, 0);
    try_modes(scratch, 0777, 0);
    try_modes(scratch, 01777, 2); // above the cache it is as /tmp is
}

static void it_is_refused_where_another_group_may_write(void **state)
{
    struct scratch *scratch = *state;
    assert_null(refusal(scratch));
    if (geteuid() != 0)
        skip(); // only root may give to any group
    static const char *const way[] = {"above", "above/cache/eswexp"};
    for (size_t i = 0; i < 2; i++) {
        const char *path = scratch_path(scratch, way[i]);
        assert_int_equal(chmod(path, 0770), 0);
        assert_null(refusal(scratch)); // the group of this user alone
        assert_int_equal(chown(path, 0, NOBODY), 0);
        assert_non_null(refusal(scratch));
        assert_int_equal(chmod(path, 0700), 0);
        assert_null(refusal(scratch));
    }
}

static void it_is_refused_where_another_owns_it(void **state)
{
    struct scratch *scratch = *state;
    if (geteuid() != 0)
        skip(); // only root may give a folder away
    assert_null(refusal(scratch));
    static const char *const way[] = {"above", "above/cache", "above/cache/eswexp",
                                      "above/cache/eswexp/work"};
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        const char *path = scratch_path(scratch, way[i]);
        assert_int_equal(chown(path, NOBODY, 0), 0);
        assert_string_equal(
            refusal(scratch),
            arena_printf(&scratch->arena, "'@/%s' belongs to another user", way[i]));
        assert_int_equal(chown(path, 0, 0), 0);
    }
}

static void a_link_is_no_cache(void **state)
{
    struct scratch *scratch = *state;
    scratch_file(scratch, "elsewhere/file", "");
    scratch_file(scratch, "above/cache/file", "");
    const char *link = scratch_path(scratch, "above/cache/eswexp");
    assert_int_equal(symlink(scratch_path(scratch, "elsewhere"), link), 0);
    assert_string_equal(refusal(scratch), "'@/above/cache/eswexp' is a link, not a folder");
    assert_int_equal(unlink(link), 0);
    scratch_file(scratch, "above/cache/eswexp", "");
    assert_string_equal(refusal(scratch), "'@/above/cache/eswexp' is a file, not a folder");
}

static void a_link_above_is_followed(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    scratch_file(scratch, "elsewhere/there/file", "");
    assert_int_equal(symlink("elsewhere/there", scratch_path(scratch, "link")), 0);
    setenv("XDG_CACHE_HOME", scratch_path(scratch, "link"), 1);
    char *folder = NULL;
    assert_true(cache_folder(&scratch->arena, "work", &folder, &error));
    assert_int_equal(chmod(scratch_path(scratch, "elsewhere"), 0777), 0);
    assert_false(cache_folder(&scratch->arena, "work", &folder, &error));
    assert_true(
        text_starts(scratch_words(scratch, &error), "other users may write into '@/elsewhere'"));
}

int tests_of_cache(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(it_is_where_xdg_says),
        scratch_test(it_is_made_for_its_user_alone),
        scratch_test(it_is_refused_where_others_may_write),
        scratch_test(it_is_refused_where_another_group_may_write),
        scratch_test(it_is_refused_where_another_owns_it),
        scratch_test(a_link_is_no_cache),
        scratch_test(a_link_above_is_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
