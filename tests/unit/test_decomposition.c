// Shares of the variance by the phase that separates the levels, and what says that none does.
#include "reported.h"

#include "analysis/claims/claims.h"
#include "analysis/estimate/decomposition.h"
#include "model/level.h"
#include "store/facts.h"

#include <string.h>

// The worked example of the paper as a pilot: T² is 16.5, -5.667, 2.271.
#define PILOT                                                                                      \
    "phase,block,execution,iteration,value\n"                                                      \
    "pilot,1,1,1,9\npilot,1,1,2,5\npilot,1,2,1,8\npilot,1,2,2,3\n"                                 \
    "pilot,2,1,1,10\npilot,2,1,2,6\npilot,2,2,1,7\npilot,2,2,2,11\n"                               \
    "pilot,3,1,1,1\npilot,3,1,2,12\npilot,3,2,1,2\npilot,3,2,2,4\n"

static const double PILOT_SHARES[] = {0.87902330743618207, 0, 0.12097669256381798};

static const struct stored_truth truth = {{1, 1.1}, 0.02, 0.01, 0.03, 0};

// A campaign of one cell whose pilot repeats as given (no blocks: there is none), with a fact.
static struct imported campaign(struct repetitions pilot, struct repetitions real, const char *key,
                                const char *value)
{
    struct arena arena = {0};
    struct error error = {0};
    struct imported imported = {.store = store_temporary(&error)};
    struct spec *spec = stored_spec(&arena, 2, 1);
    assert_done(store_spec(imported.store, spec, &error), error);
    if (pilot.blocks)
        stored_phase(imported.store, spec, PHASE_PILOT, &pilot, &truth);
    stored_phase(imported.store, spec, PHASE_REAL, &real, &truth);
    if (key)
        assert_done(store_set(imported.store, key, value, &error), error);
    assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error), error);
    arena_release(&arena);
    return imported;
}

static void assert_claim(struct imported *imported, const char *text, enum claim_outcome outcome,
                         const char *reason)
{
    struct error error = {0};
    struct estimates estimates = analysis_estimates(&imported->findings);
    struct judged_claims claims;
    assert_done(store_set(imported->store, "claim.1", text, &error), error);
    assert_done(claims_judge(&imported->arena, imported->store, &estimates, false, &claims, &error),
                error);
    if (claims.items->outcome != outcome || !strstr(claims.items->reason, reason))
        fail_msg("%s: %d, %s", text, claims.items->outcome, claims.items->reason);
}

// Limits depend on the method, and are those of the same samples as a real experiment.
static void assert_by_pilot(const struct decomposition *decomposition)
{
    struct imported as_real = imported_from(KJ_EXAMPLE);
    const struct decomposition *same = &as_real.findings.estimates->decomposition;
    assert_int_equal(same->phase, PHASE_REAL);
    assert_int_equal(decomposition->phase, PHASE_PILOT);
    assert_int_equal(decomposition->components.levels, 3);
    assert_int_equal(decomposition->missing, 0);
    for (int i = 0; i < 3; i++) {
        assert_true(decomposition->separate[i]);
        assert_int_equal(decomposition->level[i], LEVEL_ITERATION + i);
        assert_close(decomposition->shares[i], PILOT_SHARES[i], 1e-12);
        assert_true(decomposition->intervals[i].known);
        assert_close(decomposition->intervals[i].low, same->intervals[i].low, 1e-12);
        assert_close(decomposition->intervals[i].high, same->intervals[i].high, 1e-12);
    }
    imported_free(&as_real);
}

static void one_execution(void **state)
{
    (void)state;
    static const char *const reals[] = {
        "real,1,1,1,6\nreal,2,1,1,7\nreal,3,1,1,8\nreal,4,1,1,7\n",
        "real,1,1,1,6\nreal,1,1,2,7\nreal,2,1,1,7\nreal,2,1,2,9\nreal,3,1,1,8\nreal,3,1,2,8\n",
        // Executions are repeated, iterations are not.
        "real,1,1,1,6\nreal,1,2,1,7\nreal,2,1,1,7\nreal,2,2,1,9\nreal,3,1,1,8\nreal,3,2,1,8\n"};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
        struct arena arena = {0};
        struct imported imported = imported_from(arena_printf(&arena, "%s%s", PILOT, reals[i]));
        const struct estimate *estimate = imported.findings.estimates;
        assert_by_pilot(&estimate->decomposition);
        assert_int_equal(estimate->components.top_units,
                         i == 0 ? 4 : 3); // the mean is the real one's
        assert_says(as_text(&imported.findings, 200, false),
                    "  - variance of all by the pilot: iteration 88 [");
        assert_says(as_text(&imported.findings, 200, false),
                    "] % (95 % intervals over 3 builds)\n");
        assert_claim(&imported, "share(iteration) <= 100%", CLAIM_SUPPORTED,
                     "over 3 builds of the pilot)");
        assert_claim(&imported, "share(build) >= 50%", CLAIM_INCONCLUSIVE,
                     "build's share of the variance of all is 12 [");
        imported_free(&imported);
        arena_release(&arena);
    }
}

static void repeated_at_all_levels(void **state)
{
    (void)state;
    struct imported imported = campaign((struct repetitions){4, 4, 4, 0, 0},
                                        (struct repetitions){8, 2, 3, 0, 0}, NULL, NULL);
    for (size_t i = 0; i < imported.findings.estimate_count; i++) {
        const struct decomposition *decomposition = &imported.findings.estimates[i].decomposition;
        assert_int_equal(decomposition->phase, PHASE_REAL);
        assert_int_equal(decomposition->missing, 0);
        assert_int_equal(decomposition->components.top_units, 8);
    }
    char *report = as_text(&imported.findings, 200, false);
    assert_null(strstr(report, "pilot:"));
    free(report);
    imported_free(&imported);
}

static void without_pilot(void **state)
{
    (void)state;
    struct imported imported =
        campaign((struct repetitions){0}, (struct repetitions){8, 1, 3, 0, 0}, NULL, NULL);
    const struct decomposition *decomposition = &imported.findings.estimates->decomposition;
    assert_true(decomposition->separate[0] && decomposition->intervals[0].known);
    assert_false(decomposition->separate[2] || decomposition->intervals[2].known);
    assert_int_equal(decomposition->missing, LEVEL_EXECUTION);
    assert_int_equal(decomposition->within, LEVEL_BUILD);
    char *report = as_text(&imported.findings, 200, false);
    assert_non_null(strstr(report, " %; the rest is not decomposed: one execution a build; set "
                                   "executions: 2 or more\n"));
    assert_null(strstr(report, "build 100 %"));
    free(report);
    assert_claim(&imported, "share(build, O2) > 0%", CLAIM_INCONCLUSIVE,
                 "the share of the level build is not decomposed: one execution a build; set "
                 "executions: 2 or more");
    assert_claim(&imported, "share(execution, O2) > 0%", CLAIM_INCONCLUSIVE,
                 "the level execution was not repeated");
    assert_claim(&imported, "share(iteration, O2) >= 0%", CLAIM_SUPPORTED, "over 8 builds)");
    imported_free(&imported);
}

// A level that is not separate has no number in any table.
static void absent_numbers(void **state)
{
    (void)state;
    struct imported imported =
        campaign((struct repetitions){0}, (struct repetitions){8, 1, 1, 0, 0}, NULL, NULL);
    json_t *root = as_json(&imported.findings), *row;
    size_t i, builds = 0;
    json_array_foreach(json_object_get(root, "variances"), i, row)
    {
        assert_true(json_is_null(json_object_get(row, "share")));
        assert_true(json_is_null(json_object_get(row, "share_low")));
        assert_string_equal(json_string_value(json_object_get(row, "phase")), "real");
        builds += strcmp(json_string_value(json_object_get(row, "level")), "build") == 0;
    }
    assert_int_equal(builds, 4);
    json_decref(root);
    assert_says(
        as_text(&imported.findings, 200, false),
        "- variance of O2: not decomposed: one execution a build; set executions: 2 or more\n");
    imported_free(&imported);
}

// The harness could iterate: without another iteration, executions contain the iterations'
// variance.
static void one_iteration(void **state)
{
    (void)state;
    struct repetitions real = {8, 3, 1, 0, 0};
    struct imported imported = campaign((struct repetitions){0}, real, NULL, NULL);
    const struct decomposition *decomposition = &imported.findings.estimates->decomposition;
    assert_int_equal(decomposition->missing, LEVEL_ITERATION);
    assert_int_equal(decomposition->within, LEVEL_EXECUTION);
    assert_true(!decomposition->separate[0] && decomposition->separate[1]);
    assert_says(as_text(&imported.findings, 200, false),
                "not decomposed: one iteration an execution; set iterations: 2 or more\n");
    imported_free(&imported);
    imported = campaign((struct repetitions){0}, real, FACT_ITERATION, "5");
    assert_int_equal(imported.findings.estimates->decomposition.missing,
                     0); // the only one by choice
    imported_free(&imported);
    imported = campaign((struct repetitions){6, 2, 3, 0, 0}, real, NULL, NULL);
    assert_int_equal(imported.findings.estimates->decomposition.phase, PHASE_PILOT);
    imported_free(&imported);
}

// A pilot that separates no more than the real experiment is not asked.
static void useless_pilot(void **state)
{
    (void)state;
    struct imported imported = campaign((struct repetitions){9, 1, 1, 0, 0},
                                        (struct repetitions){8, 1, 3, 0, 0}, NULL, NULL);
    assert_int_equal(imported.findings.estimates->decomposition.phase, PHASE_REAL);
    assert_int_equal(imported.findings.estimates->decomposition.missing, LEVEL_EXECUTION);
    imported_free(&imported);
}

// Its samples count without the warm-up, which would be most of the variance of iterations.
static void warmup_of_pilot(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct imported imported = {.store = store_temporary(&error)};
    struct spec *spec = stored_spec(&arena, 1, 1);
    struct repetitions pilot = {6, 3, 4 + 40, 0, 0}, real = {8, 1, 1, 0, 0};
    struct stored_truth settling = {{1}, 0.05, 0, 0.001, 5};
    assert_done(store_spec(imported.store, spec, &error), error);
    assert_done(store_set(imported.store, FACT_WARMUP, "auto", &error), error);
    assert_done(store_set(imported.store, FACT_PILOT_ITERATIONS, "4", &error), error);
    stored_phase(imported.store, spec, PHASE_PILOT, &pilot, &settling);
    stored_phase(imported.store, spec, PHASE_REAL, &real, &truth);
    assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error), error);
    const struct decomposition *decomposition = &imported.findings.estimates->decomposition;
    assert_int_equal(imported.findings.cells->pilot.first, 5);
    assert_int_equal(decomposition->phase, PHASE_PILOT);
    assert_close(decomposition->components.repetitions[0], 4, 0);
    assert_true(decomposition->shares[0] < 0.01);
    assert_true(decomposition->shares[2] > 0.9);
    imported_free(&imported);
    arena_release(&arena);
}

// One of several cases decides at a higher confidence, over the same units.
static void adjusted_claim(void **state)
{
    (void)state;
    struct imported imported = campaign((struct repetitions){9, 3, 4, 0, 0},
                                        (struct repetitions){8, 1, 1, 0, 0}, NULL, NULL);
    assert_claim(&imported, "share(iteration) <= 0%", CLAIM_REFUTED,
                 "(97.5 % interval over 9 builds of the pilot)");
    imported_free(&imported);
}

static void one_build(void **state)
{
    (void)state;
    struct imported imported =
        campaign((struct repetitions){0}, (struct repetitions){1, 4, 4, 0, 0}, NULL, NULL);
    assert_int_equal(imported.findings.estimates->decomposition.missing, LEVEL_BUILD);
    assert_says(as_text(&imported.findings, 200, false),
                "variance of O2: not decomposed: one build; set builds: 2 or more\n");
    imported_free(&imported);
}

int tests_of_decomposition(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_execution),   cmocka_unit_test(repeated_at_all_levels),
        cmocka_unit_test(without_pilot),   cmocka_unit_test(absent_numbers),
        cmocka_unit_test(one_iteration),   cmocka_unit_test(useless_pilot),
        cmocka_unit_test(warmup_of_pilot), cmocka_unit_test(adjusted_claim),
        cmocka_unit_test(one_build),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
