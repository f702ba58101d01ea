// Executions: fresh copies, samples that are believed or refused.
#include "temporary.h"
#include "testing.h"

#include "base/files/paths.h"
#include "base/files/trees.h"
#include "meters/meter.h"
#include "run/execution.h"
#include "run/matches.h"
#include "run/tail.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

struct fixture {
    struct launcher launcher;
    struct arena arena;
    struct observation observation;
    struct error error;
};

static size_t collect(const char *name, const struct observation *observation, double *values,
                      size_t capacity)
{
    const struct meter *meter = meter_find(name);
    return meter->collect(meter, observation, values, capacity);
}

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    *state = fixture;
    return !launcher_start(&fixture->launcher, ESWEXP_LAUNCHER, &fixture->error);
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    launcher_stop(&fixture->launcher);
    arena_release(&fixture->arena);
    free(fixture);
    return 0;
}

static struct execution_request as_usual(enum sampling_kind kind, const char *program,
                                         char *const *arguments)
{
    return (struct execution_request){.program = program,
                                      .arguments = arguments,
                                      .environment = arguments + 3, // the list's end
                                      .folder = ESWEXP_TEST_PROGRAMS,
                                      .timeout_s = 60,
                                      .sampling = {.kind = kind, .unit = "s", .scale = 1},
                                      .iterations = 10,
                                      .warmup = 2};
}

static const char *failure(struct fixture *fixture, const struct execution_request *request)
{
    size_t ended = 0;
    if (!execution_run(&fixture->arena, &fixture->launcher, request, 1, &fixture->observation,
                       &ended, &fixture->error))
        fail_msg("%s", fixture->error.text);
    assert_int_equal(ended, 1);
    return fixture->observation.failure ? fixture->observation.failure : "";
}

static const char *failure_of_samples(struct fixture *fixture, const char *how)
{
    struct execution_request request =
        as_usual(SAMPLING_ESWEXP, "./samples", WORDS("samples", how, "x"));
    return failure(fixture, &request);
}

static const char *failure_of_shell(struct fixture *fixture, const char *line, const char *pattern)
{
    struct execution_request request = as_usual(SAMPLING_PATTERN, "sh", WORDS("sh", "-c", line));
    request.sampling.pattern = pattern;
    request.sampling.scale = 1e-3;
    return failure(fixture, &request);
}

// A read of the engine that fails says nothing of the benchmark.
static void what_the_engine_cannot_read_is_its_own_failure(void **state)
{
    struct fixture *fixture = *state;
    size_t ended = 0;
    int area = fixture->launcher.area;
    struct execution_request request =
        as_usual(SAMPLING_PATTERN, "sh", WORDS("sh", "-c", "echo took 3 ms"));
    request.sampling.pattern = "took ([0-9]+) ms";
    assert_string_equal(failure(fixture, &request), "");
    fixture->launcher.area = open("/dev/null", O_WRONLY);
    bool done = execution_run(&fixture->arena, &fixture->launcher, &request, 1,
                              &fixture->observation, &ended, &fixture->error);
    close(fixture->launcher.area);
    fixture->launcher.area = area;
    assert_false(done);
    assert_int_equal(fixture->error.code, EXIT_FAILED);
    assert_string_equal(fixture->error.text, "cannot read what 'sh' left: Bad file descriptor");
}

static void children_see_it_so(void **state)
{
    struct fixture *fixture = *state;
    struct execution_request request =
        as_usual(SAMPLING_PATTERN, "./child", WORDS("child", "environment", "x"));
    request.sampling.pattern = "([0-9]+)";
    for (uint64_t bytes = 512; bytes < 2048; bytes += 208) {
        request.address_layout.environment_bytes = bytes;
        assert_string_equal(failure(fixture, &request), "");
        assert_close(fixture->observation.matches[0], (double)bytes, 0);
    }
    request.address_layout.environment_bytes = 131072;
    assert_string_equal(failure(fixture, &request), "");
    request.address_layout.environment_bytes = 16;
    size_t ended = 0;
    assert_false(execution_run(&fixture->arena, &fixture->launcher, &request, 1,
                               &fixture->observation, &ended, &fixture->error));
}

static void the_environment_moves_the_stack_by_its_size(void **state)
{
    struct fixture *fixture = *state;
    struct execution_request request =
        as_usual(SAMPLING_PROCESS, "./child", WORDS("child", "addresses", "x"));
    request.address_layout = (struct address_layout){
        .aslr = ASLR_FIXED, .record_addresses = true, .environment_bytes = 1024};
    assert_string_equal(failure(fixture, &request), "");
    uint64_t first = fixture->observation.outcome.stack_start;
    for (uint64_t more = 16; more < 4096; more += 816) {
        request.address_layout.environment_bytes = 1024 + more;
        assert_string_equal(failure(fixture, &request), "");
        assert_int_equal(first - fixture->observation.outcome.stack_start, more);
    }
}

static void takes_samples_of_the_harness(void **state)
{
    struct fixture *fixture = *state;
    struct execution_request request =
        as_usual(SAMPLING_ESWEXP, "./samples", WORDS("samples", "well", "x"));
    request.minimum_time_s = 1e-5;
    request.wanted = ESW_WANT_CPU_TIME;
    assert_string_equal(failure(fixture, &request), "");
    const struct observation *seen = &fixture->observation;
    double values[20];
    assert_int_equal(collect("wall_time", seen, values, 20), 10);
    for (int i = 0; i < 10; i++)
        assert_true(values[i] > 1e-8 && values[i] < 1);
    const struct esw_sample *last = &seen->records[seen->record_count - 1];
    double ns = last->duration * seen->header->answer.ns_per_tick;
    assert_close(values[9], ns * 1e-9 / (double)last->iterations, 1e-12);
    assert_true(last->iterations == seen->header->answer.batch && last->iterations > 1);
    assert_int_equal(collect("cpu_time", seen, values, 5), 10); // 5 of 10 written
    assert_true(values[4] > 0);
}

static void refuses_spoilt_samples(void **state)
{
    struct fixture *fixture = *state;
    assert_string_equal(failure_of_samples(fixture, "none"),
                        "no samples: the program does not use eswexp.h, so set 'samples: "
                        "process'");
    assert_string_equal(failure_of_samples(fixture, "early"), "1 of 10 samples");
    assert_string_equal(failure_of_samples(fixture, "nan"), "sample 3 is not a finite number");
    assert_string_equal(failure_of_samples(fixture, "ticks"), "sample 1 is not a finite number");
    assert_non_null(strstr(failure_of_samples(fixture, "magic"), "damaged"));
    assert_non_null(strstr(failure_of_samples(fixture, "count"), "damaged"));
    assert_non_null(strstr(failure_of_samples(fixture, "shorten"), "exit 255"));
    assert_int_equal(fcntl(fixture->launcher.area, F_GET_SEALS) & (F_SEAL_SHRINK | F_SEAL_GROW),
                     F_SEAL_SHRINK | F_SEAL_GROW);
    assert_string_equal(failure_of_samples(fixture, "check"), "its own check failed");
    assert_string_equal(fixture->observation.output, "samples: the result is wrong");
    assert_string_equal(failure_of_samples(fixture, "die"), "signal 11 (Segmentation fault)");
}

static void on_alarm(int number)
{
    (void)number;
}

static void signals_of_the_engine_do_not_disturb(void **state)
{
    struct sigaction action = {.sa_handler = on_alarm}, before;
    struct itimerval often = {{0, 7000}, {0, 7000}}, never = {{0, 0}, {0, 0}};
    struct execution_request request =
        as_usual(SAMPLING_ESWEXP, "./samples", WORDS("samples", "well", "x"));
    request.iterations = 100000;
    sigaction(SIGALRM, &action, &before); // without SA_RESTART
    setitimer(ITIMER_REAL, &often, NULL);
    for (int i = 0; i < (is_thorough() ? 10 : 2); i++) // of some 50 signals each
        assert_string_equal(failure(*state, &request), "");
    setitimer(ITIMER_REAL, &never, NULL);
    sigaction(SIGALRM, &before, NULL);
}

static volatile sig_atomic_t told_to_stop;

static void tell_to_stop(int number)
{
    (void)number;
    told_to_stop = 1;
}

// By a signal while it runs, or before it begins.
static void a_signal_ends_it(void **state)
{
    struct fixture *fixture = *state;
    struct sigaction action = {.sa_handler = tell_to_stop, .sa_flags = SA_RESTART}, before;
    struct execution_request request =
        as_usual(SAMPLING_PROCESS, "sh", WORDS("sh", "-c", "sleep 300"));
    request.timeout_s = 200;
    request.stop = &told_to_stop;
    sigaction(SIGALRM, &action, &before);
    alarm(1);
    for (int stopped = 0; stopped < 2; stopped++) {
        (void)failure(fixture, &request);
        assert_true(told_to_stop);
        assert_int_equal(fixture->observation.outcome.ending, ENDED_TIMEOUT);
        assert_true(fixture->observation.outcome.seconds < 100);
    }
    sigaction(SIGALRM, &before, NULL);
    request.stop = NULL;
    request.arguments = WORDS("sh", "-c", "true"); // the launcher is as good as before
    assert_string_equal(failure(fixture, &request), "");
    told_to_stop = 0;
}

// The smaller of its timeout and what is left of a budget or deadline.
static void a_limit_ends_it(void **state)
{
    struct fixture *fixture = *state;
    struct execution_request request =
        as_usual(SAMPLING_PROCESS, "sh", WORDS("sh", "-c", "sleep 300"));
    request.timeout_s = 200;
    request.limit.end_ns = clock_boot_ns() + 200000000;
    assert_true(text_starts(failure(fixture, &request), "the budget ended after "));
    assert_true(fixture->observation.out_of_time);
    assert_true(fixture->observation.outcome.seconds < 100);
    request.limit.is_deadline = true; // it is over
    assert_true(text_starts(failure(fixture, &request), "the deadline came after "));
    request.timeout_s = 0.25;
    request.limit.end_ns = clock_boot_ns() + INT64_C(200000000000);
    assert_string_equal(failure(fixture, &request), "timeout after 0.25 s");
    assert_false(fixture->observation.out_of_time);
}

static void says_how_it_failed(void **state)
{
    struct fixture *fixture = *state;
    const char *any = "([0-9]+)";
    assert_string_equal(failure_of_shell(fixture, "echo out; echo err >&2; exit 3", any), "exit 3");
    assert_string_equal(fixture->observation.output, "out\nerr");
    assert_string_equal(failure_of_shell(fixture, "true", any),
                        "no samples: nothing matched '([0-9]+)'");
    assert_string_equal(failure_of_shell(fixture, "echo 1; kill -9 $PPID; sleep 9", any),
                        "signal 9 (Killed) ended its parent, eswexp's launcher");
    assert_string_equal(failure_of_shell(fixture, "echo 1", any), "");
    struct execution_request request =
        as_usual(SAMPLING_PROCESS, "sh", WORDS("sh", "-c", "sleep 100"));
    request.timeout_s = 0.25;
    assert_string_equal(failure(fixture, &request), "timeout after 0.25 s");
    request.program = "no-such-program";
    assert_string_equal(failure(fixture, &request),
                        "cannot start: execve: No such file or directory");
}

static void shows_the_last_lines_harmlessly(void **state)
{
    struct fixture *fixture = *state;
    failure_of_shell(fixture, "seq 1 1000; exit 1", "x");
    assert_string_equal(fixture->observation.output,
                        "991\n992\n993\n994\n995\n996\n997\n998\n999\n1000");
    failure_of_shell(
        fixture, "printf '\\033[31mr\\303\\244d\\302\\233\\000\\177\\tx\\n\\n' >&2; exit 1", "x");
    assert_string_equal(fixture->observation.output, "?[31mr\303\244d????\tx");
    const char *failure = failure_of_shell(fixture, "printf 'took \\033c ms'", "took (.*) ms");
    assert_string_equal(failure, "sample 1, '?c', is not a finite number");
    assert_string_equal(tail_of(&fixture->arena, "a\303\244b", 4, 9, 2), "b");
    assert_string_equal(tail_of(&fixture->arena, "", 0, 9, 9), "");
}

static void finds_numbers_in_output(void **state)
{
    struct fixture *fixture = *state;
    const char *took = "took ([^ ]+) ms";
    assert_string_equal(
        failure_of_shell(fixture, "echo took 1.5 ms, took 2 ms; echo x; echo took 3e1 ms", took),
        "");
    double values[4];
    const struct meter *wall = meter_find("wall_time");
    assert_int_equal(wall->collect(wall, &fixture->observation, values, 4), 3);
    assert_close(values[0], 0.0015, 1e-12);
    assert_close(values[2], 0.030, 1e-12);
    assert_string_equal(failure_of_shell(fixture, "echo took 1 ms; echo took long ms", took),
                        "sample 2, 'long', is not a finite number");
    assert_string_equal(failure_of_shell(fixture, "echo took nan ms", took),
                        "sample 1, 'nan', is not a finite number");
    assert_string_equal(failure_of_shell(fixture, "echo took inf ms", took),
                        "sample 1, 'inf', is not a finite number");
    char negative[] = "echo took 0 ms; echo took -5 ms";
    assert_string_equal(failure_of_shell(fixture, negative, took), "sample 2 is a negative time");
    struct execution_request request =
        as_usual(SAMPLING_PATTERN, "sh", WORDS("sh", "-c", negative));
    request.sampling.pattern = took;
    request.sampling.unit = "points";
    assert_string_equal(failure(fixture, &request), "");
    assert_string_equal(failure_of_shell(fixture, "yes | head -c 17000000", took),
                        "its stdout has more than 16 MiB, too much to search for samples");
}

static void measures_processes(void **state)
{
    struct fixture *fixture = *state;
    struct execution_request request =
        as_usual(SAMPLING_PROCESS, "/bin/true", WORDS("true", "x", "x"));
    double value;
    assert_string_equal(failure(fixture, &request), "");
    assert_int_equal(collect("wall_time", &fixture->observation, &value, 1), 1);
    assert_close(value, fixture->observation.outcome.seconds, 0);
    assert_int_equal(collect("cpu_time", &fixture->observation, &value, 1), 1);
    assert_true(value > 0);
    assert_null(fixture->observation.output);
}

static void copies_afresh(void **state)
{
    struct fixture *fixture = *state;
    char *folder = temporary_folder(&fixture->arena);
    assert_non_null(folder);
    char *copy = path_join(&fixture->arena, folder, "program");
    struct execution_request request = as_usual(SAMPLING_PROCESS, copy, WORDS("true", "x", "x"));
    request.built = &(struct built_file){"/bin/true", copy, {.tv_sec = 7, .tv_nsec = 8}, NULL};
    request.built_count = 1;
    struct stat first, second;
    assert_string_equal(failure(fixture, &request), "");
    int held = open(copy, O_RDONLY | O_CLOEXEC); // so that its inode is not used again
    assert_int_equal(fstat(held, &first), 0);
    assert_string_equal(failure(fixture, &request), "");
    assert_int_equal(stat(copy, &second), 0);
    assert_true(first.st_ino != second.st_ino);
    assert_true(first.st_mtim.tv_sec == 7 && first.st_mtim.tv_nsec == 8);
    assert_null(fixture->observation.replaced);
    close(held);
    assert_true(tree_remove(folder, &fixture->error));
}

static void tells_what_the_command_replaces(void **state)
{
    struct fixture *fixture = *state;
    char *folder = temporary_folder(&fixture->arena);
    assert_non_null(folder);
    char *copy = path_join(&fixture->arena, folder, "library");
    struct execution_request request =
        as_usual(SAMPLING_PROCESS, "/bin/sh", WORDS("sh", "-c", "cp /bin/true \"$0\"", copy));
    request.built = &(struct built_file){"/bin/false", copy, {.tv_sec = 7}, NULL};
    request.built_count = 1;
    assert_string_equal(failure(fixture, &request), "");
    assert_string_equal(fixture->observation.replaced, copy);
    request.arguments = WORDS("sh", "-c", "rm \"$0\"", copy);
    assert_string_equal(failure(fixture, &request), "");
    assert_string_equal(fixture->observation.replaced, copy);
    assert_true(tree_remove(folder, &fixture->error));
}

static void runs_the_commands_own_word(void **state)
{
    struct fixture *fixture = *state;
    char *const *environment = WORDS("A=1", "PATH=/no/where:/bin");
    const char *folder = ESWEXP_TEST_PROGRAMS;
    struct arena *arena = &fixture->arena;
    assert_string_equal(execution_program(arena, "sh", folder, environment), "/bin/sh");
    assert_true(text_ends(execution_program(arena, "./child", folder, environment), "/./child"));
    assert_null(execution_program(arena, "child", folder, environment));
    assert_null(execution_program(arena, "./nothing", folder, environment));
    assert_null(execution_program(arena, "../run", folder, environment)); // a folder
    assert_null(execution_program(arena, "/etc/passwd", folder, environment));
}

static void meters_say_what_they_give(void **state)
{
    (void)state;
    const struct meter *wall = meter_find("wall_time"), *cpu = meter_find("cpu_time");
    struct sampling pattern = {.kind = SAMPLING_PATTERN, .unit = "MB/s"};
    struct sampling process = {.kind = SAMPLING_PROCESS, .unit = "s"};
    struct sampling harness = {.kind = SAMPLING_ESWEXP, .unit = "s"};
    assert_string_equal(meter_unit(wall, &pattern), "MB/s");
    assert_string_equal(meter_unit(cpu, &pattern), "s");
    assert_string_equal(meter_unit(wall, &process), "s");
    assert_true(wall->per_iteration(wall, &harness) && cpu->per_iteration(cpu, &harness));
    assert_false(wall->per_iteration(wall, &process) || cpu->per_iteration(cpu, &process));
    assert_null(meter_find("walltime"));
}

int tests_of_execution(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(what_the_engine_cannot_read_is_its_own_failure),
        TEST(children_see_it_so),
        TEST(the_environment_moves_the_stack_by_its_size),
        TEST(takes_samples_of_the_harness),
        TEST(refuses_spoilt_samples),
        TEST(signals_of_the_engine_do_not_disturb),
        TEST(a_signal_ends_it),
        TEST(a_limit_ends_it),
        TEST(says_how_it_failed),
        TEST(shows_the_last_lines_harmlessly),
        TEST(finds_numbers_in_output),
        TEST(measures_processes),
        TEST(copies_afresh),
        TEST(tells_what_the_command_replaces),
        TEST(runs_the_commands_own_word),
        cmocka_unit_test(meters_say_what_they_give),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
