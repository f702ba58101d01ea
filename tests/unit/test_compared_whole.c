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
    {"a typed function", caller,
     ".text\n.globl spin\n.type spin,%function\nspin:\n" LOOP BACK " ret\n", caller,
     ".text\n.globl spin\n.type spin,%function\nspin:\n" LOOP STEP BACK " ret\n", "differs spin",
     ""},
    {"the same number of bytes", caller, ".text\n.globl spin\nspin:\n" STEP " nop\n ret\n", caller,
     ".text\n.globl spin\nspin:\n" STEP STEP " ret\n", "differs spin", ""},
    {"a part behind a label", caller, ".text\n.globl spin\nspin:\n" STEP "part:\n" STEP " ret\n",
     caller, ".text\n.globl spin\nspin:\n" STEP "part:\n" STEP STEP " ret\n", "differs part", ""},
    {"an alias", caller, ".text\n.globl spin, _spin\n_spin:\nspin:\n" STEP " ret\n", caller,
     ".text\n.globl spin, _spin\n_spin:\nspin:\n" STEP STEP " ret\n", "differs _spin", ""},
    {"a section of its own", caller,
     ".section .text.fast,\"ax\"\n.globl spin\nspin:\n" STEP " ret\n.text\n" STEP " ret\n", caller,
     ".section .text.fast,\"ax\"\n.globl spin\nspin:\n" STEP STEP " ret\n.text\n" STEP " ret\n",
     "differs spin", ""},
    {"what is run through", caller, ".text\n.globl spin\nspin:\n" STEP " nop\nend: ret\n", caller,
     ".text\n.globl spin\nspin:\n" STEP " nop\n nop\nend: ret\n", "differs spin", ""},
    {"code without a symbol", "int main(void) { return 0; }\n", ".text\n" STEP " ret\n",
     "int main(void) { return 0; }\n", ".text\n" STEP STEP " ret\n",
     "differs code without a symbol in '.text'", ""},
    {"a table in code", caller,
     ".text\n.globl spin\nspin:\n" LEAVE "table: .long 1, 2, 3\nend: ret\n", caller,
     ".text\n.globl spin\nspin:\n" LEAVE "table: .long 1, 2, 4\nend: ret\n", "differs table", ""},
    {"a table of assembly",
     "extern int table[]; int main(int c, char **v) { return v ? table[c] : 0; }\n",
     ".section .rodata\n.globl table\ntable: .long 1, 2, 3\nother: .long 4\n",
     "extern int table[]; int main(int c, char **v) { return v ? table[c] : 0; }\n",
     ".section .rodata\n.globl table\ntable: .long 1, 2, 5\nother: .long 4\n",
     "data main; variable table", ""},
    {"the first byte of a constant without a symbol",
     "volatile double x; int main(void) { return x * 1.0000000000000002 > 3; }\n", "",
     "volatile double x; int main(void) { return x * 1.0000000000000004 > 3; }\n", "", "data main",
     ""},
    {"a variable", "int n = 1000; int main(void) { return n++; }\n", "",
     "int n = 2000; int main(void) { return n++; }\n", "", "variable n", ""},
    {"a larger variable", "char n[100]; int main(void) { return *n; }\n", "",
     "char n[200]; int main(void) { return *n; }\n", "", "variable n", ""},
    {"a constant behind a pointer",
     "const char *const w[] = {\"a\", \"b\"}; int main(int c, char **v) { return v ? *w[c] : 0; "
     "}\n",
     "",
     "const char *const w[] = {\"a\", \"c\"}; int main(int c, char **v) { return v ? *w[c] : 0; "
     "}\n",
     "", "variable w", ""},
    {"a pointer to a function",
     "int one(void) { return 1; } int two(void) { return 2; }\n"
     "int (*f)(void) = one; int main(void) { return f(); }\n",
     "",
     "int one(void) { return 1; } int two(void) { return 2; }\n"
     "int (*f)(void) = two; int main(void) { return f(); }\n",
     "", "variable f", ""},
    {"a variable of a thread", "static __thread int n = 1000; int main(void) { return n++; }\n", "",
     "static __thread int n = 2000; int main(void) { return n++; }\n", "", "variable n", ""},
    {"the order of constructors",
     "int x; __attribute__((constructor(101))) void begin(void) { x += 7; }\n"
     "__attribute__((constructor(102))) void go(void) { x *= 7; }\nint main(void) { return x; }\n",
     "",
     "int x; __attribute__((constructor(102))) void begin(void) { x += 7; }\n"
     "__attribute__((constructor(101))) void go(void) { x *= 7; }\nint main(void) { return x; }\n",
     "", "variable .init_array", ""},
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

// How they are compiled and linked here: all by the first, some by the others.
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

static bool is_as_expected(struct scratch *scratch, const struct way *way, const struct pair *pair)
{
    struct arena *arena = &scratch->arena;
    bool position = text_equal(pair->options, "-no-pie");
    const char *code = arena_printf(arena, "%s%s", front, pair->old);
    size_t end = strcspn(pair->options, "|");
    const char *of_old = pair->options[end] ? pair->options + end + 1
                         : position         ? pair->options
                                            : "";
    const char *old = built(scratch, way, pair->old, pair->old_assembly, of_old),
               *moved = built(scratch, way, code, pair->old_assembly, of_old),
               *new = built(scratch, way, pair->new, pair->new_assembly,
                            arena_strndup(arena, pair->options, end));
    const char *none = words_of(arena, old, old), *one = words_of(arena, old, new),
               *only = words_of(arena, old, moved);
    bool good =
        !*none && text_equal(one, pair->words) && text_equal(only, "added even_more; added more");
    if (!good)
        print_error("%s, %s: '%s' with itself, '%s' instead of '%s', '%s' where it moves\n",
                    way->link, pair->name, none, one, pair->words, only);
    return good;
}

static void each_change_is_seen(void **state)
{
    size_t ran = 0, wrong = 0;
    for (size_t way = 0; way < WAYS; way++) {
        bool works = can(&ways[way]);
        for (size_t i = 0; works && i < (way ? (size_t)BY_ALL : sizeof pairs / sizeof *pairs);
             i++, ran++)
            wrong += !is_as_expected(*state, &ways[way], &pairs[i]);
    }
    assert_true(ran > 0);
    assert_int_equal(wrong, 0);
}

int tests_of_compared_whole(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_change_is_seen)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
