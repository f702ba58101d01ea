// Waiting for an idle machine, with a tree in place of /proc that another process moves on.
#include "scratch.h"

#include "base/clock.h"
#include "executor/idle.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

static volatile sig_atomic_t stop;

static void write_stat(struct scratch *scratch, long busy, long idle)
{
    struct arena arena = {0};
    scratch_file(scratch, "proc/stat", arena_printf(&arena, "cpu  %ld 0 0 %ld\n", busy, idle));
    arena_release(&arena);
}

static void write_process(struct scratch *scratch, long ticks)
{
    struct arena arena = {0};
    scratch_file(scratch, "proc/9/stat",
                 arena_printf(&arena,
                              "9 (render) R 1 1 1 0 -1 0 0 0 0 0 %ld 0 0 0 20 0 1 0 5 9 9\n",
                              ticks));
    arena_release(&arena);
}

// A machine of which `busy` of 100 ticks are taken, for ever or until that has been complained of.
static pid_t machine(struct scratch *scratch, long busy, bool for_ever)
{
    const char *said = scratch_path(scratch, "said");
    struct stat status;
    stop = 0;
    write_stat(scratch, 0, 0);
    write_process(scratch, 0);
    pid_t child = fork();
    if (child > 0)
        return child;
    for (long taken = 0, left = 0;; usleep(2000)) {
        bool ends = !for_ever && stat(said, &status) == 0 && status.st_size > 0;
        taken += ends ? 0 : busy;
        left += ends ? 100 : 100 - busy;
        write_process(scratch, taken);
        write_stat(scratch, taken, left);
    }
}

static void end(pid_t child)
{
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

// What is said on stderr goes to the file `said` of the scratch folder.
static bool await(struct scratch *scratch, struct waiting waiting, double most_s,
                  struct error *error)
{
    struct log log = {0};
    int kept = dup(STDERR_FILENO);
    int fd = open(scratch_path(scratch, "said"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    waiting.log = &log;
    waiting.stop = &stop;
    *error = (struct error){.code = EXIT_FINE};
    dup2(fd, STDERR_FILENO);
    close(fd);
    bool idle = idle_await(
        &waiting, &(struct idleness){.root = scratch->folder, .most_s = most_s, .span_s = 0.1},
        error);
    dup2(kept, STDERR_FILENO);
    close(kept);
    return idle;
}

static bool was_said(struct scratch *scratch, const char *words)
{
    return strstr(scratch_read(scratch, scratch_path(scratch, "said")), words);
}

static void write_pressure(struct scratch *scratch, const char *share)
{
    scratch_file(scratch, "proc/pressure/cpu",
                 arena_printf(&scratch->arena, "some avg10=%s avg60=0.00\n", share));
}

static void an_idle_machine_is_not_waited_for(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    write_pressure(scratch, "4.99");
    pid_t child = machine(scratch, 4, true);
    bool idle = await(scratch, (struct waiting){0}, 60, &error);
    end(child);
    if (!idle)
        fail_msg("%s", error.text);
    assert_false(was_said(scratch, "is idle as far"));
}

static void where_there_is_no_pressure_it_is_said(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    pid_t child = machine(scratch, 0, true);
    assert_true(await(scratch, (struct waiting){0}, 60, &error));
    end(child);
    assert_true(was_said(scratch, "is idle, judged by its busy CPUs alone: cannot read '"));
    assert_true(was_said(scratch, "/proc/pressure/cpu'"));
}

static void what_ends_is_waited_for_and_told_once(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    write_pressure(scratch, "0.00");
    pid_t child = machine(scratch, 50, false);
    bool idle = await(scratch, (struct waiting){0}, 60, &error);
    end(child);
    if (!idle)
        fail_msg("%s", error.text);
    const char *said = scratch_read(scratch, scratch_path(scratch, "said"));
    const char *line = strchr(said, '\n');
    assert_non_null(strstr(said, "eswexp: waiting at most 1 min for an idle machine, Ctrl-C gives "
                                 "up: CPUs busy "));
    assert_true(line && !line[1]);
}

static void what_does_not_end_is_named(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    write_pressure(scratch, "61.20");
    pid_t child = machine(scratch, 50, true);
    bool idle = await(scratch, (struct waiting){0}, 1.5, &error);
    end(child);
    assert_false(idle);
    assert_int_equal(error.code, EXIT_UNFIT);
    assert_true(text_starts(error.text, "the machine did not become idle in 0.025 min: CPUs busy"));
    assert_non_null(strstr(error.text, "CPU pressure 61.2 % (idle: below 5 %)"));
}

static void the_figures_are_those_of_the_span(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    write_pressure(scratch, "7.00");
    pid_t child = machine(scratch, 50, true);
    do // the other process may not have run meanwhile
        assert_false(await(scratch, (struct waiting){.refused = true}, 60, &error));
    while (strstr(error.text, "stands still"));
    end(child);
    assert_int_equal(error.code, EXIT_UNFIT);
    assert_true(text_starts(error.text,
                            "the machine is not idle: CPUs busy 50.0 % (idle: below 5 %), CPU "
                            "pressure 7.0 % (idle: below 5 %); busiest processes: 'render' "));
}

static void pressure_alone_is_enough(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    write_pressure(scratch, "5.00");
    pid_t child = machine(scratch, 0, true);
    assert_false(await(scratch, (struct waiting){.refused = true}, 60, &error));
    end(child);
    assert_int_equal(error.code, EXIT_UNFIT);
}

static void what_cannot_be_told_is_not_waited_for(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    stop = 0;
    assert_false(await(scratch, (struct waiting){0}, 1e6, &error));
    assert_int_equal(error.code, EXIT_UNFIT);
    assert_true(text_starts(error.text, "cannot tell whether this machine is idle: cannot read '"));
}

static void interrupt(int number)
{
    stop = number;
}

static void it_ends_at_once_when_told_or_late(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    write_pressure(scratch, "90.00");
    pid_t child = machine(scratch, 90, true);
    struct waiting until = {.deadline_ns = clock_boot_ns() + 300000000};
    assert_false(await(scratch, until, 1e6, &error));
    assert_int_equal(error.code, EXIT_DEADLINE);
    signal(SIGALRM, interrupt);
    alarm(1);
    assert_false(await(scratch, (struct waiting){0}, 1e6, &error));
    assert_int_equal(error.code, EXIT_INTERRUPTED);
    end(child);
}

int tests_of_idle(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(an_idle_machine_is_not_waited_for),
        scratch_test(where_there_is_no_pressure_it_is_said),
        scratch_test(what_ends_is_waited_for_and_told_once),
        scratch_test(what_does_not_end_is_named),
        scratch_test(the_figures_are_those_of_the_span),
        scratch_test(pressure_alone_is_enough),
        scratch_test(what_cannot_be_told_is_not_waited_for),
        scratch_test(it_ends_at_once_when_told_or_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
