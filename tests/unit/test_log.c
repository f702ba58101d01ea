// Messages for people: plain off a terminal, coloured on one.
#include "scratch.h"

#include "base/log.h"

#include <fcntl.h>

// What the three kinds of message write into a file in place of stderr.
static char *spoken(struct scratch *scratch, bool quiet)
{
    char *path = scratch_path(scratch, "stderr");
    int kept = dup(STDERR_FILENO), fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(fd, STDERR_FILENO);
    close(fd);
    struct log log = log_for_terminal(quiet, false);
    log_note(&log, "%d builds", 5);
    log_warning(&log, "100%% of '%s'", "x\033[2J");
    log_error(&log, "it failed");
    dup2(kept, STDERR_FILENO);
    close(kept);
    assert_false(log.terminal || log.colour);
    return scratch_read(scratch, path);
}

static void off_a_terminal_messages_are_plain(void **state)
{
    struct scratch *scratch = *state;
    setenv("TERM", "xterm-256color", 1);
    assert_string_equal(spoken(scratch, false), "eswexp: 5 builds\n"
                                                "eswexp: warning: 100% of 'x?[2J'\n"
                                                "eswexp: error: it failed\n");
    assert_string_equal(spoken(scratch, true), "eswexp: warning: 100% of 'x?[2J'\n"
                                               "eswexp: error: it failed\n");
}

static struct log on_a_terminal(const char *term, const char *no_color, bool no_colour)
{
    int kept = dup(STDERR_FILENO), master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    int terminal = open(ptsname(master), O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0);
    setenv("TERM", term, 1);
    setenv("NO_COLOR", no_color, 1);
    dup2(terminal, STDERR_FILENO);
    struct log log = log_for_terminal(false, no_colour);
    dup2(kept, STDERR_FILENO);
    unsetenv("NO_COLOR");
    close(terminal);
    close(master);
    close(kept);
    return log;
}

static void a_terminal_has_colour_unless_told_not(void **state)
{
    (void)state;
    assert_true(on_a_terminal("xterm", "", false).colour);
    assert_false(on_a_terminal("xterm", "1", false).colour);
    assert_true(on_a_terminal("xterm", "1", false).terminal);
    assert_false(on_a_terminal("xterm", "", true).colour);
    assert_false(on_a_terminal("dumb", "", false).terminal);
    assert_false(on_a_terminal("dumb", "", false).colour);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(off_a_terminal_messages_are_plain),
        scratch_test(a_terminal_has_colour_unless_told_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
