// Reservations beside the verdicts: what they are gathered from, how forms show them.
#include "golden.h"
#include "reserved.h"

#include "report/compare/comparison_junit.h"
#include "shown.h"

#include <jansson.h>

#define LIBRARY                                                                                    \
    "'libz.so' is a shared library of the project itself: it has one layout in all builds"

// The first one of a kind of the first comparison, or NULL.
static const char *text_of(const struct reserved *reserved, enum note_kind kind)
{
    const struct notes *all = &reserved->frame.reservations[0];
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].kind == kind)
            return all->items[i].text;
    return NULL;
}

static void libraries_are_grave(void **state)
{
    (void)state;
    static const struct event_row both[] = {
        {.kind = EVENT_LAYOUT, .text = "benchmark 'sort', variant 'O2': " LIBRARY},
        {.kind = EVENT_LAYOUT, .text = "benchmark 'sort', variant 'O3': " LIBRARY},
        {0}};
    static const struct event_row one[] = {
        {.kind = EVENT_LAYOUT,
         .text = "not randomized: benchmark 'sort', variant 'O3': whole objects"},
        {0}};
    static const struct event_row coarse[] = {
        {.kind = EVENT_WHOLE_OBJECTS, .text = "benchmark 'sort', variant 'O3': by object"}, {0}};
    static const struct event_row earlier[] = {
        {.kind = EVENT_LAYOUT,
         .text = "benchmark 'sort', variant 'O3': 3 of 9 units of code are whole objects"},
        {0}};
    static const struct {
        const struct event_row *events;
        enum note_kind kind;
        const char *text;
    } cases[] = {{both, NOTE_NOT_RANDOMIZED, LIBRARY},
                 {one, NOTE_NOT_RANDOMIZED, "O3: not randomized: whole objects"},
                 {coarse, NOTE_WHOLE_OBJECTS, "O3: by object"},
                 {earlier, NOTE_WHOLE_OBJECTS, "O3: 3 of 9 units of code are whole objects"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct imported imported = campaign(1, 20, &alike, cases[i].events);
        struct reserved reserved = reserved_of(&imported, (struct comparison_rules){0});
        const char *text = text_of(&reserved, cases[i].kind);
        assert_non_null(text);
        assert_string_equal(text, cases[i].text);
        assert_int_equal(has_grave(&reserved.frame.reservations[0]),
                         cases[i].kind == NOTE_NOT_RANDOMIZED);
        imported_free(&imported);
    }
}

static void few_blocks_are_told(void **state)
{
    (void)state;
    struct imported few = campaign(1, 6, &alike, NULL), more = campaign(1, 12, &alike, NULL);
    struct reserved six = reserved_of(&few, (struct comparison_rules){0}),
                    twelve = reserved_of(&more, (struct comparison_rules){0});
    assert_string_equal(text_of(&six, NOTE_FEW_BLOCKS),
                        "6 builds a side are too few for a robust interval, to tell whether they "
                        "depend on each other, or to see layouts rarer than 39 %");
    assert_null(text_of(&six, NOTE_DEPENDENCE_UNKNOWN));
    assert_null(text_of(&twelve, NOTE_FEW_BLOCKS));
    assert_string_equal(text_of(&twelve, NOTE_DEPENDENCE_UNKNOWN),
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
    const char *text = text_of(&apart, NOTE_SIDE_DRIFT);
    assert_non_null(text);
    assert_non_null(strstr(text, "the sides drifted apart: old "));
    assert_non_null(strstr(text, "new +1"));
    assert_true(has_grave(&apart.frame.reservations[0]));
    assert_null(text_of(&together, NOTE_SIDE_DRIFT));
    assert_non_null(text_of(&together, NOTE_DRIFT));
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
    const struct notes *all = reservations_of(&old.arena, &set, &sources);
    assert_true(has_kind(&all[0], NOTE_SESSIONS));
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
    const char *text = text_of(&reserved, NOTE_FAILED_EXECUTIONS);
    assert_string_equal(text, "failed executions are left out (O3: exit 9 ×12)");
    assert_true(has_grave(&reserved.frame.reservations[0]));
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
                "\n  - not randomized: O2, O3, O4, O5, O6 and 3 more: static\n");
    assert_says(as_markdown(&imported.findings),
                "\n- not randomized: O2, O3, O4, O5, O6 and 3 more: static\n");
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
    static struct note sort[] = {
        {NOTE_NOT_RANDOMIZED, LIBRARY},
        {NOTE_SIDE_DRIFT, "the sides drifted apart: main +9 %, WORKTREE -1 %"},
        {NOTE_QUICK, "QUICK"},
        {NOTE_UNSTEADY_MACHINE, "the machine is noisy: the reference workload varies by 101 %"},
        {NOTE_INTERFERENCE, "30 of 60 executions were preempted"},
        {NOTE_FEW_BLOCKS, "6 builds a side: the interval is not robust"},
        {NOTE_WHOLE_OBJECTS, "functions move together"}};
    static struct note hash[] = {
        {NOTE_NOT_RANDOMIZED, LIBRARY},
        {NOTE_SIDE_DRIFT, "the sides drifted apart: main +3 %, WORKTREE -1 %"},
        {NOTE_UNSTEADY_MACHINE, "the machine is noisy: the reference workload varies by 101 %"}};
    struct judged judged = judged_several();
    struct notes *all =
        arena_new_array(&judged.arena, struct notes, judged.comparison_set.comparison_count);
    struct way_on *ways =
        arena_new_array(&judged.arena, struct way_on, judged.comparison_set.comparison_count);
    all[0] = (struct notes){sort, sizeof sort / sizeof *sort, NULL};
    all[1] = (struct notes){hash, sizeof hash / sizeof *hash, NULL};
    all[2] = (struct notes){&hash[2], 1, NULL};
    ways[2] = (struct way_on){"about 45 more builds, 6 min; or --equivalence 2%", 720};
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

int tests_of_reservations(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(libraries_are_grave),
        cmocka_unit_test(few_blocks_are_told),
        cmocka_unit_test(drift_of_one_side_is_grave),
        cmocka_unit_test(two_sessions_are_grave),
        cmocka_unit_test(failed_executions_are_grave),
        cmocka_unit_test(events_of_variants_share_a_line),
        cmocka_unit_test(stand_beside_the_verdicts),
        cmocka_unit_test(json_has_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
