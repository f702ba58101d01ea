// Meters that cannot be had on this machine are left out, named with the reason, never zero.
#include "dispatch/measured.h"
#include "scratch.h"

static bool by_file(const struct meter *meter, struct arena *arena, const char *root,
                    const char **why)
{
    *why = arena_printf(arena, "no file %s", meter->summary);
    return file_exists(arena_printf(arena, "%s/%s", root, meter->summary));
}

static const struct meter always = {.name = "always"};
static const struct meter one = {.name = "one", .summary = "one", .probe = by_file};
static const struct meter two = {.name = "two", .summary = "two", .probe = by_file};

static void test_what_is_not_there_is_left_out(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    const struct meter *asked[] = {&one, &always, &two};
    struct spec spec = {.meters = asked, .meter_count = 3};
    struct workbench workbench = {.arena = &scratch->arena, .spec = &spec};
    scratch_file(scratch, "two", "");
    assert_true(measured_choose(&workbench, scratch->folder, &error));
    assert_int_equal(workbench.meter_count, 2);
    assert_ptr_equal(workbench.meters[0], &always); // the first one's place
    assert_ptr_equal(workbench.meters[1], &two);
    assert_int_equal(workbench.unmeasured.count, 1);
    assert_string_equal(workbench.unmeasured.items[0], "not measured: one: no file one");
}

static void test_nothing_left_is_unfit(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    const struct meter *asked[] = {&one, &two};
    struct spec spec = {.meters = asked, .meter_count = 2};
    struct workbench workbench = {.arena = &scratch->arena, .spec = &spec};
    assert_false(measured_choose(&workbench, scratch->folder, &error));
    assert_int_equal(error.code, EXIT_UNFIT);
    assert_string_equal(error.text, "nothing that 'measure' names can be had here: "
                                    "one: no file one; two: no file two");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_is_not_there_is_left_out, scratch_make,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(test_nothing_left_is_unfit, scratch_make, scratch_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
