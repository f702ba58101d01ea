// Children of the launcher: started as asked, ended in time, told of truly, outlived by nothing.
#include "launching.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>

static void starts_as_asked(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = as_usual(ARGUMENTS("arguments", "a b", ""));
    assert_says(fixture, &launch, "child|a b|");
    assert_true(strlen(fixture->outcome.start) == 27);
    assert_true(fixture->outcome.seconds > 0);
    launch.arguments = ARGUMENTS("environment");
    assert_says(fixture, &launch, "4");
    launch.arguments = ARGUMENTS("descriptors");
    assert_says(fixture, &launch, "0 1 2 ");
    launch.arguments = ARGUMENTS("signals");
    signal(SIGPIPE, SIG_IGN);
    assert_says(fixture, &launch, "0 0 1");
    signal(SIGPIPE, SIG_DFL);
    launch.arguments = ARGUMENTS("descriptors");
    launch.samples = memfd_create("samples", MFD_CLOEXEC);
    assert_says(fixture, &launch, "0 1 2 3 ");
    close(launch.samples);
    launch.samples = -1;
    assert_says(fixture, &launch, "0 1 2 ");
    launch.folder = ESWEXP_TEST_PROGRAMS;
    launch.program = "./child";
    assert_says(fixture, &launch, "0 1 2 ");
}

static void pins(void **state)
{
    struct fixture *fixture = *state;
    cpu_set_t all;
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    struct launch launch = as_usual(ARGUMENTS("cpus"));
    char words[32];
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, &all))
            continue;
        launch.cpus = &cpu;
        launch.cpu_count = 1;
        snprintf(words, sizeof words, "1 %d", cpu);
        assert_says(fixture, &launch, words);
    }
    launch.cpu_count = 0;
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    assert_int_equal(strtol(said(fixture), NULL, 10), CPU_COUNT(&all));
    launch.cpus = (int[]){CPU_SETSIZE - 1};
    launch.cpu_count = 1;
    assert_ends(fixture, &launch, ENDED_NOT_STARTED, EINVAL);
    assert_string_equal(fixture->outcome.stage, "sched_setaffinity");
}

static void takes_what_linux_takes(void **state)
{
    struct fixture *fixture = *state;
    static char big[128 << 10];
    memset(big, 'x', sizeof big - 1);
    struct launch launch = as_usual(ARGUMENTS("environment", big));
    launch.environment = WORDS(big, big, big, big, big, big, big);
    assert_says(fixture, &launch, "917504"); // 7 strings of 128 KiB
    static char *many[100];
    for (size_t i = 0; i < 99; i++)
        many[i] = big;
    launch.environment = many;
    assert_ends(fixture, &launch, ENDED_NOT_STARTED, E2BIG);
    launch.environment = WORDS("A=1");
    assert_says(fixture, &launch, "4");
}

static void tells_the_end(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = as_usual(ARGUMENTS("exit", "3"));
    assert_ends(fixture, &launch, ENDED_EXIT, 3);
    assert_string_equal(said(fixture), "gone\n");
    assert_string_equal(
        launcher_output(&fixture->launcher, &fixture->arena, &fixture->outcome, 2, 4, NULL),
        "ing\n");
    launch.arguments = ARGUMENTS("signal", "11");
    assert_ends(fixture, &launch, ENDED_SIGNAL, SIGSEGV);
    launch.arguments = ARGUMENTS("silence");
    assert_says(fixture, &launch, "");
    launch.program = "/no/such/program";
    assert_ends(fixture, &launch, ENDED_NOT_STARTED, ENOENT);
    assert_string_equal(fixture->outcome.stage, "execve");
    launch.address_layout.record_addresses = true;
    assert_ends(fixture, &launch, ENDED_NOT_STARTED, ENOENT);
    launch.folder = "/no/such/folder";
    assert_ends(fixture, &launch, ENDED_NOT_STARTED, ENOENT);
    assert_string_equal(fixture->outcome.stage, "chdir");
}

static void ends_in_time(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = as_usual(ARGUMENTS("sleep"));
    launch.timeout_s = 0.3;
    assert_ends(fixture, &launch, ENDED_TIMEOUT, SIGTERM);
    assert_true(fixture->outcome.seconds >= 0.3);
    launch.grace_s = 0.2;
    launch.arguments = ARGUMENTS("stubborn");
    assert_ends(fixture, &launch, ENDED_TIMEOUT, SIGKILL);
    assert_true(fixture->outcome.seconds >= 0.5);
    launch.arguments = ARGUMENTS("signal", "19"); // stops itself
    assert_ends(fixture, &launch, ENDED_TIMEOUT, SIGTERM);
    launch.arguments = ARGUMENTS("flood");
    assert_ends(fixture, &launch, ENDED_TIMEOUT, SIGTERM);
}

static void keeps_the_last_of_a_flood(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = as_usual(WORDS("sh", "-c", "yes | head -c 20000000; echo the end"));
    launch.program = "/bin/sh";
    launch.environment = WORDS("PATH=/usr/bin:/bin");
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    assert_int_equal(fixture->outcome.output_bytes[0], 20000008);
    const char *words = said(fixture);
    assert_int_equal(strlen(words), CHILD_OUTPUT_BYTES);
    assert_string_equal(words + CHILD_OUTPUT_BYTES - 12, "y\ny\nthe end\n");
    launch.arguments = WORDS("sh", "-c", "echo short");
    assert_says(fixture, &launch, "short\n");
}

static void nothing_is_left_behind(void **state)
{
    struct fixture *fixture = *state;
    char *inside = arena_printf(&fixture->arena, "%s/inside", fixture->folder);
    char *outside = arena_printf(&fixture->arena, "%s/outside", fixture->folder);
    struct launch launch = as_usual(ARGUMENTS("leave", inside, outside));
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    // They are reaped already: not even zombies are left.
    assert_true(number_in(inside) > 0 && kill(number_in(inside), 0) && errno == ESRCH);
    assert_true(number_in(outside) > 0 && kill(number_in(outside), 0) && errno == ESRCH);
}

static void memory_is_the_childs_own(void **state)
{
    struct fixture *fixture = *state;
#if defined(__SANITIZE_ADDRESS__)
    skip(); // a launcher full of red zones is not tiny
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    skip();
#endif
#endif
    size_t size = 64 << 20;
    char *mine = malloc(size);
    memset(mine, 1, size);
    struct launch launch = as_usual(WORDS("true"));
    launch.program = "/bin/true";
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    free(mine);
    assert_in_range(fixture->outcome.figures.values[FIGURE_PEAK_MEMORY], 100000, 3000000);
}

static void memory_is_limited(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = as_usual(ARGUMENTS("take", "100000000"));
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    launch.memory_limit_bytes = 64 << 20;
    assert_ends(fixture, &launch, ENDED_EXIT, 9);
    assert_string_equal(
        launcher_output(&fixture->launcher, &fixture->arena, &fixture->outcome, 2, 100, NULL),
        "no memory\n");
    launch.arguments = ARGUMENTS("take", "30000000");
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    launch.arguments = ARGUMENTS("reserve", "1000000000");
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    launch.arguments = ARGUMENTS("take", "100000000");
    launch.memory_limit_bytes = 1 << 30;
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    launch.memory_limit_bytes = 0; // that of the last child is not the next one's
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
}

static void a_killed_launcher_takes_its_child_along(void **state)
{
    struct fixture *fixture = *state;
    char *file = arena_printf(&fixture->arena, "%s/child", fixture->folder);
    struct launch launch = as_usual(ARGUMENTS("end-parent", file));
    assert_ends(fixture, &launch, ENDED_LAUNCHER, SIGKILL);
    assert_true(number_in(file) == 0 || is_gone(number_in(file)));
    launch.arguments = ARGUMENTS("exit", "0");
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
}

static void a_stopped_launcher_is_not_waited_for(void **state)
{
    struct fixture *fixture = *state;
    char *file = arena_printf(&fixture->arena, "%s/child", fixture->folder);
    struct launch launch = as_usual(ARGUMENTS("stop-parent", file));
    pid_t before = fixture->launcher.pid;
    launch.timeout_s = 2; // in which the child stops the launcher, even on a busy machine
    launch.grace_s = 0.1;
    assert_ends(fixture, &launch, ENDED_LAUNCHER, 0);
    assert_true(number_in(file) > 0 && is_gone(number_in(file)));
    assert_true(fixture->launcher.pid > 0 && fixture->launcher.pid != before);
    launch.arguments = ARGUMENTS("exit", "0");
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
}

static void a_killed_engine_takes_them_along(void **state)
{
    struct fixture *fixture = *state;
    char *file = arena_printf(&fixture->arena, "%s/child", fixture->folder);
    struct launch launch = as_usual(ARGUMENTS("sleep", file));
    kill_engine_at_work(fixture, &launch, 1, file);
}

// Two busy processes on one CPU take turns; however busy the machine, they do.
static void a_shared_cpu_is_told(void **state)
{
    static const char script[] = "(while :; do :; done) & i=0;"
                                 " while [ $i -lt 150000 ]; do i=$((i + 1)); done; kill $!";
    struct fixture *fixture = *state;
    cpu_set_t allowed;
    int cpu = 0;
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    while (!CPU_ISSET(cpu, &allowed))
        cpu++;
    struct launch launch = as_usual(WORDS("sh", "-c", script));
    launch.program = "/bin/sh";
    launch.cpus = &cpu;
    launch.cpu_count = 1;
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    assert_true(fixture->outcome.figures.values[FIGURE_INVOLUNTARY_SWITCHES] > 0);
}

static double seconds_to_stop(struct launcher *launcher)
{
    int64_t begin_ns = clock_boot_ns();
    launcher_stop(launcher);
    return (double)(clock_boot_ns() - begin_ns) * 1e-9;
}

// It neither reads that its socket is closed nor obeys any signal but SIGKILL.
static void a_launcher_that_hangs_is_ended(void **state)
{
    struct fixture *fixture = *state;
    struct launcher *launcher = &fixture->launcher;
    pid_t pid = launcher->pid;
    assert_int_equal(kill(pid, SIGSTOP), 0);
    alarm(60);
    assert_true(seconds_to_stop(launcher) < 30);
    assert_int_equal(kill(pid, 0), -1);
    assert_int_equal(errno, ESRCH);
    assert_true(launcher_start(launcher, ESWEXP_LAUNCHER, &fixture->error));
    assert_true(seconds_to_stop(launcher) < 5); // the usual end does not wait for the limit
    assert_true(launcher_start(launcher, ESWEXP_LAUNCHER, &fixture->error));
    alarm(0);
}

// The launcher lives, but nothing reaches it: that is no failure of the child.
static void a_broken_connection_is_said(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = as_usual(ARGUMENTS("environment"));
    size_t ended = 0;
    int other = dup(fixture->launcher.socket), null = open("/dev/null", O_RDWR | O_CLOEXEC);
    assert_int_equal(dup2(null, fixture->launcher.socket), fixture->launcher.socket);
    assert_false(
        launcher_run(&fixture->launcher, &launch, 1, &fixture->outcome, &ended, &fixture->error));
    assert_int_equal(ended, 0);
    assert_non_null(strstr(fixture->error.text, "the connection to the launcher"));
    close(null);
    launcher_stop(&fixture->launcher); // although it waits at the other descriptor
    close(other);
    assert_true(launcher_start(&fixture->launcher, ESWEXP_LAUNCHER, &fixture->error));
}

static void is_refused_by_what_is_no_launcher(void **state)
{
    (void)state;
    struct launcher launcher;
    struct error error = {0};
    assert_false(launcher_start(&launcher, "/bin/true", &error));
    assert_non_null(strstr(error.text, "is not eswexp's launcher"));
    assert_false(launcher_start(&launcher, "/no/such/launcher", &error));
    assert_non_null(strstr(error.text, "cannot start the launcher '/no/such/launcher'"));
}

int tests_of_launcher(void)
{
    const struct CMUnitTest tests[] = {
        TEST(starts_as_asked),
        TEST(pins),
        TEST(takes_what_linux_takes),
        TEST(tells_the_end),
        TEST(ends_in_time),
        TEST(keeps_the_last_of_a_flood),
        TEST(nothing_is_left_behind),
        TEST(memory_is_the_childs_own),
        TEST(memory_is_limited),
        TEST(a_killed_launcher_takes_its_child_along),
        TEST(a_stopped_launcher_is_not_waited_for),
        TEST(a_killed_engine_takes_them_along),
        TEST(a_shared_cpu_is_told),
        TEST(a_launcher_that_hangs_is_ended),
        TEST(a_broken_connection_is_said),
        cmocka_unit_test(is_refused_by_what_is_no_launcher),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
