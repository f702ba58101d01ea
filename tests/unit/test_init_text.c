// What a first experiment file says of its command.
#include "testing.h"

#include "commands/init/text.h"

#include <string.h>

static void assert_about(double seconds, double start_s, const char *about)
{
    struct arena arena = {0};
    TEXT_CLEANUP struct text text = {0};
    struct guess guess = {.program = "tool",
                          .build = "make",
                          .command = "tool",
                          .arguments = "7",
                          .source = "README",
                          .seconds = seconds,
                          .start_s = start_s};
    init_text(&arena, &text, "tool", &guess);
    const char *line = arena_printf(
        &arena, "    # the timed command, as in README; it took %s\n    command: ./tool 7\n",
        about);
    if (!strstr(text.bytes, line))
        fail_msg("no '%s' in:\n%s", line, text.bytes);
    arena_release(&arena);
}

static void a_short_command_is_compared_with_a_start(void **state)
{
    (void)state;
    assert_about(0.018, 0.005, "18 ms here");
    assert_about(
        0.018, 0.008,
        "only 18 ms here, of which the start of a process takes 8.0 ms: give it more to do");
    assert_about(
        0.018, 0.012,
        "only 18 ms here, which is mostly the start of a process (12 ms): give it more to do");
    assert_about(
        0.002, 0.0025,
        "only 2.0 ms here, which is mostly the start of a process (2.0 ms): give it more to do");
    assert_about(
        0.004, 0.0005,
        "only 4.0 ms here, of which the start of a process takes 0.5 ms: give it more to do");
    assert_about(0.004, -1, "only 4.0 ms here: give it more to do");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_short_command_is_compared_with_a_start)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
