// Output of other harnesses: the values are those that Python reads from the same files.
#include "scratch.h"

#include "analysis/import/harness_file.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct arena arena;

static struct harness_file read_output(const char *name)
{
    struct error error = {0};
    struct harness_file file = {
        .path = arena_printf(&arena, "%s/harnesses/output/%s", ESWEXP_TEST_FOLDER, name)};
    if (!harness_file_read(&arena, &file, &error))
        fail_msg("%s", error.text);
    return file;
}

// The result of a benchmark's metric and its next value; NULL: there is none.
static const struct harness_value *next_value(const struct harness_file *file, size_t *taken,
                                              char *const *fields)
{
    for (size_t i = 0; i < file->output.count; i++) {
        const struct harness_result *result = &file->output.results[i];
        if (text_equal(result->benchmark, fields[0]) &&
            text_equal(result->metric.name, fields[1]) &&
            text_equal(result->metric.unit, fields[2]))
            return taken[i] < result->count ? &result->values[taken[i]++] : NULL;
    }
    return NULL;
}

// Compares a file with the lines "benchmark metric unit execution number" of values/NAME.tsv.
static void compare(const char *name, char *expected)
{
    struct harness_file file = read_output(name);
    size_t *taken = arena_new_array(&arena, size_t, file.output.count), lines = 0;
    for (char *rest = expected, *line; (line = strsep(&rest, "\n")) && *line; lines++) {
        char *fields[5];
        for (size_t i = 0; i < 5; i++)
            fields[i] = strsep(&line, "\t");
        const struct harness_value *value = next_value(&file, taken, fields);
        double number = strtod(fields[4], NULL);
        if (!value)
            fail_msg("%s: '%s' has no further %s", name, fields[0], fields[1]);
        if (fabs(value->number - number) > 4e-16 * fabs(number) ||
            value->execution != strtoul(fields[3], NULL, 10))
            fail_msg("%s: '%s' has %s %.17g in %zu, not %s in %s", name, fields[0], fields[1],
                     value->number, value->execution, fields[4], fields[3]);
    }
    assert_int_equal(file.output.values, lines);
}

static void values_are_those_of_python(void **state)
{
    (void)state;
    size_t files = 0;
    struct error error = {0};
    const char *folder = ESWEXP_TEST_FOLDER "/harnesses/values";
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    for (struct dirent *entry; (entry = readdir(entries));) {
        TEXT_CLEANUP struct text text = {0};
        if (!text_ends(entry->d_name, ".tsv"))
            continue;
        if (!file_read(path_join(&arena, folder, entry->d_name), 1 << 20, &text, &error))
            fail_msg("%s", error.text);
        compare(arena_strndup(&arena, entry->d_name, strlen(entry->d_name) - strlen(".tsv")),
                text.bytes);
        files++;
    }
    closedir(entries);
    assert_true(files >= 16);
}

// Each reader accepts some of the files, and no other reader the same.
static void readers_know_their_files(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"google.json", "google-benchmark"},
        {"hyperfine.json", "hyperfine"},
        {"hyperfine-2.0.json", "hyperfine"},
        {"go.txt", "go"},
        {"criterion.csv", "criterion"},
        {"cargo_criterion.json", "criterion"},
        {"criterion.txt", "criterion"},
        {"divan.txt", "divan"},
        {"catch2.xml", "catch2"},
        {"nanobench.json", "nanobench"},
        {"pytest.json", "pytest-benchmark"},
        {"pyperf.json", "pyperf"},
        {"jmh.json", "jmh"},
        {"benchmarkdotnet.json", "benchmarkdotnet"},
        {"julia.json", "julia"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct harness_reader *reader = read_output(names[i][0]).reader;
        size_t at = 0;
        while (harness_readers[at] != reader)
            at++;
        assert_string_equal(harness_names[at], names[i][1]);
    }
}

// Of Google Benchmark before 1.5.
#define OLD_ENTRY(name)                                                                            \
    "{\"name\": \"" name "\", \"real_time\": 1, \"cpu_time\": 1, \"time_unit\": \"ns\"}"

static void what_is_wrong_has_its_place(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "this is not output of a harness that is known: Google Benchmark, hyperfine, "},
        {"{\"a\": ", "line 1: damaged JSON"},
        {"{\"a\": NaN, \"b\":\n Infinite}", "line 2: damaged JSON"},
        {"{\"a\": 1}\n{\"b\": 2}\n", "line 2: a second JSON value"},
        {"\xff\xfe{", "this is UTF-16: convert it to UTF-8"},
        {"{\"context\": {}, \"benchmarks\": ["
         "{\"name\": \"a\", \"repetition_index\": 0, \"real_time\": 1, \"cpu_time\": 1, "
         "\"time_unit\": \"ns\"},"
         "{\"name\": \"a\", \"repetition_index\": 0, \"real_time\": 9, \"cpu_time\": 9, "
         "\"time_unit\": \"ns\"}]}",
         "benchmarks[1]: 'a' is there twice, first at benchmarks[0]: give each benchmark a name of "
         "its own"},
        {"{\"context\": {}, \"benchmarks\": [" // before 1.5.1, with the aggregates of the first
         OLD_ENTRY("a") "," OLD_ENTRY("a") "," OLD_ENTRY("a_mean") "," OLD_ENTRY(
             "a_stddev") "," OLD_ENTRY("a") "," OLD_ENTRY("a") "]}",
         "benchmarks[4]: 'a' is there twice, first at benchmarks[0]"},
        {"{\"a\": 1}", "this is not output of a harness that is known"},
        {"goos: linux\nBenchmarkA 10 nan ns/op\n", "line 2: 'A' has a time that is no finite"},
        {"BenchmarkA 10 -5 ns/op\n", "line 1: 'A' has a negative time"},
        {"BenchmarkA 10 1e300 ns/op\n", "line 1: 'A' has a time that is too large"},
        {"BenchmarkA 10 fast ns/op\n", "line 1: 'fast' is no number"},
        {"BenchmarkA 10 5 ns/op 7\n", "line 1: 'BenchmarkA' has a number without a unit"},
        {"{\"iters\": [1, 2], \"times\": [1]}", "'file' has 1 times and 2 counts of iterations"},
        {"{\"iters\": [0], \"times\": [1]}", "'file' has a sample without iterations"},
        {"group,function,value,throughput_num,throughput_type,sample_measured_value,unit,"
         "iteration_count\na,b,,,,10,ns,nan\n",
         "line 2: 'a/b' has a sample without iterations"},
        {"{\"reason\": \"benchmark-complete\", \"id\": \"a\", \"unit\": \"ns\", "
         "\"measured_values\": [1], \"iteration_count\": [1]}\n"
         "{\"reason\": \"benchmark-complete\", \"id\": \"a\", \"unit\": \"ns\", "
         "\"measured_values\": [2], \"iteration_count\": [1]}\n",
         "line 2: 'a' is there twice, first at line 1: keep each run"},
        {"variant: a b\nBenchmarkA 1 1 s/op\nvariant: a c\nBenchmarkA 1 2 s/op\n",
         "line 3: it has the variants 'a b' and 'a c'"},
        {"group,function,value,sample_time_nanos,iteration_count\na,b,,1,2\n",
         "line 1: it lacks the columns of criterion 0.3 and later"},
        {"{\"reason\": \"benchmark-complete\", \"id\": \"a\", \"unit\": \"cycles\"}\n",
         "line 1: 'a' is in 'cycles', which is no time"},
        {"a     fastest │ slowest │ median │ mean │ samples │ iters\n├─ b  1 x │ 1 s │ 1 s │ one │ "
         "1 │ "
         "1\n",
         "line 2: the mean of 'a/b' is no time"},
        {"<BenchmarkResults name=\"a\"><mean value=\"x\"/>", "the mean of 'a' is 'x', no number"},
        {"<BenchmarkResults name=\"a\"><mean value=\"1", "the XML ends within a tag"},
        {"<TestCase name=\"a\"><BenchmarkResults name=\"b\"><mean value=\"1\"/>",
         "the XML ends within 'a'"},
        {"{\"results\": [{\"name\": \"a\", \"median(elapsed)\": 1}]}",
         "results[0]: 'a' has no 'measurements': render templates::json()"},
        {"{\"machine_info\": {}, \"benchmarks\": [{\"fullname\": \"a\", \"stats\": {\"mean\": "
         "1}}]}",
         "benchmarks[0]: 'a' has no single values: write the file with --benchmark-json"},
        {"{\"machine_info\": {}, \"benchmarks\": [{\"fullname\": \"a\", \"stats\": {\"data\": [1, "
         "null]}}]}",
         "benchmarks[0].stats.data[1]: 'a' has a value that is no number"},
        {"{\"machine_info\": {}, \"benchmarks\": []}", "it has no values"},
        {"{\"version\": \"1.0\", \"benchmarks\": [{\"runs\": [{\"warmups\": [[1, 2]]}]}]}",
         "benchmarks[0]: 'benchmark' has no values, only calibration"},
        {"[{\"benchmark\": \"a\", \"primaryMetric\": {\"scoreUnit\": \"us/op\"}}]",
         "[0]: 'a' has no 'rawData'"},
        {"[{\"benchmark\": \"a\", \"primaryMetric\": {\"scoreUnit\": \"MB/op\"}}]",
         "[0]: 'a' is in 'MB/op', neither a time nor a throughput"},
        {"[{\"benchmark\": \"a\", \"primaryMetric\": {\"scoreUnit\": \"us/op\", \"rawData\": "
         "[[\"NaN\"]]}}]",
         "[0].primaryMetric.rawData[0][0]: 'a' has a value that is no number"},
        {"{\"HostEnvironmentInfo\": {}, \"Benchmarks\": [{\"FullName\": \"a\"}]}",
         "Benchmarks[0]: 'a' has no 'Measurements': export the full JSON"},
        {"[{\"Julia\": \"1\", \"BenchmarkTools\": \"1\"}, [[\"TrialEstimate\", {\"time\": 1}]]]",
         "an estimate has no single values: save the result of run()"},
        {"{\"results\": [{\"command\": \"a\", \"times\": [1]}, {\"command\": \"a\", \"times\": "
         "[1]}]}",
         "results[1]: 'a' is there twice, first at results[0]: tell the results apart with -n "
         "NAME"},
        {"{\"context\": {}, \"benchmarks\": ["
         "{\"name\": \"a\", \"real_time\": 1, \"cpu_time\": 1, \"time_unit\": \"ns\"},"
         "{\"name\": \"a\", \"real_time\": 9, \"cpu_time\": 9, \"time_unit\": \"ns\"}]}",
         "benchmarks[1]: 'a' is there twice, first at benchmarks[0]"},
        {"a  time:   [1 ns 2 ns 3 ns]\na  time:   [7 ns 8 ns 9 ns]\n",
         "line 2: 'a' is there twice, first at line 1"},
        {"group,function,value,throughput_num,throughput_type,sample_measured_value,unit,"
         "iteration_count\na,b,,,,10,ns,1\na,b,,,,20,ns,2\na,b,,,,90,ns,1\n",
         "line 4: 'a/b' is there twice, first at line 2"},
        {"group,function,value,throughput_num,throughput_type,sample_measured_value,unit,"
         "iteration_count\na,b,,,,10,ns,1\na,c,,,,20,ns,2\na,b,,,,90,ns,3\n",
         "line 4: 'a/b' is there twice, first at line 2"},
        {"{\"version\": \"1.0\", \"benchmarks\": [{\"runs\": ["
         "{\"metadata\": {\"hostname\": \"x\"}, \"values\": [1, 2]},"
         "{\"metadata\": {\"hostname\": \"y\"}, \"values\": [8, 9]}]}]}",
         "benchmarks[0].runs[1]: 'benchmark' has runs of another 'hostname'"},
        {"{\"results\": [{\"name\": \"a\\u0001\", \"measurements\": [{\"elapsed\": 1}]}, "
         "{\"name\": \"a\\u0002\", \"measurements\": [{\"elapsed\": 2}]}]}",
         "results[1]: 'a?' is there twice, first at results[0]"},
        {"goos: linux\nBenchmarkA-4 \tconnected\n 44\t 25 ns/op\n",
         "line 2: no result behind 'BenchmarkA-4'"},
        {"{\"results\": [{\"name\": \"a\", \"measurements\": [{\"elapsed\": -nan(ind)}]}]}",
         "results[0].measurements[0]: 'a' has no time 'elapsed'"},
        {"{\"results\": [{\"name\": \"a\", \"measurements\": [{\"elapsed\": 1e400}]}]}",
         "results[0].measurements[0]: 'a' has no time 'elapsed'"},
        {"[{\"benchmark\": \"a\", \"primaryMetric\": {\"scoreUnit\": \"us/op\", "
         "\"rawDataHistogram\": [[[[nan, 5], [3, 1]]]]}}]",
         "[0].primaryMetric.rawDataHistogram[0][0]: 'a' has a value that is no number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct harness_reader *reader = NULL;
        struct harness_output output = {.arena = &arena};
        const char *why = harness_parse(&reader, "file", cases[i][0], strlen(cases[i][0]), &output);
        if (!why || !strstr(why, cases[i][1]) || strstr(why, "''"))
            fail_msg("'%s' says: %s", cases[i][0], why ? why : "nothing");
    }
}

static struct harness_output parsed(const char *bytes)
{
    const struct harness_reader *reader = NULL;
    struct harness_output output = {.arena = &arena};
    const char *why = harness_parse(&reader, "file", bytes, strlen(bytes), &output);
    if (why)
        fail_msg("'%s' says: %s", bytes, why);
    return output;
}

// What no reader asks for does no harm, however strange it is.
static void strange_json_is_read(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text deep = {0};
    for (size_t i = 0; i < 3000; i++)
        text_add(&deep, i % 2 ? "[\n" : "{\"]\": ");
    for (size_t i = 3000; i-- > 0;)
        text_add(&deep, i % 2 ? "]" : "}");
    const char *const values[] = {
        "18446744073709551616",
        "-170141183460469231731687303715884105728",
        "1e400",
        "-1E+999",
        "\"a\\u0000b\"",
        "\"\\udcff\"",
        "\"\\ud83d\\n\\ude00 \\ud83d\\ude00\"",
        "\"\xff\xc3\"",
        "[nan, -nan, inf, -inf, NaN, Infinity, -Infinity, -nan(ind), 1.#INF]",
        "{\"x\": 1, \"x\": 2}",
        deep.bytes};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct harness_output output =
            parsed(arena_printf(&arena,
                                "{\"other\": %s, \"results\": [{\"command\": \"a\", \"times\": "
                                "[0.5, 9007199254740993, 2]}]}",
                                values[i]));
        assert_int_equal(output.values, 3);
        assert_true(output.results[0].values[0].number == 0.5);
    }
    const struct harness_reader *reader = NULL;
    struct harness_output output = {.arena = &arena};
    const char *damaged = arena_printf(&arena, "%s}", deep.bytes); // one bracket too many
    assert_non_null(harness_parse(&reader, "file", damaged, strlen(damaged), &output));
    output = parsed("{\"results\": [{\"command\": \"a\\u0000\", \"times\": [1], \"times\": [2]}]}");
    assert_string_equal(output.results[0].benchmark, "a?");
    assert_string_equal(output.notes.items[0],
                        "line 1: duplicate object key near '\"times\"': its last value is taken");
}

// Results of another configuration are another benchmark; those of one are repetitions.
static void configurations_are_told_apart(void **state)
{
    (void)state;
    struct harness_output output =
        parsed("goos: linux\ncpu: x\ncommit: abc\nBenchmarkA 1 10 ns/op\n"
               "BenchmarkA 1 11 ns/op\ncommit: def\n"
               "BenchmarkA 1 90 ns/op\ncommit: abc\n"
               "BenchmarkA 1 12 ns/op\n");
    assert_int_equal(output.count, 2);
    assert_string_equal(output.results[0].benchmark, "A (commit=abc)");
    assert_int_equal(output.results[0].count, 3);
    assert_string_equal(output.results[1].benchmark, "A (commit=def)");
    assert_int_equal(output.condition_count, 3);
    assert_string_equal(output.conditions[1].name, "cpu");
    assert_string_equal(output.conditions[2].value, "several");
    output = parsed("pkg: a\ngoos: linux\nBenchmarkA 1 10 ns/op\npkg: b\ngoos: js\n"
                    "BenchmarkA 1 11 ns/op\n");
    assert_string_equal(output.results[1].benchmark, "b.A (goos=js)");
    output =
        parsed("{\"results\": [{\"command\": \"a\", \"parameters\": {\"n\": \"1\"}, \"times\": "
               "[1]}, {\"command\": \"a\", \"parameters\": {\"n\": \"2\"}, \"times\": [2]}]}");
    assert_string_equal(output.results[0].benchmark, "a (n=1)");
    assert_string_equal(output.results[1].benchmark, "a (n=2)");
}

// Google Benchmark before 1.5.1: repetitions are not numbered, but have a mean.
static void repetitions_stay_together(void **state)
{
    (void)state;
    struct harness_output output = parsed(
        "{\"context\": {\"host_name\": \"h\", \"library_build_type\": \"debug\"}, \"benchmarks\": ["
        "{\"name\": \"a\", \"real_time\": 1, \"cpu_time\": 1, \"time_unit\": \"ns\"},"
        "{\"name\": \"a\", \"real_time\": 2, \"cpu_time\": 1, \"time_unit\": \"ns\"},"
        "{\"name\": \"a_mean\", \"real_time\": 1, \"cpu_time\": 1, \"time_unit\": "
        "\"ns\"}," OLD_ENTRY("a_stddev") ","
                                         "{\"name\": \"a_BigO\", \"cpu_coefficient\": 1, "
                                         "\"real_coefficient\": 1, \"big_o\": \"N\"},"
                                         "{\"name\": \"a_RMS\", \"rms\": 0.02}]}");
    assert_int_equal(output.count, 2);
    assert_int_equal(output.results[0].count, 2);
    assert_true(output.conditions[0].machine);
    assert_non_null(strstr(output.notes.items[0], "without optimization"));
}

static void a_result_that_is_lost_has_a_note(void **state)
{
    (void)state;
    struct harness_output output =
        parsed("BenchmarkV\nBenchmarkA-4  \tconnected\n 44\t 25 ns/op\nBenchmarkB-4 \t\n"
               "Benchmarking is fun\nBenchmark results:\nBenchmarkA-4\t45\t26 ns/op\n"
               "BenchmarkZ-4\t0\t164 ns/op\n");
    assert_int_equal(output.values, 1);
    assert_int_equal(output.notes.count, 2);
    assert_string_equal(output.notes.items[0],
                        "line 2: no result behind 'BenchmarkA-4': other output cut it off");
    assert_string_equal(output.notes.items[1],
                        "line 4: no result behind 'BenchmarkB-4': other output cut it off");
    assert_string_equal(output.faults[0].why, "has a result of 0 iterations");
}

static void times_of_divan_need_no_blank(void **state)
{
    (void)state;
    static const char head[] = "a     fastest │ slowest │ median │ mean │ samples │ iters\n";
    static const struct {
        const char *time;
        double seconds;
    } cases[] = {{"12.5 ns", 12.5e-9}, {"12.5ns", 12.5e-9}, {"1.5m", 90}, {"2 h", 7200}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct harness_output output = parsed(
            arena_printf(&arena, "%s├─ b  1 s │ 1 s │ 1 s │ %s │ 1 │ 1\n", head, cases[i].time));
        assert_true(fabs(output.results[0].values[0].number - cases[i].seconds) <
                    1e-12 * cases[i].seconds);
    }
}

// Profilers that run in both modes of JMH are no second series of values.
static void modes_share_no_values(void **state)
{
    (void)state;
    struct harness_output output = parsed(
        "[{\"benchmark\": \"a\", \"mode\": \"avgt\", \"primaryMetric\": {\"scoreUnit\": "
        "\"hr/op\", \"rawData\": [[1]]}, \"secondaryMetrics\": {\"gc.count\": {\"scoreUnit\": "
        "\"counts\", \"rawData\": [[1]]}}},"
        "{\"benchmark\": \"a\", \"mode\": \"thrpt\", \"primaryMetric\": {\"scoreUnit\": "
        "\"ops/s\", \"rawData\": [[1]]}, \"secondaryMetrics\": {\"gc.count\": {\"scoreUnit\": "
        "\"counts\", \"rawData\": [[5]]}}}]");
    assert_int_equal(output.count, 3);
    assert_int_equal(output.values, 3);
    assert_true(output.results[0].values[0].number == 3600);
}

// Google Benchmark divides by the mean of a counter that is 0; "NaN" in a text is one.
static void what_is_no_number_is_not_taken(void **state)
{
    (void)state;
    struct harness_output output =
        parsed("{\"context\": {\"NaN\": NaN}, \"benchmarks\": ["
               "{\"name\": \"\\\"NaN, Infinity\", \"repetition_index\": 0, \"real_time\": 1, "
               "\"cpu_time\": 1, \"time_unit\": \"ns\", \"rate\": -Infinity, \"errs\": 0},"
               "{\"name\": \"a_cv\", \"run_type\": \"aggregate\", \"aggregate_name\": \"cv\", "
               "\"real_time\": 1, \"cpu_time\": 1, \"time_unit\": \"ns\", \"errs\":NaN}]}");
    assert_int_equal(output.count, 3);
    assert_string_equal(output.results[0].benchmark, "\"NaN, Infinity");
    assert_string_equal(output.results[2].metric.name, "errs");
    output = parsed("[{\"benchmark\": \"a\", \"primaryMetric\": {\"scoreUnit\": \"us/op\", "
                    "\"rawData\": [[1, 2]]}, \"secondaryMetrics\": {\"gc.time\": {\"scoreUnit\": "
                    "\"ms\", \"rawData\": [[1, \"NaN\"]]}}}]");
    assert_int_equal(output.count, 1);
}

// "change:" is of the last run of criterion; with a throughput its lines are those of the estimate.
static void changes_of_criterion_are_no_times(void **state)
{
    (void)state;
    struct harness_output output =
        parsed("sort/100                time:   [1.10 us 1.20 us 1.30 us]\n"
               "                        thrpt:  [1.10 Melem/s 1.20 Melem/s 1.30 Melem/s]\n"
               "                 change:\n"
               "                        time:   [-1.2% +0.1% +1.3%] (p = 0.50 > 0.05)\n"
               "                        thrpt:  [-1.2% +0.1% +1.3%]\n"
               "                        No change in performance detected.\n"
               "sort/1000               time:   [2.10 us 2.20 us 2.30 us]\n"
               "                        change: [-1.2% +0.1% +1.3%] (p = 0.50 > 0.05)\n");
    assert_int_equal(output.count, 2);
    assert_int_equal(output.values, 2);
    assert_string_equal(output.results[1].benchmark, "sort/1000");
}

static void a_note_names_each_benchmark_once(void **state)
{
    (void)state;
    struct harness_output output =
        parsed("BenchmarkA 1 0 ns/op\nBenchmarkA 1 0 ns/op\nBenchmarkB 1 0 ns/op\n");
    assert_int_equal(output.notes.count, 2);
    TEXT_CLEANUP struct text many = {0};
    for (size_t i = 0; i < 1000; i++)
        text_printf(&many, "BenchmarkA%zu 1 0 ns/op\n", i);
    output = parsed(many.bytes);
    assert_int_equal(output.notes.count, 21);
    assert_string_equal(output.notes.items[20], "further benchmarks have times of 0");
}

static void a_byte_order_mark_is_skipped(void **state)
{
    (void)state;
    assert_int_equal(parsed("\xef\xbb\xbf"
                            "BenchmarkA 1 5 ns/op\n")
                         .values,
                     1);
    assert_int_equal(parsed("\xef\xbb\xbf{\"iters\": [2], \"times\": [1]}").values, 1);
    assert_true(harness_recognizes("\xef\xbb\xbf{}", 5));
}

// Of a file without run_type: entries of these names, NULL-terminated, and what follows them.
static struct harness_output parsed_old(const char *const *names, const char *more)
{
    TEXT_CLEANUP struct text json = {0};
    text_add(&json, "{\"context\": {}, \"benchmarks\": [");
    for (; *names; names++)
        text_printf(&json,
                    "{\"name\": \"%s\", \"real_time\": 1, \"cpu_time\": 1, \"time_unit\": "
                    "\"ns\"}%s",
                    *names, names[1] || *more ? "," : "");
    text_printf(&json, "%s]}", more);
    return parsed(json.bytes);
}

#define OLD(...) parsed_old((const char *const[]){__VA_ARGS__, NULL}, "")

static void old_aggregates_are_left_out(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "a", "a_mean", "a_median", "a_stddev", "b_mean", NULL};
    struct harness_output output =
        parsed_old(names, "{\"name\": \"a_BigO\", \"real_coefficient\": 1, \"time_unit\": \"ns\"}");
    assert_int_equal(output.count, 4);
    assert_string_equal(output.results[2].benchmark, "b_mean");
    // Benchmarks of these names are no aggregates, and have their own.
    output = OLD("a", "a_mean", "a_median");
    assert_int_equal(output.count, 6);
    output =
        OLD("a", "a", "a_mean", "a_stddev", "a_mean", "a_mean", "a_mean_mean", "a_mean_stddev");
    assert_int_equal(output.count, 4);
    assert_int_equal(output.results[2].count, 2);
}

// Go writes the name before the benchmark runs, and leaves GOMAXPROCS out in the first iteration.
static void a_failed_benchmark_has_its_name(void **state)
{
    (void)state;
    struct harness_output output = parsed("BenchmarkA-4   \t       1\t10 ns/op\n"
                                          "BenchmarkX-4   \t--- FAIL: BenchmarkX-4\n"
                                          "    a_test.go:9: no disk\n"
                                          "--- FAIL: BenchmarkF\n"
                                          "--- SKIP: BenchmarkS/n-4\n");
    assert_int_equal(output.fault_count, 3);
    assert_int_equal(output.notes.count, 0);
    assert_string_equal(output.faults[0].benchmark, "X-4");
    assert_string_equal(output.faults[1].benchmark, "F-4");
    assert_string_equal(output.faults[2].benchmark, "S/n-4");
}

static void a_cut_file_has_a_note(void **state)
{
    (void)state;
    assert_int_equal(parsed("BenchmarkA 1 5 ns/op\n").notes.count, 0);
    assert_string_equal(parsed("BenchmarkA 1 5 ns/op\nBenchmarkA 1 5 ns").notes.items[0],
                        "its last line has no end: is the file complete?");
}

static void there_are_bounds(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text many = {0}, name = {0};
    for (size_t i = 0; i <= HARNESS_RESULTS_MOST; i++)
        text_printf(&many, "BenchmarkA%zu 1 1 ns/op\n", i);
    text_add(&name, "Benchmark");
    for (size_t i = 0; i <= HARNESS_NAME_MOST; i++)
        text_add(&name, "A");
    text_add(&name, " 1 1 ns/op\n");
    TEXT_CLEANUP struct text headers = {0};
    text_add(&headers, "BenchmarkA 1 1 ns/op\n");
    for (size_t i = 0; i < 100001; i++)
        text_add(&headers, "pkg: a\n");
    const struct text *texts[] = {&many, &name, &headers};
    const char *const whys[] = {"line 10001: more than 10000 results", "line 1: the name of a",
                                "line 100002: more than 100000 lines 'pkg:'"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct harness_reader *reader = NULL;
        struct harness_output output = {.arena = &arena};
        const char *why = harness_parse(&reader, "", texts[i]->bytes, texts[i]->length, &output);
        assert_non_null(why);
        assert_non_null(strstr(why, whys[i]));
    }
}

static void files_have_stems(void **state)
{
    (void)state;
    assert_string_equal(harness_file_stem(&arena, "a/criterion-0.3/"), "criterion-0.3");
    assert_string_equal(harness_file_stem(&arena, "new/run.json"), "run");
    assert_string_equal(harness_file_stem(&arena, "new/run.json.gz"), "run");
    assert_string_equal(harness_file_stem(&arena, "v1.2"), "v1.2");
    assert_string_equal(harness_file_stem(&arena, ".json"), ".json");
}

static int release(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

int tests_of_harnesses(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_python),
        cmocka_unit_test(readers_know_their_files),
        cmocka_unit_test(what_is_wrong_has_its_place),
        cmocka_unit_test(strange_json_is_read),
        cmocka_unit_test(configurations_are_told_apart),
        cmocka_unit_test(repetitions_stay_together),
        cmocka_unit_test(a_result_that_is_lost_has_a_note),
        cmocka_unit_test(times_of_divan_need_no_blank),
        cmocka_unit_test(modes_share_no_values),
        cmocka_unit_test(what_is_no_number_is_not_taken),
        cmocka_unit_test(changes_of_criterion_are_no_times),
        cmocka_unit_test(a_note_names_each_benchmark_once),
        cmocka_unit_test(a_byte_order_mark_is_skipped),
        cmocka_unit_test(old_aggregates_are_left_out),
        cmocka_unit_test(a_failed_benchmark_has_its_name),
        cmocka_unit_test(a_cut_file_has_a_note),
        cmocka_unit_test(there_are_bounds),
        cmocka_unit_test(files_have_stems),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
