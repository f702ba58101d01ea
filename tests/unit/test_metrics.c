// Metrics that a benchmark reports: lines of its stdout, and what esw_metric() leaves.
#include "testing.h"

#include "base/text.h"
#include "model/better.h"
#include "run/metrics.h"

#include <math.h>

static struct arena arena;

static struct reported_metrics found_in(const char *output)
{
    struct reported_metrics metrics = {0};
    metrics_find(&arena, output, strlen(output), &metrics);
    return metrics;
}

// The only one.
static struct reported_metric one_in(const char *output)
{
    struct reported_metrics metrics = found_in(output);
    assert_int_equal(metrics.count, 1);
    return metrics.items[0];
}

static void assert_said(const char *output, const char *name, double value, const char *unit,
                        enum better better)
{
    struct reported_metric metric = one_in(output);
    assert_null(metric.fault);
    assert_string_equal(metric.name, name);
    assert_close(metric.value, value, 1e-15);
    assert_string_equal(metric.unit, unit);
    assert_int_equal(metric.better, better);
}

static void lines_are_read(void **state)
{
    (void)state;
    assert_said("METRIC hits=12\n", "hits", 12, "", BETTER_UNKNOWN);
    assert_said("  \tMETRIC \t hits=  -1.5e-3  \r\n", "hits", -1.5e-3, "", BETTER_UNKNOWN);
    assert_said("METRIC h = 5 us\n", "h", 5, "us", BETTER_UNKNOWN);
    assert_said("METRIC a =5\n", "a", 5, "", BETTER_UNKNOWN);
    assert_said("METRIC throughput=+.5E2 req/s\n", "throughput", 50, "req/s", BETTER_UNKNOWN);
}

static void directions_follow(void **state)
{
    (void)state;
    assert_said("METRIC a=1 req/s more\n", "a", 1, "req/s", BETTER_MORE);
    assert_said("METRIC a=1 ms less\n", "a", 1, "ms", BETTER_LESS);
    assert_said("METRIC a=1 more\n", "a", 1, "", BETTER_MORE);
}

static void other_lines_are_the_benchmarks_own(void **state)
{
    (void)state;
    static const char *const outputs[] = {
        "",
        "\n\n",
        "METRIC\n",
        "METRIC \n",
        "METRICS a=5\n",
        "METRICa=5\n",
        "metric a = 5\n",
        "Metric a is fine\n",
        "the METRIC a is 5\n",
        "METRIC a 5",
    };
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        struct reported_metrics metrics = found_in(outputs[i]);
        assert_int_equal(metrics.count, 0);
        assert_null(metrics.malformed);
    }
}

static void what_begins_like_a_metric_says_why_it_is_none(void **state)
{
    (void)state;
    static const char *const outputs[][2] = {
        {"METRIC a\n", "'METRIC a' has no '=' behind its name"},
        {"METRIC a 5 us\n", "'METRIC a 5 us' has no '=' behind its name"},
        {"METRIC =5\n", "'METRIC =5' has no name in front of '='"},
        {"METRIC system started, x=5\n", "'METRIC system started, x=5' has a blank in its name"},
        {"METRIC: a=5 us\n", "'METRIC: a=5 us' has a ':' behind METRIC"},
        {"metric a=5 us\n", "'metric a=5 us' has METRIC in small letters"},
        {"[info] METRIC a=5 us\n", "'[info] METRIC a=5 us' has other text in front of METRIC"},
    };
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        TEXT_CLEANUP struct text expected = {0};
        struct reported_metrics metrics = found_in(outputs[i][0]);
        text_printf(&expected, "%s: a metric is written METRIC name=value unit", outputs[i][1]);
        assert_int_equal(metrics.count, 0);
        assert_string_equal(metrics.malformed, expected.bytes);
    }
    assert_string_equal(found_in("METRIC a 5\nMETRIC b\nMETRIC c=1\n").malformed,
                        "'METRIC a 5' has no '=' behind its name: a metric is written METRIC "
                        "name=value unit; 'METRIC b' has no '=' behind its name, too");
}

static void a_carriage_return_begins_a_line(void **state)
{
    (void)state;
    struct reported_metrics metrics = found_in("40 %\r50 %\rMETRIC a=5 us\rMETRIC b=6\r\n");
    assert_int_equal(metrics.count, 2);
    assert_string_equal(metrics.items[0].unit, "us");
    assert_true(!metrics.items[1].fault && metrics.items[1].value == 6);
}

static void what_is_no_value_says_why(void **state)
{
    (void)state;
    static const char *const outputs[][2] = {
        {"METRIC a=\n", "'METRIC a=' has no finite decimal number behind '='"},
        {"METRIC a=fast\n", "'METRIC a=fast' has no finite decimal number behind '='"},
        {"METRIC a=nan\n", "'METRIC a=nan' has no finite decimal number behind '='"},
        {"METRIC a=-inf s\n", "'METRIC a=-inf s' has no finite decimal number behind '='"},
        {"METRIC a=0x10\n", "'METRIC a=0x10' has no finite decimal number behind '='"},
        {"METRIC a=1,5\n", "'METRIC a=1,5' has a ',' in its number: leave it out, or write '.'"},
        {"METRIC a=5us\n", "'METRIC a=5us' has no blank between its number and its unit"},
        {"METRIC a=1e999\n", "'METRIC a=1e999' has no finite decimal number behind '='"},
        {"METRIC a=b=3 s\n", "'METRIC a=b=3 s' has no finite decimal number behind '='"},
        {"METRIC a=5ms\n", "'METRIC a=5ms' has no blank between its number and its unit"},
        {"METRIC a=5 per s\n", "'METRIC a=5 per s' has more than a number, a unit, and less or "
                               "more"},
        {"METRIC a=5 s less !\n", "'METRIC a=5 s less !' has more than a number, a unit, and less "
                                  "or more"},
        {"METRIC a=5 more less\n", "'METRIC a=5 more less' has more than a number, a unit, and "
                                   "less or more"},
        {"METRIC a=1\x1b[2Jx\n", "'METRIC a=1?[2Jx' has no finite decimal number behind '='"},
        {"METRIC a=12", "'METRIC a=12' has no newline: it may be incomplete"},
    };
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        struct reported_metric metric = one_in(outputs[i][0]);
        assert_string_equal(metric.name, "a");
        assert_string_equal(metric.fault, outputs[i][1]);
    }
}

static void the_order_stays(void **state)
{
    (void)state;
    struct reported_metrics metrics = found_in("METRIC a=1\nwords\nMETRIC b=2 s\nMETRIC a=3\n");
    assert_int_equal(metrics.count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_close(metrics.items[i].value, (double)i + 1, 0);
    assert_string_equal(metrics.items[1].name, "b");
    assert_string_equal(metrics.items[2].name, "a");
}

static void much_is_taken(void **state)
{
    (void)state;
    enum { LINES = 100000, LONG = 1 << 20 };
    TEXT_CLEANUP struct text output = {0}, word = {0};
    for (int i = 0; i < LINES; i++)
        text_printf(&output, "METRIC m%d=%d\n", i % 7, i);
    struct reported_metrics metrics = found_in(output.bytes);
    assert_int_equal(metrics.count, LINES);
    assert_close(metrics.items[LINES - 1].value, LINES - 1, 0);
    while (word.length < LONG)
        text_add(&word, "nine bytes"); // blanks in it: no name
    text_printf(&word, "\nMETRIC a=1");
    for (int i = 0; i < LONG; i++)
        text_add(&word, "1");
    struct reported_metric metric = one_in(word.bytes);
    assert_true(strlen(metric.fault) < 200);
}

static void a_line_with_nul_is_none(void **state)
{
    (void)state;
    static const char output[] = "METRIC a=1\0002\nMETRIC b=1\n";
    struct reported_metrics metrics = {0};
    metrics_find(&arena, output, sizeof output - 1, &metrics);
    assert_int_equal(metrics.count, 1);
    assert_string_equal(metrics.items[0].name, "b");
}

static void the_header_is_not_trusted(void **state)
{
    (void)state;
    struct esw_header *header = arena_new(&arena, struct esw_header);
    struct reported_metrics metrics = {0};
    header->metric_count = UINT64_MAX;
    memset(header->metrics[0].name, 'x', sizeof header->metrics[0].name);
    header->metrics[0].better = 77;
    header->metrics[1] = (struct esw_value){"rate", "req/s", 5, ESW_MORE, 0};
    header->metrics[2] = (struct esw_value){"cost", "", NAN, ESW_LESS, 0};
    metrics_take(&arena, header, &metrics);
    assert_int_equal(metrics.count, ESW_METRICS);
    assert_int_equal(strlen(metrics.items[0].name), 64);
    assert_int_equal(metrics.items[0].better, BETTER_UNKNOWN);
    assert_null(metrics.items[1].fault);
    assert_string_equal(metrics.items[1].unit, "req/s");
    assert_int_equal(metrics.items[1].better, BETTER_MORE);
    assert_string_equal(metrics.items[2].fault, "esw_metric() of 'cost' has no finite number");
}

static int release(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

int tests_of_metrics(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_read),
        cmocka_unit_test(directions_follow),
        cmocka_unit_test(other_lines_are_the_benchmarks_own),
        cmocka_unit_test(what_begins_like_a_metric_says_why_it_is_none),
        cmocka_unit_test(a_carriage_return_begins_a_line),
        cmocka_unit_test(what_is_no_value_says_why),
        cmocka_unit_test(the_order_stays),
        cmocka_unit_test(much_is_taken),
        cmocka_unit_test(a_line_with_nul_is_none),
        cmocka_unit_test(the_header_is_not_trusted),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
