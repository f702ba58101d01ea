// The way on beside an inconclusive verdict: what it suggests, and when.
#include "reserved.h"

#include <math.h>

// The suggested equivalence decides, and a smaller round one does not.
static void suggested_equivalence_decides(void **state)
{
    (void)state;
    struct imported imported = campaign(1, 30, &alike, NULL);
    struct reserved any = reserved_of(&imported, (struct comparison_rules){.equivalence = 1e-4});
    assert_int_equal(any.set.comparisons[0].outcome, OUTCOME_INCONCLUSIVE);
    const char *way = strstr(any.frame.ways_on[0].words, "--equivalence ");
    assert_non_null(way);
    double percent = strtod(way + strlen("--equivalence "), NULL);
    assert_true(percent >= 0.2 && percent <= 3);
    struct reserved wide =
        reserved_of(&imported, (struct comparison_rules){.equivalence = percent / 100});
    assert_int_equal(wide.set.comparisons[0].outcome, OUTCOME_EQUIVALENT);
    assert_null(wide.frame.ways_on[0].words);
    double step = percent > 1 ? 1 : 0.1;
    struct reserved narrow =
        reserved_of(&imported, (struct comparison_rules){.equivalence = (percent - step) / 100});
    assert_int_equal(narrow.set.comparisons[0].outcome, OUTCOME_INCONCLUSIVE);
    imported_free(&imported);
}

// A change of 1 % ± 2 % needs about four times the builds; one of 0.1 % ± 5 % too many, and equal
// sides (5/0.6)² times.
static void more_builds_are_suggested_where_they_decide(void **state)
{
    (void)state;
    struct judged judged = judged_new();
    struct imported imported = campaign(1, 30, &alike, NULL);
    judged.comparison_set.rules.threshold = 0;
    judged_add(&judged, "near", 1, 1.01, 0.02, OUTCOME_INCONCLUSIVE);
    judged_add(&judged, "far", 1, 1.001, 0.05, OUTCOME_INCONCLUSIVE);
    judged_add(&judged, "slower", 1, 1.1, 0.02, OUTCOME_SLOWER);
    struct comparison_sources sources = {.old = &imported.findings, .new = &imported.findings};
    static const struct notes none[3] = {{NULL, 0, NULL}};
    const struct way_on *ways = ways_on_of(&judged.arena, &judged.comparison_set, &sources, none);
    assert_true(text_starts(ways[0].words, "about 90 more builds, if the change is as measured"));
    assert_true(text_starts(ways[1].words, "about 2054 more builds, if the sides are equal"));
    assert_null(ways[2].words);
    judged_free(&judged);
    imported_free(&imported);
}

// A comparison that `compare` began goes on, with intervals that are wider for having been looked
// at.
static void a_comparison_goes_on(void **state)
{
    (void)state;
    struct judged judged = judged_new();
    struct imported imported = campaign(1, 30, &alike, NULL);
    struct findings *findings = &imported.findings;
    judged.comparison_set.rules.threshold = 0;
    judged_add(&judged, "near", 1, 1.01, 0.02, OUTCOME_INCONCLUSIVE);
    struct comparison_sources sources = {.old = findings, .new = findings, .began = true};
    static const struct notes none[1] = {{NULL, 0, NULL}};
    findings->cells[0].progress.block_s = 9;
    judged.frame.ways_on = ways_on_of(&judged.arena, &judged.comparison_set, &sources, none);
    judged.frame.folder = "results/a b/1";
    assert_string_equal(judged.frame.ways_on[0].words,
                        "about 193 more builds, if the change is as measured, 29 min");
    assert_string_equal(deciding_command(&judged.arena, &judged.comparison_set, &judged.frame),
                        "eswexp compare --continue 'results/a b/1' --budget 33min");
    sources.began = false;
    judged.frame.ways_on = ways_on_of(&judged.arena, &judged.comparison_set, &sources, none);
    assert_null(deciding_command(&judged.arena, &judged.comparison_set, &judged.frame));
    judged_free(&judged);
    imported_free(&imported);
}

static void set_variation(const struct comparison *comparison, double variation)
{
    struct components *components = &((struct estimate *)comparison->new_estimate)->components;
    components->S2[2] = pow(variation * components->mean, 2);
}

static void add_cpu_time(struct judged *judged, double cpu_half, double cpu_s)
{
    struct comparison *cpu = judged_add_other(judged, "far", "cpu_time", "s", cpu_s, cpu_s);
    cpu->ratio = judged_ratio(1, cpu_half);
    set_variation(cpu, 0.01);
    set_variation(&judged->comparison_set.comparisons[0], 0.06);
}

static const char *way_on_with(double cpu_half, double cpu_s, enum note_kind kind,
                               struct judged *judged, const struct findings *findings)
{
    struct note noisy = {kind, "the machine is noisy"};
    const struct notes all[2] = {{&noisy, 1, NULL}, {NULL, 0, NULL}};
    judged_add(judged, "far", 1, 1.001, 0.5, OUTCOME_INCONCLUSIVE);
    if (cpu_half > 0)
        add_cpu_time(judged, cpu_half, cpu_s);
    struct comparison_sources sources = {.old = findings, .new = findings};
    const char *way = ways_on_of(&judged->arena, &judged->comparison_set, &sources, all)[0].words;
    return way ? way : "";
}

static void cpu_time_is_suggested_where_data_support_it(void **state)
{
    (void)state;
    struct imported imported = campaign(1, 30, &alike, NULL);
    const struct findings *findings = &imported.findings;
    static const struct {
        double cpu_half, cpu_s; // 0: not measured
        enum note_kind kind;
        const char *way;
    } cases[] = {
        {0.1, 0.99, NOTE_QUICK, "measure: [cpu_time] (CPU time varies by 1 %, wall time by 6 %)"},
        {0.4, 0.99, NOTE_UNSTEADY_MACHINE, ""},
        {0.1, 0.3, NOTE_QUICK, ""}, // it sleeps
        {0.1, 1.8, NOTE_QUICK, ""}, // two threads
        {0, 0, NOTE_QUICK, ""},
        {0, 0, NOTE_UNSTEADY_MACHINE, "measure: [cpu_time], which other processes disturb less"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct judged judged = judged_new();
        assert_string_equal(
            way_on_with(cases[i].cpu_half, cases[i].cpu_s, cases[i].kind, &judged, findings),
            cases[i].way);
        judged_free(&judged);
    }
    imported_free(&imported);
}

int tests_of_way_on(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(suggested_equivalence_decides),
        cmocka_unit_test(more_builds_are_suggested_where_they_decide),
        cmocka_unit_test(a_comparison_goes_on),
        cmocka_unit_test(cpu_time_is_suggested_where_data_support_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
