// Counters of executions: of all of them and of each alone, as much as was done, or refused
// plainly.
#include "launching.h"

#include "meters/counters.h"
#include "meters/meter.h"
#include "run/execution.h"
#include "run/launcher/counters.h"

#include <errno.h>
#include <math.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

// Where perf_event_open() is refused, there is nothing to compare.
static void need(enum counter counter)
{
    bool user_code_alone;
    int number = counter_try(counter, &user_code_alone);
    if (number) {
        print_message("skipped: %s\n", strerror(number));
        skip();
    }
}

static struct launch counted(char *const *arguments)
{
    struct launch launch = as_usual(arguments);
    launch.program = ESWEXP_TEST_PROGRAMS "/counted";
    launch.figures = figure_bit(FIGURE_TASK_CLOCK) | figure_bit(FIGURE_MIGRATIONS);
    return launch;
}

static double figure_of(struct fixture *fixture, char *const *arguments, enum figure figure)
{
    struct launch launch = counted(arguments);
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    assert_true(figure_is_known(&fixture->outcome.figures, figure));
    return fixture->outcome.figures.values[figure];
}

// A busy machine is charged for switches, or takes time, that one of two clocks alone counts.
enum { ATTEMPTS = 10 };

// At least the CPU time that it spins for, at most what its rusage says, by another clock.
static bool takes(const struct outcome *outcome, double least)
{
    const double *figures = outcome->figures.values;
    double used = figures[FIGURE_USER_TIME] + figures[FIGURE_SYSTEM_TIME];
    double clock = figures[FIGURE_TASK_CLOCK];
    return clock >= 0.99 * least && clock <= 1.05 * used + 0.001;
}

static void assert_takes(struct fixture *fixture, char *const *arguments, double least)
{
    bool agrees = false;
    for (int i = 0; i < ATTEMPTS && !agrees; i++) {
        figure_of(fixture, arguments, FIGURE_TASK_CLOCK);
        agrees = takes(&fixture->outcome, least);
    }
    assert_true(agrees);
}

static void counts_a_child_and_its_children(void **state)
{
    need(COUNTER_TASK_CLOCK);
    assert_takes(*state, WORDS("counted", "spin", "40"), 0.04);
    assert_takes(*state, WORDS("counted", "spin", "40", "both"), 0.08);
}

static void counts_moves(void **state)
{
    cpu_set_t all;
    need(COUNTER_MIGRATIONS);
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    if (CPU_COUNT(&all) < 2)
        skip();
    double few = figure_of(*state, WORDS("counted", "move", "10"), FIGURE_MIGRATIONS);
    double many = figure_of(*state, WORDS("counted", "move", "1000"), FIGURE_MIGRATIONS);
    assert_true(few >= 10 && many >= 1000 && few < 100);
}

static void run_queue(struct fixture *fixture, struct launch *launches, struct outcome *outcomes,
                      size_t count)
{
    for (size_t done = 0, ended = 0; done < count; done += ended) // a busy machine may stop early
        assert_true(launcher_run(&fixture->launcher, launches + done, count - done, outcomes + done,
                                 &ended, &fixture->error));
}

// Each of a queue has its own, and who does not ask has none.
static void counts_each_of_a_queue(void **state)
{
    struct fixture *fixture = *state;
    struct outcome outcomes[3];
    need(COUNTER_TASK_CLOCK);
    struct launch launches[] = {counted(WORDS("counted", "spin", "40")),
                                counted(WORDS("counted", "spin", "1")),
                                counted(WORDS("counted", "spin", "1"))};
    launches[1].figures = 0;
    bool agree = false;
    for (int i = 0; i < ATTEMPTS && !agree; i++) {
        run_queue(fixture, launches, outcomes, 3);
        agree = takes(&outcomes[0], 0.04) && takes(&outcomes[2], 0.001) &&
                outcomes[2].figures.values[FIGURE_TASK_CLOCK] < 0.04;
    }
    assert_true(agree);
    assert_false(figure_is_known(&outcomes[1].figures, FIGURE_TASK_CLOCK));
    assert_false(figure_is_known(&outcomes[1].figures, FIGURE_COUNTED_SHARE));
    assert_close(outcomes[0].figures.values[FIGURE_COUNTED_SHARE], 1, 0);
    assert_false(figure_is_known(&outcomes[0].figures, FIGURE_CYCLES));
}

// As if read() of it gave this.
static int reading_of(uint64_t count, uint64_t enabled, uint64_t running)
{
    int pair[2];
    uint64_t reading[] = {count, enabled, running};
    assert_int_equal(pipe(pair), 0);
    assert_int_equal(write(pair[1], reading, sizeof reading), sizeof reading);
    close(pair[1]);
    return pair[0];
}

static void scales_what_was_counted_in_turns(void **state)
{
    (void)state;
    struct figures figures = {0};
    struct counters counters = {.fds = {-1, -1, -1, -1, -1, -1, -1, -1}};
    counters.fds[COUNTER_CYCLES] = reading_of(1000, 400, 100);
    counters.fds[COUNTER_BRANCHES] = reading_of(30, 400, 300);
    counters.fds[COUNTER_BRANCH_MISSES] = reading_of(0, 400, 0);
    counters_read(&counters, &figures);
    assert_close(figures.values[FIGURE_CYCLES], 4000, 1e-12);
    assert_close(figures.values[FIGURE_BRANCHES], 40, 1e-12);
    assert_false(figure_is_known(&figures, FIGURE_BRANCH_MISSES)); // it never had its turn
    assert_false(figure_is_known(&figures, FIGURE_USER_CODE_ALONE));
    assert_close(figures.values[FIGURE_COUNTED_SHARE], 0.25, 1e-12);
}

static void assert_refused(int number, int paranoid, int most, const char *words)
{
    struct arena arena = {0};
    assert_string_equal(counter_refusal(&arena, number, paranoid, most), words);
    arena_release(&arena);
}

static void says_why_not(void **state)
{
    (void)state;
    assert_null(counter_refusal(NULL, 0, 4, 2));
    assert_refused(ENOENT, 2, 2,
                   "this machine has no such counter; virtual machines mostly have none");
    assert_refused(EACCES, 3, 2, "perf_event_paranoid is 3: sysctl kernel.perf_event_paranoid=2");
    assert_refused(EPERM, 2, 1, "perf_event_paranoid is 2: sysctl kernel.perf_event_paranoid=1");
    assert_refused(EPERM, 1, 2,
                   "perf_event_open() is forbidden here; a container may need --cap-add PERFMON");
    assert_refused(ENOSYS, -1, 2, "this kernel has no perf events, or the container forbids them");
    assert_refused(EMFILE, 2, 2, "perf_event_open() failed: Too many open files");
}

// The scheduler's clock knows of the kernel's part, whoever asks.
static void task_clock_is_whole_for_all_users(void **state)
{
    (void)state;
    bool user_code_alone;
    need(COUNTER_TASK_CLOCK);
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && setresuid(65534, 65534, 65534))
            _exit(1);
        int number = counter_try(COUNTER_TASK_CLOCK, &user_code_alone);
        struct counters counters = counters_open(figure_bit(FIGURE_TASK_CLOCK));
        if (number) // of perf_event_paranoid above 2
            _exit(counters.fds[COUNTER_TASK_CLOCK] >= 0);
        _exit(user_code_alone || counters.user_code_alone);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

// Cycles of user code are not those of all the time.
static void user_code_alone_has_no_frequency(void **state)
{
    (void)state;
    const struct meter *frequency = meter_find("frequency"), *cycles = meter_find("cycles");
    const struct esw_header header = {.answer = {.user_code = 1}};
    const struct esw_sample record = {.iterations = 1};
    const double counts[] = {3, 1e9};
    struct observation batches = {.sampling = {.kind = SAMPLING_ESWEXP},
                                  .records = &record,
                                  .record_count = 1,
                                  .counts = counts,
                                  .counted =
                                      figure_bit(FIGURE_CYCLES) | figure_bit(FIGURE_TASK_CLOCK)},
                       whole = {.sampling = {.kind = SAMPLING_PROCESS}};
    double value = 0;
    figure_set(&whole.outcome.figures, FIGURE_CYCLES, 6);
    figure_set(&whole.outcome.figures, FIGURE_TASK_CLOCK, 2);
    assert_int_equal(frequency->collect(frequency, &batches, &value, 1), 1);
    assert_close(value, 3, 1e-12);
    assert_int_equal(frequency->collect(frequency, &whole, &value, 1), 1);
    assert_close(value, 3, 1e-12);
    batches.header = &header;
    figure_set(&whole.outcome.figures, FIGURE_USER_CODE_ALONE, 1);
    assert_int_equal(frequency->collect(frequency, &batches, &value, 1), 0);
    assert_int_equal(frequency->collect(frequency, &whole, &value, 1), 0);
    assert_int_equal(cycles->collect(cycles, &batches, &value, 1), 1);
    assert_int_equal(cycles->collect(cycles, &whole, &value, 1), 1);
}

// Every meter of a counter is either to be had or says why not, and asks for its own figures.
static void meters_ask_for_their_counters(void **state)
{
    struct fixture *fixture = *state;
    static const char *const names[] = {"cycles",   "instructions",  "cache_references",
                                        "branches", "branch_misses", "cache_misses",
                                        "frequency"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct meter *meter = meter_find(names[i]);
        struct execution_request request = {0};
        const char *why = NULL;
        assert_non_null(meter);
        assert_true(meter->probe(meter, &fixture->arena, "", &why) != (why != NULL));
        meter_ask(meter, &request);
        assert_true(request.figures & figure_bit(meter->figure));
    }
    struct execution_request request = {0};
    meter_ask(meter_find("frequency"), &request);
    assert_int_equal(request.figures, figure_bit(FIGURE_CYCLES) | figure_bit(FIGURE_TASK_CLOCK));
}

// Two iterations a batch, of which the second record was not counted and the first is warm-up.
static void meters_divide_by_iterations(void **state)
{
    (void)state;
    const struct esw_sample records[] = {
        {.iterations = 2, .flags = ESW_WARMUP}, {.iterations = 2}, {.iterations = 2}};
    const double counts[] = {1, 1, -1, 1e9, 800, 4e9};
    struct observation observation = {.sampling = {.kind = SAMPLING_ESWEXP},
                                      .records = records,
                                      .record_count = 3,
                                      .counts = counts,
                                      .counted = figure_bit(FIGURE_CYCLES) |
                                                 figure_bit(FIGURE_TASK_CLOCK)};
    double values[3] = {0};
    const struct meter *cycles = meter_find("cycles"), *clock = meter_find("task_clock"),
                       *frequency = meter_find("frequency"),
                       *instructions = meter_find("instructions");
    assert_int_equal(cycles->collect(cycles, &observation, values, 3), 1);
    assert_close(values[0], 400, 1e-12);
    assert_int_equal(clock->collect(clock, &observation, values, 3), 2);
    assert_close(values[0], 0.5, 1e-12);
    assert_int_equal(frequency->collect(frequency, &observation, values, 3), 1);
    assert_close(values[0], 200, 1e-12);
    assert_int_equal(instructions->collect(instructions, &observation, values, 3), 0);
}

int tests_of_counters(void)
{
    const struct CMUnitTest tests[] = {
        TEST(counts_a_child_and_its_children),
        TEST(counts_moves),
        TEST(counts_each_of_a_queue),
        cmocka_unit_test(scales_what_was_counted_in_turns),
        cmocka_unit_test(says_why_not),
        cmocka_unit_test(task_clock_is_whole_for_all_users),
        cmocka_unit_test(user_code_alone_has_no_frequency),
        TEST(meters_ask_for_their_counters),
        cmocka_unit_test(meters_divide_by_iterations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
