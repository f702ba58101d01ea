// Diagnostics of stored series: warm-up, independence, outliers, bimodality, drift; their wording.
#include "golden.h"
#include "nested.h"
#include "reported.h"

#include "analysis/diagnostics/units.h"
#include "model/phase.h"
#include "report/campaign/trust.h"
#include "report/wording/diagnostics.h"
#include "store/plan/experiment.h"

static struct imported with_diagnostics(struct imported imported)
{
    struct error error = {0};
    assert_done(analysis_diagnose(&imported.arena, imported.store, &imported.findings, &error),
                error);
    return imported;
}

// How the values of an execution follow from normal ones.
struct shape {
    const char *columns;
    size_t blocks, executions, iterations;
    double block, iteration; // standard deviations; the mean is 100
    double memory;           // of an iteration for the one before
    size_t settling;         // first iterations that are a half slower
    double slow;             // share of blocks that are 20 higher
    double drift;            // a block
};

static struct imported drawn(const struct shape *shape)
{
    TEXT_CLEANUP struct text csv = {0};
    gsl_rng *random = nested_random(5);
    text_printf(&csv, "block,execution,iteration,value,unit,metric\n");
    for (size_t b = 0; b < shape->blocks; b++) {
        double base = 100 + gsl_ran_gaussian_ziggurat(random, shape->block) +
                      shape->drift * (double)b + (gsl_rng_uniform(random) < shape->slow ? 20 : 0);
        for (size_t e = 0; e < shape->executions; e++) {
            double last = 0;
            for (size_t i = 0; i < shape->iterations; i++) {
                last = shape->memory * last + gsl_ran_gaussian_ziggurat(random, shape->iteration);
                text_printf(&csv, "%zu,%zu,%zu,%.17g,s,wall_time\n", b + 1, e + 1, i + 1,
                            (base + last) * (i < shape->settling ? 1.5 : 1));
            }
        }
    }
    gsl_rng_free(random);
    return with_diagnostics(imported_from(csv.bytes));
}

// The sentence on the first series.
static void assert_verdict(struct imported *imported, const char *golden)
{
    const struct findings *findings = &imported->findings;
    const char *words = verdict_wording(&imported->arena, findings, findings->diagnostics);
    assert_golden(golden, strdup(arena_printf(&imported->arena, "%s\n", words)));
}

static void test_settling_of_samples_from_elsewhere(void **state)
{
    (void)state;
    const struct shape shape = {
        .blocks = 8, .executions = 2, .iterations = 60, .block = 1, .iteration = 1, .settling = 9};
    struct imported imported = drawn(&shape);
    const struct series_diagnostics *diagnostics = imported.findings.diagnostics;
    assert_int_equal(diagnostics->phase, PHASE_REAL);
    assert_int_equal(diagnostics->executions, 16);
    assert_int_equal(diagnostics->steady, 16);
    assert_int_equal(diagnostics->warmup, 9);
    assert_true(diagnostics->iterations.known && diagnostics->iterations.independent);
    assert_int_equal(diagnostics->samples, 16 * 51); // the settling ones are no outliers
    assert_int_equal(diagnostics->outliers, 0);
    assert_verdict(&imported, "diagnostics-warm-up.txt");
    imported_free(&imported);
}

static void test_iterations_that_remember(void **state)
{
    (void)state;
    const struct shape shape = {
        .blocks = 8, .executions = 2, .iterations = 60, .block = 1, .iteration = 1, .memory = 0.5};
    struct imported imported = drawn(&shape);
    const struct series_diagnostics *diagnostics = imported.findings.diagnostics;
    assert_true(diagnostics->iterations.known);
    assert_false(diagnostics->iterations.independent);
    assert_in_range((int)(100 * diagnostics->iterations.r[0]), 40, 55);
    assert_verdict(&imported, "diagnostics-dependent-iterations.txt");
    imported_free(&imported);
}

static void test_one_execution_that_remembers(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text csv = {0};
    gsl_rng *random = nested_random(3);
    text_printf(&csv, "value\n");
    double last = 0;
    for (int i = 0; i < 200; i++) {
        last = 0.5 * last + gsl_ran_gaussian_ziggurat(random, 0.1);
        text_printf(&csv, "%.17g\n", 100 + last);
    }
    gsl_rng_free(random);
    struct imported imported = with_diagnostics(imported_from(csv.bytes));
    assert_verdict(&imported, "diagnostics-one-dependent-execution.txt");
    assert_false(imported.findings.diagnostics->top.known); // it would be said twice
    imported_free(&imported);
}

static void test_two_groups_of_builds(void **state)
{
    (void)state;
    const struct shape shape = {
        .blocks = 30, .executions = 2, .iterations = 2, .block = 1, .iteration = 1, .slow = 0.3};
    struct imported imported = drawn(&shape);
    const struct series_diagnostics *diagnostics = imported.findings.diagnostics;
    assert_int_equal(diagnostics->executions, 0); // too short
    assert_true(diagnostics->bimodal);
    assert_in_range((int)(diagnostics->mode_share * 30 + 0.5), 5, 13);
    assert_false(diagnostics->drifted);
    assert_golden("diagnostics-bimodal.txt", as_text(&imported.findings, 100, false));
    imported_free(&imported);
}

static void test_drift_and_outliers(void **state)
{
    (void)state;
    const struct shape shape = {
        .blocks = 30, .executions = 1, .iterations = 1, .block = 0.5, .drift = 0.2};
    struct imported imported = drawn(&shape);
    const struct series_diagnostics *diagnostics = imported.findings.diagnostics;
    assert_true(diagnostics->drift_known && diagnostics->drifted);
    assert_close(diagnostics->drift, 5.4 / 100, 0.2);
    assert_int_equal(diagnostics->samples, 30); // one value each: compared with each other
    assert_false(diagnostics->top.independent);
    assert_golden("diagnostics-drift.md", as_markdown(&imported.findings));
    imported_free(&imported);
}

static void test_few_units_cannot_tell(void **state)
{
    (void)state;
    const struct shape few = {.blocks = 19, .executions = 1, .iterations = 1, .block = 1};
    const struct shape enough = {.blocks = 20, .executions = 1, .iterations = 1, .block = 1};
    struct imported imported = drawn(&few);
    assert_verdict(&imported, "diagnostics-few-units.txt");
    imported_free(&imported);
    imported = drawn(&enough);
    assert_null(
        verdict_wording(&imported.arena, &imported.findings, imported.findings.diagnostics));
    imported_free(&imported);
}

static void test_late_change_of_long_executions(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text csv = {0};
    gsl_rng *random = nested_random(4);
    text_printf(&csv, "execution,value\n");
    for (int i = 0; i < 3 * 4000; i++)
        text_printf(&csv, "%d,%.17g\n", i / 4000,
                    (i % 4000 < 2500 ? 100 : 105) + gsl_ran_gaussian_ziggurat(random, 1));
    gsl_rng_free(random);
    struct imported imported = with_diagnostics(imported_from(csv.bytes));
    assert_verdict(&imported, "diagnostics-late-change.txt");
    imported_free(&imported);
}

static void test_order_of_time(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct units units = units_make(&arena, 20);
    struct series_diagnostics diagnostics = {0};
    for (size_t i = 0; i < 20; i++) { // read in an order that has nothing to do with time
        char late[32], early[32];
        size_t at = (7 * i) % 20;
        snprintf(late, sizeof late, "2026-01-01T00:00:%02zu.500000Z", at);
        snprintf(early, sizeof early, "2026-01-01T00:00:%02zu.000000Z", at);
        units_begin(&units, i, late);
        units_begin(&units, i, early);
        units_mean(&units, i, 100 + (double)at);
    }
    units_begin(&units, 99, "2026-01-01T00:00:00.000000Z"); // no room
    units_mean(&units, 99, 1);
    units_diagnose(&units, 20, SHUFFLES_LEAST, 1, &diagnostics);
    assert_true(diagnostics.drifted);
    assert_close(diagnostics.drift, 118.0 / 101 - 1, 1e-12);
    assert_false(diagnostics.top.independent);
    arena_release(&arena);
}

static void test_pilot_shows_what_was_cut(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct spec *spec = stored_spec(&arena, 2, 1);
    const struct stored_truth truth = {{1e-3, 9e-4}, 1e-5, 1e-6, 1e-6, 7};
    struct repetitions pilot = {5, 5, 45, 0, 1}, real = {6, 2, 12, 7, 6};
    spec->repeat.warmup_auto = true;
    struct imported imported = {.store = store_temporary(&error)};
    assert_done(store_spec(imported.store, spec, &error), error);
    stored_phase(imported.store, spec, PHASE_PILOT, &pilot, &truth);
    stored_phase(imported.store, spec, PHASE_REAL, &real, &truth);
    assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error), error);
    imported = with_diagnostics(imported);
    const struct series_diagnostics *diagnostics = imported.findings.diagnostics;
    assert_int_equal(diagnostics->phase, PHASE_PILOT);
    assert_int_equal(diagnostics->executions, 25);
    assert_int_equal(diagnostics->warmup, 7);
    assert_int_equal(diagnostics->iterations_phase, PHASE_REAL);
    assert_int_equal(diagnostics->samples, 12 * 12);
    assert_golden("diagnostics-pilot.txt", as_text(&imported.findings, 100, false));
    imported_free(&imported);
    arena_release(&arena);
}

// A pilot of 45 iterations, and real executions of `iterations`; the first 60 are slow.
static void assert_remaining(size_t iterations, const char *golden)
{
    struct arena arena = {0};
    struct error error = {0};
    struct spec *spec = stored_spec(&arena, 2, 1);
    const struct stored_truth truth = {{1e-3, 9e-4}, 1e-5, 1e-6, 1e-6, 60};
    struct repetitions pilot = {5, 5, 45, 0, 1}, real = {6, 2, iterations, 0, 6};
    spec->repeat.warmup_auto = true;
    struct imported imported = {.store = store_temporary(&error)};
    assert_done(store_spec(imported.store, spec, &error), error);
    stored_phase(imported.store, spec, PHASE_PILOT, &pilot, &truth);
    stored_phase(imported.store, spec, PHASE_REAL, &real, &truth);
    assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error), error);
    imported = with_diagnostics(imported);
    const struct series_diagnostics *diagnostics = imported.findings.diagnostics;
    assert_int_equal(diagnostics->horizon, 45);
    assert_int_equal(diagnostics->warmup, 0);
    assert_verdict(&imported, golden);
    imported_free(&imported);
    arena_release(&arena);
}

static void test_warm_up_beyond_the_pilot(void **state)
{
    (void)state;
    assert_remaining(150, "diagnostics-remaining-warm-up.txt");
    assert_remaining(100, "diagnostics-remaining-longer.txt");
    assert_remaining(12, "diagnostics-pilot-horizon.txt"); // too short to be searched
}

static void test_work_is_bounded(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text csv = {0};
    text_printf(&csv, "n,execution,value\n");
    for (int n = 0; n < 1000; n++)
        for (int e = 0; e < 24; e++)
            text_printf(&csv, "%d,%d,%d\n", n, e, 1000 + e + n % 5);
    struct imported imported = with_diagnostics(imported_from(csv.bytes));
    size_t looked_at = 0;
    for (size_t i = 0; i < imported.findings.estimate_count; i++)
        looked_at += imported.findings.diagnostics[i].looked_at;
    assert_in_range(looked_at, 250, 400);
    char *title = arena_printf(&imported.arena, "looked at %zu of 1000 series", looked_at);
    char *report = as_text(&imported.findings, 200, false);
    assert_true(strlen(report) < 10000);
    assert_non_null(strstr(report, title));
    assert_golden("diagnostics-of-many-cells.txt", report);
    imported_free(&imported);
}

// Two variants whose means change by these shares over 30 blocks, which they share or not.
static void assert_drifts(double old, double new, bool shared, enum note_kind kind,
                          const char *words)
{
    enum { BLOCKS = 30 };
    TEXT_CLEANUP struct text csv = {0};
    gsl_rng *random = nested_random(7);
    text_printf(&csv, "variant,block,value,unit,metric\n");
    for (int b = 0; b < BLOCKS; b++)
        for (int side = 0; side < 2; side++)
            text_printf(&csv, "%s,%d,%.17g,s,wall_time\n", side ? "new" : "old",
                        b + (side && !shared ? BLOCKS : 0),
                        100 + 100 * (side ? new : old) * b / BLOCKS +
                            gsl_ran_gaussian_ziggurat(random, 0.1));
    gsl_rng_free(random);
    struct imported imported = with_diagnostics(imported_from(csv.bytes));
    const struct notes notes = campaign_trust(&imported.arena, &imported.findings);
    size_t found = 0;
    for (size_t i = 0; i < notes.count; i++)
        found += notes.items[i].kind == kind && strstr(notes.items[i].text, words);
    if (found != 1)
        for (size_t i = 0; i < notes.count; i++)
            print_error("%s: %s\n", note_name(notes.items[i].kind), notes.items[i].text);
    assert_int_equal(found, 1);
    imported_free(&imported);
}

static void test_drift_of_variants(void **state)
{
    (void)state;
    assert_drifts(0.1, 0.1, true, NOTE_DRIFT, "all variants drifted: old +");
    assert_drifts(0.1, 0, true, NOTE_SIDE_DRIFT, "the variants drifted apart: old +");
    assert_drifts(0.1, -0.1, true, NOTE_SIDE_DRIFT, "the variants drifted apart: old +");
    assert_drifts(0.1, 0.1, false, NOTE_SIDE_DRIFT, "they share no blocks");
}

int tests_of_diagnostics(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_settling_of_samples_from_elsewhere),
        cmocka_unit_test(test_iterations_that_remember),
        cmocka_unit_test(test_one_execution_that_remembers),
        cmocka_unit_test(test_two_groups_of_builds),
        cmocka_unit_test(test_drift_and_outliers),
        cmocka_unit_test(test_drift_of_variants),
        cmocka_unit_test(test_few_units_cannot_tell),
        cmocka_unit_test(test_late_change_of_long_executions),
        cmocka_unit_test(test_order_of_time),
        cmocka_unit_test(test_pilot_shows_what_was_cut),
        cmocka_unit_test(test_warm_up_beyond_the_pilot),
        cmocka_unit_test(test_work_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
