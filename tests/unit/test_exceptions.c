// Whether exceptions end up in the same handlers: programs in C++, each compiled and linked here.
#include "scratch.h"

#include "base/text.h"
#include "build/code/function_difference.h"

#include <stdio.h>

static const char *const compilers[] = {
    "g++ -O1",
    "g++ -O1 -no-pie -fno-pie",
    "g++ -O2 -ffunction-sections -fuse-ld=gold",
    "clang++ -O1",
    "clang++ -O1 -fuse-ld=lld -ffunction-sections",
    "g++ -O2 -fuse-ld=mold -ffunction-sections",
};

#define APART "__attribute__((noinline)) "

// A function in front has tables of another length, so that those behind lie and point elsewhere.
static const char front[] = "#include <stdexcept>\n#include <string>\n"
                            "struct A { int x; }; struct B { int x; }; void work(int n);\n"
                            "struct held { std::string s; ~held() { work(-1); } };\n";
static const char unused[] =
    "int unused(int n) { held h; try { work(n); } catch (std::out_of_range &) { return 7; }\n"
    "catch (const char *s) { return *s; } catch (long l) { return l; } return n; }\n";
static const char rest[] = APART
    "int inner(int n) { held h; try { work(n); } catch (CAUGHT) { return 1; } return 0; }\n" APART
    "int outer(int n) { try { return inner(n); } catch (...) { return 2; } }\n" APART
    "int sure(int n) SURE { work(n); return n; }\n" APART
    "void work(int n) { if (n > 3) throw A{n}; if (n > 2) throw std::out_of_range(\"x\"); }\n"
    "int main(int c, char **v) { (void)v; return outer(c) > 9 ? 1 : sure(c); }\n";

struct side {
    const char *caught, *sure;
    bool longer;
};

static const char *built(struct scratch *scratch, const char *compiler, const char *name,
                         const struct side *side)
{
    struct arena *arena = &scratch->arena;
    const char *file =
        scratch_file(scratch, arena_printf(arena, "%s.cc", name),
                     arena_printf(arena, "#define CAUGHT %s\n#define SURE %s\n%s%s%s", side->caught,
                                  side->sure, front, side->longer ? unused : "", rest));
    const char *program = scratch_path(scratch, name);
    const char *line =
        arena_printf(arena, "%s -w -Wl,--emit-relocs %s -o %s", compiler, file, program);
    if (system(line) != 0)
        fail_msg("%s", line);
    return program;
}

static bool can(const char *compiler)
{
    char line[256];
    snprintf(line, sizeof line,
             "echo 'int main(){try{throw 1;}catch(int){}}' | %s -x c++ - -o /dev/null "
             ">/dev/null 2>&1",
             compiler);
    return system(line) == 0;
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
    {{"A &", "", false}, ""},
    {{"A &", "", true}, ""},
    {{"B &", "", false}, " _Z5inneri"},
    {{"B &", "", true}, " _Z5inneri"},
    {{"A &", "noexcept", false}, " _Z4surei"},
};

static void handlers_count_and_their_places_do_not(void **state)
{
    struct scratch *scratch = *state;
    const struct side old = {"A &", "", false};
    size_t ran = 0, wrong = 0;
    for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
        if (!can(compilers[i]))
            continue;
        const char *before = built(scratch, compilers[i], "old", &old);
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++, ran++) {
            const char *after = built(scratch, compilers[i], "new", &cases[k].new),
                       *words = words_of(&scratch->arena, before, after);
            if (text_equal(words, cases[k].words))
                continue;
            print_error("%s, case %zu: '%s' instead of '%s'\n", compilers[i], k, words,
                        cases[k].words);
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
