// Children of the launcher: started as asked, ended in time, told of truly, outlived by nothing.
#include "testing.h"

#include "base/clock.h"
#include "base/files.h"
#include "run/launcher.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

// A list of strings as execve() wants it; valid in the block around it.
#define WORDS(...) ((char *const *)(const char *const[]){__VA_ARGS__, NULL})
#define ARGUMENTS(...) WORDS("child", __VA_ARGS__)

// One launcher, and the last child of it.
struct fixture {
    struct launcher launcher;
    struct arena arena;
    struct outcome outcome;
    struct error error;
    char folder[64];
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    *state = fixture;
    strcpy(fixture->folder, "/tmp/eswexp-launcher-XXXXXX");
    return !mkdtemp(fixture->folder) ||
           !launcher_start(&fixture->launcher, ESWEXP_LAUNCHER, &fixture->error);
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    launcher_stop(&fixture->launcher);
    arena_release(&fixture->arena);
    bool removed = tree_remove(fixture->folder, &fixture->error);
    free(fixture);
    return !removed;
}

static struct launch as_usual(char *const *arguments)
{
    static char variable[] = "A=1";
    static char *const no_environment[] = {variable, NULL};
    return (struct launch){.program = ESWEXP_TEST_PROGRAMS "/child",
                           .arguments = arguments,
                           .environment = no_environment,
                           .folder = "/",
                           .samples = -1,
                           .timeout_s = 60,
                           .grace_s = 1};
}

static bool run(struct fixture *fixture, const struct launch *launch)
{
    size_t ended = 0;
    return launcher_run(&fixture->launcher, launch, 1, &fixture->outcome, &ended,
                        &fixture->error) &&
           ended == 1;
}

static const char *said(struct fixture *fixture)
{
    return launcher_said(&fixture->launcher, &fixture->arena, &fixture->outcome, 1, SIZE_MAX, NULL);
}

static void assert_ends(struct fixture *fixture, const struct launch *launch, enum ending ending,
                        int code)
{
    if (!run(fixture, launch))
        fail_msg("%s", fixture->error.text);
    assert_int_equal(fixture->outcome.ending, ending);
    assert_int_equal(fixture->outcome.code, code);
}

static void assert_says(struct fixture *fixture, const struct launch *launch, const char *words)
{
    assert_ends(fixture, launch, ENDED_EXIT, 0);
    assert_string_equal(said(fixture), words);
}

// The number in a file; 0 while there is none.
static pid_t number_in(const char *path)
{
    char text[32] = "";
    FILE *stream = fopen(path, "r");
    if (!stream)
        return 0;
    bool whole = fgets(text, sizeof text, stream) && strchr(text, '\n');
    fclose(stream);
    return whole ? (pid_t)strtol(text, NULL, 10) : 0;
}

// Waits for the process to end; a zombie has ended, whoever is to reap it.
static bool is_gone(pid_t pid)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    for (int tries = 0; tries < 2000; tries++, usleep(5000)) {
        FILE *stream = fopen(path, "r");
        if (!stream)
            return true;
        const char *rest = fgets(text, sizeof text, stream) ? strchr(text, ')') : NULL;
        fclose(stream);
        if (!rest || rest[2] == 'Z' || rest[2] == 'X')
            return true;
    }
    return false;
}

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
        launcher_said(&fixture->launcher, &fixture->arena, &fixture->outcome, 2, 4, NULL), "ing\n");
    launch.arguments = ARGUMENTS("signal", "11");
    assert_ends(fixture, &launch, ENDED_SIGNAL, SIGSEGV);
    launch.arguments = ARGUMENTS("silence");
    assert_says(fixture, &launch, "");
    launch.program = "/no/such/program";
    assert_ends(fixture, &launch, ENDED_NOT_STARTED, ENOENT);
    assert_string_equal(fixture->outcome.stage, "execve");
    launch.placement.record_addresses = true;
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
    assert_int_equal(fixture->outcome.said_bytes[0], 20000008);
    const char *words = said(fixture);
    assert_int_equal(strlen(words), CHILD_SAID_BYTES);
    assert_string_equal(words + CHILD_SAID_BYTES - 12, "y\ny\nthe end\n");
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
    assert_in_range(fixture->outcome.peak_memory_bytes, 100000, 3000000);
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

static void a_killed_engine_takes_them_along(void **state)
{
    struct fixture *fixture = *state;
    char *file = arena_printf(&fixture->arena, "%s/child", fixture->folder);
    char *other = arena_printf(&fixture->arena, "%s/launcher", fixture->folder);
    pid_t engine = fork();
    if (engine == 0) {
        struct fixture own = {.outcome = {0}};
        FILE *stream = fopen(other, "w");
        if (!stream || !launcher_start(&own.launcher, ESWEXP_LAUNCHER, &own.error))
            _exit(1);
        fprintf(stream, "%d\n", (int)own.launcher.pid);
        fclose(stream);
        struct launch launch = as_usual(ARGUMENTS("sleep", file));
        _exit(run(&own, &launch));
    }
    for (int tries = 0; tries < 2000 && !number_in(file); tries++)
        usleep(5000);
    kill(engine, SIGKILL);
    waitpid(engine, NULL, 0);
    assert_true(number_in(file) > 0 && is_gone(number_in(file)));
    assert_true(number_in(other) > 0 && is_gone(number_in(other)));
}

struct addresses {
    uint64_t function, local, heap, library, stack_limit;
};

static struct addresses addresses(struct fixture *fixture, const struct launch *launch)
{
    struct addresses found = {0};
    assert_ends(fixture, launch, ENDED_EXIT, 0);
    uint64_t *all[] = {&found.function, &found.local, &found.heap, &found.library,
                       &found.stack_limit};
    char *at = launcher_said(&fixture->launcher, &fixture->arena, &fixture->outcome, 1, 200, NULL);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = strtoull(at, &at, i < 4 ? 16 : 10);
    return found;
}

static void places_as_drawn(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = as_usual(ARGUMENTS("addresses"));
    launch.placement = (struct placement){.stack_offset = 304,
                                          .stack_limit = (130 << 20) + 0x5000,
                                          .aslr = ASLR_FIXED,
                                          .record_addresses = true};
    struct addresses first = addresses(fixture, &launch);
    uint64_t stack = fixture->outcome.stack_start;
    assert_false(fixture->outcome.stop_refused);
    assert_true(fixture->outcome.image_start && fixture->outcome.image_start <= first.function);
    assert_true(stack > first.local && fixture->outcome.heap_start <= first.heap);
    for (int i = 0; i < 20; i++) {
        struct addresses again = addresses(fixture, &launch);
        assert_memory_equal(&again, &first, sizeof first);
    }
    launch.placement.stack_offset += 16;
    struct addresses moved = addresses(fixture, &launch);
    assert_int_equal(first.local - moved.local, 16);
    assert_int_equal(stack - fixture->outcome.stack_start, 16);
    assert_int_equal(first.library, moved.library);
    launch.placement.stack_limit += 0x3000;
    moved = addresses(fixture, &launch);
    assert_int_equal(first.library - moved.library, 0x3000);
    assert_int_equal(first.stack_limit, moved.stack_limit); // set back
    launch.environment = WORDS("A=1xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
    assert_int_equal(moved.local - addresses(fixture, &launch).local, 48);
    launch.placement = (struct placement){.aslr = ASLR_KERNEL};
    assert_true(addresses(fixture, &launch).local != addresses(fixture, &launch).local);
}

// Refuses ptrace() and every change of personality, as containers do.
static bool refuse(void)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ptrace, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_personality, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0xffffffff, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof rules / sizeof *rules, rules};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

// 0, or which expectation did not hold.
static int in_a_container(struct fixture *fixture)
{
    if (!refuse() || !launcher_start(&fixture->launcher, ESWEXP_LAUNCHER, &fixture->error))
        return 1;
    struct launch launch = as_usual(ARGUMENTS("addresses"));
    launch.placement.aslr = ASLR_FIXED;
    if (!run(fixture, &launch) || fixture->outcome.ending != ENDED_NOT_STARTED ||
        fixture->outcome.code != EPERM || strcmp(fixture->outcome.stage, "personality") != 0)
        return 2;
    launch.placement = (struct placement){.stack_limit = 140 << 20, .record_addresses = true};
    if (!run(fixture, &launch) || fixture->outcome.ending != ENDED_EXIT ||
        !fixture->outcome.stop_refused || fixture->outcome.stack_start)
        return 3;
    return strstr(said(fixture), " 146800640") ? 0 : 4; // the limit is left
}

static void says_what_is_refused(void **state)
{
    (void)state;
    int status = 0;
    pid_t inside = fork();
    if (inside == 0) {
        struct fixture own = {.outcome = {0}};
        _exit(in_a_container(&own));
    }
    assert_int_equal(waitpid(inside, &status, 0), inside);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
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

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(starts_as_asked),
        TEST(pins),
        TEST(takes_what_linux_takes),
        TEST(tells_the_end),
        TEST(ends_in_time),
        TEST(keeps_the_last_of_a_flood),
        TEST(nothing_is_left_behind),
        TEST(memory_is_the_childs_own),
        TEST(a_killed_launcher_takes_its_child_along),
        TEST(a_killed_engine_takes_them_along),
        TEST(places_as_drawn),
        cmocka_unit_test(says_what_is_refused),
        cmocka_unit_test(is_refused_by_what_is_no_launcher),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
