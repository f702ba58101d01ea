// Every key of the experiment file says what it takes, and its example is one.
#include "spec_reading.h"

#include "spec/reference/rows.h"

// A file in which every example has what it refers to.
static const char *const context[] = {
    "experiment: e",
    "benchmarks: {sort: {sources: [sort.c]}}",
    "variants: {O2: {}, O3: {}}",
    "sweep: {n: [1000, 1000000], size: {from: 1Ki, to: 64Mi, times: 2}}",
};

// What must stand beside a key, where its table alone does not say so.
static const struct {
    const char *path, *beside;
} needs[] = {
    {"benchmarks.BENCHMARK.cflags", "sources: [sort.c]"},
    {"benchmarks.BENCHMARK.ldflags", "sources: [sort.c]"},
    {"benchmarks.BENCHMARK.libs", "sources: [sort.c]"},
    {"benchmarks.BENCHMARK.compiler", "sources: [sort.c]"},
    {"benchmarks.BENCHMARK.linker", "sources: [sort.c]"},
    {"benchmarks.BENCHMARK.revision", "sources: [sort.c]"},
    {"benchmarks.BENCHMARK.files", "sources: [sort.c]"},
    {"benchmarks.BENCHMARK.files_from", "sources: [sort.c], revision: main"},
    {"benchmarks.BENCHMARK.submodules", "sources: [sort.c]"},
    {"benchmarks.BENCHMARK.compares_files", "sources: [sort.c]"},
    {"benchmarks.BENCHMARK.exit_codes", "sources: [sort.c]"},
    {"benchmarks.BENCHMARK.directory", "build: make, command: ./x"},
    {"benchmarks.BENCHMARK.setup", "directory: d, build: make, command: ./x"},
    {"benchmarks.BENCHMARK.build", "directory: d, command: ./x"},
    {"benchmarks.BENCHMARK.program", "directory: d, build: make, command: ./x"},
    {"benchmarks.BENCHMARK.args", "sources: [sort.c]"},
    {"benchmarks.BENCHMARK.samples", "command: ./x"},
    {"benchmarks.BENCHMARK.each", "command: ./x, samples: google-benchmark"},
    {"benchmarks.BENCHMARK.samples.pattern", "unit: ms"},
    {"benchmarks.BENCHMARK.samples.unit", "pattern: '(.)'"},
    {"benchmarks.BENCHMARK.samples.better", "pattern: '(.)', unit: MB"},
    {"benchmarks.BENCHMARK.samples_file", "command: ./x, samples: jmh"},
    {"benchmarks.BENCHMARK.summary", "sources: [sort.c]"},
    {"benchmarks.BENCHMARK.machine", "sources: [sort.c]"},
    {"benchmarks.BENCHMARK.randomize", "sources: [sort.c]"},
    {"sweep.AXIS.from", "to: 64Ki, times: 2"},
    {"sweep.AXIS.to", "from: 1Ki, times: 2"},
    {"sweep.AXIS.times", "from: 1, to: 8"},
    {"sweep.AXIS.step", "from: 1Ki, to: 8Ki"},
    {"measure[].metric", "unit: B"},
    {"measure[].unit", "metric: hits"},
    {"measure[].better", "metric: hits"},
    {"measure[].clock", "metric: wall_time"},
    {"derive.NAME.unit", "formula: '2 * O2 / 3'"},
    {"derive.NAME.against", "formula: steps(O2 over size)"},
    {"pictures.PICTURE.y", "x: n"},
    {"pictures.PICTURE.kind", "x: n"},
    {"pictures.PICTURE.by", "x: n"},
    {"pictures.PICTURE.panels", "x: n"},
    {"pictures.PICTURE.unit", "x: size"},
    {"pictures.PICTURE.log", "x: n"},
    {"pictures.PICTURE.title", "x: n"},
    {"randomize.allow_missing", "aslr: seeded"},
};

// A name for each that the author of a file chooses.
static const struct {
    const char *path, *name;
} chosen_names[] = {
    {"exclude[].AXIS", "n"},    {"quick.KEY", "repeat.real.executions"},
    {"claims[].SCOPE", "sort"}, {"benchmarks.BENCHMARK", "sort"},
    {"variants.VARIANT", "O2"},
};

static const char *last_part(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; i < sizeof chosen_names / sizeof *chosen_names; i++)
        if (text_equal(chosen_names[i].path, path))
            return chosen_names[i].name;
    return dot ? dot + 1 : path;
}

static const char *needed_beside(const char *path)
{
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (text_equal(needs[i].path, path))
            return needs[i].beside;
    return NULL;
}

// "repeat: {real: {builds: 30}}" of "repeat.real.builds".
static char *nest(struct arena *arena, const char *path, const char *value)
{
    const char *text = value;
    char *rest = arena_strdup(arena, path);
    for (;;) {
        const char *beside = needed_beside(rest);
        char *dot = strrchr(rest, '.');
        const bool item = text_ends(rest, "[]");
        if (item)
            text = arena_printf(arena, "[%s]", text);
        else
            text = arena_printf(arena, dot ? "{%s: %s%s%s}" : "%s: %s", last_part(rest), text,
                                dot && beside ? ", " : "", dot && beside ? beside : "");
        if (!item && !dot)
            return arena_strdup(arena, text);
        *(item ? rest + strlen(rest) - 2 : dot) = '\0';
        if (item && !strchr(rest, '.'))
            return arena_printf(arena, "%s: %s", rest, text);
    }
}

static void read_example(struct reading *reading, const struct reference_row *row)
{
    TEXT_CLEANUP struct text yaml = {0};
    char *example = nest(&reading->arena, row->path, row->keyword->example);
    size_t key = strcspn(example, ":") + 1;
    text_printf(&yaml, "%s\n", example);
    for (size_t i = 0; i < sizeof context / sizeof *context; i++)
        if (strncmp(context[i], example, key) != 0)
            text_printf(&yaml, "%s\n", context[i]);
    reading->overrides.elsewhere = true;
    read_yaml(reading, yaml.bytes);
    if (!reading->spec)
        print_error("%s:\n%s%s", row->path, yaml.bytes, reading->report.bytes);
}

static void every_row_says_what_it_takes(void **state)
{
    (void)state;
    READING reading = {0};
    const struct reference_rows rows = reference_rows(&reading.arena);
    assert_true(rows.count > 80);
    for (size_t i = 0; i < rows.count; i++) {
        const struct keyword *keyword = rows.items[i].keyword;
        bool fine = keyword->help && text_ends(keyword->help, ".") && keyword->example &&
                    (keyword->shapes & (SCALAR | LIST | MAP)) &&
                    (keyword->type != TYPE_KEYS || !(keyword->shapes & SCALAR)) &&
                    (keyword->type != TYPE_CHOICE || (keyword->choices && *keyword->choices));
        if (!fine)
            fail_msg("'%s' lacks help, type or example", rows.items[i].path);
    }
}

static void every_example_is_right(void **state)
{
    (void)state;
    READING all = {0};
    const struct reference_rows rows = reference_rows(&all.arena);
    size_t wrong = 0;
    for (size_t i = 0; i < rows.count; i++) {
        READING reading = {0};
        read_example(&reading, &rows.items[i]);
        wrong += !reading.spec;
    }
    assert_int_equal(wrong, 0);
}

static void an_experiments_variable_may_have_the_name_of_a_key(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec =
        valid(&reading, GOOD "machine: {env: {A: 1}}\nvariants: {a: {machine: {env: {seed: 7}}}}");
    assert_words(&spec->cells[0].targets[0].environment, "[A=1][seed=7]");
}

int tests_of_keywords(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_says_what_it_takes),
        cmocka_unit_test(every_example_is_right),
        cmocka_unit_test(an_experiments_variable_may_have_the_name_of_a_key),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
