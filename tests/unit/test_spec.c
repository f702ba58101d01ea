// Experiment files: what is valid becomes, what is wrong is told exactly.
#include "testing.h"

#include "base/files.h"
#include "spec/spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct reading {
    struct arena arena;
    struct text report;
    struct error error;
    struct spec_overrides overrides;
    struct spec *spec;
};

static void read_yaml(struct reading *reading, const char *yaml)
{
    reading->spec = spec_parse(&reading->arena, "x.yaml", yaml, strlen(yaml), &reading->overrides,
                               &reading->report, &reading->error);
}

static void release(struct reading *reading)
{
    arena_release(&reading->arena);
    text_release(&reading->report);
}
#define READING __attribute__((cleanup(release))) struct reading

static struct spec *valid(struct reading *reading, const char *yaml)
{
    read_yaml(reading, yaml);
    if (!reading->spec)
        fail_msg("%s", reading->report.bytes);
    return reading->spec;
}

static void assert_words(const struct text_list *list, const char *joined)
{
    TEXT_CLEANUP struct text all = {0};
    text_add(&all, "");
    for (size_t i = 0; i < list->count; i++)
        text_printf(&all, "[%s]", list->items[i]);
    assert_string_equal(all.bytes, joined);
    assert_true(list->items && !list->items[list->count]);
}

// The mistakes of a benchmark, variants, … behind a file that is right.
#define GOOD "experiment: e\nbenchmarks: {t: {command: 'true'}}\n"
#define SOURCES "experiment: e\nbenchmarks: {t: {sources: a.c}}\n"

static const struct {
    const char *yaml, *report;
} mistakes[] = {
    // the text
    {"", "1:1: there is nothing in it"},
    {"[]", "1:1: an experiment is a map of keys, such as 'experiment: NAME'"},
    {GOOD "repeat: {a: [}", "3:14: did not find expected node content, while parsing a flow node"},
    {GOOD "repeat: *a", "3:9: aliases are not used here: write the value out"},
    {GOOD "repeat: &a {}", "3:9: anchors are not used here: take '&a' away"},
    {GOOD "question: !!str a", "3:11: tags are not used here: take 'tag:yaml.org,2002:str' away"},
    {GOOD "---\na: b", "3:1: only one document may be in a file"},
    {GOOD "question: '\xff'", "3:12: the text is not plain UTF-8: invalid leading UTF-8 octet"},
    {GOOD "question: \"a\\0b\"", "3:11: a text must not hold a NUL character"},
    {GOOD "? [a]\n: b", "3:3: a key must be one plain word"},
    {GOOD "question: a\nquestion: b", "4:1: the key 'question' is there twice"},
    // keys
    {"experiment: e", "1:1: 'benchmarks' is missing"},
    {GOOD "benchmark: {}", "3:1: unknown key 'benchmark'; did you mean 'benchmarks'?"},
    {GOOD "wibble: {}", "3:1: unknown key 'wibble'"},
    {GOOD "claims: [a]", "3:1: 'claims' is not in this version"},
    {GOOD "repeat: {budget: 2h, precison: 1%}",
     "3:10: 'budget' is not in this version\n"
     "3:22: unknown key 'precison'; did you mean 'precision'?"},
    {GOOD "machine: {memory_limit: 1Gi, require: [a], priority: 1}",
     "3:11: 'memory_limit' is not in this version\n"
     "3:30: 'require' is not in this version\n"
     "3:44: 'priority' is not in this version"},
    {GOOD "repeat: [1]", "3:9: 'repeat' must be a map of keys"},
    // names
    {"experiment: ../e\nbenchmarks: {'a/b': {command: 'true'}, ..: {command: 'true'}}",
     "1:13: '../e' cannot be the name of the experiment: it must not contain '/', files are called "
     "by it\n"
     "2:14: 'a/b' cannot be the name of the benchmark: it must not contain '/', files are called "
     "by it\n"
     "2:40: '..' cannot be the name of the benchmark: it must not mean a folder"},
    {GOOD "variants: {'': {}, \"a\\nb\": {}}",
     "3:12: '' cannot be the name of the variant: it must not be empty\n"
     "3:20: 'a\nb' cannot be the name of the variant: it must not contain control characters"},
    // benchmarks
    {"experiment: e\nbenchmarks: {}", "2:13: 'benchmarks' is empty"},
    {"experiment: e\nbenchmarks: {t: {}}",
     "2:14: benchmark 't' needs 'sources' (to build it) or 'command' (to run it)"},
    {"experiment: e\nbenchmarks: {t: {sources: a.c, command: 'true'}}",
     "2:32: 'command' does not go with 'sources': a benchmark has 'sources' and 'args', or "
     "'directory', 'build' and 'command', or 'command' alone"},
    {"experiment: e\nbenchmarks: {t: {build: make, command: ./t}}",
     "2:18: 'build' needs 'directory', the folder that is copied and built"},
    {"experiment: e\nbenchmarks: {t: {directory: project, command: ./t}}",
     "2:18: 'directory' needs 'build', the command that builds in 'directory'"},
    {"experiment: e\nbenchmarks: {t: {directory: project, build: make}}",
     "2:18: 'directory' needs 'command', the program that is run once it is built"},
    {"experiment: e\nbenchmarks: {t: {command: 'true', cflags: -O2}}",
     "2:35: 'cflags' does nothing for benchmark 't', of which nothing is built"},
    {"experiment: e\nbenchmarks: {t: {command: no-such-program}}",
     "2:27: there is no program 'no-such-program' on PATH; one beside this file is written "
     "'./no-such-program'"},
    {"experiment: e\nbenchmarks: {t: {command: 'a | b'}}",
     "2:27: '|' needs a shell, and commands run without one: quote it, or write sh -c '…'"},
    {"experiment: e\nbenchmarks: {t: {command: '\"a'}}", "2:27: the quote \" is never closed"},
    {"experiment: e\nbenchmarks: {t: {command: ''}}", "2:27: 'command' is empty"},
    {"experiment: e\nbenchmarks: {t: {command: './${seed}'}}",
     "2:27: the program itself must be the same for every execution, not './${seed}'"},
    {"experiment: e\nbenchmarks: {t: {sources: []}}", "2:27: 'sources' names no file"},
    {"experiment: e\nbenchmarks: {t: {sources: a.c, linker: ldd}}",
     "2:40: 'linker' must be one of bfd, lld, gold, mold, not 'ldd'; did you mean 'lld'?"},
    {SOURCES "variants: {a: {}, b: {revision: main}}", "3:23: 'revision' is not in this version"},
    {SOURCES "variants: []", "3:11: 'variants' must be a map of keys"},
    {"experiment: e\nbenchmarks: {t: {}}\nvariants: {a: {sources: a.c}, b: {command: 'true'}}",
     "3:31: 'b' of benchmark 't' cannot be compared with 'a': it takes its samples in another way"},
    // samples
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: hyperfine}}",
     "2:44: samples from 'hyperfine' are not in this version"},
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: proces}}",
     "2:44: 'samples' must be one of eswexp, process, not 'proces'; did you mean 'process'?"},
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: {pattern: '([0-9]+'}}}",
     "2:44: 'unit' is missing\n"
     "2:54: the pattern is no regular expression: Unmatched ( or \\("},
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: {pattern: '(a)(b)', unit: s}}}",
     "2:54: the pattern must have exactly one group (…) for the number, not 2"},
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: {pattern: '(a{99}){99}', unit: "
     "s}}}",
     "2:54: the pattern is too large"},
    // ${…}
    {SOURCES "variants: {a: {args: ['${sze}', '${x']}}\nsweep: {size: [1]}",
     "3:23: unknown ${sze}; did you mean 'size'? (a plain '${' is written '$${')\n"
     "3:33: '${' is never closed by '}'"},
    {SOURCES "variants: {a: {cflags: '-D${seed} -D${bench}'}}",
     "3:24: ${seed} is known to args, command and env only: it differs between executions\n"
     "3:24: unknown ${bench} (a plain '${' is written '$${')"},
    // sweep
    {GOOD "sweep: {n: []}", "3:12: the axis 'n' is empty"},
    {GOOD "sweep: {n: 3}",
     "3:12: an axis is a list of values, or {from, to, times} or {from, to, step}"},
    {GOOD "sweep: {n: [1, 2, 1Ki, 1024]}", "3:24: the value '1024' is there twice"},
    {GOOD "sweep: {n: ['${m}'], m: ['${n}']}",
     "3:13: '${m}' cannot be a value of an axis: axes do not refer to each other or have '$'\n"
     "3:26: '${n}' cannot be a value of an axis: axes do not refer to each other or have '$'"},
    {GOOD "sweep: {n: {from: 2, to: 1, step: 1}}",
     "3:26: the range is empty: 'to' is below 'from'"},
    {GOOD "sweep: {n: {from: 1, to: 2}}", "3:12: a range needs either 'times' or 'step'"},
    {GOOD "sweep: {n: {from: 1, to: 2, times: 1}}", "3:36: 'times' must be above 1"},
    {GOOD "sweep: {n: {from: 0, to: 2, step: 0}}", "3:35: 'step' must be above 0"},
    {GOOD "sweep: {n: {from: 1kg, to: 2, step: 1}}",
     "3:19: 'from' must be a number or a size, not '1kg'"},
    {GOOD "sweep: {n: {from: 1, to: 1Gi, step: 1}}",
     "3:8: benchmarks, variants and sweep make more than 100000 combinations"},
    {GOOD "sweep: {value: [1], environment_bytes: [1]}",
     "3:9: 'value' cannot be the name of the axis: a column of the CSV files has that name "
     "already\n"
     "3:21: 'environment_bytes' cannot be the name of the axis: a column of the CSV files has that "
     "name already"},
    // repeat
    {GOOD "repeat: {precision: 0}", "3:21: 'precision' must be between 0.0001% and 100%, not 0"},
    {GOOD "repeat: {confidence: 95}", "3:22: 'confidence' must be between 50% and 99.99%, not 95"},
    {GOOD "repeat: {confidence: nan%}",
     "3:22: 'confidence' must be a share such as 5% or 0.05, not 'nan%'"},
    {GOOD "repeat: {minimum_time: 10}",
     "3:24: 'minimum_time' must be a duration such as 10ms, 60s, 5min or 2h, not '10'"},
    {GOOD "repeat: {pilot: {executions: 1, iterations: -2}}",
     "3:30: 'executions' must be between 2 and 1000000, not 1\n"
     "3:45: 'iterations' must be a whole number, not '-2'"},
    {GOOD "repeat: {warmup: some}",
     "3:18: 'warmup' must be auto or a number of iterations, not 'some'"},
    {GOOD "repeat: {allocation: closed}",
     "3:22: 'allocation' must be one of search, closed-form, not 'closed'"},
    {GOOD "repeat: {real: {builds: 5, iterations: 2}, iteration: 3}",
     "3:17: 'builds' is fixed, but nothing is built and no randomizer draws per build\n"
     "3:28: 'iterations' is fixed, but every execution yields one sample\n"
     "3:44: 'iteration' is fixed, but every execution yields one sample"},
    // randomize
    {GOOD "randomize: {link_order: true}",
     "3:13: link_order: a ready command is not linked here: give 'sources', or 'directory' with "
     "'build'"},
    {SOURCES "randomize: {link_ordr: true, aslr: seded, allow_missing: [alsr]}",
     "3:13: unknown key 'link_ordr'; did you mean 'link_order'?\n"
     "3:36: 'mode' of 'aslr' cannot be 'seded', did you mean 'seeded'?\n"
     "3:59: unknown randomizer 'alsr'; did you mean 'aslr'?"},
    {SOURCES "randomize: {environment_size: {bites: 3, max: '${n}'}}\nsweep: {n: [4096, 1]}",
     "3:32: unknown key 'bites'; did you mean 'bytes'?\n"
     "3:47: 'max' of 'environment_size' must be from 64 to 131072, not 1"},
    {SOURCES "randomize: {seed: 0x10000000000000000}",
     "3:19: 'seed' must be a number of 64 bits, decimal or 0x…, not '0x10000000000000000'"},
    // measure, machine
    {GOOD "measure: [wall_tme, energy, cpu_time, cpu_time]",
     "3:11: unknown metric 'wall_tme'; did you mean 'wall_time'?\n"
     "3:21: the metric 'energy' is not in this version\n"
     "3:39: the metric 'cpu_time' is there twice"},
    {GOOD "measure: []", "3:10: 'measure' names no metric"},
    {GOOD "machine: {cpus: all, timeout: 0s, env: {1A: b, ESWEXP_SAMPLES: 3}}",
     "3:17: a CPU must be its number, not 'all'\n"
     "3:31: 'timeout' must be between 0.001s and 2592000s, not 0s\n"
     "3:41: '1A' cannot be the name of an environment variable: it must begin with a letter or "
     "'_'\n"
     "3:48: 'ESWEXP_SAMPLES' cannot be the name of an environment variable: names with ESWEXP_ are "
     "the engine's own"},
};

// "1:2: text" a line becomes "x.yaml:1:2: error: text"; a line without a place continues one.
static void full_report(const char *expected, struct text *full)
{
    while (*expected) {
        size_t place = strspn(expected, "0123456789:"), rest = strcspn(expected, "\n");
        if (place)
            text_printf(full, "x.yaml:%.*s error:", (int)place, expected);
        text_printf(full, "%.*s\n", (int)(rest - place), expected + place);
        expected += rest + (expected[rest] == '\n');
    }
}

static void mistakes_are_told(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        READING reading = {0};
        TEXT_CLEANUP struct text expected = {0};
        full_report(mistakes[i].report, &expected);
        read_yaml(&reading, mistakes[i].yaml);
        if (reading.spec || !text_equal(reading.report.bytes, expected.bytes)) {
            print_error("\n%s\n\nexpected:\n%s\ngot:\n%s", mistakes[i].yaml, expected.bytes,
                        reading.spec ? "" : reading.report.bytes);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

static void missing_files_are_told_with_their_place(void **state)
{
    (void)state;
    READING reading = {0};
    TEXT_CLEANUP struct text expected = {0};
    char *here = getcwd(NULL, 0);
    read_yaml(&reading, "experiment: e\n"
                        "benchmarks:\n"
                        "  a: {sources: [a.c, sub/nope.c]}\n"
                        "  b: {directory: ../nope, build: make, command: ./b}\n"
                        "  c: {command: ./a.c}\n");
    text_printf(&expected,
                "x.yaml:3:22: error: there is no file 'sub/nope.c' (looked for %s/sub/nope.c)\n"
                "x.yaml:4:18: error: there is no folder '../nope' (looked for %.*s/nope)\n"
                "x.yaml:5:16: error: './a.c' is no program (looked for %s/a.c)\n",
                here, (int)(strrchr(here, '/') - here), here, here);
    assert_string_equal(reading.report.bytes, expected.bytes);
    assert_string_equal(reading.error.text, "'x.yaml' has 3 mistakes");
    free(here);

    READING elsewhere = {.overrides.elsewhere = true};
    assert_int_equal(valid(&elsewhere, "experiment: e\n"
                                       "benchmarks: {a: {sources: nope.c}, b: {command: nope}}\n"
                                       "machine: {cpus: 999}\n")
                         ->cell_count,
                     2);
}

static void many_mistakes_are_cut(void **state)
{
    (void)state;
    READING reading = {0};
    TEXT_CLEANUP struct text yaml = {0};
    for (int i = 0; i < 20000; i++)
        text_printf(&yaml, "key%d: 1\n", i);
    read_yaml(&reading, yaml.bytes);
    assert_string_equal(reading.error.text, "'x.yaml' has more than 100 mistakes");
    assert_true(text_ends(reading.report.bytes,
                          "x.yaml: error: more than 100 mistakes; the others are not shown\n"));
}

static void nesting_and_length_are_limited(void **state)
{
    (void)state;
    READING deep = {0}, lengthy = {0};
    TEXT_CLEANUP struct text yaml = {0};
    for (int i = 0; i < 200000; i++)
        text_add(&yaml, "[");
    read_yaml(&deep, yaml.bytes);
    assert_string_equal(deep.report.bytes,
                        "x.yaml:1:65: error: lists and maps are nested too deeply\n");
    while (yaml.length <= 1 << 20)
        text_add(&yaml, "                ");
    read_yaml(&lengthy, yaml.bytes);
    assert_string_equal(lengthy.report.bytes,
                        "x.yaml:1:1: error: the text is longer than 1048576 bytes\n");
}

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
    assert_int_equal(spec->repeat.pilot[2], 5);
    assert_true(spec->repeat.warmup_auto);
    const struct target *target = &spec->cells[0].targets[0];
    assert_int_equal(target->kind, TARGET_SOURCES);
    assert_words(&target->command, "[]");
    assert_words(&target->cflags, "");
    assert_words(&target->environment, "");
    assert_int_equal(target->sampling.kind, SAMPLING_ESWEXP);
    assert_int_equal(target->use_count, 3);
    assert_true(target->uses[0].allow_missing);
    assert_true(target_has_builds(target) && target_has_iterations(target));
    assert_int_equal(spec->warnings.count, 0);
}

static void a_command_has_no_builds(void **state)
{
    (void)state;
    READING plain = {0}, drawn = {0};
    const struct target *target = valid(&plain, GOOD)->cells[0].targets;
    assert_int_equal(target->kind, TARGET_COMMAND);
    assert_true(text_ends(target->command.items[0], "/true"));
    assert_int_equal(target->use_count, 0);
    assert_false(target_has_builds(target) || target_has_iterations(target));

    target = valid(&drawn, GOOD "randomize: {environment_size: true}\n"
                                "repeat: {real: {builds: 4}}")
                 ->cells[0]
                 .targets;
    assert_true(target_has_builds(target) && target_draws_per_build(target));
    assert_words(&drawn.spec->warnings,
                 "['real' fixes 4 builds: intervals from fewer than 5 are wide]");
}

static const char design[] = "experiment: vecadd                       # names the campaign\n"
                             "question: Does -O3 beat -O2 on vector addition?\n"
                             "benchmarks:\n"
                             "  vecadd_int:\n"
                             "    sources: [sub/../a.c]\n"
                             "    cflags: -O2\n"
                             "    args: [--n, \"${n}\"]\n"
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
    assert_words(&cell->targets[0].command, "[][--n][1000000]");
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
              "machine: {cpus: ['0'], timeout: '${size}ms', env: {A: '${w}:${seed}'}}\n");
    const struct target *target = &spec->cells[1].targets[0];
    target->command.items[0] = target->command.items[1];
    assert_words(&target->command,
                 "[a x y][a x y][t-a][$${w}][$5][${seed}/${block}][${execution}][]");
    assert_words(&target->environment, "[A=x y:${seed}]");
    assert_close(target->timeout_s, 1.024, 1e-12);
    assert_int_equal(target->uses[0].values[2].numbers[0], 1024);
    assert_int_equal(spec->cells[0].targets[0].uses[0].values[2].numbers[0], 512);
    struct arena *arena = &reading.arena;
    assert_string_equal(spec_fill(arena, "$${w}", 1, 2, 3), "${w}");
    assert_string_equal(spec_fill(arena, "${seed}/${block}/${execution}", 255, 2, 3),
                        "00000000000000ff/2/3");
    assert_string_equal(spec_fill(arena, "$$ ${ $", 1, 2, 3), "$$ ${ $");
    assert_int_equal(strlen(spec_fill_widest(arena, "${seed}${block}${execution}")), 16 + 40);
}

static void ranges_become_values(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec = valid(&reading, GOOD "sweep:\n"
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

static void randomizers_follow_the_file(void **state)
{
    (void)state;
    READING off = {0}, mixed = {0};
    const struct spec *spec = valid(&off, SOURCES "randomize: {link_order: false}");
    assert_int_equal(spec->cells[0].targets[0].use_count, 0);
    assert_words(&spec->warnings,
                 "[the builds of benchmark 't' are identical, since no randomizer draws per build: "
                 "repeating them shows nothing]");
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
    assert_true(values[0].numbers[0] >= environment_least(target->environment.items));
    assert_int_equal(values[1].numbers[0] - values[0].numbers[0], 4096 - 256);
}

static void a_fixed_environment_must_hold_its_own(void **state)
{
    (void)state;
    READING reading = {0}, low = {0};
    char text[512], *widest[] = {(char[]){"A=0123456789abcdef"}, NULL};
    read_yaml(&reading, SOURCES "randomize: {environment_size: {bytes: 64}}\n"
                                "machine: {env: {A: '${seed}'}}");
    snprintf(text, sizeof text,
             "x.yaml:3:39: error: 'bytes' of 'environment_size' must be at least %zu to hold this "
             "environment\n",
             environment_least(widest));
    assert_string_equal(reading.report.bytes, text);
    read_yaml(&low, SOURCES "randomize: {environment_size: {min: 64}}");
    assert_true(text_starts(low.report.bytes, "x.yaml:3:37: error: 'min' of 'environment_size'"));
}

static void set(struct reading *reading, const char *setting)
{
    text_list_add(&reading->overrides.settings, &reading->arena, setting);
}

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

static void wrong_overrides_are_told(void **state)
{
    (void)state;
    READING reading = {0}, seed = {.overrides.seed = "12x"};
    set(&reading, "repeat.precision=0");
    set(&reading, "repeat.precison=1%");
    set(&reading, "nonsense");
    set(&reading, "experiment.name=x");
    set(&reading, "benchmarks.t.args=[a");
    set(&reading, "sweep.=1");
    read_yaml(&reading, GOOD "measure: []");
    assert_string_equal(
        reading.report.bytes,
        "x.yaml:3:10: error: 'measure' names no metric\n"
        "--set repeat.precision: error: 'precision' must be between 0.0001% and 100%, not 0\n"
        "--set repeat.precison: error: unknown key 'precison'; did you mean 'precision'?\n"
        "--set nonsense: error: a setting is one line of the form KEY=VALUE\n"
        "--set experiment.name: error: 'experiment' holds no keys: set it as a whole\n"
        "--set benchmarks.t.args: error: did not find expected ',' or ']', while parsing a flow "
        "sequence\n"
        "--set sweep.: error: a key is empty\n");
    read_yaml(&seed, GOOD);
    assert_string_equal(seed.report.bytes,
                        "--seed: error: '12x' is not a number of 64 bits, decimal or 0x…\n");
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

static char folder[] = "/tmp/eswexp-spec-XXXXXX";

static int enter_folder(void **state)
{
    (void)state;
    struct error error;
    return mkdtemp(folder) && chdir(folder) == 0 && file_write("a.c", "", 0, &error) &&
                   folder_make("project", &error) && folder_make("sub", &error)
               ? 0
               : -1;
}

static int leave_folder(void **state)
{
    (void)state;
    struct error error;
    return chdir("/") == 0 && tree_remove(folder, &error) ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(missing_files_are_told_with_their_place),
        cmocka_unit_test(many_mistakes_are_cut),
        cmocka_unit_test(nesting_and_length_are_limited),
        cmocka_unit_test(a_minimal_file_has_defaults),
        cmocka_unit_test(a_command_has_no_builds),
        cmocka_unit_test(the_design_is_read),
        cmocka_unit_test(names_are_replaced),
        cmocka_unit_test(ranges_become_values),
        cmocka_unit_test(flags_are_split_after_replacing),
        cmocka_unit_test(randomizers_follow_the_file),
        cmocka_unit_test(a_small_environment_is_made_to_fit),
        cmocka_unit_test(a_fixed_environment_must_hold_its_own),
        cmocka_unit_test(the_command_line_overrides),
        cmocka_unit_test(wrong_overrides_are_told),
        cmocka_unit_test(a_drawn_seed_is_kept),
        cmocka_unit_test(other_editors_files_are_read),
        cmocka_unit_test(files_are_loaded),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
