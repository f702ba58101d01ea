// A project's own shared libraries on the command line of a link.
#include "scratch.h"

#include "build/capture/own_library.h"

static const char *found(struct scratch *scratch, const char *const *words)
{
    struct link_record record = {.folder = scratch_path(scratch, "tree/build")};
    for (; *words; words++)
        text_list_add(&record.arguments, &scratch->arena, *words);
    return own_library(&scratch->arena, &record, scratch_path(scratch, "tree"));
}
#define FOUND(...) found(*state, (const char *const[]){__VA_ARGS__, NULL})

static int make(void **state)
{
    if (scratch_make(state))
        return -1;
    scratch_file(*state, "tree/build/lib/libown.so.1", "");
    scratch_file(*state, "tree/build/lib/libown.so", "");
    scratch_file(*state, "tree/build/lib/libown.a", "");
    scratch_file(*state, "elsewhere/libother.so", "");
    return 0;
}

static void named_by_its_path(void **state)
{
    assert_string_equal(FOUND("main.o", "lib/libown.so.1"), "build/lib/libown.so.1");
}

static void named_by_its_folder(void **state)
{
    assert_string_equal(FOUND("-Llib", "main.o", "-lown"), "build/lib/libown.so");
}

static void others_are_none_of_its_own(void **state)
{
    assert_null(FOUND("main.o", "lib/libown.a", "-lc"));
    assert_null(FOUND("../../elsewhere/libother.so", "-L../../elsewhere", "-lother"));
    assert_null(FOUND("-static", "-Llib", "-lown"));
    assert_null(FOUND("lib/libabsent.so", "lib/libown.sources"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(named_by_its_path, make, scratch_remove),
        cmocka_unit_test_setup_teardown(named_by_its_folder, make, scratch_remove),
        cmocka_unit_test_setup_teardown(others_are_none_of_its_own, make, scratch_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
