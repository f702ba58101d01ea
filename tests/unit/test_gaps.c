// Gaps that several variants have are one line.
#include "stored.h"

#include "executor/gaps.h"

static struct arena arena;

static const char *joined(const char *const *lines, size_t variants)
{
    struct text_list list = {0};
    const struct spec *spec = stored_spec(&arena, variants, 1);
    for (; *lines; lines++)
        text_list_add(&list, &arena, *lines);
    list = gaps_joined(&arena, spec, &list);
    const char *all = "";
    for (size_t i = 0; i < list.count; i++)
        all = arena_printf(&arena, "%s[%s]", all, list.items[i]);
    return all;
}

static void variants_share_a_line(void **state)
{
    (void)state;
    static const char *const lines[] = {"benchmark 'sort', variant 'O2': static",
                                        "benchmark 'hash', variant 'O2': static",
                                        "benchmark 'sort', variant 'O3': static",
                                        "variant 'O3' of 'sort': alone",
                                        "cycles: no counter",
                                        "benchmark 'sort', variant 'O4': static",
                                        NULL};
    assert_string_equal(joined(lines, 3), "[benchmark 'sort', variants 'O2', 'O3' and 'O4': static]"
                                          "[benchmark 'hash', variant 'O2': static]"
                                          "[variant 'O3' of 'sort': alone][cycles: no counter]");
    arena_release(&arena);
}

static void many_are_counted(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "variant 'O2'", "variant 'O3'", "variant 'O4'", "variant 'O5'",
        "variant 'O6'", "variant 'O7'", "variant 'O8'", NULL};
    assert_string_equal(joined(lines, 7), "[variants 'O2', 'O3', 'O4', 'O5', 'O6' and 2 more]");
    arena_release(&arena);
}

int tests_of_gaps(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variants_share_a_line),
        cmocka_unit_test(many_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
