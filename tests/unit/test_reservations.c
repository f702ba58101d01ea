// Reservations beside the verdicts: what they are gathered from, how forms show them, the way on.
#include "golden.h"
#include "judged.h"
#include "reported.h"

#include "report/compare/comparison_json.h"
#include "report/compare/comparison_junit.h"
#include "report/compare/comparison_markdown.h"
#include "report/compare/comparison_text.h"
#include "report/compare/reservation_lines.h"
#include "report/compare/way_on.h"
#include "store/events.h"

#include <jansson.h>

static const struct stored_truth alike = {.mean = {1, 1}, .build = 0.01, .iteration = 0.001};

#define LIBRARY                                                                                    \
    "'libz.so' is a shared library of the project itself: it has one layout in all builds"

// O2 and O3 at `cells` points, with events of the kind "layout".
static struct imported campaign(size_t cells, size_t blocks, const struct stored_truth *truth,
                                const char *const *events)
{
    struct arena arena = {0};
    struct error error = {0};
    struct imported imported = {.store = store_temporary(&error)};
    const struct spec *spec = stored_spec(&arena, 2, cells);
    struct repetitions *all = arena_new_array(&arena, struct repetitions, cells);
    for (size_t i = 0; i < cells; i++)
        all[i] = (struct repetitions){blocks, 1, 2, 0, 1};
    assert_done(store_spec(imported.store, spec, &error), error);
    for (; events && *events; events++)
        assert_done(store_event(imported.store, EVENT_LAYOUT, *events, &error), error);
    stored_phase(imported.store, spec, PHASE_REAL, all, truth);
    assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error), error);
    assert_done(analysis_diagnose(&imported.arena, imported.store, &imported.findings, &error),
                error);
    arena_release(&arena);
    return imported;
}

struct reserved {
    struct comparison_set set;
    struct comparison_sources sources;
    struct comparison_frame frame;
};

static struct reserved reserved_of(struct imported *imported, struct comparison_rules rules)
{
    struct estimates estimates = analysis_estimates(&imported->findings);
    struct reserved reserved = {
        .set = compare_campaign(&imported->arena, &estimates, &rules),
        .sources = {.old = &imported->findings, .new = &imported->findings}};
    reserved.frame.reservations =
        reservations_of(&imported->arena, &reserved.set, &reserved.sources);
    reserved.frame.ways_on =
        ways_on_of(&imported->arena, &reserved.set, &reserved.sources, reserved.frame.reservations);
    return reserved;
}

// The first one of a kind of the first comparison, or NULL.
static const char *text_of(const struct reserved *reserved, enum reservation_kind kind)
{
    const struct reservations *all = &reserved->frame.reservations[0];
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].kind == kind)
            return all->items[i].text;
    return NULL;
}

static void libraries_are_grave(void **state)
{
    (void)state;
    static const char *const both[] = {"benchmark 'sort', variant 'O2': " LIBRARY,
                                       "benchmark 'sort', variant 'O3': " LIBRARY, NULL};
    static const char *const one[] = {"not randomized: benchmark 'sort', variant 'O3': static",
                                      NULL};
    static const char *const coarse[] = {
        "benchmark 'sort', variant 'O3': 3 of 9 units of code are whole objects", NULL};
    static const struct {
        const char *const *events;
        enum reservation_kind kind;
        const char *text;
    } cases[] = {{both, RESERVATION_NOT_RANDOMIZED, LIBRARY},
                 {one, RESERVATION_NOT_RANDOMIZED, "O3: not randomized: static"},
                 {coarse, RESERVATION_WHOLE_OBJECTS, "O3: 3 of 9 units of code are whole objects"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct imported imported = campaign(1, 20, &alike, cases[i].events);
        struct reserved reserved = reserved_of(&imported, (struct comparison_rules){0});
        const char *text = text_of(&reserved, cases[i].kind);
        assert_non_null(text);
        assert_string_equal(text, cases[i].text);
        assert_int_equal(has_grave(&reserved.frame.reservations[0]),
                         cases[i].kind == RESERVATION_NOT_RANDOMIZED);
        imported_free(&imported);
    }
}

static void few_blocks_are_told(void **state)
{
    (void)state;
    struct imported few = campaign(1, 6, &alike, NULL), more = campaign(1, 12, &alike, NULL);
    struct reserved six = reserved_of(&few, (struct comparison_rules){0}),
                    twelve = reserved_of(&more, (struct comparison_rules){0});
    assert_string_equal(text_of(&six, RESERVATION_FEW_BLOCKS),
                        "6 builds a side: the interval is not robust, and layouts rarer than 39 % "
                        "may be unseen");
    assert_null(text_of(&six, RESERVATION_DEPENDENCE_UNKNOWN));
    assert_null(text_of(&twelve, RESERVATION_FEW_BLOCKS));
    assert_string_equal(text_of(&twelve, RESERVATION_DEPENDENCE_UNKNOWN),
                        "12 builds are too few to tell whether they depend on each other");
    assert_false(has_grave(&six.frame.reservations[0]));
    imported_free(&few);
    imported_free(&more);
}

// O3 becomes 20 % slower over the session.
static struct imported drifting(double old_end, double new_end)
{
    struct text csv = {0};
    struct error error = {0};
    text_add(&csv, "variant,block,value\n");
    for (int i = 0; i < 40; i++)
        text_printf(&csv, "old,%d,%.17g\nnew,%d,%.17g\n", i + 1,
                    1 + old_end * i / 39 + 0.001 * (i % 3), i + 1,
                    1 + new_end * i / 39 + 0.001 * (i % 4));
    struct imported imported = imported_from(csv.bytes);
    assert_done(analysis_diagnose(&imported.arena, imported.store, &imported.findings, &error),
                error);
    text_release(&csv);
    return imported;
}

static void drift_of_one_side_is_grave(void **state)
{
    (void)state;
    struct imported one = drifting(0, 0.2), both = drifting(0.2, 0.2);
    struct reserved apart = reserved_of(&one, (struct comparison_rules){0}),
                    together = reserved_of(&both, (struct comparison_rules){0});
    const char *text = text_of(&apart, RESERVATION_SIDE_DRIFT);
    assert_non_null(text);
    assert_non_null(strstr(text, "the sides drifted apart: old "));
    assert_non_null(strstr(text, "new +1"));
    assert_true(has_grave(&apart.frame.reservations[0]));
    assert_null(text_of(&together, RESERVATION_SIDE_DRIFT));
    assert_non_null(text_of(&together, RESERVATION_DRIFT));
    assert_false(has_grave(&together.frame.reservations[0]));
    imported_free(&one);
    imported_free(&both);
}

static void two_sessions_are_grave(void **state)
{
    (void)state;
    struct imported old = campaign(1, 20, &alike, NULL), new = campaign(1, 20, &alike, NULL);
    struct estimates before = analysis_estimates(&old.findings),
                     after = analysis_estimates(&new.findings);
    struct comparison_rules rules = {0};
    struct comparison_set set;
    struct error error = {0};
    assert_done(compare_campaigns(&old.arena, &before, &after, &rules, &set, &error), error);
    struct comparison_sources sources = {.old = &old.findings, .new = &new.findings};
    const struct reservations *all = reservations_of(&old.arena, &set, &sources);
    assert_true(has_reservation(&all[0], RESERVATION_SESSIONS));
    assert_true(has_grave(&all[0]));
    imported_free(&old);
    imported_free(&new);
}

static void failed_executions_are_grave(void **state)
{
    (void)state;
    const struct stored_truth one = {.mean = {1e-3, 0}, .build = 1e-5};
    struct imported imported = campaign(1, 12, &one, NULL);
    struct reserved reserved = reserved_of(&imported, (struct comparison_rules){0});
    const char *text = text_of(&reserved, RESERVATION_FAILED_EXECUTIONS);
    assert_string_equal(text, "failed executions are left out (O3: exit 9 ×12)");
    assert_true(has_grave(&reserved.frame.reservations[0]));
    imported_free(&imported);
}

// ---- The way on

// The suggested equivalence decides, and a smaller round one does not.
static void suggested_equivalence_decides(void **state)
{
    (void)state;
    struct imported imported = campaign(1, 30, &alike, NULL);
    struct reserved any = reserved_of(&imported, (struct comparison_rules){0});
    assert_int_equal(any.set.comparisons[0].outcome, OUTCOME_INCONCLUSIVE);
    const char *way = strstr(any.frame.ways_on[0], "--equivalence ");
    assert_non_null(way);
    double percent = strtod(way + strlen("--equivalence "), NULL);
    assert_true(percent >= 0.2 && percent <= 3);
    struct reserved wide =
        reserved_of(&imported, (struct comparison_rules){.equivalence = percent / 100});
    assert_int_equal(wide.set.comparisons[0].outcome, OUTCOME_EQUIVALENT);
    assert_null(wide.frame.ways_on[0]);
    double step = percent > 1 ? 1 : 0.1;
    struct reserved narrow =
        reserved_of(&imported, (struct comparison_rules){.equivalence = (percent - step) / 100});
    assert_int_equal(narrow.set.comparisons[0].outcome, OUTCOME_INCONCLUSIVE);
    imported_free(&imported);
}

// A change of 1 % ± 2 % needs about four times the builds; one of 0.1 % ± 2 % none that is stated.
static void more_builds_are_suggested_where_they_decide(void **state)
{
    (void)state;
    struct judged judged = judged_new();
    struct imported imported = campaign(1, 30, &alike, NULL);
    judged.comparison_set.rules.threshold = 0;
    judged_add(&judged, "near", 1, 1.01, 0.02, OUTCOME_INCONCLUSIVE);
    judged_add(&judged, "far", 1, 1.001, 0.02, OUTCOME_INCONCLUSIVE);
    judged_add(&judged, "slower", 1, 1.1, 0.02, OUTCOME_SLOWER);
    struct comparison_sources sources = {.old = &imported.findings, .new = &imported.findings};
    static const struct reservations none[3] = {{NULL, 0}};
    const char *const *ways = ways_on_of(&judged.arena, &judged.comparison_set, &sources, none);
    assert_true(text_starts(ways[0], "about 90 more builds, if the change is as measured"));
    assert_null(ways[1]);
    assert_null(ways[2]);
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
    static const struct reservations none[1] = {{NULL, 0}};
    findings->cells[0].progress.block_s = 9;
    assert_string_equal(ways_on_of(&judged.arena, &judged.comparison_set, &sources, none)[0],
                        "about 193 more builds, if the change is as measured, 29 min (--continue, "
                        "--budget 33min)");
    judged_free(&judged);
    imported_free(&imported);
}

static const char *way_on_with(double cpu_half, enum reservation_kind kind, struct judged *judged,
                               const struct findings *findings)
{
    struct reservation noisy = {kind, "the machine is noisy"};
    const struct reservations all[2] = {{&noisy, 1}, {NULL, 0}};
    judged_add(judged, "far", 1, 1.001, 0.5, OUTCOME_INCONCLUSIVE);
    if (cpu_half > 0)
        judged_add_other(judged, "far", "cpu_time", "s", 1, 1)->ratio = judged_ratio(1, cpu_half);
    struct comparison_sources sources = {.old = findings, .new = findings};
    const char *way = ways_on_of(&judged->arena, &judged->comparison_set, &sources, all)[0];
    return way ? way : "";
}

static void cpu_time_is_suggested_where_data_support_it(void **state)
{
    (void)state;
    struct imported imported = campaign(1, 30, &alike, NULL);
    const struct findings *findings = &imported.findings;
    static const struct {
        double cpu_half; // 0: not measured
        enum reservation_kind kind;
        const char *way;
    } cases[] = {
        {0.1, RESERVATION_QUICK, "measure: [cpu_time], whose interval is 5 times narrower"},
        {0.4, RESERVATION_UNSTEADY_MACHINE, ""},
        {0, RESERVATION_QUICK, ""},
        {0, RESERVATION_UNSTEADY_MACHINE,
         "measure: [cpu_time], which other processes disturb less"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct judged judged = judged_new();
        assert_string_equal(way_on_with(cases[i].cpu_half, cases[i].kind, &judged, findings),
                            cases[i].way);
        judged_free(&judged);
    }
    imported_free(&imported);
}

// ---- The report of a run

static void events_of_variants_share_a_line(void **state)
{
    (void)state;
    enum { VARIANTS = 8 };
    struct arena arena = {0};
    struct error error = {0};
    struct imported imported = {.store = store_temporary(&error)};
    const struct spec *spec = stored_spec(&arena, VARIANTS, 1);
    assert_done(store_spec(imported.store, spec, &error), error);
    for (size_t i = 0; i < VARIANTS; i++)
        assert_done(
            store_event(imported.store, EVENT_LAYOUT,
                        arena_printf(&arena,
                                     "not randomized: benchmark 'sort', variant '%s': static",
                                     spec->variants[i]),
                        &error),
            error);
    assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error), error);
    assert_says(as_text(&imported.findings, 100, false),
                "\n  - not randomized: O2, O3, O4, O5, O6 and 3 more: static\n\n");
    assert_says(as_markdown(&imported.findings),
                "\n- not randomized: O2, O3, O4, O5, O6 and 3 more: static\n\n");
    json_t *root = as_json(&imported.findings);
    assert_int_equal(json_array_size(json_object_get(root, "events")), VARIANTS);
    json_decref(root);
    imported_free(&imported);
    arena_release(&arena);
}

// ---- Forms

// Four benchmarks: one reservation of all, one of two, some that differ in a number, many of one.
static struct judged reserved_by_hand(void)
{
    static struct reservation sort[] = {
        {RESERVATION_NOT_RANDOMIZED, LIBRARY},
        {RESERVATION_SIDE_DRIFT, "the sides drifted apart: main +9 %, WORKTREE -1 %"},
        {RESERVATION_QUICK, "QUICK"},
        {RESERVATION_UNSTEADY_MACHINE,
         "the machine is noisy: the reference workload varies by 101 %"},
        {RESERVATION_INTERFERENCE, "30 of 60 executions were preempted"},
        {RESERVATION_FEW_BLOCKS, "6 builds a side: the interval is not robust"},
        {RESERVATION_WHOLE_OBJECTS, "functions move together"}};
    static struct reservation hash[] = {
        {RESERVATION_NOT_RANDOMIZED, LIBRARY},
        {RESERVATION_SIDE_DRIFT, "the sides drifted apart: main +3 %, WORKTREE -1 %"},
        {RESERVATION_UNSTEADY_MACHINE,
         "the machine is noisy: the reference workload varies by 101 %"}};
    struct judged judged = judged_several();
    struct reservations *all =
        arena_new_array(&judged.arena, struct reservations, judged.comparison_set.comparison_count);
    const char **ways =
        arena_new_array(&judged.arena, const char *, judged.comparison_set.comparison_count);
    all[0] = (struct reservations){sort, sizeof sort / sizeof *sort};
    all[1] = (struct reservations){hash, sizeof hash / sizeof *hash};
    all[2] = (struct reservations){&hash[2], 1};
    ways[2] = "about 45 more builds, 6 min (--budget 12min); or --equivalence 2%";
    judged.frame.reservations = all;
    judged.frame.ways_on = ways;
    return judged;
}

enum form { AS_TEXT, AS_MARKDOWN, AS_JUNIT };

static char *in_form(enum form form)
{
    char *bytes = NULL;
    size_t size = 0;
    struct judged judged = reserved_by_hand();
    FILE *out = open_memstream(&bytes, &size);
    if (form == AS_TEXT)
        comparison_text(&judged.comparison_set, &judged.frame, out, 80, false);
    else if (form == AS_MARKDOWN)
        comparison_markdown(&judged.comparison_set, &judged.frame, out);
    else
        comparison_junit(&judged.comparison_set, &judged.frame, out);
    fclose(out);
    judged_free(&judged);
    return bytes;
}

static void stand_beside_the_verdicts(void **state)
{
    (void)state;
    assert_golden("comparison-reservations.txt", in_form(AS_TEXT));
    assert_golden("comparison-reservations.md", in_form(AS_MARKDOWN));
    assert_golden("comparison-reservations.xml", in_form(AS_JUNIT));
}

static void json_has_all(void **state)
{
    (void)state;
    char *bytes = NULL;
    size_t size = 0;
    struct error error = {0};
    struct judged judged = reserved_by_hand();
    FILE *out = open_memstream(&bytes, &size);
    assert_true(comparison_json(&judged.comparison_set, &judged.frame, out, &error));
    fclose(out);
    json_t *root = json_loads(bytes, 0, NULL);
    json_t *comparisons = json_object_get(root, "comparisons");
    json_t *first = json_object_get(json_array_get(comparisons, 0), "reservations");
    json_t *worst = json_array_get(first, 0);
    assert_int_equal(json_array_size(first), 7);
    assert_string_equal(json_string_value(json_object_get(worst, "kind")), "not_randomized");
    assert_string_equal(json_string_value(json_object_get(worst, "text")), LIBRARY);
    assert_true(json_is_true(json_object_get(worst, "grave")));
    assert_true(json_is_false(json_object_get(json_array_get(first, 2), "grave")));
    assert_non_null(json_string_value(json_object_get(json_array_get(comparisons, 2), "way_on")));
    assert_true(json_is_null(json_object_get(json_array_get(comparisons, 0), "way_on")));
    json_decref(root);
    free(bytes);
    judged_free(&judged);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(libraries_are_grave),
        cmocka_unit_test(few_blocks_are_told),
        cmocka_unit_test(drift_of_one_side_is_grave),
        cmocka_unit_test(two_sessions_are_grave),
        cmocka_unit_test(failed_executions_are_grave),
        cmocka_unit_test(suggested_equivalence_decides),
        cmocka_unit_test(more_builds_are_suggested_where_they_decide),
        cmocka_unit_test(a_comparison_goes_on),
        cmocka_unit_test(cpu_time_is_suggested_where_data_support_it),
        cmocka_unit_test(events_of_variants_share_a_line),
        cmocka_unit_test(stand_beside_the_verdicts),
        cmocka_unit_test(json_has_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
