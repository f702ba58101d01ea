// What of two programs is compared beside functions that compilers describe: code whose symbols
// have no size or that has none, data, and what runs without being called by name.
#include "compiled.h"

#include "build/code/function_difference.h"

#include <stdio.h>

#ifdef __aarch64__
#define STEP " add w0, w0, #1\n"
#define BACK " b.ne 1b\n"
#define LOOP " mov w1, #9\n1: subs w1, w1, #1\n"
#define LEAVE " b end\n"
#else
#define STEP " inc %eax\n"
#define BACK " jnz 1b\n"
#define LOOP " mov $9, %ecx\n1: dec %ecx\n"
#define LEAVE " jmp end\n"
#endif
#define STACK ".section .note.GNU-stack,\"\",%progbits\n"

// Functions in front, which move all others but are the same on both sides.
static const char front[] =
    "int more(int x) { return x * 77 - 3; }\n"
    "int even_more(int x) { for (int i = 0; i < x; i++) x ^= i * 3; return x; }\n";
static const char caller[] = "int spin(void); int main(void) { return spin(); }\n";

// Code whose symbols have no size, or that has none, and tables: a typed function, as many bytes
// as before, a part behind a label, an alias, what is run through, numbers between code.
static const char of_assembly[] =
    "int typed(void), same(void), labelled(void), alias(void), run(void), leave(void);\n"
    "extern int constants[]; int main(int c, char **v) { return typed() + same() + labelled() +\n"
    "alias() + run() + leave() + (v ? constants[c] : 0); }\n";
#define ASSEMBLY(more, other, behind, at_alias, through, number, constant)                         \
    ".text\n" more STEP " ret\n.globl typed, same, labelled, alias, _alias, run, leave\n"          \
    ".type typed,%function\ntyped:\n" LOOP more BACK " ret\n"                                      \
    "same:\n" STEP other " ret\n"                                                                  \
    "labelled:\n" STEP "part:\n" STEP behind " ret\n"                                              \
    "_alias:\nalias:\n" at_alias STEP " ret\n"                                                     \
    "run:\n" STEP through " nop\nran: ret\n"                                                       \
    "leave:\n" LEAVE "table: .long 1, 2, " number "\nend: ret\n"                                   \
    ".section .rodata\n.globl constants\nconstants: .long 1, 2, " constant "\nothers: .long 4\n"

// The first byte of a constant without a symbol, variables, what they point at, and of a thread,
// and the order of constructors.
#define DATA(digit, number, size, letter, function, of_thread, first, second)                      \
    "volatile double x; int scaled(void) { return x * 1.000000000000000" digit " > 3; }\n"         \
    "int n = " number "; char larger[" size "]; static __thread int local = " of_thread ";\n"      \
    "const char *const w[] = {\"a\", \"" letter "\"};\n"                                           \
    "int one(void) { return 1; } int two(void) { return 2; } int (*f)(void) = " function ";\n"     \
    "int y; __attribute__((constructor(10" first "))) void begin(void) { y += 7; }\n"              \
    "__attribute__((constructor(10" second "))) void go(void) { y *= 7; }\n"                       \
    "int main(int c, char **v) { return v ? *w[c] + scaled() + f() + y + *larger + n++ + local++ " \
    ": 0; }\n"

// A pair of programs, each of a file of C and one of assembly ("": none).
static const struct pair {
    const char *name;
    const char *old, *old_assembly, *new, *new_assembly;
    const char *words;
    const char *options; // of the new link; behind "|" those of the old one
} pairs[] = {
    {"a function", caller, ".text\n.globl spin\nspin:\n" LOOP BACK " ret\n", caller,
     ".text\n.globl spin\nspin:\n" LOOP STEP BACK " ret\n", "differs spin", ""},
    {"code without a symbol on one side", "int main(void) { return 0; }\n", "",
     "int main(void) { return 0; }\n", ".section fast,\"ax\"\n" STEP STEP STEP STEP " ret\n",
     "not compared: # bytes of code without a symbol in 'fast'", ""},
    {"a constructor more", "int main(void) { return 0; }\n", "",
     "volatile int x; __attribute__((constructor)) void begin(void) { x = 7; }\n"
     "int main(void) { return 0; }\n",
     "", "variable .init_array; added begin", ""},
    {"a set of the linker",
     "#define IN __attribute__((used, section(\"parts\")))\nextern int __start_parts[];\n"
     "IN int one = 1; IN int two = 2; int main(void) { return *__start_parts; }\n",
     "",
     "#define IN __attribute__((used, section(\"parts\")))\nextern int __start_parts[];\n"
     "IN int two = 2; IN int one = 1; int main(void) { return *__start_parts; }\n",
     "", "variable parts", ""},
    {"a section of its own", caller,
     ".section .text.fast,\"ax\"\n.globl spin\nspin:\n" STEP " ret\n.text\n" STEP " ret\n", caller,
     ".section .text.fast,\"ax\"\n.globl spin\nspin:\n" STEP STEP " ret\n.text\n" STEP " ret\n",
     "differs spin", ""},
    {"assembly", of_assembly, ASSEMBLY("", " nop\n", "", "", "", "3", "3"), of_assembly,
     ASSEMBLY(STEP, STEP, STEP, STEP, " nop\n", "4", "5"),
     "data main; differs _alias; differs code without a symbol in '.text'; differs part; "
     "differs run; differs same; differs table; differs typed; variable constants",
     ""},
    {"data", DATA("2", "1000", "100", "b", "one", "1000", "1", "2"), "",
     DATA("4", "2000", "200", "c", "two", "2000", "2", "1"), "",
     "data scaled; variable .init_array; variable f; variable larger; variable local; "
     "variable n; variable w",
     ""},
    {"an absolute symbol", "extern char count[]; long main(void) { return (long)count; }\n",
     ".globl count\ncount = 100\n",
     "extern char count[]; long main(void) { return (long)count; }\n",
     ".globl count\ncount = 200\n", "differs main", "-no-pie"},
    {"a function in place of a library's",
     "#include <stdlib.h>\nint main(void) { return !getenv(\"HOME\"); }\n", "",
     "#include <stdlib.h>\nint main(void) { return !getenv(\"HOME\"); }\n"
     "void *malloc(size_t n) { static char s[99999], *e = s; return e += n; }\n",
     "", "added malloc; not compared: what calls 'malloc', which shared libraries may do", ""},
    {"a library more", "int main(void) { return 0; }\n", "", "int main(void) { return 0; }\n", "",
     "not compared: 'libm.so.6', which only one side loads", "-Wl,--no-as-needed -lm"},
    {"the order of libraries", "int main(void) { return 0; }\n", "",
     "int main(void) { return 0; }\n", "",
     "not compared: the order in which libraries are loaded, which differs",
     "-Wl,--no-as-needed -lc -lm|-Wl,--no-as-needed -lm -lc"},
    {"where libraries are searched", "int main(void) { return 0; }\n", "",
     "int main(void) { return 0; }\n", "",
     "not compared: where libraries are searched, which differs", "-Wl,-rpath,/some"},
    {"how it is loaded", "int main(void) { return 0; }\n", "", "int main(void) { return 0; }\n", "",
     "not compared: how the program is loaded, which differs", "-Wl,-z,now|-Wl,-z,lazy"},
    {"where it begins", caller, ".text\n.globl spin\nspin:\n" STEP " ret\n", caller,
     ".text\n.globl spin\nspin:\n" STEP " ret\n",
     "not compared: where the program begins, which differs", "-Wl,-e,spin"},
#ifdef __x86_64__
    {"the version of an import",
     "char *realpath(const char *, char *); __asm__(\".symver realpath, realpath@GLIBC_2.2.5\");\n"
     "int main(int c, char **v) { return !realpath(v[0], v[c]); }\n",
     "",
     "char *realpath(const char *, char *);\n"
     "int main(int c, char **v) { return !realpath(v[0], v[c]); }\n",
     "", "not compared: imports of 'main', whose versions differ", ""},
#endif
};

// How they are compiled and linked here: all by the first, those in front by the others.
static const struct way ways[] = {
    {"gcc -O1 -fno-toplevel-reorder", "gcc", true},
    {"clang -O1", "gcc -fuse-ld=lld", false},
    {"gcc -O1 -fno-toplevel-reorder", "gcc -fuse-ld=gold", false},
    {"gcc -O1 -fno-toplevel-reorder", "gcc -fuse-ld=mold", false},
};
enum { WAYS = sizeof ways / sizeof *ways, BY_ALL = 4 };

static const char *built(struct scratch *scratch, const struct way *way, const char *code,
                         const char *assembly, const char *options)
{
    const char *c = compiled(scratch, way->compile, "code.c", code);
    const char *s = *assembly ? compiled(scratch, "gcc", "code.s",
                                         arena_printf(&scratch->arena, "%s%s", assembly, STACK))
                              : "";
    return linked(scratch, arena_printf(&scratch->arena, "%s -Wl,--emit-relocs %s %s %s", way->link,
                                        c, s, options));
}

// How many bytes depends on the processor.
static const char *without_number(struct arena *arena, const char *words)
{
    size_t digits = strspn(words, "0123456789");
    return digits ? arena_printf(arena, "#%s", words + digits) : words;
}

// "differs loop; added unused; not compared: …": all but what moved.
static const char *words_of(struct arena *arena, const char *old, const char *new)
{
    static const char *const names[] = {"differs", "data",    "variable", "added",
                                        "removed", "renamed", NULL};
    struct function_difference difference;
    struct error error = {0};
    if (!function_difference_find(arena, &(struct linked_code){old, ""},
                                  &(struct linked_code){new, ""}, &difference, &error))
        fail_msg("%s", error.text);
    const char *words = "";
    for (size_t i = 0; i < difference.count; i++)
        if (difference.items[i].change != FUNCTION_MOVED)
            words = arena_printf(arena, "%s%s%s %s", words, *words ? "; " : "",
                                 names[difference.items[i].change], difference.items[i].name);
    if (difference.uncompared)
        words = arena_printf(arena, "%s%snot compared: %s", words, *words ? "; " : "",
                             without_number(arena, difference.uncompared));
    return words;
}

static int by_text(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

// Without the functions in front where they have moved the others; NULL if they are not added.
static const char *sorted(struct arena *arena, const char *words, bool moved)
{
    char *items[16] = {NULL}, *rest = NULL;
    size_t count = 0, in_front = 0;
    for (char *item = strtok_r(arena_strdup(arena, words), ";", &rest); item;
         item = strtok_r(NULL, ";", &rest)) {
        item += strspn(item, " ");
        if (moved && (text_equal(item, "added more") || text_equal(item, "added even_more")))
            in_front++;
        else if (count < sizeof items / sizeof *items)
            items[count++] = item;
    }
    qsort(items, count, sizeof *items, by_text);
    const char *text = "";
    for (size_t i = 0; i < count; i++)
        text = arena_printf(arena, "%s%s%s", text, i ? "; " : "", items[i]);
    return moved && in_front != 2 ? NULL : text;
}

// Changes whose order depends on their sizes, which the processor decides.
static bool is_several(const char *words)
{
    size_t count = 0;
    for (; *words; words++)
        count += *words == ';';
    return count > 2;
}

// `first`: by the first way, which tries a change where nothing else moves, and a move alone where
// much may be taken for a change.
static bool is_as_expected(struct scratch *scratch, const struct way *way, const struct pair *pair,
                           bool first)
{
    struct arena *arena = &scratch->arena;
    bool position = text_equal(pair->options, "-no-pie"), moves = first && is_several(pair->words);
    const char *more = first && !is_thorough() ? "" : front;
    size_t end = strcspn(pair->options, "|");
    const char *of_old = pair->options[end] ? pair->options + end + 1
                         : position         ? pair->options
                                            : "";
    const char *of_new = arena_strndup(arena, pair->options, end);
    const char *old = built(scratch, way, pair->old, pair->old_assembly, of_old);
    const char *none = words_of(arena, old, old), *expected = sorted(arena, pair->words, false),
               *one = pair->words, *both = expected, *only = "";
    if (first)
        one = words_of(arena, old, built(scratch, way, pair->new, pair->new_assembly, of_new));
    if (is_several(pair->words))
        one = sorted(arena, one, false);
    if (*more)
        both = sorted(arena,
                      words_of(arena, old,
                               built(scratch, way, arena_printf(arena, "%s%s", front, pair->new),
                                     pair->new_assembly, of_new)),
                      true);
    if (moves || is_thorough())
        only = sorted(arena,
                      words_of(arena, old,
                               built(scratch, way, arena_printf(arena, "%s%s", front, pair->old),
                                     pair->old_assembly, of_old)),
                      true);
    bool good = !*none && text_equal(one, pair->words) && both && text_equal(both, expected) &&
                only && !*only;
    if (!good)
        print_error("%s, %s: '%s' with itself, '%s' or moved '%s' instead of '%s', '%s' where it "
                    "moves\n",
                    way->link, pair->name, none, one, both ? both : "nothing added", pair->words,
                    only ? only : "nothing added");
    return good;
}

static void each_change_is_seen(void **state)
{
    size_t ran = 0, wrong = 0;
    for (size_t way = 0; way < WAYS; way++) {
        bool works = can(&ways[way]);
        for (size_t i = 0; works && i < (way ? (size_t)BY_ALL : sizeof pairs / sizeof *pairs);
             i++, ran++)
            wrong += !is_as_expected(*state, &ways[way], &pairs[i], way == 0);
    }
    assert_true(ran > 0);
    assert_int_equal(wrong, 0);
}

int tests_of_compared_whole(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_change_is_seen)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
