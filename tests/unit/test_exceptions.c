// Whether exceptions end up in the same handlers: programs in C++, each compiled and linked here.
#include "compiled.h"

#include "build/code/function_difference.h"

#include <stdio.h>

static const struct way ways[] = {
    {"g++ -O1", "g++", false},
    {"g++ -O1 -fno-pie", "g++ -no-pie", false},
    {"g++ -O2 -ffunction-sections", "g++ -fuse-ld=gold", false},
    {"clang++ -O1", "g++", false},
    {"clang++ -O1", "g++ -fuse-ld=lld", false},
    {"g++ -O2 -ffunction-sections", "g++ -fuse-ld=mold", false},
};

#define APART "__attribute__((noinline)) "

// A function in front has tables of another length, so that those behind lie and point elsewhere.
// The largest headers would take most of the time.
static const char front[] = "#include <new>\n"
                            "struct A { int x; }; struct B { int x; }; void work(int n);\n"
                            "struct held { ~held() { work(-1); } };\n";
static const char unused[] =
    "int unused(int n) { held h; try { work(n); } catch (std::bad_alloc &) { return 7; }\n"
    "catch (const char *s) { return *s; } catch (long l) { return l; } return n; }\n";
static const char rest[] = APART
    "int inner(int n) { held h; try { work(n); } catch (CAUGHT) { return 1; } return 0; }\n" APART
    "int outer(int n) { try { return inner(n); } catch (...) { return 2; } }\n" APART
    "int sure(int n) SURE { work(n); return n; }\n" APART
    "void work(int n) { if (n > 3) throw A{n}; if (n > 2) throw std::bad_alloc(); }\n"
    "int main(int c, char **v) { (void)v; return outer(c) > 9 ? 1 : sure(c); }\n";

struct side {
    const char *caught, *sure;
    bool longer;
};

static const char *built(struct scratch *scratch, const struct way *way, const struct side *side)
{
    struct arena *arena = &scratch->arena;
    const char *text =
        arena_printf(arena, "#define CAUGHT %s\n#define SURE %s\n%s%s%s", side->caught, side->sure,
                     front, side->longer ? unused : "", rest);
    const char *object = compiled(scratch, way->compile, "code.cc", text);
    return linked(scratch, arena_printf(arena, "%s -Wl,--emit-relocs %s", way->link, object));
}

// "inner(int)": those that differ, and what was not compared.
static const char *words_of(struct arena *arena, const char *old, const char *new)
{
    struct function_difference difference;
    struct error error = {0};
    if (!function_difference_find(arena, &(struct linked_code){old, ""},
                                  &(struct linked_code){new, ""}, &difference, &error))
        fail_msg("%s", error.text);
    const char *words = "";
    for (size_t i = 0; i < difference.count; i++)
        if (difference.items[i].change <= FUNCTION_DATA)
            words = arena_printf(arena, "%s %s", words, difference.items[i].name);
    return difference.uncompared
               ? arena_printf(arena, "%s; not compared: %s", words, difference.uncompared)
               : words;
}

static const struct {
    struct side new;
    const char *words;
} cases[] = {
    {{"B &", "", true}, " _Z5inneri"},        {{"A &", "", true}, ""},
    {{"A &", "noexcept", true}, " _Z4surei"}, {{"A &", "", false}, ""},
    {{"B &", "", false}, " _Z5inneri"},       {{"A &", "noexcept", false}, " _Z4surei"},
};
// Those by every way; the first tries more, or all.
enum { CASES = sizeof cases / sizeof *cases, BY_ALL = 1, BY_FIRST = 5 };

static void handlers_count_and_their_places_do_not(void **state)
{
    struct scratch *scratch = *state;
    const struct side old = {"A &", "", false};
    size_t ran = 0, wrong = 0;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const struct way *way = &ways[i];
        size_t count = is_thorough() ? CASES : i == 0 ? BY_FIRST : BY_ALL;
        if (!can(way))
            continue;
        const char *before = built(scratch, way, &old);
        for (size_t k = 0; k < count; k++, ran++) {
            const char *after = built(scratch, way, &cases[k].new),
                       *words = words_of(&scratch->arena, before, after);
            if (text_equal(words, cases[k].words))
                continue;
            print_error("%s, %s, case %zu: '%s' instead of '%s'\n", way->compile, way->link, k,
                        words, cases[k].words);
            wrong++;
        }
    }
    if (!ran)
        skip();
    assert_int_equal(wrong, 0);
}

int tests_of_exceptions(void)
{
    const struct CMUnitTest tests[] = {scratch_test(handlers_count_and_their_places_do_not)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
