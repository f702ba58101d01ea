// From stored pilots to repetition counts.
#include "stored.h"

#include "analysis/analysis.h"
#include "analysis/diagnostics/warmup.h"
#include "analysis/diagnostics/warmup_choice.h"
#include "analysis/pilot/dimensioning.h"
#include "model/level.h"
#include "model/phase.h"
#include "model/verdict.h"
#include "stats/dimensioning.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/plan/experiment.h"
#include "store/results/dimensions.h"

#include <math.h>

static struct store *pilot_store(const struct spec *spec, const struct stored_truth *truth,
                                 size_t iterations)
{
    struct error error = {0};
    struct store *store = store_temporary(&error);
    assert_done(store_spec(store, spec, &error), error);
    struct repetitions pilot = {spec->repeat.pilot[2], spec->repeat.pilot[1], iterations, 0, 1};
    stored_phase(store, spec, PHASE_PILOT, &pilot, truth);
    return store;
}

static void dimensions(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct spec *spec = stored_spec(&arena, 2, 1);
    const struct stored_truth truth = {{1e-3, 9e-4}, 2e-5, 5e-6, 1e-5, 0};
    struct store *store = pilot_store(spec, &truth, 5);
    struct repetitions real = {.first_block = 6};
    assert_done(dimension_cells(store, spec, NULL, 0, &real, &error), error);
    assert_true(real.blocks >= TOP_UNITS_LEAST && real.blocks < 100);
    assert_true(real.executions >= 1 && real.iterations >= 1);
    assert_int_equal(real.first_block, 6);
    assert_int_equal(real.warmup, 0);

    struct findings findings;
    assert_done(analysis_load(&arena, store, &findings, &error), error);
    assert_int_equal(findings.cells[0].phase, PHASE_PILOT);
    assert_int_equal(findings.dimension_count, 2 * 3 + 2 * 2); // peak_memory has no iterations
    const struct stored_dimension *iterations = &findings.dimensions[0].dimension;
    assert_int_equal(iterations->level, LEVEL_ITERATION);
    assert_close(iterations->cost_s, 1e-3, 0.1);
    assert_close(findings.dimensions[1].dimension.cost_s, 0.01, 0.01);
    assert_close(findings.dimensions[2].dimension.cost_s, 0.1, 1e-9);
    assert_int_equal(iterations->used, real.iterations);
    assert_int_equal(findings.dimensions[2].dimension.used, real.blocks);
    assert_true(findings.catalogue.cells[0].half_width <= 0.01 * (1 + 1e-9));

    stored_phase(store, spec, PHASE_REAL, &real, &truth);
    assert_done(analysis_load(&arena, store, &findings, &error), error);
    assert_int_equal(findings.cells[0].phase, PHASE_REAL);
    const struct variant_ratio *variant_ratio = &findings.variant_ratios[0];
    assert_int_equal(variant_ratio->verdict, VERDICT_FASTER);
    assert_close(variant_ratio->ratio.value, 0.9, 0.05);
    assert_int_equal(variant_ratio->new->components.top_units, real.blocks);
    store_close(store);
    arena_release(&arena);
}

// A variant that takes less than a cycle gets no verdict, however often it is measured.
static void empty_is_not_dimensioned(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct spec *spec = stored_spec(&arena, 2, 1);
    const struct stored_truth truth = {{1e-3, 1e-14}, 1e-16, 1e-17, 1e-17, 0};
    struct store *store = pilot_store(spec, &truth, 5);
    struct repetitions real = {.first_block = 6};
    assert_done(dimension_cells(store, spec, NULL, 0, &real, &error), error);
    struct findings findings;
    assert_done(analysis_load(&arena, store, &findings, &error), error);
    assert_int_equal(findings.dimension_count, 3 + 2 * 2); // peak_memory of both
    store_close(store);
    arena_release(&arena);
}

static void fixed_by_hand(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct spec *spec = stored_spec(&arena, 1, 1);
    const struct stored_truth truth = {{1e-3, 0}, 1e-4, 1e-5, 1e-5, 0};
    struct store *store = pilot_store(spec, &truth, 5);
    struct repetitions real = {0};
    spec->repeat.real[0] = 3;
    spec->repeat.real[2] = 4;
    assert_done(dimension_cells(store, spec, NULL, 0, &real, &error), error);
    assert_int_equal(real.iterations, 3);
    assert_int_equal(real.blocks, 4);
    struct event_row *events = NULL;
    size_t count = 0;
    assert_done(store_events(store, &arena, &events, &count, &error), error);
    assert_int_equal(count, 1); // 10 % between builds, four of them: 1 % is out of reach
    assert_string_equal(events[0].kind, "precision");
    assert_non_null(strstr(events[0].text, "of the 4 builds that the file fixes; ±"));
    assert_true(text_starts(events[0].text, "sort · n=1: ±1 % is out of reach of the 4 builds"));

    spec->repeat.real[2] = 0;
    spec->quick = true;
    assert_done(dimension_cells(store, spec, NULL, 0, &real, &error), error);
    assert_int_equal(real.blocks, QUICK_BUILDS_MOST);
    assert_done(store_events(store, &arena, &events, &count, &error), error);
    assert_non_null(strstr(events[1].text, "of the 6 builds that --quick allows; ±"));
    spec->quick = false;
    spec->repeat.assurance = 0.5;
    spec->repeat.precision = 0.05;
    assert_done(dimension_cells(store, spec, NULL, 0, &real, &error), error);
    size_t even = real.blocks;
    spec->repeat.assurance = 0.8;
    assert_done(dimension_cells(store, spec, NULL, 0, &real, &error), error);
    assert_true(real.blocks > even);
    spec->repeat.assurance = 0.5;
    spec->repeat.allocation = ALLOCATION_CLOSED_FORM;
    assert_done(dimension_cells(store, spec, NULL, 0, &real, &error), error);
    assert_true(real.blocks >= TOP_UNITS_LEAST && real.iterations == 3);
    store_close(store);
    arena_release(&arena);
}

// Sides that share nothing: the variance of the ratio is the sum of theirs, so it takes twice the
// blocks of a mean; and more where the intervals of several ratios hold together.
static void sized_by_the_ratio(void **state)
{
    (void)state;
    size_t blocks[3] = {0};
    for (int i = 0; i < 3; i++) {
        struct arena arena = {0};
        struct error error = {0};
        size_t cells = i == 2 ? 8 : 1;
        struct spec *spec = stored_spec(&arena, 2, cells);
        const struct stored_truth truth = {{1e-3, 1e-3}, 5e-5, 1e-6, 1e-6, 0};
        spec->repeat.pilot[2] = 100;
        spec->repeat.precision_of = i ? PRECISION_OF_RATIO : PRECISION_OF_MEAN;
        struct store *store = store_temporary(&error);
        assert_done(store_spec(store, spec, &error), error);
        struct repetitions pilot[8], real[8] = {{0}};
        for (size_t cell = 0; cell < cells; cell++)
            pilot[cell] = (struct repetitions){100, 2, 3, 0, 1};
        stored_phase(store, spec, PHASE_PILOT, pilot, &truth);
        assert_done(dimension_cells(store, spec, NULL, 0, real, &error), error);
        blocks[i] = real[0].blocks;
        struct findings findings;
        assert_done(analysis_load(&arena, store, &findings, &error), error);
        assert_int_equal(findings.of_ratios, i > 0);
        assert_true(findings.catalogue.cells[0].half_width <= 0.01 * (1 + 1e-9));
        store_close(store);
        arena_release(&arena);
    }
    assert_close((double)blocks[1] / (double)blocks[0], 2, 0.25);
    assert_close((double)blocks[2] / (double)blocks[1], pow(2.73 / 1.96, 2), 0.25);
}

// A pilot in which the warm-up is looked for.
// A comparison is sized by the half-width that decides, if the file's is wider; one with looks goes
// on to a narrower one, with the same executions of a block.
static void sized_by_what_decides(void **state)
{
    (void)state;
    static const char *const half_widths[][2] = {
        {NULL, NULL}, {"0.005", NULL}, {"0.02", NULL}, {"0.01", "0.0025"}};
    struct repetitions real[4];
    for (int i = 0; i < 4; i++) {
        struct error error = {0};
        struct arena arena = {0};
        struct spec *spec = stored_spec(&arena, 2, 1);
        const struct stored_truth truth = {{1e-3, 1e-3}, 5e-5, 1e-6, 1e-6, 0};
        spec->repeat.precision_of = PRECISION_OF_RATIO;
        struct store *store = pilot_store(spec, &truth, 100);
        for (int which = 0; which < 2; which++)
            if (half_widths[i][which])
                assert_done(store_set(store, which ? FACT_UNTIL_DECIDED : FACT_COMPARE_HALF_WIDTH,
                                      half_widths[i][which], &error),
                            error);
        assert_done(dimension_cells(store, spec, NULL, 0, &real[i], &error), error);
        struct catalogue catalogue;
        assert_done(store_catalogue(store, &arena, &catalogue, &error), error);
        double wanted = half_widths[i][1] ? 0.0025 : i == 1 ? 0.005 : 0.01;
        assert_true(catalogue.cells[0].half_width <= wanted * (1 + 1e-9));
        store_close(store);
        arena_release(&arena);
    }
    assert_close((double)real[1].blocks / (double)real[0].blocks, 4, 0.05);
    assert_int_equal(real[2].blocks, real[0].blocks);
    assert_close((double)real[3].blocks / (double)real[0].blocks, 16, 0.05);
    assert_int_equal(real[3].executions, real[0].executions);
}

static struct store *warming_store(struct spec *spec, const struct stored_truth *truth)
{
    spec->repeat.warmup_auto = true;
    return pilot_store(spec, truth, spec->repeat.pilot[0] + (size_t)WARMUP_ROOM);
}

static void warm_up(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct spec *spec = stored_spec(&arena, 2, 1);
    const struct stored_truth truth = {{1e-3, 9e-4}, 1e-5, 1e-6, 1e-6, 7};
    struct store *store = warming_store(spec, &truth);
    struct findings before, after;
    assert_done(analysis_load(&arena, store, &before, &error), error);
    struct repetitions real = {0};
    assert_done(dimension_cells(store, spec, NULL, 0, &real, &error), error);
    assert_int_equal(real.warmup, 7);
    assert_int_equal(iteration_taken(&before.catalogue.cells[0]), 0);
    assert_done(analysis_load(&arena, store, &after, &error), error);
    assert_int_equal(after.cells[0].pilot.first, real.warmup);
    assert_int_equal(after.cells[0].pilot.count, 5);
    assert_int_equal(before.cells[0].pilot.first, real.warmup);
    const struct estimate *estimate = &after.estimates[0];
    assert_int_equal(estimate->order.count, 5 * 5 * 5);
    assert_close(estimate->components.mean, 1e-3, 0.05); // not the doubled iterations
    store_close(store);
    arena_release(&arena);
}

// As long executions as probes ask for where the first 60 iterations are slow.
static void long_warm_up(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct spec *spec = stored_spec(&arena, 2, 1);
    const struct stored_truth truth = {{1e-3, 9e-4}, 1e-5, 1e-6, 1e-6, 60};
    spec->repeat.warmup_auto = true;
    struct store *store = pilot_store(spec, &truth, 165);
    struct repetitions real = {.first_block = 6};
    assert_done(dimension_cells(store, spec, NULL, 0, &real, &error), error);
    assert_int_equal(real.warmup, 60);
    stored_phase(store, spec, PHASE_REAL, &real, &truth);
    struct findings findings;
    assert_done(analysis_load(&arena, store, &findings, &error), error);
    assert_int_equal(findings.cells[0].pilot.first, 60);
    assert_close(findings.estimates[0].components.mean, 1e-3, 0.02);
    store_close(store);
    arena_release(&arena);
}

// The same iteration of every execution, decided once.
static void never_steady(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct spec *spec = stored_spec(&arena, 2, 1);
    const struct stored_truth truth = {{1e-3, 9e-4}, 1e-5, 1e-6, 1e-6, 30};
    struct store *store = warming_store(spec, &truth);
    struct repetitions real = {.first_block = 6};
    assert_done(dimension_cells(store, spec, NULL, 0, &real, &error), error);
    assert_int_equal(real.warmup, WARMUP_MOST);
    assert_int_equal(real.iterations, 1);
    stored_phase(store, spec, PHASE_REAL, &real, &truth);

    struct findings findings;
    assert_done(analysis_load(&arena, store, &findings, &error), error);
    assert_int_equal(findings.cells[0].pilot.first, WARMUP_MOST);
    assert_int_equal(findings.cells[0].pilot.count, 1);
    assert_int_equal(iteration_taken(&findings.catalogue.cells[0]), WARMUP_MOST + 1);
    assert_int_equal(findings.estimates[0].level[0], LEVEL_EXECUTION);
    for (size_t i = 0; i < findings.dimension_count; i++)
        assert_int_not_equal(findings.dimensions[i].dimension.level, LEVEL_ITERATION);
    assert_int_equal(findings.event_count, 1);
    assert_string_equal(findings.events[0].text,
                        "sort · n=1: most executions of the pilot never become steady, so only "
                        "iteration 21 of every execution counts");
    // An execution costs its start (0.01 s) and 21 iterations, not the 45 of the pilot.
    assert_close(findings.dimensions[0].dimension.cost_s, 0.01 + 21 * 1.67e-3, 0.05);
    store_close(store);
    arena_release(&arena);
}

static void never_steady_but_fixed(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct spec *spec = stored_spec(&arena, 2, 1);
    const struct stored_truth truth = {{1e-3, 9e-4}, 1e-5, 1e-6, 1e-6, 30};
    spec->repeat.real[0] = 3;
    struct store *store = warming_store(spec, &truth);
    struct repetitions real = {.first_block = 6};
    assert_done(dimension_cells(store, spec, NULL, 0, &real, &error), error);
    assert_int_equal(real.iterations, 3);
    struct findings findings;
    assert_done(analysis_load(&arena, store, &findings, &error), error);
    assert_int_equal(findings.cells[0].pilot.count, 5);
    assert_non_null(strstr(findings.events[0].text, "and the file fixes real.iterations"));
    store_close(store);
    arena_release(&arena);
}

// A program that is only run: executions are the top level, a block is one of each variant.
static void two_levels(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct spec *spec = stored_spec(&arena, 2, 1);
    for (size_t v = 0; v < 2; v++) {
        spec->cells[0].targets[v].kind = TARGET_COMMAND;
        spec->cells[0].targets[v].sampling.kind = SAMPLING_PROCESS;
    }
    const struct stored_truth truth = {{1e-3, 9e-4}, 0, 2e-5, 0, 0};
    struct store *store = store_temporary(&error);
    assert_done(store_spec(store, spec, &error), error);
    struct repetitions pilot = {5, 1, 1, 0, 1}, real = {0};
    stored_phase(store, spec, PHASE_PILOT, &pilot, &truth);
    assert_done(dimension_cells(store, spec, NULL, 0, &real, &error), error);
    assert_int_equal(real.executions, 1);
    assert_int_equal(real.iterations, 0);
    assert_true(real.blocks >= TOP_UNITS_LEAST);
    struct findings findings;
    assert_done(analysis_load(&arena, store, &findings, &error), error);
    assert_int_equal(findings.estimates[0].components.levels, 1);
    assert_int_equal(findings.estimates[0].level[0], LEVEL_EXECUTION);
    spec->repeat.real[1] = 12;
    assert_done(dimension_cells(store, spec, NULL, 0, &real, &error), error);
    assert_int_equal(real.blocks, 12);
    store_close(store);
    arena_release(&arena);
}

int tests_of_pilot(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dimensions),
        cmocka_unit_test(empty_is_not_dimensioned),
        cmocka_unit_test(fixed_by_hand),
        cmocka_unit_test(sized_by_the_ratio),
        cmocka_unit_test(sized_by_what_decides),
        cmocka_unit_test(warm_up),
        cmocka_unit_test(never_steady),
        cmocka_unit_test(never_steady_but_fixed),
        cmocka_unit_test(long_warm_up),
        cmocka_unit_test(two_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
