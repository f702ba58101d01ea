// Experiment files that are wrong: every mistake told exactly, with its place.
#include "spec_reading.h"

#include "run/start/environment.h"

#define TOO_LARGE                                                                                  \
    "the pattern is too large: at most 1000 characters, 2000 once '+' and {…} are written out"

static const struct {
    const char *yaml, *report;
} mistakes[] = {
    // the text
    {"", "1:1: the file is empty"},
    {"[]", "1:1: an experiment is a map of keys, such as 'experiment: NAME'"},
    {GOOD "repeat: {a: [}", "3:14: did not find expected node content, while parsing a flow node"},
    {GOOD "machine: {env: {A: x${n}}}",
     "3:22: did not find expected ',' or '}', while parsing a flow mapping: quote a text with "
     "'${…}' inside {…} or […]"},
    {GOOD "variants: {a: {args: [\n${n}]}}",
     "4:2: did not find expected ',' or ']', while parsing a flow sequence: quote a text with "
     "'${…}' inside {…} or […]"},
    {GOOD "repeat: *a", "3:9: aliases are not allowed: write the value itself"},
    {GOOD "repeat: &a {}", "3:9: anchors are not allowed: remove '&a'"},
    {GOOD "question: !!str a", "3:11: tags are not allowed: remove 'tag:yaml.org,2002:str'"},
    {GOOD "---\na: b", "3:1: a file holds one document"},
    {GOOD "question: '\xff'", "3:12: the text is not plain UTF-8: invalid leading UTF-8 octet"},
    {GOOD "question: \"a\\0b\"", "3:11: a text must not hold a NUL character"},
    {GOOD "? [a]\n: b", "3:3: a key must be one word"},
    {GOOD "question: a\nquestion: b", "4:1: duplicate key 'question'"},
    // keys
    {"experiment: e", "1:1: 'benchmarks' is missing"},
    {GOOD "benchmark: {}", "3:1: unknown key 'benchmark'; did you mean 'benchmarks'?"},
    {GOOD "wibble: {}", "3:1: unknown key 'wibble'"},
    {GOOD "repeat: {budget: 2h, precison: 1%}",
     "3:10: 'budget' is given on the command line: eswexp run --budget 10min, or eswexp compare "
     "--budget 2h\n"
     "3:22: unknown key 'precison'; did you mean 'precision'?"},
    {GOOD "machine: {require: [load<x, {}]}", "3:21: 'load' takes a share such as 5%, not 'x'\n"
                                              "3:29: each of 'require' must be one value"},
    {GOOD "repeat: [1]", "3:9: 'repeat' must be a map of keys"},
    // names
    {"experiment: ../e\nbenchmarks: {'a/b': {command: 'true'}, ..: {command: 'true'}}",
     "1:13: '../e' cannot be the name of the experiment: it must not contain '/', because it names "
     "files\n"
     "2:14: 'a/b' cannot be the name of the benchmark: it must not contain '/', because it names "
     "files\n"
     "2:40: '..' cannot be the name of the benchmark: it must not be '.' or '..'"},
    {GOOD "variants: {'': {}, \"a\\nb\": {}}",
     "3:12: '' cannot be the name of the variant: it must not be empty\n"
     "3:20: 'a?b' cannot be the name of the variant: it must not contain control characters"},
    // benchmarks
    {"experiment: e\nbenchmarks: {}", "2:13: 'benchmarks' is empty"},
    {"experiment: e\nbenchmarks: {t: {}}",
     "2:14: benchmark 't' needs 'sources' (to build it) or 'command' (to run it)"},
    {"experiment: e\nbenchmarks: {t: {sources: a.c, command: 'true'}}",
     "2:32: 'command' does not go with 'sources': a benchmark has 'sources' and 'args', or "
     "'directory', 'build' and 'command', or 'command' alone"},
    {"experiment: e\nbenchmarks: {t: {build: make, command: ./t}}",
     "2:18: 'build' needs 'directory', the folder that is copied and built"},
    {"experiment: e\nbenchmarks: {t: {directory: project, command: ./t, program: t}}",
     "2:52: 'program' needs 'build', the command that builds in 'directory'"},
    {"experiment: e\nbenchmarks: {t: {directory: project, build: make}}",
     "2:18: 'directory' needs 'command', the program that is run once it is built"},
    {"experiment: e\nbenchmarks: {t: {command: 'true', cflags: -O2}}",
     "2:35: 'cflags' has no effect on benchmark 't', which is not built"},
    {"experiment: e\nbenchmarks: {t: {command: no-such-program}}",
     "2:27: there is no program 'no-such-program' on PATH; one beside this file is written "
     "'./no-such-program'"},
    {"experiment: e\nbenchmarks: {t: {command: 'a | b'}}",
     "2:27: '|' needs a shell, and commands run without one: quote it, or write sh -c '…'"},
    {"experiment: e\nbenchmarks: {t: {command: '\"a'}}", "2:27: the quote \" is never closed"},
    {"experiment: e\nbenchmarks: {t: {command: ''}}", "2:27: 'command' is empty"},
    {"experiment: e\nbenchmarks: {t: {command: './${seed}'}}",
     "2:27: the program itself must be the same for every execution, not './${seed}'"},
    {"experiment: e\nbenchmarks: {t: {sources: []}}", "2:27: 'sources' is empty"},
    {"experiment: e\nbenchmarks: {t: {sources: [project/Makefile, a.c]}}",
     "2:28: 'project/Makefile' is no source: its name must end in .c, .cpp, .s or the like"},
    {"experiment: e\nbenchmarks: {t: {sources: a.c, compiler: nonexistent}}",
     "2:42: there is no program 'nonexistent' on PATH; one beside this file is written "
     "'./nonexistent'"},
    {"experiment: e\nbenchmarks: {t: {sources: a.c, linker: ldd}}",
     "2:40: 'linker' must be one of bfd, lld, gold, mold, not 'ldd'; did you mean 'lld'?"},
    {SOURCES "variants: {a: {}, b: {revision: [main]}}", "3:33: 'revision' must be one value"},
    {SOURCES "variants: {a: {}, b: {revision: ''}}", "3:33: 'revision' is empty"},
    {SOURCES "variants: []", "3:11: 'variants' must be a map of keys"},
    {"experiment: e\nbenchmarks: {t: {}}\nvariants: {a: {sources: a.c}, b: {command: 'true'}}",
     "3:31: 'b' of benchmark 't' cannot be compared with 'a': their samples come from different "
     "sources"},
    // samples
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: proces}}",
     "2:44: 'samples' must be one of eswexp, process, google-benchmark, hyperfine, go, criterion, "
     "divan, catch2, nanobench, pytest-benchmark, pyperf, jmh, benchmarkdotnet, julia, not "
     "'proces'; "
     "did you mean 'process'?"},
    {"experiment: e\nbenchmarks: {t: {command: 'true --export-json=x', samples: hyperfine}}",
     "2:14: remove '--export-json=x' from benchmark 't': eswexp passes it to read the samples"},
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: google-benchmark}}\n"
     "variants: {a: {}, b: {args: [--benchmark_out_format, json]}}",
     "2:14: remove '--benchmark_out_format' from benchmark 't': eswexp passes it to read the "
     "samples"},
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: hyperfine}}\n"
     "variants: {a: {}, b: {args: [-r, '5']}}",
     "3:19: 'b' of benchmark 't' cannot be compared with 'a': only one of them fixes its number of "
     "samples"},
    {"experiment: e\nbenchmarks: {t: {command: 'true --runs=5', samples: hyperfine}}\n"
     "repeat: {real: {iterations: 5}}",
     "3:17: 'iterations' is fixed, but no benchmark has the level 'iteration'"},
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: {pattern: '([0-9]+'}}}",
     "2:44: 'unit' is missing\n"
     "2:54: the pattern is no regular expression: Unmatched ( or \\("},
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: {pattern: '(a)(b)', unit: s}}}",
     "2:54: the pattern must have exactly one group (…) for the number, not 2"},
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: {pattern: '(a{99}){99}', unit: "
     "s}}}",
     "2:54: " TOO_LARGE},
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: {pattern: '(a)++++++++++++', unit: "
     "s}}}",
     "2:54: " TOO_LARGE},
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: {pattern: "
     "'((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)', unit: s}}}",
     "2:54: " TOO_LARGE},
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: {pattern: '(\\\\?\\d+)', unit: "
     "s}}}",
     "2:54: '\\d' is not known here: write [0-9]"},
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: {pattern: '([^\\s])\\.', unit: "
     "s}}}",
     "2:54: '\\s' is not known here: write [[:space:]]"},
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: {pattern: '\\b(.)', unit: s}}}",
     "2:54: '\\b' is not known here: '\\' goes before signs such as '.' only"},
    {"experiment: e\nbenchmarks: {t: {command: 'true', samples: {pattern: '(.)', unit: ''}}}",
     "2:67: '' cannot be the unit: it must not be empty"},
    // ${…}
    {SOURCES "variants: {a: {args: ['${sze}', '${x']}}\nsweep: {size: [1]}",
     "3:23: unknown ${sze}; did you mean 'size'? (a plain '${' is written '$${')\n"
     "3:33: '${' is never closed by '}'"},
    {SOURCES "variants: {a: {cflags: '-D${seed} -D${bench}'}}",
     "3:24: ${seed} may stand in args, command and env only: it differs between executions\n"
     "3:24: unknown ${bench} (a plain '${' is written '$${')"},
    // sweep
    {GOOD "sweep: {n: []}", "3:12: the axis 'n' is empty"},
    {GOOD "sweep: {n: 3}",
     "3:12: an axis is a list of values, or {from, to, times} or {from, to, step}"},
    {GOOD "sweep: {n: [1, 2, 1Ki, 1024]}", "3:24: duplicate value '1024'"},
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
     "3:37: the range has more than 100000 values: raise 'step', or lower 'to'"},
    {GOOD "sweep: {n: {from: 1, to: 2, step: 1e-300}}",
     "3:35: the range has more than 100000 values: raise 'step', or lower 'to'"},
    {GOOD "sweep: {n: {from: 0.001, to: 1e9, times: 1.0001}}",
     "3:42: the range has more than 100000 values: raise 'times', or lower 'to'"},
    {GOOD "sweep: {n: {from: 1, to: 100000, step: 1}, m: [1, 2]}",
     "3:8: benchmarks, variants and sweep make more than 100000 combinations"},
    {"experiment: e\nbenchmarks: {t: {command: 'true ${value} ${environment_bytes}'}}\n"
     "sweep: {value: [1], environment_bytes: [1]}",
     "3:9: 'value' cannot be the name of the axis: a column of the CSV files has that name "
     "already\n"
     "3:21: 'environment_bytes' cannot be the name of the axis: a column of the CSV files has that "
     "name already"},
    // repeat
    {GOOD "repeat: {precision: 0}", "3:21: 'precision' must be between 0.0001% and 100%, not 0"},
    {"experiment: e\nbenchmarks: {t: {command: 'true ${n}'}}\n"
     "repeat: {precision: '${n}%', real: {executions: '${n}'}}\nsweep: {n: [1, 2]}",
     "3:21: 'precision' cannot hold ${…}: 'repeat' is the same at every point\n"
     "3:36: 'real' cannot hold ${…}: 'repeat' is the same at every point"},
    {GOOD "repeat: {confidence: 95}",
     "3:22: 'confidence' must be between 50% and 99.99%, not 95; did you mean 95%?"},
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
    {GOOD "repeat: {real: {builds: 5, iterations: 2}, iteration: 3}\nrandomize: {heap: false}",
     "3:17: 'builds' is fixed, but nothing is built and no randomizer draws per build\n"
     "3:28: 'iterations' is fixed, but no benchmark has the level 'iteration'\n"
     "3:44: 'iteration' is fixed, but no benchmark has the level 'iteration'"},
    // randomize
    {GOOD "randomize: {link_order: true}",
     "3:13: link_order: eswexp does not link a command: give 'sources', or 'directory' with "
     "'build'"},
    {SOURCES "randomize: {link_ordr: true, aslr: seded, allow_missing: [alsr]}",
     "3:13: unknown key 'link_ordr'; did you mean 'link_order'?\n"
     "3:36: 'aslr' cannot be 'seded', did you mean 'seeded'?\n"
     "3:59: unknown randomizer 'alsr'; did you mean 'aslr'?"},
    {SOURCES "randomize: {environment_size: {bites: 3, max: '${n}'}}\nsweep: {n: [4096, 1]}",
     "3:32: unknown key 'bites'; did you mean 'bytes'?\n"
     "3:47: 'max' of 'environment_size' must be from 64 to 131072, not 1"},
    {SOURCES "randomize: {seed: 0x10000000000000000}",
     "3:19: 'seed' must be a number of 64 bits, decimal or 0x…, not '0x10000000000000000'"},
    // measure, machine
    {GOOD "measure: [wall_tme, cpu_time, cpu_time]",
     "3:11: unknown metric 'wall_tme'; did you mean 'wall_time'?\n"
     "3:31: duplicate metric 'cpu_time'"},
    {GOOD "measure: []", "3:10: 'measure' is empty"},
    {GOOD "machine: {cpus: []}", "3:17: 'cpus' is empty"},
    {GOOD "machine: {cpus: ['0-', '0,', '1-0', '0-99999', '', [0]]}",
     "3:18: CPUs must be numbers or ranges such as 0-3,6, or drawn, any or auto alone, not '0-'\n"
     "3:24: CPUs must be numbers or ranges such as 0-3,6, or drawn, any or auto alone, not '0,'\n"
     "3:30: CPUs must be numbers or ranges such as 0-3,6, or drawn, any or auto alone, not '1-0'\n"
     "3:37: CPUs must be numbers or ranges such as 0-3,6, or drawn, any or auto alone, not "
     "'0-99999'\n"
     "3:48: CPUs must be numbers or ranges such as 0-3,6, or drawn, any or auto alone, not ''\n"
     "3:52: CPUs must be numbers or ranges such as 0-3,6, or drawn, any or auto alone, not ''"},
    {GOOD "machine: {memory_limit: 2GB}",
     "3:25: 'memory_limit' must be a number of bytes such as 512Mi or 2Gi, not '2GB'"},
    {GOOD "machine: {memory_limit: -1}",
     "3:25: 'memory_limit' must be a number of bytes such as 512Mi or 2Gi, not '-1'"},
    {GOOD "machine: {memory_limit: 0}",
     "3:25: 'memory_limit' must be between 1Mi and 1024Ti, not 0"},
    {GOOD "machine: {memory_limit: 99999Ti}",
     "3:25: 'memory_limit' must be between 1Mi and 1024Ti, not 99999Ti"},
    {GOOD "machine: {memory_limit: '${n}Ki'}\nsweep: {n: [1024, 512]}",
     "3:25: 'memory_limit' must be between 1Mi and 1024Ti, not 512Ki"},
    {GOOD "machine: {memory_limit: [1Gi]}", "3:25: 'memory_limit' must be one value"},
    {GOOD "machine: {cpus: auto 0, memory: here, priority: 20}",
     "3:17: 'auto' takes a number of cores from 1 to 1024, such as auto 4, not '0'\n"
     "3:33: 'memory' must be any, local, remote, interleave, or a node such as node 0, not 'here'\n"
     "3:49: 'priority' must be a nice value from -20 to 19, or fifo, or fifo 1 to fifo 98, not "
     "'20'"},
    {GOOD "machine: {cpus: [auto, 1], memory: node x, priority: fifo 99}",
     "3:18: CPUs must be numbers or ranges such as 0-3,6, or drawn, any or auto alone, not 'auto'\n"
     "3:36: 'node' takes the number of a memory node, such as node 0, not 'x'\n"
     "3:54: 'priority' must be a nice value from -20 to 19, or fifo, or fifo 1 to fifo 98, not "
     "'fifo 99'"},
    {GOOD "machine: {memory: local, priority: 1.5}",
     "3:19: 'memory: local' needs numbers or auto in 'cpus': nodes are local relative to CPUs\n"
     "3:36: 'priority' must be a nice value from -20 to 19, or fifo, or fifo 1 to fifo 98, not "
     "'1.5'"},
    {GOOD "machine: {cpus: all, timeout: 0s, env: {1A: b, ESWEXP_SAMPLES: 3}}",
     "3:17: CPUs must be numbers or ranges such as 0-3,6, or drawn, any or auto alone, not 'all'\n"
     "3:31: 'timeout' must be between 0.001s and 2592000s, not 0s\n"
     "3:41: '1A' cannot be the name of an environment variable: it must begin with a letter or "
     "'_'\n"
     "3:48: 'ESWEXP_SAMPLES' cannot be the name of an environment variable: names with ESWEXP_ are "
     "the engine's own"},
};

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
                        "  c: {command: ./a.c}\n"
                        "  d: {command: ./nope}\n");
    text_printf(&expected,
                "x.yaml:3:22: error: there is no file 'sub/nope.c' (looked for %s/sub/nope.c)\n"
                "x.yaml:4:18: error: there is no folder '../nope' (looked for %.*s/nope)\n"
                "x.yaml:5:16: error: './a.c' is not executable (chmod +x %s/a.c)\n"
                "x.yaml:6:16: error: './nope' is no program (looked for %s/nope)\n",
                here, (int)(strrchr(here, '/') - here), here, here, here);
    assert_string_equal(reading.report.bytes, expected.bytes);
    assert_string_equal(reading.error.text, "'x.yaml' has 4 mistakes");
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

static void add_times(struct text *yaml, size_t count, const char *words)
{
    for (size_t i = 0; i < count; i++)
        text_add(yaml, words);
}

static void expansions_are_limited(void **state)
{
    (void)state;
    READING text = {0}, together = {0};
    TEXT_CLEANUP struct text yaml = {0};
    text_add(&yaml, "experiment: e\nsweep: {n: [");
    add_times(&yaml, 1 << 18, "1");
    text_add(&yaml, "]}\nbenchmarks: {t: {command: 'true ");
    add_times(&yaml, 5, "${n}");
    text_add(&yaml, "'}}");
    read_yaml(&text, yaml.bytes);
    assert_string_equal(text.report.bytes,
                        "x.yaml:3:27: error: with its '${…}' replaced the text is longer than "
                        "1048576 bytes: shorten it, or the values\n");
    text_release(&yaml);
    text_add(&yaml, "experiment: e\nsweep: {n: {from: 1, to: 90000, step: 1}}\n"
                    "benchmarks: {t: {args: '${n}', command: 'true ");
    add_times(&yaml, 1 << 19, "1");
    text_add(&yaml, "'}}");
    read_yaml(&together, yaml.bytes);
    assert_string_equal(together.report.bytes,
                        "x.yaml:3:41: error: all combinations together take more than 512 MiB of "
                        "text: sweep over fewer values, or shorten the texts with '${…}'\n");
}

static void a_draw_is_a_number(void **state)
{
    (void)state;
    READING word = {0}, list = {0};
    read_yaml(&word, SOURCES "sweep: {d: [1, some]}\nrandomize: {link_order: true, draw: '${d}'}");
    assert_string_equal(word.report.bytes,
                        "x.yaml:4:37: error: 'draw' must be the number of a block, or 0\n");
    read_yaml(&list, SOURCES "randomize: {link_order: true, draw: [1]}");
    assert_true(text_starts(list.report.bytes, "x.yaml:3:37: error: 'draw' must be"));
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
             environment_least(widest, &(struct address_layout){0}));
    assert_string_equal(reading.report.bytes, text);
    read_yaml(&low, SOURCES "randomize: {environment_size: {min: 64}}");
    assert_true(text_starts(low.report.bytes, "x.yaml:3:37: error: 'min' of 'environment_size'"));
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
        "x.yaml:3:10: error: 'measure' is empty\n"
        "--set repeat.precision: error: 'precision' must be between 0.0001% and 100%, not 0\n"
        "--set repeat.precison: error: unknown key 'precison'; did you mean 'precision'?\n"
        "--set nonsense: error: a setting is one line of the form KEY=VALUE\n"
        "--set experiment.name: error: 'experiment' has no keys below it: set it as a whole\n"
        "--set benchmarks.t.args: error: did not find expected ',' or ']', while parsing a flow "
        "sequence\n"
        "--set sweep.: error: a key is empty\n");
    read_yaml(&seed, GOOD);
    assert_int_equal(seed.report.length, 0);
    assert_string_equal(seed.error.text, "--seed '12x' is not a number of 64 bits, decimal or 0x…");
}

int tests_of_spec_mistakes(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(missing_files_are_told_with_their_place),
        cmocka_unit_test(many_mistakes_are_cut),
        cmocka_unit_test(nesting_and_length_are_limited),
        cmocka_unit_test(expansions_are_limited),
        cmocka_unit_test(a_draw_is_a_number),
        cmocka_unit_test(a_fixed_environment_must_hold_its_own),
        cmocka_unit_test(wrong_overrides_are_told),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
