// The kernel's small files: what is there, what is not, and what is nonsense.
#include "scratch.h"

#include "machine/sys.h"

#include <limits.h>

static void a_line(void **state)
{
    static const char *const cases[][2] = {
        {"performance\n", "performance"},
        {"no line's end", "no line's end"},
        {"blanks \t\n", "blanks"},
        {"  before\nmore\n", "  before"},
        {"", NULL},
        {"\n", NULL},
        {" \n", NULL},
        {"\nsecond\n", NULL},
    };
    struct scratch *scratch = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scratch_file(scratch, "sys/file", cases[i][0]);
        const char *line = sys_line(&scratch->arena, scratch->folder, "/sys/file");
        if (!text_equal(line, cases[i][1]))
            fail_msg("of '%s': '%s'", cases[i][0], line ? line : "nothing");
    }
    assert_null(sys_line(&scratch->arena, scratch->folder, "/sys/missing"));
    assert_null(sys_line(&scratch->arena, scratch->folder, "/sys")); // a folder
}

static void a_number(void **state)
{
    static const char *const none[] = {"",   "\n",  "x",    "-1", "+1",    "1x",
                                       "0x", "1 2", " 1\n", ".5", "1e3\n", "18446744073709551616"};
    static const char *const some[] = {"7", "7\n", "7 \t\n", "7\nmore\n", "007\n"};
    struct scratch *scratch = *state;
    uint64_t number = 0;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        scratch_file(scratch, "n", none[i]);
        if (sys_number(scratch->folder, "/n", &number))
            fail_msg("'%s' was taken for %llu", none[i], (unsigned long long)number);
    }
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        scratch_file(scratch, "n", some[i]);
        assert_true(sys_number(scratch->folder, "/n", &number));
        assert_int_equal(number, 7);
    }
    scratch_file(scratch, "n", "18446744073709551615\n");
    assert_true(sys_number(scratch->folder, "/n", &number));
    assert_true(number == UINT64_MAX);
    assert_false(sys_number(scratch->folder, "/missing", &number));
}

static void a_value_by_its_key(void **state)
{
    struct scratch *scratch = *state;
    scratch_file(scratch, "info",
                 "model\t\t: 85\nmodel name\t: Some: CPU \nempty :\nlast:no line's end");
    struct arena *arena = &scratch->arena;
    assert_string_equal(sys_value(arena, scratch->folder, "/info", "model"), "85");
    assert_string_equal(sys_value(arena, scratch->folder, "/info", "model name"), "Some: CPU");
    assert_string_equal(sys_value(arena, scratch->folder, "/info", "last"), "no line's end");
    assert_null(sys_value(arena, scratch->folder, "/info", "empty"));
    assert_null(sys_value(arena, scratch->folder, "/info", "mode"));
    assert_null(sys_value(arena, scratch->folder, "/info", "name"));
    assert_null(sys_value(arena, scratch->folder, "/missing", "model"));
}

static void what_may_not_be_read(void **state)
{
    struct scratch *scratch = *state;
    uint64_t number;
    assert_int_equal(chmod(scratch_file(scratch, "secret", "7\n"), 0), 0);
    take_rights_away();
    char *line = sys_line(&scratch->arena, scratch->folder, "/secret");
    char *text = sys_text(&scratch->arena, scratch->folder, "/secret");
    bool read = sys_number(scratch->folder, "/secret", &number);
    bool there = sys_exists(scratch->folder, "/secret");
    give_rights_back();
    assert_null(line);
    assert_null(text);
    assert_false(read);
    assert_true(there);
}

static void a_path_that_is_too_long(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    uint64_t number;
    char *path = arena_alloc(&scratch->arena, PATH_MAX + 10);
    memset(path, '/', PATH_MAX); // as good as one
    memcpy(path + PATH_MAX, "file", sizeof "file");
    scratch_file(scratch, "file", "7\n");
    assert_null(sys_line(&scratch->arena, scratch->folder, path));
    assert_false(sys_number(scratch->folder, path, &number));
    assert_false(sys_exists(scratch->folder, path));
    assert_false(sys_is_writable(scratch->folder, path));
    assert_int_equal(sys_names(&scratch->arena, scratch->folder, path).count, 0);
    assert_false(sys_write(scratch->folder, path, "1", &error));
    assert_true(text_starts(error.text, "cannot write '//"));
}

static void names_in_a_folder(void **state)
{
    struct scratch *scratch = *state;
    scratch_file(scratch, "sys/b", "");
    scratch_file(scratch, "sys/a/deep", "");
    scratch_file(scratch, "sys/.hidden", "");
    struct text_list names = sys_names(&scratch->arena, scratch->folder, "/sys");
    assert_int_equal(names.count, 2);
    assert_string_equal(names.items[0], "a");
    assert_string_equal(names.items[1], "b");
    assert_int_equal(sys_names(&scratch->arena, scratch->folder, "/missing").count, 0);
    assert_int_equal(sys_names(&scratch->arena, scratch->folder, "/sys/b").count, 0);
}

static void writing(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    char *path = scratch_file(scratch, "switch", "a longer text\n");
    assert_true(sys_is_writable(scratch->folder, "/switch"));
    assert_true(sys_write(scratch->folder, "/switch", "1", &error));
    assert_string_equal(scratch_read(scratch, path), "1");
    assert_false(sys_write(scratch->folder, "/missing", "1", &error)); // the kernel makes its files
    assert_string_equal(scratch_words(scratch, &error),
                        "cannot write '1' to '@/missing': No such file or directory");
    assert_false(sys_exists(scratch->folder, "/missing"));
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(sys_is_writable(scratch->folder, "/switch"), getuid() == 0);
}

int tests_of_sys(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(a_line),
        scratch_test(a_number),
        scratch_test(a_value_by_its_key),
        scratch_test(what_may_not_be_read),
        scratch_test(a_path_that_is_too_long),
        scratch_test(names_in_a_folder),
        scratch_test(writing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
