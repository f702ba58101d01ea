// Patterns on outputs: long ones are searched in a process of its own, within limits.
#include "testing.h"

#include "base/text.h"
#include "run/matches.h"

#include <dlfcn.h>
#include <errno.h>
#include <regex.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool memory_is_refused;

typedef int searching(const regex_t *, const char *, size_t, regmatch_t *, int);

// In place of libc's regexec(), which says no match when it lacks memory.
searching search_refused __asm__("regexec");

int search_refused(const regex_t *regex, const char *text, size_t count, regmatch_t *found,
                   int flags)
{
    searching *real = (searching *)dlsym(RTLD_NEXT, "regexec");
    if (!memory_is_refused)
        return real(regex, text, count, found, flags);
    errno = ENOMEM;
    return REG_NOMATCH;
}

static const char *find(struct arena *arena, const char *pattern, const struct match_limits *limits,
                        const struct text *output, struct matches *matches)
{
    *matches = (struct matches){0};
    char *copy = arena_strndup(arena, output->bytes, output->length);
    return matches_find(arena, pattern, 2, limits, copy, output->length, matches);
}

static void long_outputs_are_searched(void **state)
{
    enum { LINES = 3000 };
    (void)state;
    struct arena arena = {0};
    TEXT_CLEANUP struct text output = {0};
    struct matches matches;
    for (int i = 0; i < LINES; i++)
        text_printf(&output, "took %d ms, %d.5 ms\n", i, i);
    assert_null(find(&arena, "([0-9.]+) ms", &match_limits, &output, &matches));
    assert_int_equal(matches.count, 2 * LINES);
    for (int i = 0; i < LINES; i++) {
        assert_true(matches.values[2 * (size_t)i] == 2 * i);
        assert_true(matches.values[2 * (size_t)i + 1] == 2 * i + 1);
    }
    assert_string_equal(find(&arena, "(x)", &match_limits, &output, &matches),
                        "no samples: nothing matched '(x)'");
    assert_string_equal(find(&arena, "(took) 7 ", &match_limits, &output, &matches),
                        "sample 1, 'took', is not a finite number");
    arena_release(&arena);
}

static void want_of_memory_is_not_no_match(void **state)
{
    (void)state;
    struct arena arena = {0};
    TEXT_CLEANUP struct text output = {0};
    struct matches matches;
    int status = 0;
    text_add(&output, "took 3 ms\n");
    pid_t child = fork();
    if (child == 0) {
        memory_is_refused = true;
        find(&arena, "took ([0-9]+)", &match_limits, &output, &matches);
        _exit(EXIT_FINE);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), EXIT_FAILED);
    arena_release(&arena);
}

static void slow_patterns_end(void **state)
{
    enum { LINE = 200000 };
    (void)state;
    struct arena arena = {0};
    TEXT_CLEANUP struct text output = {0};
    struct matches matches;
    const struct match_limits brief = {.cpu_s = 1, .bytes = (size_t)1 << 30},
                              small = {.cpu_s = 60, .bytes = (size_t)8 << 20};
    uint32_t drawn = 1;
    for (int i = 0; i < LINE; i++, drawn = drawn * 1664525 + 1013904223)
        text_add(&output, drawn >> 31 ? "a" : "b");
    assert_string_equal(find(&arena, "([ab]*)c", &brief, &output, &matches),
                        "the pattern '([ab]*)c' takes more than 1 s on its output: write a simpler "
                        "one, or print shorter lines");
    assert_string_equal(find(&arena, "(a|b)*a(a|b){500}", &small, &output, &matches),
                        "the pattern '(a|b)*a(a|b){500}' takes too much memory on its output: "
                        "write a simpler one, or print shorter lines");
    arena_release(&arena);
}

int tests_of_matches(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_outputs_are_searched),
        cmocka_unit_test(want_of_memory_is_not_no_match),
        cmocka_unit_test(slow_patterns_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
