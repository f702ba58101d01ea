// Bitcode in objects and archives, and a link's words without it.
#include "scratch.h"

#include "build/capture/record.h"
#include "build/lto/bitcode.h"
#include "build/lto/words.h"

#include <stdio.h>

static const char bitcode[] = "BC\xC0\xDE and more";

// Members of bitcode and others, in archives of both kinds.
static void make_archives(struct scratch *scratch)
{
    scratch_file(scratch, "code.o", bitcode);
    scratch_file(scratch, "a_member_with_a_long_name.o", "no bitcode\n");
    scratch_file(scratch, "sub/odd.o", "odd");
    scratch_run(scratch, "ar rcS code.a code.o && "
                         "ar rcS other.a sub/odd.o && "
                         "ar rcS libboth.a code.o a_member_with_a_long_name.o sub/odd.o && "
                         "ar rcST thin.a code.o a_member_with_a_long_name.o sub/odd.o");
}

static void bitcode_is_recognised(void **state)
{
    struct scratch *scratch = *state;
    static const struct {
        const char *name;
        enum content content;
    } cases[] = {{"code.o", CONTENT_BITCODE}, {"sub/odd.o", CONTENT_OTHER},
                 {"absent.o", CONTENT_OTHER}, {"code.a", CONTENT_BITCODE},
                 {"other.a", CONTENT_OTHER},  {"libboth.a", CONTENT_BOTH},
                 {"thin.a", CONTENT_BOTH}};
    make_archives(scratch);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (content_of(scratch_path(scratch, cases[i].name)) != cases[i].content)
            fail_msg("%s", cases[i].name);
}

// Sparse: its second member lies behind 1 GiB.
static void large_archives_are_read(void **state)
{
    struct scratch *scratch = *state;
    scratch_run(
        scratch,
        "printf '!<arch>\\n%-16s%-12s%-6s%-6s%-8s%-10s\\140\\n' one.o/ 0 0 0 644 1200000000 "
        ">large.a && truncate -s 1200000068 large.a && "
        "printf '%-16s%-12s%-6s%-6s%-8s%-10s\\140\\nBC\\300\\336' two.o/ 0 0 0 644 4 "
        ">>large.a");
    assert_int_equal(content_of(scratch_path(scratch, "large.a")), CONTENT_BOTH);
}

static void archives_are_copied_without_bitcode(void **state)
{
    struct scratch *scratch = *state;
    static const char *const archives[] = {"libboth.a", "thin.a"};
    struct error error = {0};
    make_archives(scratch);
    for (size_t i = 0; i < 2; i++) {
        const char *copy = scratch_path(scratch, "copy.a");
        if (!archive_copy_other(scratch_path(scratch, archives[i]), copy, &error))
            fail_msg("%s", error.text);
        scratch_run(scratch, "ar p copy.a >members");
        assert_string_equal(scratch_read(scratch, scratch_path(scratch, "members")),
                            "no bitcode\nodd");
        scratch_run(scratch, "ar t copy.a | xargs -n 1 basename >members");
        assert_string_equal(scratch_read(scratch, scratch_path(scratch, "members")),
                            "a_member_with_a_long_name.o\nodd.o\n");
    }
    scratch_file(scratch, "thin.a",
                 "!<thin>\nx.o/            0           0     0     644     9  "
                 "       `\n");
    assert_false(archive_copy_other(scratch_path(scratch, "thin.a"),
                                    scratch_path(scratch, "copy.a"), &error));
    assert_non_null(strstr(error.text, "names no file"));
}

static struct plain_words words_of(struct scratch *scratch, const char *line)
{
    struct link_record record = {.folder = scratch->folder};
    struct plain_words words;
    struct error error = {0};
    char *rest = arena_strdup(&scratch->arena, line);
    for (char *word; (word = strsep(&rest, " "));)
        text_list_add(&record.arguments, &scratch->arena, word);
    if (!words_without_bitcode(&scratch->arena, &record, scratch_path(scratch, "copies"), &words,
                               &error))
        fail_msg("%s", error.text);
    return words;
}

static void assert_words(struct scratch *scratch, const char *line, size_t first, size_t last,
                         const char *expected)
{
    struct plain_words words = words_of(scratch, line);
    TEXT_CLEANUP struct text joined = {0};
    text_add(&joined, "");
    for (size_t i = 0; i < words.items.count; i++) {
        const char *word = words.items.items[i], *slash = strrchr(word, '/');
        text_printf(&joined, "%s%s", i ? " " : "", slash ? slash + 1 : word);
    }
    assert_string_equal(joined.bytes, expected);
    if (words.had_bitcode && (words.first != first || words.last != last))
        fail_msg("'%s': %zu, %zu", line, words.first, words.last);
}

static void bitcode_leaves_the_arguments(void **state)
{
    struct scratch *scratch = *state;
    make_archives(scratch);
    scratch_run(scratch,
                "mkdir lib both shared && cp code.a lib/libcode.a && cp other.a lib/libother.a && "
                "cp libboth.a both/ && cp code.a shared/libcode.a && touch shared/libcode.so");
    assert_words(scratch, "-pie x.o code.o -z now code.a y.o", 2, 4, "-pie x.o -z now y.o");
    assert_words(scratch, "-plugin p.so -plugin-opt=O2 -plugin-opt thin x.o", 0, 0, "x.o");
    assert_words(scratch, "x.o -lcode -lother -Llib -lc", 1, 1, "x.o -lother -Llib -lc");
    assert_words(scratch, "x.o -Lshared -Llib -lcode", 0, 0, "x.o -Lshared -Llib -lcode");
    assert_words(scratch, "-Bstatic -Lshared -lcode -Bdynamic", 2, 2,
                 "-Bstatic -Lshared -Bdynamic");
    assert_words(scratch, "-l :libcode.a -L lib x.o", 0, 0, "-L lib x.o");
    // objects that take the place of bitcode are needed, even if only asked for
    assert_words(scratch, "x.o --start-lib y.o code.o --end-lib z.o", 1, 1,
                 "x.o --start-lib y.o --end-lib z.o");
    struct plain_words words = words_of(scratch, "x.o y.o");
    assert_false(words.had_bitcode);
}

static void objects_are_put_between_words(void **state)
{
    struct scratch *scratch = *state;
    struct plain_words words = {0};
    struct text_list objects = {0};
    text_list_add(&words.items, &scratch->arena, "a");
    text_list_add(&words.items, &scratch->arena, "b");
    text_list_add(&objects, &scratch->arena, "1");
    text_list_add(&objects, &scratch->arena, "2");
    struct text_list list = words_with_objects(&scratch->arena, &words, 1, &objects);
    assert_int_equal(list.count, 4);
    assert_string_equal(list.items[1], "1");
    assert_string_equal(list.items[3], "b");
    list = words_with_objects(&scratch->arena, &words, 2, &objects);
    assert_string_equal(list.items[3], "2");
}

int tests_of_bitcode(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(bitcode_is_recognised),
        scratch_test(large_archives_are_read),
        scratch_test(archives_are_copied_without_bitcode),
        scratch_test(bitcode_leaves_the_arguments),
        scratch_test(objects_are_put_between_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
