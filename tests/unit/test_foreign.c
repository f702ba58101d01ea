// Samples of Google Benchmark and hyperfine: what their JSON says, and what no JSON should do.
#include "scratch.h"

#include "run/foreign.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct arena arena;

extern const struct harness_reader google_benchmark_reader, hyperfine_reader, jmh_reader;

// A repetition of BM_sort, with more behind.
#define REPETITION(time, unit, more)                                                               \
    "{\"name\": \"BM_sort\", \"run_name\": \"BM_sort\", \"run_type\": \"iteration\", "             \
    "\"repetitions\": 2, \"iterations\": 100, \"real_time\": " time ", \"cpu_time\": 5e+02, "      \
    "\"time_unit\": \"" unit "\"" more "}"
#define BENCHMARKS(entries) "{\"context\": {}, \"benchmarks\": [" entries "]}"
#define AGGREGATE                                                                                  \
    "{\"name\": \"BM_sort_mean\", \"run_name\": \"BM_sort\", \"run_type\": \"aggregate\", "        \
    "\"aggregate_name\": \"mean\", \"real_time\": 9, \"cpu_time\": 9, \"time_unit\": \"ns\"}"
#define RESULT(times, codes)                                                                       \
    "{\"command\": \"./a\", \"user\": 0.5, \"system\": 0.25, \"times\": [" times "], "             \
    "\"exit_codes\": [" codes "]}"
#define RESULTS(results) "{\"results\": [" results "]}"
#define RUN(time, code)                                                                            \
    "{\"time_wall_clock\": {\"value\": " time ", \"unit\": \"second\"}, \"exit_code\": " code "}"
#define RUNS(name, runs)                                                                           \
    "{\"command\": \"./a\", \"name\": \"" name "\", \"measurements\": [" runs "]}"

static const char two_repetitions[] =
    BENCHMARKS(REPETITION("5.5e+02", "ns", "") ", " REPETITION("650", "ns", "") ", " AGGREGATE);
static const char two_runs[] = RESULTS(RESULT("0.75, 1", "0, 0"));

static struct foreign_samples read_well(const struct harness_reader *reader, const char *json)
{
    struct foreign_samples samples;
    const char *why = foreign_parse(&arena, reader, "BM_none", json, strlen(json), &samples);
    if (why)
        fail_msg("%s", why);
    return samples;
}

static void repetitions_are_samples(void **state)
{
    (void)state;
    struct foreign_samples samples = read_well(&google_benchmark_reader, two_repetitions);
    assert_int_equal(samples.count, 2);
    assert_int_equal(samples.cpu_count, 2);
    assert_close(samples.wall_s[0], 550e-9, 1e-12);
    assert_close(samples.wall_s[1], 650e-9, 1e-12);
    assert_close(samples.cpu_s[1], 500e-9, 1e-12);
    assert_close(samples.iterating_s, 100 * 1200e-9, 1e-12);
    assert_int_equal(samples.iterations, 100);
    foreign_cut(&samples, 1);
    assert_int_equal(samples.count, 1);
    assert_int_equal(samples.cpu_count, 1);
    assert_close(samples.wall_s[0], 650e-9, 1e-12);
}

static void units_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        double seconds;
    } cases[] = {{BENCHMARKS(REPETITION("2", "ns", "")), 2e-9},
                 {BENCHMARKS(REPETITION("2", "us", "")), 2e-6},
                 {BENCHMARKS(REPETITION("2", "ms", "")), 2e-3},
                 {BENCHMARKS(REPETITION("2", "s", "")), 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_close(read_well(&google_benchmark_reader, cases[i].json).wall_s[0], cases[i].seconds,
                     1e-12);
}

static void runs_are_samples(void **state)
{
    (void)state;
    struct foreign_samples samples = read_well(&hyperfine_reader, two_runs);
    assert_int_equal(samples.count, 2);
    assert_close(samples.wall_s[1], 1, 1e-12);
    assert_int_equal(samples.cpu_count, 1);
    assert_close(samples.cpu_s[0], 0.75, 1e-12);
    assert_close(samples.iterating_s, 1.75, 1e-12);
    foreign_cut(&samples, 1);
    assert_int_equal(samples.count, 1);
    assert_int_equal(samples.cpu_count, 1); // of all runs
}

static void what_is_wrong_is_said(void **state)
{
    (void)state;
    static const struct {
        const struct harness_reader *reader;
        const char *json, *why;
    } cases[] = {
        {&google_benchmark_reader, "", "this is not the JSON of Google Benchmark"},
        {&google_benchmark_reader, "{\"benchmarks\": [none]}", "line 1: damaged JSON: "},
        {&google_benchmark_reader, BENCHMARKS(REPETITION("NaN", "ns", "")),
         "it has no finite 'real_time' and 'cpu_time'"},
        {&google_benchmark_reader, "[]",
         "it has no benchmarks: does --benchmark_filter match one?"},
        {&google_benchmark_reader, BENCHMARKS(""), "it has no benchmarks"},
        {&google_benchmark_reader, BENCHMARKS("7, []"),
         "benchmarks[0]: it has no known 'time_unit'"},
        {&google_benchmark_reader, BENCHMARKS(AGGREGATE),
         "it has only aggregates: remove --benchmark_report_aggregates_only"},
        {&google_benchmark_reader,
         BENCHMARKS(REPETITION("1", "ms", "") ", " REPETITION("1", "years", "")),
         "benchmarks[1]: it has no known 'time_unit'"},
        {&google_benchmark_reader, BENCHMARKS(REPETITION("-1", "ns", "")),
         "benchmarks[0]: it has no finite 'real_time' and 'cpu_time'"},
        {&google_benchmark_reader, BENCHMARKS(REPETITION("\"1\"", "ns", "")),
         "benchmarks[0]: it has no finite"},
        {&google_benchmark_reader, BENCHMARKS(REPETITION("1e200", "s", "")),
         "benchmarks[0]: it has no finite"},
        {&google_benchmark_reader,
         BENCHMARKS(
             REPETITION("1", "ns", ", \"error_occurred\": true, \"error_message\": \"no disk\"")),
         "'BM_sort' failed: no disk"},
        {&google_benchmark_reader,
         BENCHMARKS(
             REPETITION("1", "ns", ", \"skipped\": true, \"skip_message\": \"no\\u001bGPU\"")),
         "'BM_sort' was skipped: no?GPU"},
        {&google_benchmark_reader,
         BENCHMARKS(REPETITION("1", "ns", "") ", {\"name\": \"BM_heap\", \"real_time\": 1, "
                                              "\"cpu_time\": 1, \"time_unit\": \"s\"}"),
         "it has several benchmarks, 'BM_sort' and 'BM_heap': choose one with --benchmark_filter"},
        {&hyperfine_reader, "{\"results\": [{\"command\": \"./a\", \"ti", "damaged JSON"},
        {&hyperfine_reader, "[7]", "it has no times of runs"},
        {&jmh_reader,
         "[{\"benchmark\": \"a\", \"mode\": \"thrpt\", \"primaryMetric\": {\"scoreUnit\": "
         "\"ops/s\", \"rawData\": [[2, 3]]}}]",
         "'a' has no times, only other metrics: run it with -bm avgt"},
        {&hyperfine_reader, RESULTS(""), "it has no times of runs"},
        {&hyperfine_reader, RESULTS(RESULT("1, null", "0, 0")), "run 2 has no finite time"},
        {&hyperfine_reader, RESULTS(RESULT("1, 2", "0, 3")), "'./a' ended run 2 with exit code 3"},
        {&hyperfine_reader, RESULTS(RESULT("1, 2", "null, 0")),
         "'./a' was ended by a signal in run 1"},
        {&hyperfine_reader, RESULTS(RUNS("b", "")), "it has no times of runs"},
        {&hyperfine_reader, RESULTS(RUNS("b", RUN("1", "0") ", {}")), "run 2 has no finite time"},
        {&hyperfine_reader, RESULTS(RUNS("b", RUN("1", "0") ", " RUN("1", "3"))),
         "'b' ended run 2 with exit code 3"},
        {&hyperfine_reader, RESULTS(RUNS("b", RUN("1", "0")) ", " RUNS("b", RUN("1", "0"))),
         "'b' is there twice, first at results[0]: tell the results apart with -n NAME"},
        {&hyperfine_reader, RESULTS(RESULT("1", "0") ", {\"command\": \"./b\", \"times\": [1]}"),
         "it has several commands, './a' and './b': make them variants, or benchmarks"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct foreign_samples samples;
        const char *why = foreign_parse(&arena, cases[i].reader, "BM_none", cases[i].json,
                                        strlen(cases[i].json), &samples);
        if (!why || !strstr(why, cases[i].why))
            fail_msg("'%s' says: %s", cases[i].json, why ? why : "nothing");
    }
}

// Whatever is read has samples, all of them times.
static void assert_samples_or_reason(const struct harness_reader *reader, const char *json,
                                     size_t length)
{
    struct arena own = {0};
    struct foreign_samples samples;
    const char *why = foreign_parse(&own, reader, "", json, length, &samples);
    assert_true(why ? *why : samples.count > 0);
    for (size_t i = 0; !why && i < samples.count; i++)
        assert_true(isfinite(samples.wall_s[i]) && samples.wall_s[i] >= 0);
    arena_release(&own);
}

static void damaged_json_harms_nobody(void **state)
{
    (void)state;
    static const char tries[] = "\"{}[],:0-e\\\x80\n";
    static const struct {
        const struct harness_reader *reader;
        const char *json;
    } wholes[] = {{&google_benchmark_reader, two_repetitions}, {&hyperfine_reader, two_runs}};
    for (size_t w = 0; w < 2; w++) {
        size_t length = strlen(wholes[w].json);
        for (size_t at = 0; at < length; at++) {
            char *part = malloc(length); // without a NUL behind it
            memcpy(part, wholes[w].json, length);
            assert_samples_or_reason(wholes[w].reader, part, at);
            // Every fourth, from another on at each place.
            size_t step = is_thorough() ? 1 : 4;
            for (size_t with = at % step; with < sizeof tries - 1; with += step) {
                part[at] = tries[with];
                assert_samples_or_reason(wholes[w].reader, part, length);
            }
            free(part);
        }
    }
    size_t depth = 1 << 20;
    char *deep = malloc(depth);
    memset(deep, '[', depth);
    assert_samples_or_reason(&hyperfine_reader, deep, depth);
    free(deep);
}

static void files_may_be_anything(void **state)
{
    const char *path = scratch_path(*state, "samples.json");
    struct foreign_samples samples;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    assert_true(write(fd, two_runs, strlen(two_runs)) > 0);
    assert_null(foreign_read(&arena, &hyperfine_reader, "", path, &samples));
    assert_int_equal(ftruncate(fd, (off_t)1 << 40), 0);
    assert_non_null(strstr(foreign_read(&arena, &hyperfine_reader, "", path, &samples), "at most"));
    close(fd);
    unlink(path);
    assert_non_null(strstr(foreign_read(&arena, &hyperfine_reader, "", path, &samples),
                           "it wrote no file in spite of --export-json"));
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_non_null(
        strstr(foreign_read(&arena, &hyperfine_reader, "", path, &samples), "not a file"));
    unlink(path);
}

static void commands_may_count(void **state)
{
    (void)state;
    static const struct {
        const struct harness_reader *reader;
        const char *word;
        bool counts;
    } cases[] = {
        {&hyperfine_reader, "--runs", true},
        {&hyperfine_reader, "--runs=5", true},
        {&hyperfine_reader, "-r5", true},
        {&hyperfine_reader, "-m", true},
        {&hyperfine_reader, "-N", false},
        {&hyperfine_reader, "--runsome", false},
        {&hyperfine_reader, "./prog -r 5", false},
        {NULL, "--runs", false},
        {&google_benchmark_reader, "--benchmark_repetitions=3", true},
        {&google_benchmark_reader, "--runs", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text_list command = {0};
        text_list_add(&command, &arena, "harness");
        text_list_add(&command, &arena, cases[i].word);
        if (foreign_counts_itself(&(struct sampling){.harness = cases[i].reader}, &command) !=
            cases[i].counts)
            fail_msg("'%s'", cases[i].word);
    }
}

static void harnesses_are_asked(void **state)
{
    (void)state;
    struct text_list google = {0}, hyperfine = {0};
    foreign_ask(&arena, &google_benchmark_reader, "/x", 7, &google);
    assert_int_equal(google.count, 3);
    assert_string_equal(google.items[0], "--benchmark_out=/x");
    assert_string_equal(google.items[1], "--benchmark_out_format=json");
    assert_string_equal(google.items[2], "--benchmark_repetitions=7");
    foreign_ask(&arena, &hyperfine_reader, "/x", 0, &hyperfine);
    assert_int_equal(hyperfine.count, 1);
    assert_string_equal(hyperfine.items[0], "--export-json=/x");
}

static int release(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

int tests_of_foreign(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repetitions_are_samples),   cmocka_unit_test(units_are_read),
        cmocka_unit_test(runs_are_samples),          cmocka_unit_test(what_is_wrong_is_said),
        cmocka_unit_test(damaged_json_harms_nobody), scratch_test(files_may_be_anything),
        cmocka_unit_test(commands_may_count),        cmocka_unit_test(harnesses_are_asked),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
