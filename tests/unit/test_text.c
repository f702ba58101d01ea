// Growing text, lists, words of a command line, "did you mean", errors and arenas.
#include "testing.h"

#include "base/arena.h"
#include "base/nearest.h"
#include "base/shell_words.h"
#include "base/text.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// The words of a line as "[one][two]", or the message.
static char *split(struct arena *arena, const char *line)
{
    struct text_list words;
    struct error error = {0};
    TEXT_CLEANUP struct text shown = {0};
    text_add(&shown, "");
    if (!text_split_words(arena, line, &words, &error)) {
        assert_int_equal(error.code, EXIT_USAGE);
        return arena_strdup(arena, error.text);
    }
    for (size_t i = 0; i < words.count; i++)
        text_printf(&shown, "[%s]", words.items[i]);
    assert_null(words.items[words.count]);
    return arena_strdup(arena, shown.bytes);
}

static void words_as_a_shell_splits_them(void **state)
{
    static const char *const cases[][2] = {
        {"", ""},
        {" \t\n ", ""},
        {"one", "[one]"},
        {"  ./x  --n\t5\n--m 6 ", "[./x][--n][5][--m][6]"},
        {"'a b' \"c d\" e\\ f", "[a b][c d][e f]"},
        {"-DNAME='\"x\"'", "[-DNAME=\"x\"]"},
        {"a'b c'd\"e f\"g", "[ab cde fg]"},
        {"'' \"\" x", "[][][x]"},
        {"'a\\b' \"a\\b\" a\\b", "[a\\b][a\\b][ab]"},
        {"\"\\\"\\\\\\$\\`\"", "[\"\\$`]"},
        {"'|&;<>()`' \"|&;<>()\" \\| \\;", "[|&;<>()`][|&;<>()][|][;]"},
        {"$HOME ${n} *.c ~ # x", "[$HOME][${n}][*.c][~][#][x]"},
        {"'\"' \"'\"", "[\"][']"},
        {"end\\", "[end\\]"},
        {"'line\nbreak'", "[line\nbreak]"},
        {"µs 'naïve café'", "[µs][naïve café]"},
    };
    (void)state;
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(split(&arena, cases[i][0]), cases[i][1]);
    arena_release(&arena);
}

static void a_word_is_read_back(void **state)
{
    static const char *const words[] = {"", "a b", "it's", "''", "$HOME", "a;b", "~", "\"\\", "é"};
    (void)state;
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_string_equal(split(&arena, text_as_word(&arena, words[i])),
                            arena_printf(&arena, "[%s]", words[i]));
    assert_string_equal(text_as_word(&arena, "--set=/a-b_1.c:2,+@%"), "--set=/a-b_1.c:2,+@%");
    assert_string_equal(text_as_word(&arena, "it's"), "'it'\\''s'");
    arena_release(&arena);
}

static void a_backslash_joins_lines(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_string_equal(split(&arena, "./x \\\n  --n 5 \\\n\\\n  y\\\n"), "[./x][--n][5][y]");
    assert_string_equal(split(&arena, "lo\\\nng \"lo\\\nng\" 'a\\\nb'"), "[long][long][a\\\nb]");
    assert_string_equal(split(&arena, "\\\n"), "");
    arena_release(&arena);
}

static void what_needs_a_shell_is_refused(void **state)
{
    (void)state;
    struct arena arena = {0};
    for (const char *c = "|&;<>()`"; *c; c++) {
        char line[] = "a b?c";
        line[3] = *c;
        assert_string_equal(split(&arena, line),
                            arena_printf(&arena,
                                         "'%c' needs a shell, and commands run without one: quote "
                                         "it, or write sh -c '…'",
                                         *c));
    }
    assert_string_equal(split(&arena, "a 'b"), "the quote ' is never closed");
    assert_string_equal(split(&arena, "a \"b\\\""), "the quote \" is never closed");
    arena_release(&arena);
}

static void did_you_mean(void **state)
{
    static const char *const keys[] = {"benchmarks", "variants", "sweep", "set",
                                       "o",          "cflags",   NULL};
    static const char *const cases[][2] = {
        {"benchmark", "benchmarks"},
        {"bnechmarks", "benchmarks"}, // transposed: one step
        {"benchmrk", "benchmarks"},
        {"variant", "variants"},
        {"varaints", "variants"},
        {"cflag", "cflags"},
        {"sweeep", "sweep"},
        {"sweep", "sweep"},
        {"st", "set"},
        {"ste", "set"},
        {"xyz", NULL},
        {"", NULL},
        {"p", NULL}, // another letter has nothing in common with "o"
        {"flags", "cflags"},
        {"variable", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *nearest = text_nearest(cases[i][0], keys);
        if (!text_equal(nearest, cases[i][1]))
            fail_msg("'%s' is nearest to '%s'", cases[i][0], nearest ? nearest : "nothing");
    }
    char endless[5000];
    memset(endless, 'x', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_null(text_nearest(endless, keys));
    assert_null(text_nearest("x", (const char *const[]){endless, NULL}));
    assert_null(text_nearest("x", (const char *const[]){NULL}));
}

static void text_grows(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text text = {0};
    for (int i = 0; i < 1000; i++)
        text_printf(&text, "%d,", i);
    assert_int_equal(text.length, 10 * 2 + 90 * 3 + 900 * 4);
    assert_int_equal(strlen(text.bytes), text.length);
    assert_true(text_starts(text.bytes, "0,1,2,") && text_ends(text.bytes, "998,999,"));
    text_add_bytes(&text, "a\0b", 3);
    assert_memory_equal(text.bytes + text.length - 3, "a\0b", 4);
    text_release(&text);
    assert_int_equal(text.length, 0);
    text_add(&text, "again");
    assert_string_equal(text.bytes, "again");
}

static void lists_grow_and_end_with_null(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct text_list list = {0};
    for (size_t i = 0; i < 300; i++) {
        text_list_add(&list, &arena, arena_printf(&arena, "item %zu", i));
        assert_int_equal(list.count, i + 1);
        assert_null(list.items[i + 1]);
    }
    for (size_t i = 0; i < 300; i++)
        assert_string_equal(list.items[i], arena_printf(&arena, "item %zu", i));
    struct text_list other = {0};
    for (size_t i = 0; i < 300; i++) {
        assert_false(text_lists_equal(&list, &other));
        assert_true(text_list_add_once(&other, &arena, list.items[i]));
        assert_false(text_list_add_once(&other, &arena, list.items[i]));
    }
    assert_true(text_lists_equal(&list, &other));
    arena_release(&arena);
}

static void variant_ratios(void **state)
{
    (void)state;
    assert_true(text_equal("a", "a") && text_equal(NULL, NULL));
    assert_false(text_equal("a", NULL) || text_equal(NULL, "a") || text_equal("a", "ab"));
    assert_true(text_starts("abc", "") && text_starts("abc", "abc") && !text_starts("ab", "abc"));
    assert_true(text_ends("abc", "") && text_ends("abc", "bc") && !text_ends("bc", "abc"));
}

static void arena_memory_is_zero_aligned_and_its_own(void **state)
{
    (void)state;
    struct arena arena = {0};
    unsigned char *blocks[200];
    size_t sizes[200];
    for (size_t i = 0; i < 200; i++) {
        sizes[i] = i % 17 ? i * 7 + 1 : 20000 + i * 1000; // some larger than a chunk's quarter
        blocks[i] = arena_alloc(&arena, sizes[i]);
        assert_int_equal((uintptr_t)blocks[i] % _Alignof(max_align_t), 0);
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(blocks[i][k], 0);
        memset(blocks[i], (int)i, sizes[i]);
    }
    for (size_t i = 0; i < 200; i++)
        assert_true(blocks[i][0] == i && blocks[i][sizes[i] - 1] == i);
    arena_release(&arena);
    assert_null(arena.chunks);
    assert_string_equal(arena_strndup(&arena, "again", 3), "aga");
    arena_release(&arena);
}

static void errors_gather_context(void **state)
{
    (void)state;
    struct error error = {0};
    errno = ENOSPC;
    assert_false(failed_errno(&error, "cannot write '%s'", "x"));
    assert_string_equal(error.text, "cannot write 'x': No space left on device");
    assert_int_equal(error.code, EXIT_FAILED);
    assert_false(failed_within(&error, "variant '%s'", "O2"));
    assert_string_equal(error.text, "variant 'O2': cannot write 'x': No space left on device");
    assert_false(failed(&error, EXIT_USAGE, "%s; or not", error.text));
    assert_string_equal(error.text,
                        "variant 'O2': cannot write 'x': No space left on device; or not");
    assert_false(failed_within(&error, "%.7s", error.text));
    assert_true(text_starts(error.text, "variant: variant 'O2': cannot"));
    assert_int_equal(error.code, EXIT_USAGE);
}

static void an_error_too_long_is_cut(void **state)
{
    (void)state;
    struct error error = {0};
    failed(&error, EXIT_USAGE, "%5000d", 7);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    failed_within(&error, "context");
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_true(text_starts(error.text, "context:  "));
    errno = ENOENT;
    failed_errno(&error, "%5000d", 7);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

static void what_steers_is_made_plain(void **state)
{
    static const char *const cases[][2] = {
        {"caf\xc3\xa9 \xe2\x86\x92 \xf0\x9f\x98\x80", "caf\xc3\xa9 \xe2\x86\x92 \xf0\x9f\x98\x80"},
        {"a\033[2Jb\x7f\n\t", "a?[2Jb?\n?"},
        {"C1 \xc2\x9b\xc2\x85.", "C1 ????."},
        {"\xe2\x80\xaetxt\xe2\x81\xa6\xe2\x80\x8f\xd8\x9c", "???txt????????"},
        {"\xe2\x80\xa8\xe2\x80\xa9\xef\xbf\xbe\xef\xb7\x90", "????????????"},
        {"latin\xe9s, cut \xe2\x80", "latin?s, cut ??"},
        {"\xc0\xaf\xed\xa0\x80\xf8\x88", "???????"},
    };
    (void)state;
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = arena_strdup(&arena, cases[i][0]);
        text_make_plain_but(text, "\n");
        assert_string_equal(text, cases[i][1]);
        assert_null(strchr((text_make_plain(text), text), '\n'));
    }
    arena_release(&arena);
}

static void without_memory_it_ends(void **state)
{
    (void)state;
    struct arena arena = {0};
    char said[1 << 14] = ""; // the sanitizers warn first
    int pair[2], status = 0;
    assert_int_equal(pipe(pair), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(pair[1], STDERR_FILENO);
        arena_alloc(&arena, SIZE_MAX / 4);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILED);
    close(pair[1]);
    for (size_t length = 0; length < sizeof said - 1;) {
        ssize_t more = read(pair[0], said + length, sizeof said - 1 - length);
        if (more <= 0)
            break;
        length += (size_t)more;
    }
    assert_non_null(strstr(said, "eswexp: error: out of memory\n"));
    close(pair[0]);
}

int tests_of_text(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_as_a_shell_splits_them),
        cmocka_unit_test(a_word_is_read_back),
        cmocka_unit_test(a_backslash_joins_lines),
        cmocka_unit_test(what_needs_a_shell_is_refused),
        cmocka_unit_test(did_you_mean),
        cmocka_unit_test(text_grows),
        cmocka_unit_test(lists_grow_and_end_with_null),
        cmocka_unit_test(variant_ratios),
        cmocka_unit_test(arena_memory_is_zero_aligned_and_its_own),
        cmocka_unit_test(without_memory_it_ends),
        cmocka_unit_test(errors_gather_context),
        cmocka_unit_test(an_error_too_long_is_cut),
        cmocka_unit_test(what_steers_is_made_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
