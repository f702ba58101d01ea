// What follows from a trial: failures, the size of a pilot within a budget, what is said.
#include "stored.h"

#include "base/elapsed.h"
#include "campaign/trial/trial.h"
#include "executor/observe/timer_overhead.h"

static const struct log silent = {.quiet = true};

// ---- Sizes

static struct pilot_request request_of(double once_s, double executions_s, double left_s)
{
    return (struct pilot_request){.cost = {once_s, executions_s},
                                  .left_s = left_s,
                                  .blocks = 20,
                                  .executions = 2,
                                  .of_ratios = true};
}

// `expected` blocks are those after which it is likely to end.
static void assert_ends(struct pilot_request request, size_t blocks, size_t expected,
                        size_t executions)
{
    struct pilot_size size = pilot_size_of(&request);
    assert_int_equal(size.blocks, blocks);
    assert_int_equal(size.executions, executions);
    double block_s = request.cost.once_s + (double)executions * request.cost.executions_s;
    assert_close(size.block_s, block_s, 1e-9);
    assert_close(size.seconds, (double)expected * block_s, 1e-9);
}

static void assert_size(struct pilot_request request, size_t blocks, size_t executions)
{
    assert_ends(request, blocks, blocks, executions);
}

static void cheap_pilots_are_whole(void **state)
{
    (void)state;
    assert_size(request_of(0.1, 0.01, 0), 20, 2);
    assert_size(request_of(0.1, 0.01, 300), 20, 2);
    assert_ends(request_of(2, 0.1, 0), 20, 10, 2);   // 20 would take more than half a minute
    assert_ends(request_of(2, 0.1, 300), 20, 10, 2); // and ten are less than a quarter
    assert_ends(request_of(100, 1, 0), 20, 5, 2);    // ten minutes
}

// A quarter of what is left; dear layouts are executed more often.
static void dear_layouts_are_fewer(void **state)
{
    (void)state;
    assert_size(request_of(10, 1, 300), 5, 3);    // a quarter holds 5 of 13 s
    assert_size(request_of(10, 0.1, 330), 7, 10); // √100 executions, 7 blocks of 11 s
    assert_size(request_of(10, 0.1, 130), 5, 10);
    assert_size(request_of(10, 1, 125), 5, 2); // three would not leave time for ten blocks
}

static void what_the_file_says_stays(void **state)
{
    (void)state;
    struct pilot_request request = request_of(10, 0.1, 330);
    request.executions_fixed = true;
    assert_size(request, 8, 2);
    request.blocks_fixed = true;
    assert_size(request, 20, 2);
    request.blocks = 3;
    assert_size(request, 3, 2);
    assert_int_equal(pilot_size_of(&request).needed, 8);
}

static void the_least_is_ten_blocks(void **state)
{
    (void)state;
    struct pilot_request request = request_of(48, 1, 110);
    struct pilot_size size = pilot_size_of(&request);
    assert_int_equal(size.needed, 10);
    assert_close(size.needed_s, 500, 1e-9);
}

// ---- What is said

struct site {
    struct arena arena;
    struct spec *spec;
    struct tried items[4];
    struct trial trial;
    struct repetitions repetitions[2];
    struct tried_campaign campaign;
};

// Of a budget of five minutes, 3 min 20 s are over.
static struct time_account account_of(bool given)
{
    return (struct time_account){.begun_ns = clock_boot_ns() - INT64_C(200000000000),
                                 .budget_s = 300,
                                 .ends_trial = given,
                                 .ends_measuring = given,
                                 .spent_s = {[TIME_BUILDS] = 180, [TIME_EXECUTIONS] = 2}};
}

// One cell of two variants, two linkers at a time: 12 s a build, then as given.
static struct site *site_of(void **state, double layout_s, double execution_s)
{
    struct site *site = *state;
    site->spec = stored_spec(&site->arena, 2, 1);
    site->spec->repeat.pilot[1] = site->spec->repeat.pilot[2] = 0;
    for (size_t i = 0; i < 2; i++)
        site->items[i] = (struct tried){
            .done = true, .build_s = 12, .layout_s = layout_s, .execution_s = execution_s};
    site->trial = (struct trial){site->items, 2};
    site->repetitions[0] = (struct repetitions){20, 2, 3, 0, 1};
    site->campaign =
        (struct tried_campaign){site->spec, &site->trial, site->repetitions, true, false, NULL};
    return site;
}

static int begin(void **state)
{
    *state = test_calloc(1, sizeof(struct site));
    return 0;
}

static int end(void **state)
{
    struct site *site = *state;
    arena_release(&site->arena);
    test_free(site);
    return 0;
}

static void durations_are_said(void **state)
{
    struct site *site = site_of(state, 0.4, 0.8);
    struct error error = {0};
    struct time_account account = {0};
    struct pilot_size size;
    const char *wording = NULL;
    assert_done(
        trial_size(&site->arena, &site->campaign, 1, &account, &silent, &size, &wording, &error),
        error);
    assert_string_equal(wording, "trial: build 24 s, a layout 400 ms, an execution 800 ms; the "
                                 "pilot takes about 1 min 12 s");
    site->campaign.has_pilot = false;
    assert_done(
        trial_size(&site->arena, &site->campaign, 1, &account, &silent, &size, &wording, &error),
        error);
    assert_non_null(strstr(wording, "; the experiment takes about 1 min 12 s"));
}

static void too_small_a_budget_is_refused(void **state)
{
    struct site *site = site_of(state, 48, 1);
    struct error error = {0};
    struct time_account account = account_of(true);
    struct pilot_size size;
    const char *wording = NULL;
    assert_false(
        trial_size(&site->arena, &site->campaign, 1, &account, &silent, &size, &wording, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_string_equal(error.text, "the budget of 5 min 00 s holds 1 of the 10 blocks that pilot "
                                    "and experiment need at least: --budget 14min, or 0 for none "
                                    "(so far: builds 3 min 00 s, executions 2.0 s)");
}

// Waiting is no part of the budget: a minute of it gives a minute back.
static void waiting_is_no_part_of_the_budget(void **state)
{
    struct site *site = *state;
    struct time_account account = account_of(true);
    assert_close(account_elapsed_s(&account), 200, 1);
    account_wait(&account, 60);
    assert_close(account_elapsed_s(&account), 140, 1);
    struct time_limit limit = account_trial_limit(&account);
    assert_false(limit.is_deadline);
    assert_close(time_limit_left_s(&limit), 160, 1);
    assert_string_equal(account_wording(&site->arena, &account),
                        "builds 3 min 00 s, executions 2.0 s; not counted: 1 min 00 s for another "
                        "campaign");
    account.deadline_ns = clock_boot_ns() + INT64_C(10000000000);
    limit = account_trial_limit(&account);
    assert_true(limit.is_deadline);
    account.deadline_ns = 0;
    account.ends_trial = account.ends_measuring = false;
    limit = account_measuring_limit(&account);
    assert_int_equal(limit.end_ns, 0);
}

// A layout of 48 s and an execution of 1 s of one side, of which the budget leaves 100 s: the other
// side need not be tried. Where ten such blocks fit, it goes on.
static void what_cannot_fit_is_said_at_once(void **state)
{
    struct site *site = site_of(state, 48, 1);
    struct error error = {0};
    struct time_account account = account_of(true);
    site->items[1] = (struct tried){.done = false};
    assert_false(trial_goes_on(&site->arena, &site->campaign, &account, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "of the 10 blocks that pilot and experiment need at least: "
                                       "--budget 14min, or 0 for none"));
    account.ends_measuring = false; // it will be raised
    assert_done(trial_goes_on(&site->arena, &site->campaign, &account, &error), error);
    account.ends_measuring = true;
    site->items[0].layout_s = 1;
    assert_done(trial_goes_on(&site->arena, &site->campaign, &account, &error), error);
}

static void an_execution_ended_by_the_budget_names_what_is_needed(void **state)
{
    struct site *site = site_of(state, 0, 100);
    struct error error = {0};
    struct time_account account = account_of(true);
    site->items[0].out_of_time = true;
    site->items[1] = (struct tried){.done = false};
    assert_false(trial_goes_on(&site->arena, &site->campaign, &account, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "one execution takes more than 1 min 40 s: a comparison of "
                                       "10 blocks needs about "));
    account.deadline_ns = account.begun_ns;
    assert_false(trial_goes_on(&site->arena, &site->campaign, &account, &error));
    assert_int_equal(error.code, EXIT_DEADLINE);
}

// What the file fixes does not fit either.
static void fixed_counts_must_fit(void **state)
{
    struct site *site = site_of(state, 0, 10);
    struct error error = {0};
    struct time_account account = account_of(true);
    struct pilot_size size;
    const char *wording = NULL;
    site->campaign.has_pilot = false;
    assert_false(
        trial_size(&site->arena, &site->campaign, 1, &account, &silent, &size, &wording, &error));
    assert_non_null(strstr(error.text, "of the 20 blocks that the file fixes (repeat.real): "
                                       "--budget 19min"));
    account = account_of(false);
    assert_done(
        trial_size(&site->arena, &site->campaign, 1, &account, &silent, &size, &wording, &error),
        error);
    assert_true(account.budget_s > 1000);
}

static void runs_in_valgrind_count(void **state)
{
    struct site *site = site_of(state, 0, 0.8);
    struct error error = {0};
    struct time_account account = account_of(true);
    struct pilot_size size;
    const char *wording = NULL;
    site->items[0].simulation_s = site->items[1].simulation_s = 4;
    assert_done(trial_size(&site->arena, &site->campaign, 1, &(struct time_account){0}, &silent,
                           &size, &wording, &error),
                error);
    assert_close(size.block_s, 2 * 2 * 4.8, 1e-9);
    assert_non_null(strstr(wording, "an execution 800 ms, in valgrind 4.0 s; "));
    assert_false(
        trial_size(&site->arena, &site->campaign, 1, &account, &silent, &size, &wording, &error));
}

static void a_budget_that_nobody_gave_is_raised(void **state)
{
    struct site *site = site_of(state, 48, 1);
    struct error error = {0};
    struct time_account account = account_of(false);
    struct pilot_size size;
    const char *wording = NULL;
    assert_done(
        trial_size(&site->arena, &site->campaign, 1, &account, &silent, &size, &wording, &error),
        error);
    assert_close(account.budget_s, 780, 1e-9);
    assert_int_equal(size.blocks, 5);
    assert_non_null(strstr(wording, "; the budget then holds about 6 blocks"));
}

// ---- Failures

static void one_failure_ends_what_must_be_whole(void **state)
{
    struct site *site = site_of(state, 0, 1);
    struct error error = {0};
    assert_done(trial_check(site->spec, &site->trial, true, &silent, &error), error);
    site->items[1].failure = "exit 9";
    assert_done(trial_check(site->spec, &site->trial, false, &silent, &error), error);
    assert_false(trial_check(site->spec, &site->trial, true, &silent, &error));
    assert_int_equal(error.code, EXIT_FAILED);
    site->items[0].failure = "exit 8";
    assert_false(trial_check(site->spec, &site->trial, false, &silent, &error));
    assert_non_null(strstr(error.text, "2 of 2 executions"));
}

// A process of 20 µs: its start takes longer.
static void short_samples_are_warned_of(void **state)
{
    (void)state;
    const struct meter wall_time = {.name = "wall_time"};
    const struct meter *chosen[] = {&wall_time};
    const struct meter_selection selection = {.items = chosen, .count = 1};
    const struct target target = {.benchmark = "sort", .variant = "O2"};
    struct observation observation = {.sampling = {.kind = SAMPLING_PROCESS}};
    bool warned = false;
    observation.outcome.seconds = 1e-3;
    timer_overhead_warn(&silent, &selection, &target, &warned, &observation);
    assert_false(warned);
    observation.outcome.seconds = 20e-6;
    timer_overhead_warn(&silent, &selection, &target, &warned, &observation);
    assert_true(warned);
}

static void times_are_worded(void **state)
{
    struct site *site = *state;
    static const struct {
        double seconds;
        const char *wording;
    } cases[] = {{0.0012, "1.2 ms"}, {4.21, "4.2 s"},      {59.4, "59 s"},
                 {70, "1 min 10 s"}, {7500, "2 h 05 min"}, {9.99, "10 s"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(time_wording(&site->arena, cases[i].seconds), cases[i].wording);
}

int tests_of_trial(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cheap_pilots_are_whole),
        cmocka_unit_test(dear_layouts_are_fewer),
        cmocka_unit_test(what_the_file_says_stays),
        cmocka_unit_test(the_least_is_ten_blocks),
        cmocka_unit_test_setup_teardown(durations_are_said, begin, end),
        cmocka_unit_test_setup_teardown(too_small_a_budget_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(a_budget_that_nobody_gave_is_raised, begin, end),
        cmocka_unit_test_setup_teardown(waiting_is_no_part_of_the_budget, begin, end),
        cmocka_unit_test_setup_teardown(what_cannot_fit_is_said_at_once, begin, end),
        cmocka_unit_test_setup_teardown(an_execution_ended_by_the_budget_names_what_is_needed,
                                        begin, end),
        cmocka_unit_test_setup_teardown(fixed_counts_must_fit, begin, end),
        cmocka_unit_test_setup_teardown(runs_in_valgrind_count, begin, end),
        cmocka_unit_test_setup_teardown(one_failure_ends_what_must_be_whole, begin, end),
        cmocka_unit_test(short_samples_are_warned_of),
        cmocka_unit_test_setup_teardown(times_are_worded, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
