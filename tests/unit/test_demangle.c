// Names of functions as their source has them.
#include "testing.h"

#include "base/demangle.h"

#include <string.h>

static void names_are_those_of_the_source(void **state)
{
    (void)state;
    static const struct {
        const char *symbol, *name;
    } rows[] = {
        {"_ZNK5shape4areaEv", "shape::area() const"},
        {"_Z3fooi.constprop.0", "foo(int) [clone .constprop.0]"},
        {"_ZN4core3ptr34drop_in_place$LT$ignore..Error$GT$17h9f165b3460d7ccffE.llvm.114937",
         "core::ptr::drop_in_place<ignore::Error>"},
        {"_RNvMs5_NtNtCsjrHSEGnQ3l9_3std2io5errorNtB5_5Error4kind",
         "<std::io::error::Error>::kind"},
    };
    struct arena arena = {0};
    if (!demangled(&arena, "_Z3fooi"))
        skip(); // built without libiberty
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(demangled(&arena, rows[i].symbol), rows[i].name);
    arena_release(&arena);
}

static void other_names_have_no_other(void **state)
{
    (void)state;
    struct arena arena = {0};
    static const char *const symbols[] = {"main", "main.main", "step.part.0", "_Z", ""};
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        assert_null(demangled(&arena, symbols[i]));
    arena_release(&arena);
}

int tests_of_demangle(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_those_of_the_source),
        cmocka_unit_test(other_names_have_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
