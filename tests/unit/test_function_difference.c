// Which functions of two programs differ: small programs, each compiled and linked here.
#include "compiled.h"

#include "build/code/function_difference.h"

#include <stdio.h>

// Two files, so that objects can change places.
static const char first[] =
    "static const char greeting[] = \"in all\";\n"
    "int twice(int x) { return 2 * x; }\n"
    "__attribute__((noinline)) static int step(int x) { return x * 7 + 3; }\n"
    "double half(double x) { return x * 0.1; }\n"
    "const char *words(int x) { return x ? \"some words\" : greeting; }\n"
    "int loop(int n) { int s = 0; for (int i = 0; i < n; i++) s += step(s ^ "
    "i); return s; }\n";
static const char second[] =
    "int twice(int); int loop(int); double half(double); const char *words(int);\n"
    "__attribute__((noinline)) int choose(int x) { switch (x) { case 0: return twice(5); case 1: "
    "return loop(3); case 2:\n"
    "return 17; case 3: return (int)half(8); case 4: return *words(1); case 5: return 99; }\n"
    "return -x; }\n"
    "int main(int c, char **v) { (void)v; return choose(c) + loop(c); }\n";

// How programs are compiled and linked here. Where functions begin anywhere, padding of loops in
// them differs when they move: by 32, as gcc aligns loops for AArch64.
static const struct way ways[] = {
    {"gcc -O2 -falign-functions=32", "gcc", true},
    {"gcc -O2 -ffunction-sections", "gcc", true},
    {"gcc -O2 -falign-functions=32 -fno-pie", "gcc -no-pie", true},
    // so much debug information that its offsets reach the addresses of code
    {"gcc -O0 -g3 -include stdio.h -include stdlib.h -include unistd.h", "gcc", true},
    {"clang -O2", "gcc", false},
    {"clang -O2 -ffunction-sections", "gcc -fuse-ld=lld", false},
    {"gcc -O2 -ffunction-sections", "gcc -fuse-ld=gold", false},
    {"gcc -O2 -ffunction-sections", "gcc -fuse-ld=mold", false},
    // which removes and inlines functions
    {"gcc -O2 -flto -falign-functions=32", "gcc -O2 -flto -falign-functions=32", false},
};
enum { WHOLE = sizeof ways / sizeof *ways - 1 }; // those before

struct sources {
    const char *first, *second;
    bool second_first; // in the link
    const char *unit; // behind the files' names, as rustc names the units of a crate; NULL: nothing
};

static bool is_able(const struct way *way)
{
    static enum { UNTRIED, ABLE, UNABLE } known[sizeof ways / sizeof *ways];
    if (known[way - ways] == UNTRIED)
        known[way - ways] = can(way) ? ABLE : UNABLE;
    return known[way - ways] == ABLE;
}

static const char *built(struct scratch *scratch, const struct way *way,
                         const struct sources *sources)
{
    struct arena *arena = &scratch->arena;
    const char *unit = sources->unit ? sources->unit : "";
    const char *one =
        compiled(scratch, way->compile, arena_printf(arena, "first%s.c", unit), sources->first);
    const char *other =
        compiled(scratch, way->compile, arena_printf(arena, "second%s.c", unit), sources->second);
    return linked(scratch, arena_printf(arena, "%s -Wl,--emit-relocs %s %s", way->link,
                                        sources->second_first ? other : one,
                                        sources->second_first ? one : other));
}

static char *edited(struct scratch *scratch, const char *text, const char *old, const char *new)
{
    const char *at = strstr(text, old);
    assert_non_null(at);
    return arena_printf(&scratch->arena, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
}

static const struct sources plain = {first, second, false, NULL};

static struct function_difference difference_of(struct scratch *scratch, const struct way *way,
                                                const struct sources *old,
                                                const struct sources *new)
{
    struct function_difference difference;
    struct error error = {0};
    struct linked_code one = {built(scratch, way, old), ""}, other = {built(scratch, way, new), ""};
    if (!function_difference_find(&scratch->arena, &one, &other, &difference, &error))
        fail_msg("%s", error.text);
    return difference;
}

// "differs loop; added unused": all but what moved.
static const char *words_of(struct scratch *scratch, const struct function_difference *difference)
{
    static const char *const names[] = {
        [FUNCTION_DIFFERS] = "differs", [FUNCTION_DATA] = "data",       [FUNCTION_ADDED] = "added",
        [FUNCTION_REMOVED] = "removed", [FUNCTION_RENAMED] = "renamed", [FUNCTION_MOVED] = "moved"};
    const char *words = "";
    for (size_t i = 0; i < difference->count; i++) {
        const struct changed_function *function = &difference->items[i];
        if (function->change == FUNCTION_MOVED)
            continue;
        words = arena_printf(&scratch->arena, "%s%s%s %s", words, *words ? "; " : "",
                             names[function->change], function->name);
        if (!text_equal(function->name, function->new_name))
            words = arena_printf(&scratch->arena, "%s to %s", words, function->new_name);
    }
    return words;
}

static size_t turn;

static int take_turn(void **state)
{
    (void)state;
    turn++;
    return 0;
}

#define IN_TURN(function) cmocka_unit_test_setup(function, take_turn)

// In one way that works here, another for each test; in all, where everything is to be tried.
static void expect_from(void **state, const struct sources *old, const struct sources *new,
                        const char *words)
{
    size_t ran = 0, most = is_thorough() ? SIZE_MAX : 1;
    for (size_t i = 0; i < WHOLE && ran < most; i++) {
        const struct way *way = &ways[(turn + i) % WHOLE];
        if (!is_able(way))
            continue;
        struct function_difference difference = difference_of(*state, way, old, new);
        const char *found = words_of(*state, &difference);
        if (!text_equal(found, words))
            fail_msg("%s, %s: '%s' instead of '%s'", way->compile, way->link, found, words);
        ran++;
    }
    assert_true(ran > 0);
}

static void expect(void **state, const struct sources *new, const char *words)
{
    expect_from(state, &plain, new, words);
}

static void the_same_sources_have_the_same_functions(void **state)
{
    struct scratch *scratch = *state;
    const struct sources again = {arena_printf(&scratch->arena, "\n%s", first), second, false,
                                  NULL};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        // What an empty line changes is in debug information.
        if (!is_able(&ways[i]) || (!is_thorough() && !strstr(ways[i].compile, "-g")))
            continue;
        struct function_difference difference = difference_of(scratch, &ways[i], &plain, &again);
        assert_int_equal(difference.count, 0);
        assert_true(difference.same >= 1);
    }
}

static void an_unused_function_is_added_and_moves_others(void **state)
{
    struct scratch *scratch = *state;
    const char *text = edited(
        scratch, first, "int twice",
        "int unused(int x) { for (int i = 0; i < x; i++) x ^= i * 77; return x; }\nint twice");
    struct sources new = {text, second, false, NULL};
    expect(state, &new, "added unused");
    struct function_difference difference = difference_of(scratch, &ways[0], &plain, &new);
    assert_true(difference.of[FUNCTION_MOVED] >= 5);
}

// In all ways; the code of a link may be the same.
static void reordered_objects_only_move(void **state)
{
    const struct sources new = {first, second, true, NULL};
    for (size_t i = 0; i < WHOLE; i++) {
        if (!is_able(&ways[i]))
            continue;
        struct function_difference difference = difference_of(*state, &ways[i], &plain, &new);
        assert_string_equal(words_of(*state, &difference), "");
        assert_true(difference.of[FUNCTION_MOVED] >= 1);
        assert_true(difference.same >= 1);
    }
}

static void a_renamed_function_keeps_its_code(void **state)
{
    struct scratch *scratch = *state;
    char *text = edited(scratch, first, "int step(int x)", "int stride(int x)");
    struct sources new = {edited(scratch, text, "step(s ^", "stride(s ^"), second, false, NULL};
    expect(state, &new, "renamed step to stride");
    text = edited(scratch, first, "int twice", "int double_of");
    char *caller = edited(scratch, second, "int twice", "int double_of");
    new = (struct sources){text, edited(scratch, caller, "return twice", "return double_of"), false,
                           NULL};
    expect(state, &new, "renamed twice to double_of");
}

static void a_number_in_the_code_differs(void **state)
{
    struct scratch *scratch = *state;
    struct sources new = {edited(scratch, first, "x * 7 + 3", "x * 7 + 4"), second, false, NULL};
    expect(state, &new, "differs step");
}

static void a_constant_in_memory_differs(void **state)
{
    struct scratch *scratch = *state;
    struct sources new = {edited(scratch, first, "0.1", "0.2"), second, false, NULL};
    expect(state, &new, "data half");
}

static void a_string_differs(void **state)
{
    struct scratch *scratch = *state;
    struct sources new = {edited(scratch, first, "some words", "other words, more of them"), second,
                          false, NULL};
    expect(state, &new, "data words");
    // a string in front moves the others
    new = (struct sources){
        edited(scratch, first, "static const",
               "const char *more(void) { return \"a string in front of the others\"; }\nstatic "
               "const"),
        second, false, NULL};
    expect(state, &new, "added more");
}

static void a_call_of_another_function_differs(void **state)
{
    struct scratch *scratch = *state;
    const char *text = edited(scratch, second, "return twice(5)", "return loop(5)");
    struct sources new = {first, text, false, NULL};
    expect(state, &new, "differs choose");
}

// Both units have a copy of `step`, which their names tell apart by numbers.
static char *unit_with_copy(struct scratch *scratch, const char *function, const char *number,
                            const char *rest)
{
    return arena_printf(&scratch->arena,
                        "static int step(int) __asm__(\"_ZN4stepE.llvm.%s\");\n"
                        "__attribute__((noinline)) static int step(int x) "
                        "{ return x > 9 ? step(x / 7) * step(x / 9) + 3 : x; }\n"
                        "int %s(int x) { return step(x) ^ 5; }\n%s",
                        number, function, rest);
}

static void copies_of_a_function_stand_for_each_other(void **state)
{
    struct scratch *scratch = *state;
    const char *rest =
        "int one(int);\nint main(int c, char **v) { (void)v; return one(c) + two(c); }\n";
    struct sources old = {unit_with_copy(scratch, "one", "11", ""),
                          unit_with_copy(scratch, "two", "22", rest), false, "-cgu.0"},
                   new = {unit_with_copy(scratch, "one", "44", ""),
                          unit_with_copy(scratch, "two", "33", rest), true, "-cgu.1"};
    expect_from(state, &old, &new, "");
    struct sources other = {edited(scratch, new.first, "+ 3", "+ 4"),
                            edited(scratch, new.second, "+ 3", "+ 4"), true, "-cgu.1"};
    struct function_difference difference = difference_of(scratch, &ways[1], &old, &other);
    assert_int_equal(difference.of[FUNCTION_DIFFERS], 5); // both copies, and what calls them
}

// Where only numbers tell two functions of a name and a size apart, and a number is that of the
// other function in the new program.
static void functions_of_a_name_are_told_by_their_code(void **state)
{
    struct scratch *scratch = *state;
    const char *rest =
        "int one(int);\nint main(int c, char **v) { (void)v; return one(c) + two(c); }\n";
    const char *numbers[][2] = {{"44", "33"}, {"22", "33"}, {"22", "11"}};
    char *second_of_old = unit_with_copy(scratch, "two", "22", rest);
    struct sources old = {unit_with_copy(scratch, "one", "11", ""),
                          edited(scratch, second_of_old, "+ 3", "+ 4"), false, "-cgu.0"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char *second_of_new = unit_with_copy(scratch, "two", numbers[i][1], rest);
        struct sources new = {unit_with_copy(scratch, "one", numbers[i][0], ""),
                              edited(scratch, second_of_new, "+ 3", "+ 4"), false, "-cgu.0"};
        expect_from(state, &old, &new, "");
    }
}

// LLVM names constants by the hash of their module, and a number that changes with those before.
static void anonymous_constants_are_told_by_their_content(void **state)
{
    struct scratch *scratch = *state;
#define NAMED(name, number, values)                                                                \
    "static const int " name "[4] __asm__(\"anon.0123456789abcdef0123456789abcdef." number         \
    "\");\n"                                                                                       \
    "__attribute__((used, section(\".rodata." name "\"))) static const int " name "[4] = {" values \
    "};\n"
    static const char users[] = "int odd(int x) { return odds[x & 3]; }\n"
                                "int even(int x) { return evens[x & 3]; }\n",
                      caller[] =
                          "int odd(int), even(int);\n"
                          "int main(int c, char **v) { (void)v; return odd(c) + even(c); }\n";
    const char *before = NAMED("odds", "1", "3, 5, 7, 9") NAMED("evens", "2", "2, 4, 6, 8"),
               *after = NAMED("ones", "1", "1, 1, 1, 1") NAMED("odds", "2", "3, 5, 7, 9")
                   NAMED("evens", "3", "2, 4, 6, 8");
#undef NAMED
    struct sources old = {arena_printf(&scratch->arena, "%s%s", before, users), caller, false,
                          NULL},
                   new = {arena_printf(&scratch->arena, "%s%s", after, users), caller, false, NULL},
                   other = {edited(scratch, new.first, "9}", "8}"), caller, false, NULL};
    expect_from(state, &old, &new, "");
    expect_from(state, &old, &other, "data odd");
}

static void a_case_more_differs(void **state)
{
    struct scratch *scratch = *state;
    const char *text = edited(scratch, second, "case 5:", "case 6:");
    struct sources new = {first, text, false, NULL};
    struct function_difference difference = difference_of(scratch, &ways[1], &plain, &new);
    assert_int_equal(difference.of[FUNCTION_DIFFERS], 1);
    assert_string_equal(difference.items[0].name, "choose");
}

static void code_of_the_link_is_compared(void **state)
{
    struct scratch *scratch = *state;
    const struct way *lto = &ways[WHOLE];
    if (!is_able(lto))
        skip();
    struct sources new = {edited(scratch, first, "x * 7 + 3", "x * 9 + 4"), second, false, NULL};
    struct function_difference difference = difference_of(scratch, lto, &plain, &new);
    assert_true(difference.of[FUNCTION_DIFFERS] >= 1);
    new = (struct sources){first, second, true, NULL};
    difference = difference_of(scratch, lto, &plain, &new);
    assert_int_equal(difference.of[FUNCTION_DIFFERS], 0);
}

static void what_is_no_program_is_an_error(void **state)
{
    struct scratch *scratch = *state;
    struct function_difference difference;
    struct error error;
    struct linked_code text = {scratch_file(scratch, "text", "no program"), ""},
                       none = {scratch_path(scratch, "none"), ""};
    assert_false(function_difference_find(&scratch->arena, &text, &text, &difference, &error));
    assert_string_equal(scratch_words(scratch, &error), "'@/text' has no symbol table");
    assert_false(function_difference_find(&scratch->arena, &none, &none, &difference, &error));
    assert_string_equal(scratch_words(scratch, &error),
                        "cannot read '@/none': No such file or directory");
}

int tests_of_function_difference(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_sources_have_the_same_functions),
        cmocka_unit_test(reordered_objects_only_move),
        IN_TURN(copies_of_a_function_stand_for_each_other),
        IN_TURN(functions_of_a_name_are_told_by_their_code),
        IN_TURN(a_renamed_function_keeps_its_code),
        IN_TURN(a_number_in_the_code_differs),
        IN_TURN(a_constant_in_memory_differs),
        IN_TURN(a_string_differs),
        IN_TURN(a_call_of_another_function_differs),
        IN_TURN(an_unused_function_is_added_and_moves_others),
        IN_TURN(anonymous_constants_are_told_by_their_content),
        cmocka_unit_test(a_case_more_differs),
        cmocka_unit_test(code_of_the_link_is_compared),
        cmocka_unit_test(what_is_no_program_is_an_error),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
