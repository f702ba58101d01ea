// A pilot that takes long ends early, and what its real experiment has at least.
#include "stored.h"

#include "analysis/pilot/dimensioning.h"
#include "analysis/pilot/pilot_length.h"
#include "simulate/counts.h"
#include "store/events.h"
#include "store/facts.h"

static void rules(void **state)
{
    (void)state;
    for (int of_ratios = 0; of_ratios < 2; of_ratios++) {
        assert_false(pilot_ends(5, of_ratios, 60, 0)); // ten blocks in ten minutes
        assert_true(pilot_ends(5, of_ratios, 61, 0));
        assert_false(pilot_ends(5, of_ratios, 60, 3600)); // a quarter of an hour is more
        assert_true(pilot_ends(5, of_ratios, 60, 2300));
        assert_false(pilot_ends(10, of_ratios, 0.15, 0)); // twenty blocks in three seconds
        assert_int_equal(pilot_ends(10, of_ratios, 0.16, 0), of_ratios);
        assert_true(pilot_ends(15, of_ratios, 1.5, 100));
        for (size_t blocks = 0; blocks < 10; blocks++)
            assert_int_equal(real_least_after(blocks, of_ratios), 20);
        assert_int_equal(real_least_after(10, of_ratios), of_ratios ? 30 : 20);
        assert_int_equal(real_least_after(15, of_ratios), of_ratios ? 25 : 20);
        assert_int_equal(real_least_after(20, of_ratios), 20);
    }
}

struct site {
    struct arena arena;
    struct spec *spec;
    struct store *store;
    struct repetitions pilot;
};

// A cell, of which so many blocks of a pilot of 20 are measured. An execution takes three means.
static void begin(struct site *site, enum precision_of of, double mean, size_t blocks)
{
    struct error error = {0};
    const struct stored_truth truth = {{mean, mean}, mean / 1000, mean / 1e4, mean / 1e4, 0};
    *site = (struct site){.pilot = {20, 2, 3, 0, 1}};
    site->spec = stored_spec(&site->arena, 2, 1);
    site->spec->repeat.precision_of = of;
    site->spec->repeat.pilot[0] = 3;
    site->spec->repeat.pilot[1] = site->spec->repeat.pilot[2] = 0;
    site->store = store_temporary(&error);
    assert_done(store_spec(site->store, site->spec, &error), error);
    stored_blocks(site->store, site->spec, PHASE_PILOT, &site->pilot, &truth, blocks);
}

static void end(struct site *site)
{
    store_close(site->store);
    arena_release(&site->arena);
}

// The blocks of the pilot if its next piece would begin after `round`.
static size_t length_after(struct site *site, size_t round)
{
    struct error error = {0};
    struct log log = {.quiet = true};
    struct pilot_progress progress = {site->store, site->spec, &log, 0, round, ""};
    assert_done(pilot_end_early(&progress, &site->pilot, &error), error);
    return site->pilot.blocks;
}

static size_t events_of(struct site *site, const char **text)
{
    struct error error = {0};
    struct event_row *events = NULL;
    size_t count = 0;
    assert_done(store_events(site->store, &site->arena, &events, &count, &error), error);
    *text = count > 0 ? events[0].text : NULL;
    return count;
}

static size_t real_blocks(struct site *site)
{
    struct error error = {0};
    struct repetitions real = {0};
    assert_done(dimension_cells(site->store, site->spec, NULL, 0, &real, &error), error);
    return real.blocks;
}

// One that takes long ends after ten blocks, and the real experiment has ten more.
static void ends(void **state)
{
    (void)state;
    struct error error = {0};
    const char *text;
    struct site site;
    begin(&site, PRECISION_OF_RATIO, 0.2, 10);
    assert_int_equal(length_after(&site, 5), 20);
    assert_int_equal(events_of(&site, &text), 0);
    assert_done(store_event(site.store, "pilot", "the pilot has 15 blocks of each cell", &error),
                error);
    assert_int_equal(length_after(&site, 10), 10);
    assert_int_equal(events_of(&site, &text), 1);
    assert_string_equal(text,
                        "the pilot ends after 10 blocks of each cell: 20 would take about 53 s");
    assert_string_equal(store_get(site.store, &site.arena, FACT_PILOT_BLOCKS), "10");
    assert_int_equal(real_blocks(&site), 30);
    site.spec->repeat.real[2] = 7;
    assert_int_equal(real_blocks(&site), 7);
    end(&site);
}

// One that sizes means goes on, and one whose length the file gives.
static void goes_on(void **state)
{
    (void)state;
    const struct {
        enum precision_of of;
        double mean;
        size_t given;
    } cases[] = {{PRECISION_OF_MEAN, 0.2, 0}, {PRECISION_OF_RATIO, 0.2, 20}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text;
        struct site site;
        begin(&site, cases[i].of, cases[i].mean, 10);
        site.spec->repeat.pilot[2] = cases[i].given;
        assert_int_equal(length_after(&site, 10), 20);
        assert_int_equal(events_of(&site, &text), 0);
        assert_int_equal(real_blocks(&site), 20);
        end(&site);
    }
}

// Of 20 builds by default, which cost so much, in simulated campaigns of two benchmarks.
static struct cell_counts simulated_counts(double build_s, bool of_ratio, bool open)
{
    struct arena arena = {0};
    struct simulation simulation = {.world = {.sd = {{0, 0, 1e-4}, {0, 0, 1e-4}}},
                                    .cost_s = {1e-4, 0.002, build_s},
                                    .choice = COUNTS_SEARCH,
                                    .pilot = {3, 2, 20},
                                    .pilot_is_open = open,
                                    .precision_of_ratio = of_ratio,
                                    .precision = 0.01,
                                    .benchmarks = 2,
                                    .points = 1,
                                    .confidence = 0.95};
    struct cell_counts counts = counts_of_cell(&simulation, &arena, 0, 0);
    arena_release(&arena);
    return counts;
}

static void simulated(void **state)
{
    (void)state;
    const struct {
        double build_s;
        bool of_ratio, open;
        size_t pilot, least;
    } cases[] = {{0.03, true, true, 20, 20},  {0.04, true, true, 10, 30},
                 {0.04, true, false, 20, 20}, {0.04, false, true, 20, 20},
                 {20, true, true, 5, 20},     {20, false, true, 5, 20}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cell_counts counts =
            simulated_counts(cases[i].build_s, cases[i].of_ratio, cases[i].open);
        assert_int_equal(counts.first, cases[i].pilot);
        assert_int_equal(counts.counts[2], cases[i].least);
        assert_close(counts.pilot_cost_s,
                     2 * (double)cases[i].pilot * (cases[i].build_s + 2 * 0.0023), 1e-9);
    }
}

int tests_of_pilot_length(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules),
        cmocka_unit_test(ends),
        cmocka_unit_test(goes_on),
        cmocka_unit_test(simulated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
