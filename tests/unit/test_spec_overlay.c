// `machine` and `randomize` of benchmarks and variants, laid over the experiment's.
#include "scratch.h"
#include "spec_reading.h"

#include "model/process_settings.h"

static const struct target *target_of(const struct spec *spec, size_t variant)
{
    return &spec->cells->targets[variant];
}

static void keys_are_laid_over(void **state)
{
    (void)state;
    READING reading = {.overrides.elsewhere = true};
    const struct spec *spec = valid(
        &reading, "experiment: e\n"
                  "benchmarks: {t: {command: 'true', machine: {priority: 3, cpus: 4}}}\n"
                  "variants:\n"
                  "  base: {}\n"
                  "  near: {machine: {cpus: auto 2, memory: local, env: {A: two, C: three}}}\n"
                  "  free: {machine: {cpus: any, memory: any, priority: fifo}}\n"
                  "machine: {cpus: 5, memory: interleave, timeout: 7s, env: {A: one, B: '1'}}\n");
    const struct target *base = target_of(spec, 0), *near = target_of(spec, 1),
                        *free_one = target_of(spec, 2);
    assert_int_equal(base->cpus[0], 4);
    assert_int_equal(base->process_settings.memory, MEMORY_INTERLEAVED);
    assert_int_equal(base->process_settings.priority, 3);
    assert_words(&base->environment, "[A=one][B=1]");
    assert_int_equal(near->cpu_auto, 2);
    assert_int_equal(near->cpu_count, 0);
    assert_int_equal(near->process_settings.memory, MEMORY_LOCAL);
    assert_words(&near->environment, "[A=two][B=1][C=three]");
    assert_int_equal(free_one->cpu_count, 0);
    assert_int_equal(free_one->cpu_auto, 0);
    assert_int_equal(free_one->process_settings.memory, MEMORY_ANY);
    assert_int_equal(free_one->process_settings.urgency, URGENCY_FIFO);
    for (size_t v = 0; v < 3; v++)
        assert_true(target_of(spec, v)->timeout_s == 7);
}

static void a_variant_may_sweep(void **state)
{
    (void)state;
    READING reading = {.overrides.elsewhere = true};
    const struct spec *spec = valid(
        &reading, GOOD "variants: {a: {}, b: {machine: {cpus: '${c}', env: {S: '${s}'}},"
                       " randomize: {environment_size: {bytes: '${s}'}}}}\n"
                       "sweep: {c: [7, any], s: [512, 1024]}\nmachine: {cpus: 1, env: {T: x}}\n");
    static const char *const words[] = {"[T=x][S=512]", "[T=x][S=1024]"};
    for (size_t i = 0; i < 4; i++) {
        const struct target *a = &spec->cells[i].targets[0], *b = &spec->cells[i].targets[1];
        assert_int_equal(a->cpus[0], 1);
        assert_false(randomizer_is_fixed(&a->uses[0]));
        assert_int_equal(b->cpu_count, i < 2);
        assert_words(&b->environment, words[i % 2]);
        assert_int_equal(b->uses[0].values[2].numbers[0], i % 2 ? 1024 : 512);
    }
}

static const char *uses_of(struct arena *arena, const struct target *target)
{
    const char *words = "";
    for (size_t i = 0; i < target->use_count; i++)
        words = arena_printf(arena, "%s%s%s", words, target->uses[i].kind->name,
                             randomizer_is_fixed(&target->uses[i]) ? " fixed;" : ";");
    return words;
}

static void randomizers_are_laid_over(void **state)
{
    (void)state;
    READING reading = {0};
    static const char variants[] = "variants:\n"
                                   "  a: {}\n"
                                   "  b: {randomize: {aslr: off, environment_size: false}}\n"
                                   "  c: {randomize: {environment_size: {bytes: 4096}}}\n";
    TEXT_CLEANUP struct text yaml = {0};
    text_printf(&yaml, SOURCES "%s", variants);
    const struct spec *spec = valid(&reading, yaml.bytes); // over the defaults
    struct arena *arena = &reading.arena;
    assert_string_equal(uses_of(arena, target_of(spec, 0)),
                        "link_order;function_alignment;environment_size;");
    assert_string_equal(uses_of(arena, target_of(spec, 1)),
                        "link_order;function_alignment;aslr fixed;");
    assert_string_equal(uses_of(arena, target_of(spec, 2)),
                        "link_order;function_alignment;environment_size fixed;");
    text_add(&yaml, "randomize: {aslr: seeded, seed: 1, allow_missing: [aslr]}\n");
    spec = valid(&reading, yaml.bytes);
    assert_string_equal(uses_of(arena, target_of(spec, 0)), "aslr;");
    assert_string_equal(uses_of(arena, target_of(spec, 1)), "aslr fixed;");
    assert_string_equal(uses_of(arena, target_of(spec, 2)), "environment_size fixed;aslr;");
    assert_true(target_of(spec, 1)->uses->allow_missing);
}

// What only some variants draw gives their cell the level of builds.
static void levels_are_those_of_some_variant(void **state)
{
    (void)state;
    READING reading = {0};
    valid(&reading, GOOD "variants: {a: {randomize: {aslr: off}}, b: {randomize: {aslr: seeded}}}\n"
                         "repeat: {real: {builds: 9}}\n");
    read_yaml(&reading,
              GOOD "variants: {a: {randomize: {aslr: off}}, b: {randomize: {aslr: kernel}}}\n"
                   "repeat: {real: {builds: 9}}\nrandomize: {heap: false}\n");
    assert_null(reading.spec);
    assert_string_equal(reading.report.bytes,
                        "x.yaml:4:17: error: 'builds' is fixed, but nothing is built and no "
                        "randomizer draws per build\n");
}

static void identical_builds_are_of_all_variants(void **state)
{
    (void)state;
    READING reading = {0};
    assert_int_equal(valid(&reading, SOURCES "randomize: {aslr: off}\n")->warnings.count, 1);
    assert_int_equal(valid(&reading, SOURCES "randomize: {aslr: off}\n"
                                             "variants: {a: {}, b: {randomize: {aslr: seeded}}}\n")
                         ->warnings.count,
                     0);
}

static void mistakes_are_found_in_both(void **state)
{
    (void)state;
    READING reading = {.overrides.elsewhere = true};
    read_yaml(&reading,
              "experiment: e\n"
              "benchmarks: {t: {command: 'true', randomize: {asrl: off}, machine: {cpu: 1}}}\n"
              "variants:\n"
              "  a: {machine: {timeout: 3s, env: {1X: 2}}}\n"
              "  b: {machine: 3, randomize: {seed: 5, link_order: true}}\n"
              "  c: {machine: {memory: remote}}\n");
    assert_string_equal(
        reading.report.bytes,
        "x.yaml:2:47: error: unknown key 'asrl'; did you mean 'aslr'?\n"
        "x.yaml:2:69: error: unknown key 'cpu'; did you mean 'cpus'?\n"
        "x.yaml:4:17: error: 'timeout' holds for all variants: set it in the 'machine' of the "
        "experiment\n"
        "x.yaml:4:36: error: '1X' cannot be the name of an environment variable: it must begin "
        "with a letter or '_'\n"
        "x.yaml:5:16: error: 'machine' must be a map of keys\n"
        "x.yaml:5:31: error: 'seed' holds for all variants: set it in the 'randomize' of the "
        "experiment\n"
        "x.yaml:5:40: error: link_order: eswexp does not link a command: give 'sources', or "
        "'directory' with 'build'\n"
        "x.yaml:6:25: error: 'memory: remote' needs numbers or auto in 'cpus': nodes are remote "
        "relative to CPUs\n");
}

static void what_is_no_map_is_a_mistake(void **state)
{
    (void)state;
    READING reading = {.overrides.elsewhere = true};
    read_yaml(&reading, "experiment: e\n"
                        "benchmarks: {t: {command: 'true', machine: [a], randomize: [aslr]}}\n"
                        "variants: {a: {machine: {env: {A: 1}}, randomize: off}, b: [machine]}\n"
                        "machine: {env: [A], cpus: 1}\n"
                        "randomize: {aslr: off}\n");
    assert_string_equal(reading.report.bytes,
                        "x.yaml:2:44: error: 'machine' must be a map of keys\n"
                        "x.yaml:2:60: error: 'randomize' must be a map of keys\n"
                        "x.yaml:3:51: error: 'randomize' must be a map of keys\n"
                        "x.yaml:3:60: error: 'b' must be a map of keys\n"
                        "x.yaml:4:16: error: 'env' must be a map of keys\n");
}

int tests_of_spec_overlay(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_laid_over),
        cmocka_unit_test(a_variant_may_sweep),
        cmocka_unit_test(randomizers_are_laid_over),
        cmocka_unit_test(levels_are_those_of_some_variant),
        cmocka_unit_test(identical_builds_are_of_all_variants),
        cmocka_unit_test(mistakes_are_found_in_both),
        cmocka_unit_test(what_is_no_map_is_a_mistake),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
