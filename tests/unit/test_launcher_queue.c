// Several children of the launcher in one go: in order, each as asked, none behind a failure.
#include "launching.h"

#include "base/files/files.h"

#include <errno.h>
#include <sched.h>

// A line of a shell in the fixture's folder.
static struct launch shell(struct fixture *fixture, const char *line, char *const *environment)
{
    char **arguments = arena_new_array(&fixture->arena, char *, 4);
    memcpy(arguments, WORDS("sh", "-c", line), 4 * sizeof *arguments);
    struct launch launch = as_usual(arguments);
    launch.program = "/bin/sh";
    launch.folder = fixture->folder;
    launch.environment = environment;
    return launch;
}

// What the file of that name in the fixture's folder holds.
static const char *written(struct fixture *fixture, const char *name)
{
    TEXT_CLEANUP struct text text = {0};
    char *path = arena_printf(&fixture->arena, "%s/%s", fixture->folder, name);
    if (!file_exists(path))
        return "";
    if (!file_read(path, 1 << 20, &text, &fixture->error))
        fail_msg("%s", fixture->error.text);
    return arena_strdup(&fixture->arena, text.bytes);
}

// Once; how many ended.
static size_t run_some(struct fixture *fixture, const struct launch *launches, size_t count,
                       struct outcome *outcomes)
{
    size_t ended = 0;
    if (!launcher_run(&fixture->launcher, launches, count, outcomes, &ended, &fixture->error))
        fail_msg("%s", fixture->error.text);
    assert_in_range(ended, 1, count);
    fixture->outcome = outcomes[ended - 1];
    return ended;
}

// Again, as long as nothing but the time was up, which on a busy machine is soon.
static size_t run_all(struct fixture *fixture, const struct launch *launches, size_t count,
                      struct outcome *outcomes)
{
    size_t done = 0;
    do
        done += run_some(fixture, launches + done, count - done, outcomes + done);
    while (done < count && fixture->outcome.ending == ENDED_EXIT && !fixture->outcome.code);
    return done;
}

static void assert_good(const struct outcome *outcomes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(outcomes[i].ending, ENDED_EXIT);
        assert_int_equal(outcomes[i].code, 0);
        assert_int_equal(strlen(outcomes[i].start), 27);
        assert_true(outcomes[i].seconds > 0);
        assert_true(i == 0 || strcmp(outcomes[i - 1].start, outcomes[i].start) <= 0);
    }
}

static void all_end_in_order_each_as_asked(void **state)
{
    struct fixture *fixture = *state;
    struct launch launches[LAUNCH_QUEUE_MOST];
    struct outcome outcomes[LAUNCH_QUEUE_MOST];
    TEXT_CLEANUP struct text expected = {0};
    for (int i = 0; i < LAUNCH_QUEUE_MOST; i++) {
        char **environment = arena_new_array(&fixture->arena, char *, 2);
        environment[0] = arena_printf(&fixture->arena, "A=%03d", i);
        char *line = arena_printf(&fixture->arena, "echo %d $A >>all; echo %03d", i, i);
        launches[i] = shell(fixture, line, environment);
        launches[i].address_layout = (struct address_layout){
            .stack_offset = (uint64_t)i * 16, .aslr = ASLR_FIXED, .record_addresses = true};
        text_printf(&expected, "%d %03d\n", i, i);
    }
    assert_int_equal(run_all(fixture, launches, LAUNCH_QUEUE_MOST, outcomes), LAUNCH_QUEUE_MOST);
    assert_good(outcomes, LAUNCH_QUEUE_MOST);
    assert_string_equal(written(fixture, "all"), expected.bytes);
    assert_string_equal(said(fixture), "063\n"); // of the last alone
    for (size_t i = 1; i < LAUNCH_QUEUE_MOST; i++)
        assert_true(outcomes[i].stack_start < outcomes[i - 1].stack_start);
    assert_int_equal(outcomes[0].output_bytes[0], 4);
    size_t ended = 0;
    for (int tries = 0; tries < 1000 && ended < 2; tries++)
        ended = run_some(fixture, launches, 2, outcomes);
    assert_int_equal(ended, 2);
}

static void stops_at_the_first_failure(void **state)
{
    struct fixture *fixture = *state;
    const struct launch good = as_usual(ARGUMENTS("arguments", "long before it"));
    struct launch launches[] = {good, good, good, shell(fixture, "echo >>behind", WORDS(NULL))};
    struct outcome outcomes[4];
    launches[2].arguments = ARGUMENTS("exit", "3");
    assert_int_equal(run_all(fixture, launches, 4, outcomes), 3);
    assert_good(outcomes, 2);
    assert_int_equal(outcomes[2].ending, ENDED_EXIT);
    assert_int_equal(outcomes[2].code, 3);
    assert_string_equal(said(fixture), "gone\n");
    assert_string_equal(
        launcher_output(&fixture->launcher, &fixture->arena, &outcomes[2], 2, 100, NULL),
        "going\n");
    launches[2].arguments = ARGUMENTS("signal", "11");
    assert_int_equal(run_all(fixture, launches, 4, outcomes), 3);
    assert_int_equal(outcomes[2].ending, ENDED_SIGNAL);
    launches[2].arguments = ARGUMENTS("sleep");
    launches[2].timeout_s = 0.05;
    assert_int_equal(run_all(fixture, launches, 4, outcomes), 3);
    assert_int_equal(outcomes[2].ending, ENDED_TIMEOUT);
    launches[2].program = "/no/such/program";
    assert_int_equal(run_all(fixture, launches, 4, outcomes), 3);
    assert_good(outcomes, 2);
    assert_int_equal(outcomes[2].ending, ENDED_NOT_STARTED);
    assert_int_equal(outcomes[2].code, ENOENT);
    assert_string_equal(written(fixture, "behind"), "");
    assert_int_equal(run_all(fixture, launches + 3, 1, outcomes), 1);
    assert_good(outcomes, 1);
    assert_string_equal(written(fixture, "behind"), "\n");
}

static void a_killed_launcher_leaves_what_was_done(void **state)
{
    struct fixture *fixture = *state;
    char *file = arena_printf(&fixture->arena, "%s/child", fixture->folder);
    const struct launch good = as_usual(ARGUMENTS("exit", "0"));
    struct launch launches[] = {good, good, as_usual(ARGUMENTS("end-parent", file)), good};
    struct outcome outcomes[4];
    pid_t before = fixture->launcher.pid;
    assert_int_equal(run_all(fixture, launches, 4, outcomes), 3);
    assert_good(outcomes, 2);
    assert_int_equal(outcomes[2].ending, ENDED_LAUNCHER);
    assert_int_equal(outcomes[2].code, SIGKILL);
    assert_string_equal(said(fixture), "");
    assert_true(number_in(file) == 0 || is_gone(number_in(file)));
    assert_true(fixture->launcher.pid > 0 && fixture->launcher.pid != before);
    launches[2] = good;
    assert_int_equal(run_all(fixture, launches, 4, outcomes), 4);
    assert_good(outcomes, 4);
    assert_string_equal(said(fixture), "gone\n");
}

static void none_is_started_once_time_is_up(void **state)
{
    struct fixture *fixture = *state;
    struct launch launches[] = {shell(fixture, "sleep 0.05; echo >>slept", WORDS("PATH=/bin")),
                                shell(fixture, "echo >>behind", WORDS(NULL))};
    struct outcome outcomes[2];
    assert_true(LAUNCH_QUEUE_NS <= 50000000);
    assert_int_equal(run_some(fixture, launches, 2, outcomes), 1);
    assert_good(outcomes, 1);
    assert_true(outcomes[0].seconds >= 0.05);
    assert_string_equal(written(fixture, "slept"), "\n");
    assert_string_equal(written(fixture, "behind"), "");
}

static void what_does_not_fit_waits(void **state)
{
    struct fixture *fixture = *state;
    static char big[128 << 10], *huge[100];
    memset(big, 'x', sizeof big - 1);
    for (size_t i = 0; i < 99; i++)
        huge[i] = big;
    struct launch launches[12];
    struct outcome outcomes[12];
    struct launch lengthy = as_usual(ARGUMENTS("environment"));
    lengthy.environment = WORDS(big, big, big, big, big, big, big, big, big);
    for (size_t i = 0; i < 12; i++)
        launches[i] = lengthy;
    size_t ended = run_some(fixture, launches, 12, outcomes);
    assert_in_range(ended, 1, 7); // 9 × 128 KiB each, of 8 MiB
    assert_int_equal(run_all(fixture, launches + ended, 12 - ended, outcomes + ended), 12 - ended);
    assert_good(outcomes, 12);
    assert_string_equal(said(fixture), "1179648");
    launches[2].environment = huge;
    assert_int_equal(run_all(fixture, launches, 12, outcomes), 3);
    assert_good(outcomes, 2);
    assert_int_equal(outcomes[2].ending, ENDED_NOT_STARTED);
    assert_int_equal(outcomes[2].code, E2BIG);
    launches[1].cpus = (int[]){CPU_SETSIZE};
    launches[1].cpu_count = 1;
    assert_int_equal(run_all(fixture, launches, 12, outcomes), 2);
    assert_good(outcomes, 1);
    assert_int_equal(outcomes[1].ending, ENDED_NOT_STARTED);
    assert_string_equal(outcomes[1].stage, "sched_setaffinity");
}

static void memory_is_limited_for_each_alone(void **state)
{
    struct fixture *fixture = *state;
    const struct launch taking = as_usual(ARGUMENTS("take", "100000000"));
    struct launch launches[] = {taking, taking, taking};
    struct outcome outcomes[3];
    launches[0].memory_limit_bytes = 1 << 30;
    launches[2].memory_limit_bytes = 64 << 20;
    assert_int_equal(run_all(fixture, launches, 3, outcomes), 3);
    assert_good(outcomes, 2);
    assert_int_equal(outcomes[2].ending, ENDED_EXIT);
    assert_int_equal(outcomes[2].code, 9);
}

static void a_killed_engine_ends_it(void **state)
{
    struct fixture *fixture = *state;
    char *file = arena_printf(&fixture->arena, "%s/child", fixture->folder);
    const struct launch launches[] = {shell(fixture, "echo >>before", WORDS(NULL)),
                                      as_usual(ARGUMENTS("sleep", file)),
                                      shell(fixture, "echo >>behind", WORDS(NULL))};
    kill_engine_at_work(fixture, launches, 3, file);
    assert_string_equal(written(fixture, "before"), "\n");
    assert_string_equal(written(fixture, "behind"), "");
}

int tests_of_launcher_queue(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_end_in_order_each_as_asked),
        TEST(stops_at_the_first_failure),
        TEST(a_killed_launcher_leaves_what_was_done),
        TEST(none_is_started_once_time_is_up),
        TEST(what_does_not_fit_waits),
        TEST(memory_is_limited_for_each_alone),
        TEST(a_killed_engine_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
