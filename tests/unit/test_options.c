// Command-line options: what is read, what is refused, and how it is said.
#include "testing.h"

#include "base/options.h"

#include <stddef.h>
#include <string.h>

struct values {
    bool quiet, quick;
    const char *out, *seed, *format, *files;
    struct text_list set, scans;
};

static const char *const formats[] = {"text", "json", "html", NULL};
static const struct command_option options[] = {
    {"quiet", 'q', NULL, "no notes", OPTION_FIELD(struct values, quiet)},
    {"quick", 'k', NULL, "a smaller run", .alias = "short", OPTION_FIELD(struct values, quick)},
    {"out", 'o', "DIR", "the results' place", OPTION_FIELD(struct values, out)},
    {"seed", 0, "N", "of every choice", OPTION_FIELD(struct values, seed)},
    {"set", 's', "KEY=VALUE", "change it", OPTION_FIELD(struct values, set)},
    {"scan", 'P', "NAME LOW HIGH", "numbers", .more = 2, OPTION_FIELD(struct values, scans)},
    {"format", 'f', "NAME", "one", .choices = formats, OPTION_FIELD(struct values, format)},
    {"files", 0, "LIST", "some", .choices = formats, .several = true,
     OPTION_FIELD(struct values, files)},
    {0},
};

struct parsed {
    struct arena arena;
    struct values values;
    struct text_list words;
    bool ended;
    struct error error;
};

// Parses "run" and the arguments; the last one is NULL.
static bool parse(struct parsed *parsed, const char *const *arguments)
{
    char *argv[20] = {arena_strdup(&parsed->arena, "run")};
    int argc = 1;
    for (; *arguments; arguments++)
        argv[argc++] = arena_strdup(&parsed->arena, *arguments);
    return options_parse(&parsed->arena, options, &parsed->values, argc, argv, &parsed->words,
                         &parsed->ended, &parsed->error);
}

#define PARSE(parsed, ...) parse((parsed), (const char *const[]){__VA_ARGS__, NULL})

static int make(void **state)
{
    static struct parsed parsed;
    parsed = (struct parsed){0};
    *state = &parsed;
    return 0;
}

static int release(void **state)
{
    arena_release(&((struct parsed *)*state)->arena);
    return 0;
}

static void nothing_is_nothing(void **state)
{
    struct parsed *parsed = *state;
    assert_true(parse(parsed, (const char *const[]){NULL}));
    assert_int_equal(parsed->words.count, 0);
    assert_null(parsed->words.items[0]);
    assert_false(parsed->values.quiet || parsed->values.out || parsed->values.set.count);
}

static void options_and_words_in_any_order(void **state)
{
    struct parsed *parsed = *state;
    assert_true(PARSE(parsed, "a.yaml", "--quiet", "--out", "dir", "b.yaml", "--seed=7", "--set",
                      "x=1", "-sy=2", "c.yaml", "-s", "z=a b"));
    assert_true(parsed->values.quiet && !parsed->values.quick);
    assert_string_equal(parsed->values.out, "dir");
    assert_string_equal(parsed->values.seed, "7");
    assert_int_equal(parsed->values.set.count, 3);
    assert_string_equal(parsed->values.set.items[0], "x=1");
    assert_string_equal(parsed->values.set.items[1], "y=2");
    assert_string_equal(parsed->values.set.items[2], "z=a b");
    assert_int_equal(parsed->words.count, 3);
    assert_string_equal(parsed->words.items[0], "a.yaml");
    assert_string_equal(parsed->words.items[1], "b.yaml");
    assert_string_equal(parsed->words.items[2], "c.yaml");
    assert_null(parsed->words.items[3]);
}

static void letters_cluster(void **state)
{
    struct parsed *parsed = *state;
    assert_true(PARSE(parsed, "-qkodir", "x"));
    assert_true(parsed->values.quiet && parsed->values.quick);
    assert_string_equal(parsed->values.out, "dir");
    assert_int_equal(parsed->words.count, 1);
}

static void two_dashes_end_the_options(void **state)
{
    struct parsed *parsed = *state;
    assert_true(PARSE(parsed, "-q", "--", "--quick", "-k", "--"));
    assert_true(parsed->values.quiet && !parsed->values.quick);
    assert_int_equal(parsed->words.count, 3);
    assert_string_equal(parsed->words.items[0], "--quick");
    assert_string_equal(parsed->words.items[2], "--");
    assert_true(parsed->ended);
    assert_true(PARSE(parsed, "a", "-q") && !parsed->ended);
}

static void several_words_follow_an_option(void **state)
{
    struct parsed *parsed = *state;
    assert_true(PARSE(parsed, "a", "-P", "n", "-1", "--3", "b", "--scan=m", "4", "5", "-k"));
    assert_true(parsed->values.quick);
    assert_int_equal(parsed->words.count, 2);
    assert_string_equal(parsed->words.items[1], "b");
    const char *const scans[] = {"n", "-1", "--3", "m", "4", "5"};
    assert_int_equal(parsed->values.scans.count, 6);
    for (int i = 0; i < 6; i++)
        assert_string_equal(parsed->values.scans.items[i], scans[i]);
    assert_false(PARSE(parsed, "-P", "n", "1"));
    assert_string_equal(parsed->error.text, "--scan needs 'NAME LOW HIGH'");
}

static void odd_values_are_values(void **state)
{
    struct parsed *parsed = *state;
    assert_true(PARSE(parsed, "--out=", "--seed", "-1", "-s", "--", "-"));
    assert_string_equal(parsed->values.out, "");
    assert_string_equal(parsed->values.seed, "-1");
    assert_string_equal(parsed->values.set.items[0], "--");
    assert_int_equal(parsed->words.count, 1);
    assert_string_equal(parsed->words.items[0], "-");
}

static void the_last_text_counts(void **state)
{
    struct parsed *parsed = *state;
    assert_true(PARSE(parsed, "--out", "a", "--out", "b"));
    assert_string_equal(parsed->values.out, "b");
}

static void an_alias_is_the_option(void **state)
{
    struct parsed *parsed = *state;
    assert_true(PARSE(parsed, "--short"));
    assert_true(parsed->values.quick);
}

static void choices_are_values(void **state)
{
    struct parsed *parsed = *state;
    assert_true(PARSE(parsed, "-fhtml", "--files", "json,text"));
    assert_string_equal(parsed->values.format, "html");
    assert_string_equal(parsed->values.files, "json,text");
}

static void refusals_name_the_option(void **state)
{
    static const struct {
        const char *arguments[4];
        const char *message;
    } cases[] = {
        {{"--qiuet"}, "unknown option '--qiuet': did you mean '--quiet'?"},
        {{"x", "--sed=5", "y"}, "unknown option '--sed=5': did you mean '--seed'?"},
        {{"--verbose"}, "unknown option '--verbose': --help lists them"},
        {{"-x"}, "unknown option '-x': --help lists them"},
        {{"first", "-qx"}, "unknown option '-x': --help lists them"},
        {{"first", "-xq"}, "unknown option '-x': --help lists them"},
        {{"x", "--out"}, "option '--out' needs a value"},
        {{"-qo"}, "option '--out' needs a value"},
        {{"--quiet=yes"}, "option '--quiet' takes no value"},
        {{"--short=yes"}, "option '--quick' takes no value"},
        {{"--format", "jsn"}, "--format 'jsn': did you mean 'json'?"},
        {{"-f", "pdf"}, "--format 'pdf' is not text, json or html"},
        {{"--format", "text,json"}, "--format 'text,json' is not text, json or html"},
        {{"--files", "text,pdf"},
         "--files 'pdf' is not text, json or html, or several of them, as in 'text,json'"},
        {{"--files", "text,"},
         "--files '' is not text, json or html, or several of them, as in 'text,json'"},
    };
    struct parsed *parsed = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_false(parse(parsed, cases[i].arguments));
        assert_string_equal(parsed->error.text, cases[i].message);
        assert_int_equal(parsed->error.code, EXIT_USAGE);
    }
}

// A refused cluster leaves nothing behind for the next parse.
static void every_parse_begins_anew(void **state)
{
    struct parsed *parsed = *state;
    assert_false(PARSE(parsed, "-xqk"));
    parsed->values = (struct values){0};
    assert_true(PARSE(parsed, "word", "-k"));
    assert_true(parsed->values.quick && !parsed->values.quiet);
    assert_int_equal(parsed->words.count, 1);
}

static void help_shows_letter_and_value(void **state)
{
    (void)state;
    char text[64];
    option_synopsis(&options[2], text);
    assert_string_equal(text, "-o, --out DIR");
    option_synopsis(&options[3], text);
    assert_string_equal(text, "--seed N");
    option_synopsis(&options[0], text);
    assert_string_equal(text, "-q, --quiet");
}

#define parse_test(function) cmocka_unit_test_setup_teardown(function, make, release)

int tests_of_options(void)
{
    const struct CMUnitTest tests[] = {
        parse_test(nothing_is_nothing),
        parse_test(options_and_words_in_any_order),
        parse_test(letters_cluster),
        parse_test(two_dashes_end_the_options),
        parse_test(several_words_follow_an_option),
        parse_test(odd_values_are_values),
        parse_test(the_last_text_counts),
        parse_test(an_alias_is_the_option),
        parse_test(choices_are_values),
        parse_test(refusals_name_the_option),
        parse_test(every_parse_begins_anew),
        cmocka_unit_test(help_shows_letter_and_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
