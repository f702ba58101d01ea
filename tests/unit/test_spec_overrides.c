// What the command line changes in an experiment, and that the store reads it back.
#include "spec_reading.h"

#include "spec/overrides.h"

static void the_command_line_overrides(void **state)
{
    (void)state;
    READING reading = {.overrides = {.seed = "0xff", .quick = true}}, again = {0};
    set(&reading, "repeat.precision=5%");
    set(&reading, "repeat.real.builds=30");
    set(&reading, "benchmarks.t.cflags=[-O1, \"-DX=a b\"]");
    set(&reading, "benchmarks.zlib-1.2.args=x");
    set(&reading, "variants.a=");
    const struct spec *spec =
        valid(&reading, "experiment: e\n"
                        "benchmarks: {t: {sources: a.c}, zlib-1.2: {command: 'true'}}\n"
                        "randomize: {seed: 1}");
    assert_int_equal(spec->seed, 255);
    assert_true(spec->quick && spec->seed_given);
    assert_close(spec->repeat.precision, 0.05, 1e-15);
    assert_int_equal(spec->repeat.pilot[0], 3);
    assert_int_equal(spec->repeat.pilot[1], 2);
    assert_int_equal(spec->repeat.pilot[2], 3);
    assert_int_equal(spec->repeat.real[2], 6);
    assert_words(&spec->cells[0].targets[0].cflags, "[-O1][-DX=a b]");
    assert_string_equal(spec->variants[0], "a");

    again.overrides = spec_overrides_of(&again.arena, spec->text);
    const struct spec *same = valid(&again, spec->text);
    assert_string_equal(same->text, spec->text);
    assert_int_equal(same->seed, 255);
    assert_true(same->quick);
    assert_words(&same->cells[0].targets[0].cflags, "[-O1][-DX=a b]");
}

static void quick_lowers_what_is_fixed(void **state)
{
    (void)state;
    static const char real[] = "repeat: {real: {builds: 50, executions: 50, iterations: 500}}";
    READING built = {.overrides.quick = true}, ready = {.overrides.quick = true};
    TEXT_CLEANUP struct text yaml = {0};
    text_printf(&yaml, SOURCES "%s", real);
    struct repeat quick = valid(&built, yaml.bytes)->repeat;
    assert_true(quick.real[0] == 100 && quick.real[1] == 10 && quick.real[2] == 6);
    quick = valid(&ready, GOOD "repeat: {real: {executions: 50}}")->repeat;
    assert_true(quick.real[0] == 0 && quick.real[1] == 30 && quick.real[2] == 0);
}

static void a_drawn_seed_is_kept(void **state)
{
    (void)state;
    READING reading = {0}, again = {0};
    const struct spec *spec = valid(&reading, GOOD);
    assert_false(spec->seed_given);
    again.overrides = spec_overrides_of(&again.arena, spec->text);
    assert_int_equal(valid(&again, spec->text)->seed, spec->seed);
}

static void one_point_of_each_benchmark(void **state)
{
    (void)state;
    READING reading = {.overrides.one_point = true};
    const struct spec *spec = valid(&reading, "experiment: e\n"
                                              "benchmarks: {t: {command: 'true ${n}'}, u: "
                                              "{command: 'true ${n}'}}\n"
                                              "variants: {a: {}, b: {}}\n"
                                              "sweep: {n: [1, 2, 3]}\n"
                                              "exclude: [{n: 1}]\n"
                                              "claims: ['u[n=3]: speedup(b, a) > 1']\n");
    assert_int_equal(spec->cell_count, 2);
    assert_string_equal(spec->cells[0].benchmark, "t");
    assert_string_equal(spec->cells[1].benchmark, "u");
    assert_string_equal(spec->cells[1].point[0], "2");
    assert_int_equal(spec->axes[0].values.count, 3);
}

int tests_of_spec_overrides(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_command_line_overrides),
        cmocka_unit_test(quick_lowers_what_is_fixed),
        cmocka_unit_test(a_drawn_seed_is_kept),
        cmocka_unit_test(one_point_of_each_benchmark),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
