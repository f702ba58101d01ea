// Experiment files that are right: what becomes of them.
#include "spec_reading.h"

#include "run/start/environment.h"
#include "spec/keys/experiment.h"
#include "spec/target.h"
#include "spec/templates.h"

static void a_minimal_file_has_defaults(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec =
        valid(&reading, "experiment: <script>\nbenchmarks: {t: {sources: a.c}}");
    assert_string_equal(spec->name, "<script>");
    assert_int_equal(spec->variant_count, 1);
    assert_string_equal(spec->variants[0], "default");
    assert_int_equal(spec->cell_count, 1);
    assert_int_equal(spec->meter_count, 1);
    assert_string_equal(spec->meters[0]->name, "wall_time");
    assert_close(spec->repeat.confidence, 0.95, 1e-15);
    assert_close(spec->repeat.precision, 0.01, 1e-15);
    assert_int_equal(spec->repeat.precision_of, PRECISION_OF_RATIO);
    assert_true(spec->repeat.aims_at_question);
    assert_true(pilot_is_open(spec));
    assert_pilot(spec, 3, 2, 20);
    assert_true(spec->repeat.warmup_auto);
    const struct target *target = &spec->cells[0].targets[0];
    assert_int_equal(target->kind, TARGET_SOURCES);
    assert_words(&target->command, "[]");
    assert_words(&target->cflags, "");
    assert_words(&target->environment, "");
    assert_int_equal(target->sampling.kind, SAMPLING_ESWEXP);
    assert_int_equal(target->memory_limit_bytes, 0);
    assert_int_equal(target->use_count, 3);
    assert_true(target->uses[0].allow_missing);
    assert_true(target_has_builds(target) && target_has_iterations(target));
    assert_int_equal(spec->warnings.count, 0);
}

// Without a precision and counts a run answers its question soon.
static void what_a_run_aims_at(void **state)
{
    (void)state;
    const struct {
        const char *repeat;
        bool at_question;
        enum precision_of of;
    } cases[] = {{"{}", true, PRECISION_OF_RATIO},
                 {"{minimum_time: 1ms, pilot: {builds: 7}}", true, PRECISION_OF_RATIO},
                 {"{precision_of: mean}", true, PRECISION_OF_MEAN},
                 {"{precision: 1%}", false, PRECISION_OF_MEAN},
                 {"{precision: 1%, precision_of: ratio}", false, PRECISION_OF_RATIO},
                 {"{real: {builds: 30}}", false, PRECISION_OF_MEAN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        READING reading = {0};
        const struct spec *spec = valid(
            &reading, arena_printf(&reading.arena,
                                   "experiment: e\nbenchmarks: {t: {sources: a.c}}\nrepeat: %s",
                                   cases[i].repeat));
        assert_int_equal(spec->repeat.aims_at_question, cases[i].at_question);
        assert_int_equal(spec->repeat.precision_of, cases[i].of);
    }
}

static const char design[] = "experiment: vecadd                       # names the campaign\n"
                             "question: Does -O3 beat -O2 on vector addition?\n"
                             "benchmarks:\n"
                             "  vecadd_int:\n"
                             "    sources: [sub/../a.c]\n"
                             "    cflags: -O2\n"
                             "    args: [--n, \"${n}\", \"${size}\"]\n"
                             "  zlib:\n"
                             "    directory: project\n"
                             "    setup: ./configure --static\n"
                             "    build: make -j2 example\n"
                             "    command: ./example \"${n}\"\n"
                             "    samples: {pattern: 'took ([0-9.]+) ms', unit: ms}\n"
                             "variants:\n"
                             "  O2: {}\n"
                             "  O3: {cflags: -O3}\n"
                             "sweep:\n"
                             "  n: [1000, 1000000]\n"
                             "  size: {from: 1Ki, to: 64Mi, times: 2}\n"
                             "repeat:\n"
                             "  confidence: 95%\n"
                             "  precision: 1%\n"
                             "  pilot: {builds: 5, executions: 5, iterations: 5}\n"
                             "  real: {builds: 30, executions: 3, iterations: 10}\n"
                             "  warmup: auto\n"
                             "  minimum_time: 10ms\n"
                             "  allocation: search\n"
                             "  iteration: 7\n"
                             "randomize:\n"
                             "  seed: 42\n"
                             "  link_order: true\n"
                             "  function_alignment: true\n"
                             "  environment_size: {max: 4096}\n"
                             "  aslr: seeded\n"
                             "  allow_missing: [aslr]\n"
                             "measure: [wall_time, cpu_time]\n"
                             "machine: {timeout: 60s, env: {LC_ALL: C}}\n";

static void the_design_is_read(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec = valid(&reading, design);
    assert_string_equal(spec->question, "Does -O3 beat -O2 on vector addition?");
    assert_int_equal(spec->axis_count, 2);
    assert_words(&spec->axes[0].values, "[1000][1000000]");
    assert_int_equal(spec->axes[1].values.count, 17);
    assert_string_equal(spec->axes[1].values.items[16], "67108864");
    assert_int_equal(spec->cell_count, 2 * 2 * 17);
    assert_int_equal(spec->variant_count, 2);
    assert_int_equal(spec->seed, 42);
    assert_int_equal(spec->repeat.real[0], 10);
    assert_int_equal(spec->repeat.real[1], 3);
    assert_int_equal(spec->repeat.real[2], 30);
    assert_int_equal(spec->repeat.iteration, 7);
    assert_close(spec->repeat.minimum_time_s, 0.01, 1e-12);
    const struct cell *cell = &spec->cells[17];
    assert_string_equal(cell->point[0], "1000000");
    assert_string_equal(cell->point[1], "1024");
    assert_words(&cell->targets[0].command, "[][--n][1000000][1024]");
    assert_words(&cell->targets[0].cflags, "[-O2]");
    assert_words(&cell->targets[1].cflags, "[-O3]");
    assert_true(text_ends(cell->targets[0].sources.items[0], "/a.c"));
    assert_int_equal(cell->targets[0].use_count, 4);
    assert_true(cell->targets[0].uses[3].allow_missing);
    assert_false(cell->targets[0].uses[2].allow_missing);
    const struct target *zlib = &spec->cells[34].targets[0];
    assert_int_equal(zlib->kind, TARGET_PROJECT);
    assert_words(&zlib->command, "[./example][1000]");
    assert_string_equal(zlib->build, "make -j2 example");
    assert_int_equal(zlib->sampling.kind, SAMPLING_PATTERN);
    assert_string_equal(zlib->sampling.unit, "s");
    assert_close(zlib->sampling.scale, 1e-3, 1e-15);
    assert_words(&zlib->environment, "[LC_ALL=C]");
    assert_close(zlib->timeout_s, 60, 1e-15);
}

static void names_are_replaced(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec =
        valid(&reading,
              "experiment: e\n"
              "benchmarks:\n"
              "  t:\n"
              "    command: env \"a ${w}\" '${benchmark}-${variant}' $${w} $5 ${seed}/${block}\n"
              "    args: ['${execution}', '']\n"
              "variants: {a: {}}\n"
              "sweep: {w: ['x y'], size: [512, 1Ki]}\n"
              "randomize: {environment_size: {bytes: '${size}'}}\n"
              "machine: {cpus: ['0'], timeout: '${size}ms', memory_limit: '${size}Mi',\n"
              "          env: {A: '${w}:${seed}'}}\n");
    const struct target *target = &spec->cells[1].targets[0];
    target->command.items[0] = target->command.items[1];
    assert_words(&target->command,
                 "[a x y][a x y][t-a][$${w}][$5][${seed}/${block}][${execution}][]");
    assert_words(&target->environment, "[A=x y:${seed}]");
    assert_close(target->timeout_s, 1.024, 1e-12);
    assert_int_equal(target->memory_limit_bytes, 1 << 30);
    assert_int_equal(spec->cells[0].targets[0].memory_limit_bytes, 512 << 20);
    assert_int_equal(target->uses[0].values[2].numbers[0], 1024);
    assert_int_equal(spec->cells[0].targets[0].uses[0].values[2].numbers[0], 512);
    struct arena *arena = &reading.arena;
    assert_string_equal(spec_fill(arena, "$${w}", 1, 2, 3), "${w}");
    assert_string_equal(spec_fill(arena, "${seed}/${block}/${execution}", 255, 2, 3),
                        "00000000000000ff/2/3");
    assert_string_equal(spec_fill(arena, "$$ ${ $", 1, 2, 3), "$$ ${ $");
    assert_int_equal(strlen(spec_fill_widest(arena, "${seed}${block}${execution}")), 16 + 40);
}

// `draw` fixes what draws, and with 0 leaves it out; what is fixed already stays.
static void a_draw_is_taken_from_an_axis(void **state)
{
    (void)state;
    READING reading = {.overrides.elsewhere = true};
    const struct spec *spec =
        valid(&reading, "experiment: e\nbenchmarks: {t: {sources: [t.c]}}\nsweep: {d: [0, 7]}\n"
                        "randomize: {link_order: true, aslr: off, draw: '${d}'}\n");
    const struct target *none = &spec->cells[0].targets[0], *seventh = &spec->cells[1].targets[0];
    assert_int_equal(none->use_count, 1);
    assert_string_equal(none->uses[0].kind->name, "aslr");
    assert_int_equal(none->uses[0].draw, 0);
    assert_int_equal(seventh->use_count, 2);
    assert_string_equal(seventh->uses[0].kind->name, "link_order");
    assert_int_equal(seventh->uses[0].draw, 7);
    assert_int_equal(seventh->uses[1].draw, 0);
    assert_false(target_draws_per_build(seventh));
    assert_int_equal(spec->warnings.count, 0); // repeating equal builds is the noise at each draw
}

static void ranges_become_values(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec = valid(&reading, "experiment: e\n"
                                              "benchmarks: {t: {command: 'true ${a} ${b} ${c} "
                                              "${d} ${e}'}}\n"
                                              "sweep:\n"
                                              "  a: {from: 0.1, to: 0.5, step: 0.1}\n"
                                              "  b: {from: 1, to: 10, times: 1.5}\n"
                                              "  c: {from: -2, to: 3, step: 2}\n"
                                              "  d: [1Ki, '1Ki', x, '']\n"
                                              "  e: {from: 1, to: 5, times: 5}\n");
    assert_words(&spec->axes[0].values, "[0.1][0.2][0.3][0.4][0.5]");
    assert_words(&spec->axes[1].values, "[1][2][3][5][8]");
    assert_words(&spec->axes[2].values, "[-2][0][2]");
    assert_words(&spec->axes[3].values, "[1024][1Ki][x][]");
    assert_words(&spec->axes[4].values, "[1][5]");
    assert_int_equal(spec->cell_count, 5 * 5 * 3 * 4 * 2);
}

static void flags_are_split_after_replacing(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec = valid(
        &reading, "experiment: e\n"
                  "benchmarks: {t: {sources: a.c, cflags: '${f} \"-DA=b c\"', libs: [-lm, a b]}}\n"
                  "sweep: {f: ['-O2 -g', '']}\n");
    assert_words(&spec->cells[0].targets[0].cflags, "[-O2][-g][-DA=b c]");
    assert_words(&spec->cells[1].targets[0].cflags, "[-DA=b c]");
    assert_words(&spec->cells[1].targets[0].libs, "[-lm][a b]");
}

static void what_only_the_harness_heeds_does_no_harm(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec =
        valid(&reading, GOOD "repeat: {pilot: {iterations: 9, builds: 9}, warmup: 3, "
                             "minimum_time: 10ms, real: {executions: 5}}");
    assert_int_equal(spec->repeat.real[1], 5);
}

static void a_program_keeps_the_name_it_is_called_by(void **state)
{
    (void)state;
    READING reading = {0};
    assert_int_equal(symlink("/bin/sh", "sub/link"), 0);
    const struct spec *spec =
        valid(&reading, "experiment: e\nbenchmarks: {t: {command: ./project/../sub/link}}");
    assert_string_equal(spec->cells->targets->command.items[0],
                        arena_printf(&reading.arena, "%s/sub/link", spec->folder));
}

static void units_and_compilers_and_cpus_are_read(void **state)
{
    (void)state;
    READING reading = {.overrides.elsewhere = true}, here = {0};
    const struct spec *spec =
        valid(&reading, "experiment: e\n"
                        "benchmarks:\n"
                        "  t: {sources: [b.cc, a.c], compiler: sub/cc,\n"
                        "      samples: {pattern: '\\[([0-9.]+)\\]', unit: MB/s}}\n"
                        "machine: {cpus: [7, '0-2,5', 1]}\n");
    const struct target *target = spec->cells[0].targets;
    assert_string_equal(target->sampling.unit, "MB/s");
    assert_true(target->compiler[0] == '/' && text_ends(target->compiler, "/sub/cc"));
    assert_int_equal(target->cpu_count, 5);
    static const int cpus[] = {0, 1, 2, 5, 7};
    assert_memory_equal(target->cpus, cpus, sizeof cpus);
    assert_string_equal(valid(&here, "experiment: e\nbenchmarks: {t: {sources: a.c, compiler: sh}}")
                            ->cells->targets->compiler,
                        "sh");
}

static void a_small_environment_is_made_to_fit(void **state)
{
    (void)state;
    READING reading = {0};
    TEXT_CLEANUP struct text yaml = {0};
    text_add(&yaml, SOURCES "machine: {env: {A: '");
    for (int i = 0; i < 500; i++)
        text_add(&yaml, "0123456789");
    text_add(&yaml, "'}}\n");
    const struct target *target = valid(&reading, yaml.bytes)->cells[0].targets;
    const struct option_value *values = target->uses[2].values;
    assert_string_equal(target->uses[2].kind->name, "environment_size");
    assert_true(values[0].numbers[0] >=
                environment_least(target->environment.items, &(struct address_layout){0}));
    assert_int_equal(values[1].numbers[0] - values[0].numbers[0], 4096 - 256);
}

static void other_editors_files_are_read(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec = valid(&reading, "\xef\xbb\xbf"
                                              "experiment: e\r\n"
                                              "benchmarks: {t: {command: 'true'}}\r\n");
    assert_string_equal(spec->name, "e");
}

static void files_are_loaded(void **state)
{
    (void)state;
    READING reading = {0};
    assert_true(file_write("e.yaml", GOOD, strlen(GOOD), &reading.error));
    assert_non_null(spec_load(&reading.arena, "e.yaml", NULL, &reading.report, &reading.error));
    assert_null(spec_load(&reading.arena, "no.yaml", NULL, &reading.report, &reading.error));
    assert_int_equal(reading.error.code, EXIT_USAGE);
    assert_string_equal(reading.error.text, "cannot read 'no.yaml': No such file or directory");
}

int tests_of_spec(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_minimal_file_has_defaults),
        cmocka_unit_test(what_a_run_aims_at),
        cmocka_unit_test(the_design_is_read),
        cmocka_unit_test(names_are_replaced),
        cmocka_unit_test(a_draw_is_taken_from_an_axis),
        cmocka_unit_test(ranges_become_values),
        cmocka_unit_test(flags_are_split_after_replacing),
        cmocka_unit_test(what_only_the_harness_heeds_does_no_harm),
        cmocka_unit_test(a_program_keeps_the_name_it_is_called_by),
        cmocka_unit_test(units_and_compilers_and_cpus_are_read),
        cmocka_unit_test(a_small_environment_is_made_to_fit),
        cmocka_unit_test(other_editors_files_are_read),
        cmocka_unit_test(files_are_loaded),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
