// Names that GitHub's Markdown would take for marks, tags, links, people or formulas.
#include "testing.h"

#include "report/markdown_literal.h"

static void check(const char *name, const char *expected)
{
    struct arena arena = {0};
    assert_string_equal(markdown_literal(&arena, name), expected);
    arena_release(&arena);
}

static void plain_names_stay(void **state)
{
    (void)state;
    check("", "");
    check("sort n=1000, +3.1 % (10:30)", "sort n=1000, +3.1 % (10:30)");
    check("größe → Ω", "größe → Ω");
}

static void marks_are_escaped(void **state)
{
    (void)state;
    check("a|b `c` *d* _e_ ~f~", "a\\|b \\`c\\` \\*d\\* \\_e\\_ \\~f\\~");
    check("![x](y) <img src=z> &lt;", "!\\[x\\](y) \\<img src=z\\> \\&lt;");
    check("back\\slash", "back\\\\slash");
}

static void formulas_are_dollars(void **state)
{
    (void)state;
    check("CC=$CC $CFLAGS", "CC=$CC $CFLAGS");
    check("$x$ $$y$$", "$x<span>$</span> $$y<span>$</span><span>$</span>");
    check("$(touch pwned)$", "<span>$</span>(touch pwned)<span>$</span>");
}

static void nobody_is_mentioned(void **state)
{
    (void)state;
    check("@user me@x.org @ #", "@&#8203;user me@&#8203;x.org @ \\#");
    check("#12 GH-7 agh-x gh-", "\\#&#8203;12 GH-&#8203;7 agh-&#8203;x gh-");
    check("-1", "-1");
}

static void nothing_is_linked(void **state)
{
    (void)state;
    check("https://x.org www.x.org Www.y", "https\\://x.org www\\.x.org Www\\.y");
    check(".www", ".www");
}

static void what_steers_is_a_question_mark(void **state)
{
    (void)state;
    check("a\033[2Jb\nc", "a?\\[2Jb?c");
    check("a\342\200\256b\342\201\246", "a???b???"); // right-to-left override, isolate
    check("\377", "?");
}

int tests_of_markdown_literal(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_names_stay),     cmocka_unit_test(marks_are_escaped),
        cmocka_unit_test(formulas_are_dollars), cmocka_unit_test(nobody_is_mentioned),
        cmocka_unit_test(nothing_is_linked),    cmocka_unit_test(what_steers_is_a_question_mark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
