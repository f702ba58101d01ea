// Experiment files: what is drawn of a benchmark, and at which level.
#include "spec_reading.h"

#include "spec/target.h"

static void a_command_has_builds_if_it_draws(void **state)
{
    (void)state;
    READING plain = {0}, drawn = {0};
    const struct target *target =
        valid(&plain, GOOD "randomize: {aslr: kernel}\n")->cells[0].targets;
    assert_int_equal(target->kind, TARGET_COMMAND);
    assert_true(text_ends(target->command.items[0], "/true"));
    assert_int_equal(target->use_count, 1);
    assert_false(target_has_builds(target) || target_has_iterations(target));
    assert_true(pilot_is_open(plain.spec));
    assert_pilot(plain.spec, 3, 20, 0);

    target = valid(&drawn, GOOD "randomize: {environment_size: true}\n"
                                "repeat: {real: {builds: 4}}")
                 ->cells[0]
                 .targets;
    assert_true(target_has_builds(target) && target_draws_per_build(target));
    assert_pilot(drawn.spec, 3, 2, 5);
    assert_words(&drawn.spec->warnings,
                 "['real' fixes 4 builds: intervals from fewer than 5 are wide]");
}

static bool draw_per_build(const struct target *target)
{
    bool all = true;
    for (size_t i = 0; i < target->use_count; i++)
        all = all && randomizer_draws_per_build(&target->uses[i], false);
    return all;
}

static void a_command_draws_what_it_can(void **state)
{
    (void)state;
    READING plain = {0}, quick = {.overrides.quick = true};
    static const char *const names[] = {"environment_size", "heap", "aslr", "hash_seed"};
    const struct target *target = valid(&plain, GOOD)->cells[0].targets;
    assert_int_equal(target->use_count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(target->uses[i].kind->name, names[i]);
        assert_true(target->uses[i].allow_missing && target->uses[i].coupled);
    }
    assert_true(target_has_builds(target) && draw_per_build(target));
    assert_pilot(plain.spec, 3, 2, 20);
    assert_int_equal(
        valid(&quick, GOOD "repeat: {real: {builds: 90, executions: 1}}\n")->repeat.real[2], 30);
}

// A file that counts executions alone has them as its top level, each with its own draw.
static void executions_alone_draw_for_themselves(void **state)
{
    (void)state;
    static const struct {
        const char *repeat;
        bool builds;
    } cases[] = {{"repeat: {real: {executions: 30}}\n", false},
                 {"repeat: {pilot: {executions: 4}}\n", false},
                 {"repeat: {real: {executions: 3, builds: 9}}\n", true},
                 {"repeat: {pilot: {builds: 5}, real: {executions: 3}}\n", true},
                 {"repeat: {precision: 5%}\n", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        READING reading = {0};
        TEXT_CLEANUP struct text yaml = {0};
        text_printf(&yaml, GOOD "%s", cases[i].repeat);
        const struct target *target = valid(&reading, yaml.bytes)->cells[0].targets;
        assert_int_equal(target->use_count, 4);
        assert_true(target_has_builds(target) == cases[i].builds);
        assert_true(draw_per_build(target) == cases[i].builds);
    }
}

static const struct randomizer_use *hash_seed_of(const struct spec *spec)
{
    const struct target *target = spec->cells[0].targets;
    for (size_t i = 0; i < target->use_count; i++)
        if (text_equal(target->uses[i].kind->name, "hash_seed"))
            return &target->uses[i];
    return NULL;
}

static void the_environments_own_hash_seed_holds(void **state)
{
    (void)state;
    READING fixed = {0}, hexadecimal = {0}, random = {0}, other = {0};
    const struct randomizer_use *use =
        hash_seed_of(valid(&fixed, GOOD "machine: {env: {PYTHONHASHSEED: 0}}\n"));
    assert_true(use && randomizer_is_fixed(use) && use->values[0].numbers[0] == 0);
    use = hash_seed_of(valid(&hexadecimal, GOOD "machine: {env: {PERL_HASH_SEED: 0x1F}}\n"));
    assert_true(use && randomizer_is_fixed(use) && use->values[0].numbers[0] == 31);
    assert_null(hash_seed_of(valid(&random, GOOD "machine: {env: {PYTHONHASHSEED: random}}\n")));
    use = hash_seed_of(valid(&other, GOOD "machine: {env: {PYTHONHASHSEEDS: 1}}\n"));
    assert_true(use && !randomizer_is_fixed(use));
}

static void randomizers_follow_the_file(void **state)
{
    (void)state;
    READING off = {0}, timed = {0}, mixed = {0};
    const struct spec *spec = valid(&off, SOURCES "randomize: {link_order: false}");
    assert_int_equal(spec->cells[0].targets[0].use_count, 0);
    assert_words(&spec->warnings,
                 "[the builds of benchmark 't' are identical, since no randomizer draws per build: "
                 "repeating them adds nothing]");
    spec = valid(&timed, SOURCES "randomize: {link_order: false}\nmeasure: link_time");
    assert_int_equal(spec->warnings.count, 0);
    spec = valid(
        &mixed,
        "experiment: e\n"
        "benchmarks: {s: {sources: a.c}, c: {command: 'true'}}\n"
        "randomize: {aslr: off, function_alignment: {align: [32, 64]}, link_order: object}\n");
    const struct target *built = spec->cells[0].targets, *ready = spec->cells[1].targets;
    assert_int_equal(built->use_count, 3);
    assert_string_equal(built->uses[0].kind->name, "link_order");
    assert_int_equal(built->uses[0].values[0].numbers[0], 1);
    assert_int_equal(built->uses[1].values[1].count, 2);
    assert_int_equal(ready->use_count, 1);
    assert_string_equal(ready->uses[0].kind->name, "aslr");
}

static bool warns(const char *randomize)
{
    READING reading = {0};
    TEXT_CLEANUP struct text yaml = {0};
    text_printf(&yaml, SOURCES "randomize: %s", randomize);
    return valid(&reading, yaml.bytes)->warnings.count > 0;
}

static void a_layout_that_is_drawn_per_build_is_no_warning(void **state)
{
    (void)state;
    assert_true(warns("{aslr: kernel}") && warns("{environment_size: {level: execution}}"));
    assert_false(warns("{aslr: {mode: seeded, level: execution}}") || warns("{link_order: true}"));
    READING reading = {0};
    assert_false(target_has_builds(
        valid(&reading, GOOD "randomize: {aslr: {level: execution}}")->cells->targets));
}

static void settings_of_randomize_leave_the_defaults(void **state)
{
    (void)state;
    static const char *const files[] = {SOURCES "randomize: {seed: 42}",
                                        SOURCES "randomize: {allow_missing: [aslr]}",
                                        SOURCES "randomize: {}"};
    for (size_t i = 0; i < 3; i++) {
        READING reading = {0};
        const struct target *target = valid(&reading, files[i])->cells[0].targets;
        assert_int_equal(target->use_count, 3);
        for (size_t u = 0; u < target->use_count; u++)
            assert_true(target->uses[u].allow_missing);
    }
}

int tests_of_spec_randomize(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_has_builds_if_it_draws),
        cmocka_unit_test(a_command_draws_what_it_can),
        cmocka_unit_test(executions_alone_draw_for_themselves),
        cmocka_unit_test(the_environments_own_hash_seed_holds),
        cmocka_unit_test(randomizers_follow_the_file),
        cmocka_unit_test(a_layout_that_is_drawn_per_build_is_no_warning),
        cmocka_unit_test(settings_of_randomize_leave_the_defaults),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
