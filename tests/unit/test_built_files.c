// Built files are placed where they are executed: copies share pages in turn, or have their own.
#include "scratch.h"

#include "run/start/built_files.h"

static struct stat placed(struct scratch *scratch, const char *binary, const char *at,
                          const char *pages)
{
    const struct built_file built = {binary, at, {.tv_sec = 7, .tv_nsec = 8}, pages};
    struct error error = {0};
    if (!built_files_place(&built, 1, &error))
        fail_msg("%s", error.text);
    struct stat status = *built_files_look(&scratch->arena, &built, 1);
    assert_string_equal(scratch_read(scratch, at), scratch_read(scratch, binary));
    assert_true(status.st_mtim.tv_sec == 7 && status.st_mtim.tv_nsec == 8);
    assert_null(built_files_replaced(&scratch->arena, &built, 1, &status));
    return status;
}

static void pages_are_shared(void **state)
{
    struct scratch *scratch = *state;
    char *pages = scratch_path(scratch, "pages");
    char *one = scratch_file(scratch, "a", "one"), *other = scratch_file(scratch, "b", "another");
    char *places[] = {scratch_path(scratch, "at"), scratch_path(scratch, "there")};
    ino_t first = placed(scratch, one, places[0], pages).st_ino;
    for (int i = 1; i < 6; i++)
        assert_int_equal(placed(scratch, i % 2 ? other : one, places[i % 2], pages).st_ino, first);
    assert_true(placed(scratch, one, places[0], NULL).st_ino != first);
    assert_string_equal(scratch_read(scratch, places[1]), "another");
}

static void pages_that_cannot_be_had(void **state)
{
    struct scratch *scratch = *state;
    char *one = scratch_file(scratch, "a", "one"), *at = scratch_path(scratch, "at");
    (void)placed(scratch, one, at, scratch_path(scratch, "no/such/folder"));
    (void)placed(scratch, one, at, "/proc/none");
}

static void says_what_cannot_be_placed(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    const struct built_file built = {scratch_path(scratch, "none"),
                                     scratch_path(scratch, "at"),
                                     {.tv_sec = 7},
                                     scratch_path(scratch, "pages")};
    assert_false(built_files_place(&built, 1, &error));
    assert_string_equal(scratch_words(scratch, &error),
                        "cannot read '@/none': No such file or directory");
}

int tests_of_built_files(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(pages_are_shared),
        scratch_test(pages_that_cannot_be_had),
        scratch_test(says_what_cannot_be_placed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
