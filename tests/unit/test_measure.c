// `measure` with options, metrics of a benchmark's own in it, and in claims.
#include "spec_reading.h"

#include "model/better.h"
#include "run/execution.h"
#include "run/metrics.h"

#define NAMES "experiment: e\nbenchmarks: {t: {command: /bin/true}}\nvariants: {a: {}, b: {}}\n"

static void options_are_read(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec = valid(&reading, NAMES "measure:\n"
                                                    "- {metric: throughput, unit: req/s, better: "
                                                    "more}\n"
                                                    "- {metric: wall_time, clock: monotonic_raw}\n"
                                                    "- {metric: latency, unit: ms}\n"
                                                    "- {metric: hits, unit: hits}\n"
                                                    "- {metric: faults, better: less}\n"
                                                    "- cpu_time\n");
    assert_int_equal(spec->meter_count, 6);
    assert_int_equal(spec->clock, ESW_CLOCK_MONOTONIC_RAW);
    const struct meter *const *own = spec->meters;
    assert_string_equal(own[0]->name, "throughput");
    assert_string_equal(own[0]->unit, "req/s");
    assert_int_equal(own[0]->better, BETTER_MORE);
    assert_true(own[0]->custom && !own[1]->custom);
    assert_string_equal(own[2]->unit, "s");
    assert_close(own[2]->scale, 1e-3, 1e-15);
    assert_int_equal(own[2]->better, BETTER_LESS);
    assert_int_equal(own[3]->better, BETTER_UNKNOWN);
    assert_string_equal(own[4]->unit, "");
    assert_ptr_equal(own[5], meter_find("cpu_time"));
}

static void the_clock_is_the_best_unless_it_is_said(void **state)
{
    (void)state;
    READING without = {0}, with = {0};
    assert_int_equal(valid(&without, NAMES)->clock, ESW_CLOCK_BEST);
    assert_int_equal(valid(&with, NAMES "measure: [{metric: wall_time, clock: best}]")->clock,
                     ESW_CLOCK_BEST);
}

static void all_mistakes_are_told_at_once(void **state)
{
    (void)state;
    READING reading = {0};
    read_yaml(&reading, NAMES "measure:\n"
                              "- throughput\n"
                              "- {metric: wall_tme}\n"
                              "- {metric: wall_time, clok: best, clock: mono}\n"
                              "- {metric: cpu_time, clock: best, unit: s, better: less}\n"
                              "- {metric: a b, unit: req/s, better: mor}\n"
                              "- {metric: a/b, unit: \"a\\nb\"}\n"
                              "- {metric: rate, unit: x, clock: best}\n"
                              "- {metric: rate, unit: ''}\n"
                              "- {unit: x}\n"
                              "- [wall_time]\n");

    assert_string_equal(
        reading.report.bytes,
        "x.yaml:5:3: error: unknown metric 'throughput'; a metric that the benchmark reports is "
        "written {metric: NAME, unit: UNIT, better: more}\n"
        "x.yaml:6:12: error: unknown metric 'wall_tme'; did you mean 'wall_time'?\n"
        "x.yaml:7:23: error: unknown key 'clok'; did you mean 'clock'?\n"
        "x.yaml:7:42: error: 'clock' must be one of best, monotonic_raw, monotonic, not 'mono'\n"
        "x.yaml:8:22: error: 'clock' is an option of wall_time, not of 'cpu_time'\n"
        "x.yaml:8:35: error: 'unit' is an option of metrics that a benchmark reports, not of "
        "'cpu_time'\n"
        "x.yaml:8:44: error: 'better' is an option of metrics that a benchmark reports, not of "
        "'cpu_time'\n"
        "x.yaml:9:12: error: 'a b' cannot be the name of a metric: it must not contain ' ' or "
        "'='\n"
        "x.yaml:9:38: error: 'better' must be one of less, more, not 'mor'; did you mean 'more'?\n"
        "x.yaml:10:12: error: 'a/b' cannot be the name of a metric: it must not contain '/', "
        "because it names files\n"
        "x.yaml:10:23: error: 'a?b' cannot be the unit: it must not contain control characters\n"
        "x.yaml:11:27: error: 'clock' is an option of wall_time, not of 'rate'\n"
        "x.yaml:12:12: error: duplicate metric 'rate'\n"
        "x.yaml:12:24: error: '' cannot be the unit: it must not be empty\n"
        "x.yaml:13:3: error: 'metric' is missing\n"
        "x.yaml:14:3: error: a metric is a name, or a map such as {metric: NAME, unit: UNIT, "
        "better: more}\n");
}

static void claims_know_them(void **state)
{
    (void)state;
    static const char measure[] = NAMES "measure: [wall_time, {metric: rate, unit: req/s, better: "
                                        "more}, {metric: hits, unit: hits}]\n";
    READING good = {0}, bad = {0};
    TEXT_CLEANUP struct text yaml = {0};
    text_printf(&yaml,
                "%sclaims:\n- speedup(b, a) in rate > 1.1\n- mean(b) in rate > 3 req/s\n"
                "- ratio(b, a) in hits < 2\n",
                measure);
    assert_int_equal(valid(&good, yaml.bytes)->claims.count, 3);
    yaml.length = 0;
    text_printf(&yaml,
                "%sclaims:\n- speedup(b, a) in hits > 1.1\n- mean(b) in rate > 3 ms\n"
                "- ratio(b, a) in rat < 2\n",
                measure);
    read_yaml(&bad, yaml.bytes);
    assert_string_equal(
        bad.report.bytes,
        "x.yaml:6:11: error: hits of 't' is no time, but a number in 'hits': use ratio(NEW, OLD), "
        "or set 'better' in 'measure'\n"
        "x.yaml:7:21: error: rate of 't' is in 'req/s', not in 'ms'\n"
        "x.yaml:8:18: error: there is no measured metric 'rat'; did you mean 'rate'?\n");
}

// What is observed of three reports of one metric among others.
static struct observation three(enum sampling_kind kind, struct reported_metric said[4])
{
    static const char *const names[] = {"rate", "hits", "rate", "rate"};
    for (size_t i = 0; i < 4; i++)
        said[i] = (struct reported_metric){.name = names[i], .unit = "", .value = (double)i + 1};
    return (struct observation){.sampling = {.kind = kind}, .metrics = {.items = said, .count = 4}};
}

static void several_reports_are_iterations_but_of_the_harness(void **state)
{
    (void)state;
    READING reading = {0};
    const struct meter *rate =
        valid(&reading, NAMES "measure: [{metric: rate, unit: req/s}]")->meters[0];
    struct reported_metric said[4];
    double values[3] = {0};
    struct observation process = three(SAMPLING_PROCESS, said);
    assert_int_equal(rate->collect(rate, &process, values, 2), 3);
    assert_close(values[0], 1, 0);
    assert_close(values[1], 3, 0);
    assert_close(values[2], 0, 0);
    struct observation harness = three(SAMPLING_ESWEXP, said);
    assert_int_equal(rate->collect(rate, &harness, values, 3), 1);
    assert_close(values[0], 4, 0);
    harness.metrics.count = 0;
    assert_int_equal(rate->collect(rate, &harness, values, 3), 0);
}

int tests_of_measure(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_read),
        cmocka_unit_test(the_clock_is_the_best_unless_it_is_said),
        cmocka_unit_test(all_mistakes_are_told_at_once),
        cmocka_unit_test(claims_know_them),
        cmocka_unit_test(several_reports_are_iterations_but_of_the_harness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
