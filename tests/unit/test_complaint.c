// The message of a failed tool.
#include "testing.h"

#include "build/toolchain/complaint.h"

#include "base/text.h"

#include <string.h>

static void short_output_stays(void **state)
{
    (void)state;
    struct arena arena = {0};
    static const char output[] = "bad.c: In function 'f':\nbad.c:1: error: no\n\n";
    struct complaint complaint = complaint_of(&arena, output, strlen(output));
    assert_string_equal(complaint.text, "bad.c: In function 'f':\nbad.c:1: error: no");
    assert_true(complaint.whole);
    arena_release(&arena);
}

static void errors_of_a_long_output_come_first(void **state)
{
    (void)state;
    struct arena arena = {0};
    TEXT_CLEANUP struct text output = {0};
    for (int i = 0; i < 100; i++)
        text_printf(&output, i == 20 ? "bad.c:%d: error: no\n" : "cc -c file%d.c\n", i);
    struct complaint complaint = complaint_of(&arena, output.bytes, output.length);
    assert_true(text_starts(complaint.text, "bad.c:20: error: no\ncc -c file60.c\n"));
    assert_true(text_ends(complaint.text, "\ncc -c file99.c"));
    assert_false(complaint.whole);
    arena_release(&arena);
}

static void commands_are_cut_between_words(void **state)
{
    (void)state;
    struct arena arena = {0};
    TEXT_CLEANUP struct text command = {0}, output = {0};
    text_add(&command, "cc");
    for (int i = 0; i < 100; i++)
        text_printf(&command, " -DOPTION%d", i);
    text_printf(&output, "%s\nbad.c: error: no\n", command.bytes);
    struct complaint complaint = complaint_of(&arena, output.bytes, output.length);
    const char *cut = cut_at_word(&arena, command.bytes, COMPLAINT_LINE);
    assert_true(strlen(cut) <= COMPLAINT_LINE + strlen(" …"));
    assert_true(text_ends(cut, " …"));
    assert_true(strlen(cut) > COMPLAINT_LINE - 20);
    size_t kept = strlen(cut) - strlen(" …");
    assert_memory_equal(cut, command.bytes, kept);
    assert_int_equal(command.bytes[kept], ' ');
    assert_true(text_starts(complaint.text, cut));
    assert_true(text_ends(complaint.text, "\nbad.c: error: no"));
    assert_false(complaint.whole);
    assert_string_equal(cut_at_word(&arena, "ééé", 3), "é …");
    assert_string_equal(cut_at_word(&arena, "short", 5), "short");
    arena_release(&arena);
}

int tests_of_complaint(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_output_stays),
        cmocka_unit_test(errors_of_a_long_output_come_first),
        cmocka_unit_test(commands_are_cut_between_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
