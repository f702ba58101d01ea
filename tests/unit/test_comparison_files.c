// Comparisons as programs read them: JSON, JUnit XML and what trackers take.
#include "golden.h"
#include "judged.h"

#include "model/better.h"
#include "report/compare/comparison.h"
#include "report/compare/comparison_junit.h"
#include "report/compare/comparison_trackers.h"
#include "shown.h"

#include <jansson.h>

typedef bool writer(const struct judged *judged, FILE *out, struct error *error);

static bool write_json(const struct judged *judged, FILE *out, struct error *error)
{
    return comparison_json(&judged->comparison_set, &judged->frame, out, error);
}

static bool write_junit(const struct judged *judged, FILE *out, struct error *error)
{
    (void)error;
    comparison_junit(&judged->comparison_set, &judged->frame, out);
    return true;
}

static bool write_bmf(const struct judged *judged, FILE *out, struct error *error)
{
    return comparison_bmf(&judged->comparison_set, out, error);
}

static bool write_github(const struct judged *judged, FILE *out, struct error *error)
{
    return comparison_github(&judged->comparison_set, BETTER_LESS, out, error);
}

static bool write_github_bigger(const struct judged *judged, FILE *out, struct error *error)
{
    return comparison_github(&judged->comparison_set, BETTER_MORE, out, error);
}

static char *written(const struct judged *judged, writer *write)
{
    char *bytes = NULL;
    size_t size = 0;
    struct error error = {0};
    FILE *out = open_memstream(&bytes, &size);
    assert_true(write(judged, out, &error));
    fclose(out);
    return bytes;
}

static json_t *as_json(const struct judged *judged, writer *write)
{
    char *bytes = written(judged, write);
    json_t *root = json_loads(bytes, 0, NULL);
    assert_non_null(root);
    free(bytes);
    return root;
}

// As single quotes in the expected JSON make it readable.
static void assert_json(json_t *root, const char *expected)
{
    char *quoted = strdup(expected);
    for (char *c = quoted; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    json_error_t problem;
    json_t *other = json_loads(quoted, JSON_DECODE_ANY, &problem);
    if (!other)
        fail_msg("%s: %s", problem.text, quoted);
    if (!json_equal(root, other))
        fail_msg("%s\nis not\n%s", json_dumps(root, JSON_INDENT(1) | JSON_ENCODE_ANY), quoted);
    json_decref(other);
    free(quoted);
}

static json_t *at(json_t *root, const char *array, size_t index)
{
    return json_array_get(json_object_get(root, array), index);
}

// Exact in binary, so that JSON compares equal.
static struct judged binary(void)
{
    struct judged judged = judged_new();
    struct comparison_set *comparison_set = &judged.comparison_set;
    struct comparison *comparison = judged_add(&judged, "sort", 0.5, 0.75, 0.25, OUTCOME_SLOWER);
    comparison->detectable = 0.014;
    judged_add(&judged, "hash", 0.5, 0.25, 0.25, OUTCOME_FASTER)->ratio.bound = RATIO_NO_UPPER;
    judged_add(&judged, "lost", 0.5, 0, 0, OUTCOME_INCONCLUSIVE);
    judged_add_other(&judged, "sort", "cpu_time", "ms", 2, 4);
    judged_add_other(&judged, "sort", "rate", "MB/s", 2, 4);
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        struct estimate *estimate = (struct estimate *)comparison_set->comparisons[i].new_estimate;
        if (!estimate)
            continue;
        double mean = estimate->components.mean;
        estimate->interval = (struct interval){true, mean - 0.125, mean + 0.125, 0.125, 29};
    }
    return judged;
}

static void json_has_everything(void **state)
{
    (void)state;
    struct judged judged = binary();
    struct comparison_set *comparison_set = &judged.comparison_set;
    comparison_set->confidence = 0.75;
    comparison_set->rules.threshold = 0.125;
    comparison_set->overalls[comparison_set->overall_count++] = (struct overall){
        "WORKTREE",
        2,
        {0},
        {.defined = true, .value = 0.5, .bound = RATIO_UNDETERMINED, .high = INFINITY},
        BETTER_MORE};
    judged_note(&judged, "a \"note\"");
    for (size_t i = 0; i < comparison_set->comparison_count; i++)
        comparison_set->comparisons[i].p = 0.25;
    json_t *root = as_json(&judged, write_json);
    json_t *comparisons = json_incref(json_object_get(root, "comparisons"));
    assert_json(
        at(root, "comparisons", 0),
        "{'benchmark': 'sort', 'old': 'main', 'new': 'WORKTREE', 'metric': 'wall_time',"
        " 'unit': 's', 'old_mean': 0.5, 'new_mean': 0.75, 'time_ratio': 1.5, 'low': 1.25,"
        " 'high': 1.75, 'bounded': 'yes', 'speedup': 0.66666666666666663, 'exact': false, 'p': "
        "0.25,"
        " 'outcome': 'slower', 'margin': 0.02, 'judged': true, 'is_floor': false, 'paired': true,"
        " 'wins': 2, 'pairs': 30, 'effective_blocks': null, 'detectable': 0.014, 'confidence': "
        "0.95,"
        " 'missing': null, 'reservations': [], 'explanation': null, 'way_on': null}");
    assert_json(
        at(root, "comparisons", 2),
        "{'benchmark': 'lost', 'old': 'main', 'new': 'WORKTREE', 'metric': 'wall_time',"
        " 'unit': 's', 'old_mean': 0.5, 'new_mean': null, 'time_ratio': null,"
        " 'low': null, 'high': null, 'bounded': 'none', 'speedup': null, 'exact': false, 'p': 0.25,"
        " 'outcome': 'missing', 'margin': 0.02, 'judged': true, 'is_floor': false, 'paired': true,"
        " 'wins': 17, 'pairs': 30, 'effective_blocks': null, 'detectable': null, 'confidence': "
        "0.95,"
        " 'missing': null, 'reservations': [], 'explanation': null, 'way_on': null}");
    assert_json(json_object_get(at(root, "comparisons", 1), "high"), "null");
    assert_json(json_object_get(at(root, "comparisons", 1), "bounded"), "'no_upper'");
    assert_json(json_object_get(at(root, "comparisons", 4), "judged"), "false");
    json_object_del(root, "comparisons");
    assert_json(json_object_get(json_object_get(root, "report"), "answer"),
                "'1 slower, 1 faster, 1 missing'");
    json_object_del(root, "report");
    assert_json(
        root,
        "{'title': 'main (1a2b3c4) against WORKTREE', 'unfinished': null, "
        "'deadline': null, 'confidence': 0.75,"
        " 'threshold': 0.125, 'equivalence': 0.125, "
        "'floor': null, 'quick': false,"
        " 'seed': '42', 'folder': '/c/1', 'family': 1,"
        " 'overall': [{'new': 'WORKTREE', 'benchmarks': 2, 'left_out': [], 'time_ratio': 0.5,"
        " 'low': null, 'high': null, 'bounded': 'undetermined', 'speedup': 0.5, 'exact': false}],"
        " 'notes': ['a \\\"note\\\"'], 'looks': null, 'to_decide': null}");
    json_decref(comparisons);
    json_decref(root);
    judged_free(&judged);
}

static void json_has_the_looks(void **state)
{
    (void)state;
    struct judged judged = binary();
    static const size_t blocks[] = {20, 40};
    struct look items[] = {{0.125, &blocks[0]}, {0.5, &blocks[1]}};
    struct looks looks = {items, 2, 1};
    judged.comparison_set.confidence = 0.75;
    judged.comparison_set.looks = &looks;
    json_t *root = as_json(&judged, write_json);
    assert_json(json_object_get(root, "looks"), "[{'taken': true, 'blocks': 20, 'error': 0.03125},"
                                                " {'taken': false, 'blocks': 40, 'error': 0.125}]");
    json_decref(root);
    judged_free(&judged);
}

static void bencher(void **state)
{
    (void)state;
    struct judged judged = binary();
    json_t *root = as_json(&judged, write_bmf);
    assert_json(root, "{'sort': {'latency': {'value': 7.5e8, 'lower_value': 6.25e8,"
                      " 'upper_value': 8.75e8}, 'cpu_time': {'value': 4e6,"
                      " 'lower_value': 3.875e6, 'upper_value': 4.125e6}, 'rate': {'value': 4.0,"
                      " 'lower_value': 3.875, 'upper_value': 4.125}},"
                      " 'hash': {'latency': {'value': 2.5e8, 'lower_value': 1.25e8,"
                      " 'upper_value': 3.75e8}}}");
    json_decref(root);
    judged_free(&judged);
}

static void bencher_keeps_what_is_judged(void **state)
{
    (void)state;
    struct judged judged = binary();
    for (size_t i = 0; i < judged.comparison_set.comparison_count; i++)
        if (!judged.comparison_set.comparisons[i].judged)
            judged.comparison_set.comparisons[i].metric = "latency";
    json_t *root = as_json(&judged, write_bmf);
    const json_t *sort = json_object_get(root, "sort");
    assert_json(json_object_get(sort, "latency"),
                "{'value': 7.5e8, 'lower_value': 6.25e8, 'upper_value': 8.75e8}");
    assert_non_null(json_object_get(sort, "own latency"));
    json_decref(root);
    judged_free(&judged);
}

static void github_action_benchmark(void **state)
{
    (void)state;
    struct judged judged = binary();
    json_t *root = as_json(&judged, write_github);
    assert_json(root, "[{'name': 'sort', 'unit': 'ns', 'value': 7.5e8, 'range': '± 1.25e+08',"
                      " 'extra': 'time ratio 1.50 [1.25, 1.75] to main'},"
                      " {'name': 'hash', 'unit': 'ns', 'value': 2.5e8, 'range': '± 1.25e+08',"
                      " 'extra': 'time ratio 0.50, at least 0.25 to main'},"
                      " {'name': 'sort · cpu_time', 'unit': 'ns', 'value': 4e6,"
                      " 'range': '± 125000', 'extra': 'cpu_time ratio 2.000 [1.995, 2.005] to"
                      " main'}]");
    json_decref(root);
    judged_free(&judged);
}

// A rate that is judged: its drop is a failure, and trackers know it as one.
static void more_is_better(void **state)
{
    (void)state;
    struct judged judged = judged_new();
    struct comparison *drop = judged_add(&judged, "sort", 4, 2, 0.1, OUTCOME_SLOWER);
    drop->unit = "MB/s";
    drop->better = BETTER_MORE;
    drop->wins = 1;
    judged_add(&judged, "hash", 0.5, 0.25, 0.1, OUTCOME_FASTER);
    json_t *root = as_json(&judged, write_bmf);
    assert_json(
        json_object_get(json_object_get(json_object_get(root, "sort"), "throughput"), "value"),
        "2.0");
    assert_non_null(json_object_get(json_object_get(root, "hash"), "latency"));
    json_decref(root);
    root = as_json(&judged, write_github);
    assert_int_equal(json_array_size(root), 1);
    assert_json(json_object_get(json_array_get(root, 0), "name"), "'hash'");
    json_decref(root);
    root = as_json(&judged, write_github_bigger);
    assert_int_equal(json_array_size(root), 1);
    assert_json(json_object_get(json_array_get(root, 0), "unit"), "'MB/s'");
    json_decref(root);
    char *junit = written(&judged, write_junit);
    assert_non_null(strstr(junit, "type=\"worse\""));
    assert_non_null(strstr(junit, "failures=\"1\""));
    free(junit);
    judged_free(&judged);
}

static void trackers_take_the_last_side(void **state)
{
    (void)state;
    struct judged judged = judged_sides();
    judged_add(&judged, "sort", 2, 3, 0.01, 0)->is_floor = true;
    json_t *root = as_json(&judged, write_bmf);
    assert_int_equal(json_object_size(root), 1);
    json_t *latency = json_object_get(json_object_get(root, "sort"), "latency");
    assert_close(json_real_value(json_object_get(latency, "value")), 2.002e9, 1e-12);
    json_decref(root);
    root = as_json(&judged, write_github);
    assert_int_equal(json_array_size(root), 1);
    json_decref(root);
    judged_free(&judged);

    judged = judged_new();
    judged_add(&judged, "lost", 1, 0, 0, 0);
    assert_printed(written(&judged, write_bmf), "{}\n");
    assert_printed(written(&judged, write_github), "[]\n");
    judged_free(&judged);
}

// Python's parser reads it back: the suite's counts against its cases, then the names.
static void assert_valid_xml(const char *xml)
{
    FILE *parser = popen("python3 -c \"\n"
                         "import sys, xml.etree.ElementTree as tree\n"
                         "suite = tree.fromstring(sys.stdin.buffer.read())\n"
                         "cases = suite.findall('testcase')\n"
                         "for name, tag in (('failures', 'failure'), ('errors', 'error'), "
                         "('skipped', 'skipped')):\n"
                         "    found = len(suite.findall('testcase/' + tag))\n"
                         "    assert int(suite.get(name)) == found, (name, found)\n"
                         "assert int(suite.get('tests')) == len(cases)\n"
                         "\"",
                         "w");
    assert_non_null(parser);
    fputs(xml, parser);
    assert_int_equal(pclose(parser), 0);
}

static void junit(void **state)
{
    (void)state;
    struct judged judged = judged_several();
    char *xml = written(&judged, write_junit);
    assert_valid_xml(xml);
    assert_golden("comparison.xml", xml);
    judged_free(&judged);
}

static void junit_of_sides(void **state)
{
    (void)state;
    struct judged judged = judged_sides();
    char *xml = written(&judged, write_junit);
    assert_valid_xml(xml);
    assert_golden("comparison-sides.xml", xml);
    judged_free(&judged);
}

static void junit_of_odd_names(void **state)
{
    (void)state;
    struct judged judged = judged_new();
    judged_add(&judged, "a|b <c> & \"d\" \033'", 1, 1.1, 0.01, OUTCOME_SLOWER);
    judged.frame = (struct comparison_frame){.title = "\"A\" & <B>", .quick = true};
    char *xml = written(&judged, write_junit);
    assert_valid_xml(xml);
    assert_golden("comparison-odd-names.xml", xml);
    judged_free(&judged);
}

static void text_of_no_encoding(void **state)
{
    (void)state;
    struct judged judged = judged_new();
    judged_add(&judged, "caf\xe9\x01", 1, 1.1, 0.01, OUTCOME_SLOWER);
    judged_add(&judged, "\xef\xbf\xbf\xc2\x9bok\xc3\xa9\n", 1, 1, 0.01, OUTCOME_EQUIVALENT);
    char *xml = written(&judged, write_junit);
    assert_valid_xml(xml);
    assert_non_null(strstr(xml, "name=\"caf?"
                                "?\""));
    assert_non_null(strstr(xml, "name=\"?????ok\xc3\xa9 \""));
    free(xml);
    json_t *root = as_json(&judged, write_json);
    assert_string_equal(json_string_value(json_object_get(at(root, "comparisons", 0), "benchmark")),
                        "caf?"
                        "?");
    json_decref(root);
    root = as_json(&judged, write_bmf);
    assert_non_null(json_object_get(root, "(not UTF-8)"));
    json_decref(root);
    judged_free(&judged);
}

int tests_of_comparison_files(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_has_everything),
        cmocka_unit_test(json_has_the_looks),
        cmocka_unit_test(bencher),
        cmocka_unit_test(bencher_keeps_what_is_judged),
        cmocka_unit_test(github_action_benchmark),
        cmocka_unit_test(more_is_better),
        cmocka_unit_test(trackers_take_the_last_side),
        cmocka_unit_test(junit),
        cmocka_unit_test(junit_of_sides),
        cmocka_unit_test(junit_of_odd_names),
        cmocka_unit_test(text_of_no_encoding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
