// The command at the end: what it is told, and that nothing it does matters.
#include "scratch.h"

#include "base/clock.h"
#include "campaign/on_finish.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

static volatile sig_atomic_t stop;

// Runs it in the scratch folder; returns what came on stderr.
static char *say(struct scratch *scratch, const char *command, const struct ending_told *ending,
                 double most_s)
{
    struct log log = {.quiet = true};
    char *path = scratch_path(scratch, "stderr");
    int kept = dup(STDERR_FILENO), fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(chdir(scratch->folder), 0);
    dup2(fd, STDERR_FILENO);
    close(fd);
    on_finish_run(command, ending, most_s, &log, &stop);
    dup2(kept, STDERR_FILENO);
    close(kept);
    return scratch_read(scratch, path);
}

static void it_is_told_what_happened(void **state)
{
    struct scratch *scratch = *state;
    struct ending_told ending = {.code = EXIT_DEADLINE, .message = "a \"b\"\n$c: 'd'"};
    text_list_add(&ending.campaigns, &scratch->arena, "one");
    text_list_add(&ending.campaigns, &scratch->arena, "/two and a half");
    setenv("ESWEXP_RESULT", "stale", 1);
    say(scratch,
        "printf '%s|%s|%s|%s' \"$ESWEXP_RESULT\" \"$ESWEXP_EXIT\" \"$ESWEXP_CAMPAIGNS\" "
        "\"$ESWEXP_MESSAGE\" > told",
        &ending, 60);
    unsetenv("ESWEXP_RESULT");
    assert_string_equal(scratch_read(scratch, scratch_path(scratch, "told")),
                        arena_printf(&scratch->arena,
                                     "deadline|75|%s/one\n/two and a half|a \"b\"\n$c: 'd'",
                                     scratch->folder));
}

static void every_code_has_a_word(void **state)
{
    static const char *const words[] = {[EXIT_FINE] = "finished",
                                        [EXIT_REGRESSION] = "regression",
                                        [EXIT_USAGE] = "refused",
                                        [EXIT_FAILED] = "failed",
                                        [EXIT_INCONCLUSIVE] = "inconclusive",
                                        [EXIT_UNFIT] = "unfit",
                                        [EXIT_DEADLINE] = "deadline",
                                        [EXIT_INTERRUPTED] = "interrupted"};
    (void)state;
    for (int code = 0; code <= EXIT_INTERRUPTED; code++)
        if (words[code])
            assert_string_equal(on_finish_word((enum exit_code)code), words[code]);
}

static void no_campaign_and_no_message_are_empty(void **state)
{
    struct scratch *scratch = *state;
    const char *said = say(scratch,
                           "echo \"${ESWEXP_RESULT-unset}/${ESWEXP_EXIT-unset}/"
                           "${ESWEXP_CAMPAIGNS-unset}/${ESWEXP_MESSAGE-unset}\"",
                           &(struct ending_told){.code = EXIT_FINE}, 60);
    assert_string_equal(said, "finished/0//\n"); // and its stdout is our stderr
    assert_string_equal(say(scratch, NULL, &(struct ending_told){.code = EXIT_FINE}, 60), "");
}

static void its_failure_is_a_warning(void **state)
{
    const struct ending_told ending = {.code = EXIT_FINE};
    struct scratch *scratch = *state;
    assert_string_equal(say(scratch, "printf oops; exit 3", &ending, 60),
                        "oops\neswexp: warning: the command of --on-finish: 'printf oops; exit 3' "
                        "failed with exit status 3\n");
    assert_string_equal(
        say(scratch, "kill -9 $$", &ending, 60),
        "eswexp: warning: the command of --on-finish: 'kill -9 $$' was killed by signal "
        "9\n");
    assert_non_null(strstr(say(scratch, "if", &ending, 60), "failed with exit status 2"));
}

// Whoever inherits it may take a while to wait for it.
static bool is_running(const char *path)
{
    struct error gone;
    TEXT_CLEANUP struct text text = {0};
    return file_read(path, 4096, &text, &gone) && !strstr(text.bytes, ") Z ");
}

static void its_whole_group_ends_with_the_time(void **state)
{
    const struct ending_told ending = {.code = EXIT_FINE};
    struct scratch *scratch = *state;
    const int64_t begun_ns = clock_boot_ns();
    const char *command = "trap '' TERM; sleep 300 & echo $! > child; echo begun; wait; sleep 300";
    const char *said = say(scratch, command, &ending, 2);
    assert_true(clock_boot_ns() - begun_ns < INT64_C(200000000000));
    assert_non_null(strstr(said, "begun\neswexp: warning: "));
    assert_non_null(strstr(said, "exceeded its time limit and was killed"));
    pid_t child = (pid_t)strtol(scratch_read(scratch, scratch_path(scratch, "child")), NULL, 10);
    assert_true(child > 1);
    const char *path = arena_printf(&scratch->arena, "/proc/%d/stat", (int)child);
    for (int i = 0; i < 500 && is_running(path); i++)
        usleep(20000);
    assert_false(is_running(path));
}

static void interrupt(int number)
{
    stop = number;
}

static void an_interrupt_ends_it_but_not_that_which_ended_the_campaign(void **state)
{
    const struct ending_told ending = {.code = EXIT_INTERRUPTED};
    struct scratch *scratch = *state;
    stop = 1;
    assert_string_equal(say(scratch, "echo $ESWEXP_RESULT", &ending, 60), "interrupted\n");
    stop = 0;
    signal(SIGALRM, interrupt);
    alarm(2);
    assert_non_null(strstr(say(scratch, "sleep 300", &ending, 250), "was interrupted"));
    stop = 0;
}

static void it_takes_a_signal_as_a_shell_does(void **state)
{
    const struct ending_told ending = {.code = EXIT_FINE};
    struct scratch *scratch = *state;
    signal(SIGINT, SIG_IGN);
    assert_non_null(strstr(say(scratch, "kill -INT $$; echo alive", &ending, 60), "by signal 2"));
    signal(SIGINT, SIG_DFL);
}

static void a_closed_stdin_is_no_hindrance(void **state)
{
    const struct ending_told ending = {.code = EXIT_FINE};
    struct scratch *scratch = *state;
    int kept = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 10);
    close(STDIN_FILENO);
    const char *said = say(scratch, "cat && echo read", &ending, 60);
    bool is_closed = fcntl(STDIN_FILENO, F_GETFD) < 0;
    if (kept >= 0) {
        dup2(kept, STDIN_FILENO);
        close(kept);
    }
    assert_string_equal(said, "read\n");
    assert_true(is_closed);
}

int tests_of_on_finish(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(it_is_told_what_happened),
        scratch_test(every_code_has_a_word),
        scratch_test(no_campaign_and_no_message_are_empty),
        scratch_test(its_failure_is_a_warning),
        scratch_test(its_whole_group_ends_with_the_time),
        scratch_test(an_interrupt_ends_it_but_not_that_which_ended_the_campaign),
        scratch_test(it_takes_a_signal_as_a_shell_does),
        scratch_test(a_closed_stdin_is_no_hindrance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
