// A real experiment that is to end in time.
#include "stored.h"

#include "campaign/budget.h"
#include "model/level.h"
#include "store/database.h"
#include "store/events.h"
#include "store/plan/experiment.h"
#include "store/results/dimensions.h"
#include "store/results/outcomes.h"

enum { CELLS = 2 };

static struct store *store;
static struct spec *spec;
static struct arena arena;
static const struct log silent = {.quiet = true};

// Two cells of which the pilot said 100 s and 300 s, ±1 % and ±2 %.
static int make(void **state)
{
    (void)state;
    struct error error;
    assert_non_null(store = store_temporary(&error));
    spec = stored_spec(&arena, 2, CELLS);
    assert_done(store_spec(store, spec, &error), error);
    for (size_t cell = 0; cell < CELLS; cell++) {
        struct stored_dimensioning known = {
            .cell = cell, .half_width = 0.01 * (double)(cell + 1), .cost_s = cell ? 300 : 100};
        assert_done(store_dimensioning(store, &known, &error), error);
    }
    return 0;
}

static int end(void **state)
{
    (void)state;
    store_close(store);
    arena_release(&arena);
    return 0;
}

static size_t events(const char **text)
{
    struct error error;
    struct event_row *rows;
    size_t count = 0;
    assert_done(store_events(store, &arena, &rows, &count, &error), error);
    *text = count ? rows[0].text : "";
    return count;
}

static void assert_blocks(double limit_s, size_t first, size_t second, size_t said)
{
    struct error error;
    const char *text;
    struct repetitions repetitions[CELLS] = {{.blocks = 40}, {.blocks = 8}};
    struct budgeted campaign = {
        .store = store, .spec = spec, .name_before = "", .repetitions = repetitions};
    double expected_s = 0;
    assert_done(budget_share(&campaign, 1, limit_s, &silent, &expected_s, &error), error);
    assert_close(expected_s,
                 2.5 * (double)repetitions[0].blocks + 37.5 * (double)repetitions[1].blocks, 1e-9);
    assert_int_equal(repetitions[0].blocks, first);
    assert_int_equal(repetitions[1].blocks, second);
    assert_int_equal(events(&text), said);
}

static void what_fits_is_left_alone(void **state)
{
    (void)state;
    assert_blocks(0, 40, 8, 0);
    assert_blocks(400, 40, 8, 0);
}

// Of 7 blocks 2 %·√(8/7)·t₆/t₇ is expected, 2.2 %, and of 10 of the other cell a little more; the
// dear cell's eighth would not fit.
static void all_cells_come_to_one_width(void **state)
{
    (void)state;
    assert_blocks(300, 11, 7, 1);
    const char *text;
    events(&text);
    assert_string_equal(text, "the requested precision takes about 7 min: reduced to the budget of "
                              "5 min, ±2.2 % is expected; of 7 blocks, layouts rarer than 35 % "
                              "may be unseen (--budget)");
    assert_blocks(1, 5, 5, 2);
}

// A clock ends the campaign: it has three times the blocks that fit, up to those wanted.
static void what_ends_with_its_budget_has_a_reserve(void **state)
{
    (void)state;
    struct error error;
    struct repetitions repetitions[CELLS] = {{.blocks = 40, .executions = 3}, {.blocks = 8}};
    struct budgeted campaign = {
        .store = store, .spec = spec, .name_before = "", .repetitions = repetitions};
    const size_t wanted[CELLS] = {40, 8};
    double expected_s = 0;
    assert_done(budget_share(&campaign, 1, 300, &silent, &expected_s, &error), error);
    assert_int_equal(repetitions[0].blocks, 11);
    budget_reserve(&campaign, wanted);
    assert_int_equal(repetitions[0].blocks, 33);
    assert_int_equal(repetitions[1].blocks, 8);
    assert_int_equal(campaign.expected_blocks, 11 + 7);
    assert_int_equal(campaign.expected_executions, 11 * 3 * 2);
    assert_close(expected_s, 11 * 2.5 + 7 * 37.5, 1e-9);
}

// Of 40 blocks each, 2.5 s and 7.5 s a block: 20 of both take 200 s.
static void the_floor_gives_way_last(void **state)
{
    (void)state;
    struct error error;
    const char *text;
    static const double limits_s[] = {210, 190};
    double expected_s = 0;
    for (int below = 0; below < 2; below++) {
        struct repetitions repetitions[CELLS] = {{.blocks = 40}, {.blocks = 40}};
        struct budgeted campaign = {
            .store = store, .spec = spec, .name_before = "", .repetitions = repetitions};
        assert_done(budget_share(&campaign, 1, limits_s[below], &silent, &expected_s, &error),
                    error);
        assert_int_equal(repetitions[0].blocks < 20, below);
        assert_true(repetitions[1].blocks >= 20);
        double cost_s = 2.5 * (double)repetitions[0].blocks + 7.5 * (double)repetitions[1].blocks;
        assert_true(cost_s <= limits_s[below]);
        struct event_row *rows;
        size_t count = 0;
        assert_done(store_events(store, &arena, &rows, &count, &error), error);
        text = rows[count - 1].text;
        assert_int_equal(strstr(text, "may be unseen") != NULL, below);
    }
}

static void campaigns_share_one_budget(void **state)
{
    (void)state;
    struct error error;
    struct repetitions one[CELLS] = {{.blocks = 40}, {.blocks = 8}};
    struct repetitions two[CELLS] = {{.blocks = 40}, {.blocks = 8}};
    struct budgeted campaigns[] = {
        {.store = store, .spec = spec, .name_before = "", .repetitions = one},
        {.store = store, .spec = spec, .name_before = "", .repetitions = two}};
    double expected_s = 0;
    assert_done(budget_share(campaigns, 2, 600, &silent, &expected_s, &error), error);
    for (size_t cell = 0; cell < CELLS; cell++) {
        assert_int_equal(one[cell].blocks, cell ? 7 : 11);
        assert_int_equal(two[cell].blocks, one[cell].blocks);
    }
}

static void assert_events(struct store *own, const char *text)
{
    struct error error;
    struct event_row *rows;
    size_t count = 0;
    assert_done(store_events(own, &arena, &rows, &count, &error), error);
    assert_int_equal(count, text != NULL);
    if (text)
        assert_string_equal(rows[0].text, text);
}

// A second one with a narrower cell, which comes to five blocks and ±0.5 %·√8·t₄/t₃₉, and a third
// that loses none.
static void each_campaign_has_an_event_of_its_own(void **state)
{
    (void)state;
    struct error error;
    struct repetitions repetitions[3][CELLS] = {
        {{.blocks = 40}, {.blocks = 8}}, {{.blocks = 40}}, {{.blocks = 5}}};
    struct store *stores[] = {store, store_temporary(&error), store_temporary(&error)};
    struct spec *specs[] = {spec, stored_spec(&arena, 2, 1), stored_spec(&arena, 2, 1)};
    struct budgeted campaigns[3];
    double expected_s = 0;
    for (size_t i = 0; i < 3; i++) {
        struct stored_dimensioning known = {.half_width = 0.005, .cost_s = 40};
        if (i)
            assert_done(store_spec(stores[i], specs[i], &error) &&
                            store_dimensioning(stores[i], &known, &error),
                        error);
        campaigns[i] = (struct budgeted){
            .store = stores[i], .spec = specs[i], .name_before = "", .repetitions = repetitions[i]};
    }
    assert_done(budget_share(campaigns, 3, 345, &silent, &expected_s, &error), error);
    assert_events(store, "the requested precision takes about 8 min with the others: reduced to "
                         "the budget of 6 min, ±2.2 % is expected; of 7 blocks, layouts rarer than "
                         "35 % may be unseen (--budget)");
    assert_events(stores[1], "the requested precision takes about 8 min with the others: reduced "
                             "to the budget of 6 min, ±1.9 % is expected; of 5 blocks, layouts "
                             "rarer than 45 % may be unseen (--budget)");
    assert_events(stores[2], NULL);
    store_close(stores[1]);
    store_close(stores[2]);
}

// Neither a cell that does not vary nor one whose pilot failed takes time from the others.
static void cells_without_a_width_ask_for_little(void **state)
{
    (void)state;
    for (int failed = 0; failed < 2; failed++) {
        struct error error;
        struct stored_dimensioning known = {
            .cell = 1, .half_width = failed ? INFINITY : 0, .cost_s = 300};
        assert_done(store_dimensioning(store, &known, &error), error);
        assert_blocks(300, 40, 5, (size_t)failed + 1);
    }
}

static void what_the_file_fixes_stays(void **state)
{
    (void)state;
    for (size_t level = 1; level < 3; level++)
        spec->repeat.real[level] = 40;
    assert_blocks(1, 40, 8, 0);
}

static void what_was_planned_before_stays(void **state)
{
    (void)state;
    struct error error;
    const bool kept[CELLS] = {true, false};
    struct repetitions repetitions[CELLS] = {{.blocks = 40}, {.blocks = 8}};
    struct budgeted campaign = {.store = store,
                                .spec = spec,
                                .name_before = "",
                                .repetitions = repetitions,
                                .already_planned = kept};
    double expected_s = 0;
    assert_done(budget_share(&campaign, 1, 1, &silent, &expected_s, &error), error);
    assert_close(expected_s, 5 * 37.5, 1e-9); // of what is still to be planned
    assert_int_equal(repetitions[0].blocks, 40);
    assert_int_equal(repetitions[1].blocks, 5);
}

// A pilot of two builds of 1 s and two executions of 0.5 s, in blocks of one cell. Two CPUs link at
// the same time, so that the layouts took half the sum of their costs.
static void layouts_are_linked_side_by_side(void **state)
{
    (void)state;
    struct error error = {0};
    struct arena scratch = {0};
    struct store *own = store_temporary(&error);
    struct spec *one = stored_spec(&scratch, 2, 1);
    struct repetitions pilot = {5, 1, 3, 0, 1}, real = {.blocks = 10, .executions = 1};
    const struct stored_truth truth = {{1, 1}, 0.01, 0.001, 0.001, 0};
    assert_done(store_spec(own, one, &error), error);
    stored_blocks(own, one, PHASE_PILOT, &pilot, &truth, 5);
    struct level_costs costs;
    double build_s = 0, execution_s = 0;
    for (size_t variant = 0; variant < 2; variant++) {
        assert_done(store_costs(own, 0, variant, PHASE_PILOT, &costs, &error), error);
        build_s += costs.build_s;
        execution_s += costs.seconds;
    }
    assert_true(build_s > 0 && execution_s > 0);
    struct stored_dimensioning known = {
        .cell = 0, .half_width = 0.01, .cost_s = 10 * (build_s + execution_s)};
    assert_done(store_dimensioning(own, &known, &error), error);
    const struct pilot_pace pace = {5 * build_s / 2, 5 * execution_s};
    struct budgeted campaign = {
        .store = own, .spec = one, .name_before = "", .repetitions = &real, .pace = &pace};
    double expected_s = 0;
    assert_done(budget_share(&campaign, 1, 0, &silent, &expected_s, &error), error);
    assert_close(expected_s, 10 * (build_s / 2 + execution_s), 1e-6);
    store_close(own);
    arena_release(&scratch);
}

// Of ten blocks in the plan, three were measured when the budget was over: fewer than expected, or
// only the reserve is left.
static void assert_ends(size_t expected, size_t said)
{
    struct error error = {0};
    struct arena scratch = {0};
    struct store *own = store_temporary(&error);
    struct spec *one = stored_spec(&scratch, 2, 1);
    struct repetitions real = {10, 1, 3, 0, 21};
    const struct stored_truth truth = {{1, 1}, 0.01, 0.001, 0.001, 0};
    assert_done(store_spec(own, one, &error), error);
    stored_blocks(own, one, PHASE_REAL, &real, &truth, 3);
    assert_done(budget_end(own, 300, expected, &silent, "", &error), error);
    struct catalogue catalogue;
    assert_done(store_catalogue(own, &scratch, &catalogue, &error), error);
    struct cell_progress progress;
    assert_done(store_progress(own, &scratch, &progress, 1, &error), error);
    assert_int_equal(progress.blocks, 3);
    assert_int_equal(progress.open_blocks, 0);
    struct event_row *rows;
    size_t count = 0;
    assert_done(store_events(own, &scratch, &rows, &count, &error), error);
    assert_int_equal(count, said);
    if (said)
        assert_string_equal(rows[0].text, "the budget of 5 min ends the real experiment after 3 of "
                                          "8 blocks (--budget)");
    store_close(own);
    arena_release(&scratch);
}

// A block that the budget cut is in no result, and keeps its place in the file.
static void a_cut_block_does_not_count(void **state)
{
    (void)state;
    struct error error = {0};
    struct arena scratch = {0};
    struct store *own = store_temporary(&error);
    struct spec *one = stored_spec(&scratch, 2, 1);
    struct repetitions real = {10, 1, 3, 0, 21};
    const struct stored_truth truth = {{1, 1}, 0.01, 0.001, 0.001, 0};
    bool least = false;
    assert_done(store_spec(own, one, &error), error);
    stored_blocks(own, one, PHASE_REAL, &real, &truth, 6);
    assert_done(store_sql(own,
                          "UPDATE execution SET state = 'planned' WHERE id ="
                          " (SELECT max(id) FROM execution WHERE state = 'done')",
                          &error),
                error);
    assert_done(budget_has_least(own, 1, &least, &error), error);
    assert_true(least);
    assert_done(budget_end(own, 300, 6, &silent, "", &error), error);
    const size_t *blocks = NULL;
    assert_done(budget_blocks(own, &scratch, 1, &blocks, &error), error);
    assert_int_equal(blocks[0], 5);
    store_close(own);
    arena_release(&scratch);
}

static void fewer_than_five_are_no_result(void **state)
{
    (void)state;
    struct error error = {0};
    struct arena scratch = {0};
    struct store *own = store_temporary(&error);
    struct spec *one = stored_spec(&scratch, 2, 1);
    struct repetitions real = {10, 1, 3, 0, 21};
    const struct stored_truth truth = {{1, 1}, 0.01, 0.001, 0.001, 0};
    bool least = true;
    assert_done(store_spec(own, one, &error), error);
    stored_blocks(own, one, PHASE_REAL, &real, &truth, 4);
    assert_done(budget_has_least(own, 1, &least, &error), error);
    assert_false(least);
    store_close(own);
    arena_release(&scratch);
}

static void a_plan_ends_with_its_budget(void **state)
{
    (void)state;
    assert_ends(8, 1);
    assert_ends(3, 0);
}

int tests_of_budget(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_fits_is_left_alone, make, end),
        cmocka_unit_test_setup_teardown(all_cells_come_to_one_width, make, end),
        cmocka_unit_test_setup_teardown(what_ends_with_its_budget_has_a_reserve, make, end),
        cmocka_unit_test_setup_teardown(the_floor_gives_way_last, make, end),
        cmocka_unit_test_setup_teardown(campaigns_share_one_budget, make, end),
        cmocka_unit_test_setup_teardown(each_campaign_has_an_event_of_its_own, make, end),
        cmocka_unit_test_setup_teardown(cells_without_a_width_ask_for_little, make, end),
        cmocka_unit_test_setup_teardown(what_the_file_fixes_stays, make, end),
        cmocka_unit_test_setup_teardown(what_was_planned_before_stays, make, end),
        cmocka_unit_test(layouts_are_linked_side_by_side),
        cmocka_unit_test(a_plan_ends_with_its_budget),
        cmocka_unit_test(a_cut_block_does_not_count),
        cmocka_unit_test(fewer_than_five_are_no_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
