// Messages for people: plain off a terminal, coloured on one.
#include "scratch.h"

#include "base/elapsed.h"
#include "base/log.h"

#include <fcntl.h>
#include <sys/ioctl.h>

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

// A terminal of 60 columns in place of stderr.
struct terminal {
    int master, kept;
};

static struct terminal terminal_open(void)
{
    struct terminal terminal = {posix_openpt(O_RDWR | O_NOCTTY), dup(STDERR_FILENO)};
    struct winsize size = {.ws_col = 60, .ws_row = 20};
    assert_true(terminal.master >= 0 && grantpt(terminal.master) == 0 &&
                unlockpt(terminal.master) == 0);
    int slave = open(ptsname(terminal.master), O_RDWR | O_NOCTTY);
    assert_int_equal(ioctl(slave, TIOCSWINSZ, &size), 0);
    setenv("TERM", "xterm", 1);
    dup2(slave, STDERR_FILENO);
    close(slave);
    return terminal;
}

// What was written to it.
static char *terminal_close(struct terminal *terminal, struct arena *arena)
{
    char bytes[4096];
    size_t length = 0;
    dup2(terminal->kept, STDERR_FILENO); // without the other side, reading ends after the last byte
    close(terminal->kept);
    for (ssize_t got; (got = read(terminal->master, bytes + length, sizeof bytes - length)) > 0;)
        length += (size_t)got;
    close(terminal->master);
    return arena_strndup(arena, bytes, length);
}

static void long_messages_wrap_at_words(void **state)
{
    struct scratch *scratch = *state;
    struct terminal terminal = terminal_open();
    struct log log = log_for_terminal(false, true);
    log_warning(&log,
                "'%s' takes only 0.9 ms, which is mostly the start of a process: "
                "edit it:\n    printf, sixty_characters_without_any_blank_in_it_are_not_"
                "split_up",
                "nöthing");
    assert_string_equal(terminal_close(&terminal, &scratch->arena),
                        "\r\033[Keswexp: warning: 'nöthing' takes only 0.9 ms, which is\r\n"
                        "  mostly the start of a process: edit it:\r\n"
                        "    printf,\r\n"
                        "  sixty_characters_without_any_blank_in_it_are_not_split_up\r\n");
}

static void a_status_ends_with_a_word(void **state)
{
    struct scratch *scratch = *state;
    struct terminal terminal = terminal_open();
    struct log log = log_for_terminal(false, true), quiet = log_for_terminal(true, true);
    log_status(&log, "real 12/40 blocks, 1 min 02 s, 2 min 10 s left (14:32), ±1.2 %, sort");
    log_status(&log, "real 12/40 blocks");
    log_status(&quiet, "silence");
    log_status(&log, NULL);
    assert_string_equal(terminal_close(&terminal, &scratch->arena),
                        "\r\033[Kreal 12/40 blocks, 1 min 02 s, 2 min 10 s left (14:32)"
                        "\r\033[Kreal 12/40 blocks\r\033[K");
}

static void what_takes_long_shows_its_time_at_once(void **state)
{
    struct scratch *scratch = *state;
    struct terminal terminal = terminal_open();
    struct log log = log_for_terminal(false, true);
    elapsed_end(elapsed_begin(&scratch->arena, &log, "build 2/2", 3730));
    log.terminal = false;
    elapsed_end(elapsed_begin(&scratch->arena, &log, "build 2/2", 3730));
    const char *shown = terminal_close(&terminal, &scratch->arena);
    assert_string_equal(shown, "\r\033[Kbuild 2/2, 0 s, 1 h 02 min left\r\033[K");
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

int tests_of_log(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(off_a_terminal_messages_are_plain),
        scratch_test(a_terminal_has_colour_unless_told_not),
        scratch_test(long_messages_wrap_at_words),
        scratch_test(a_status_ends_with_a_word),
        scratch_test(what_takes_long_shows_its_time_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
