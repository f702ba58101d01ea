// Code that is generated at the link, generated once.
#include "compiled.h"
#include "two_units.h"

#include "build/linkers/linker.h"
#include "build/lto/lto.h"
#include "build/lto/same_program.h"
#include "build/timing.h"

static const struct {
    const char name, *text;
} parts[] = {
    {'m', "int main(void) { return 0; }\n"},
    {'f', "int f(int x) { return x; }\n"},
    {'g', "int f(int x) { return x * x * x; }\n"},
    {'a', "__attribute__((constructor)) void begin_a(void) {}\n"},
    {'b', "__attribute__((constructor)) void begin_b(void) {}\n"},
};

// Of programs of the parts that begin the words; options follow them.
static const char *difference_by(struct scratch *scratch, const char *kind, const char *one,
                                 const char *two, struct text_list *lacking)
{
    const char *words, *given[] = {one, two}, *programs[2];
    struct error error = {0};
    for (size_t i = 0; i < 2; i++) {
        const char *line = arena_printf(&scratch->arena, "cc %s", kind), *at = given[i];
        for (; *at && *at != ' '; at++)
            for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
                if (parts[k].name == *at)
                    line = arena_printf(
                        &scratch->arena, "%s %s", line,
                        compiled(scratch, arena_printf(&scratch->arena, "cc %s", kind),
                                 arena_printf(&scratch->arena, "%c.c", *at), parts[k].text));
        programs[i] = linked(scratch, arena_printf(&scratch->arena, "%s%s", line, at));
    }
    if (!programs_compare(&scratch->arena, programs[0], programs[1], &words, lacking, &error))
        fail_msg("%s", error.text);
    return words;
}

static const char *difference(struct scratch *scratch, const char *one, const char *two,
                              struct text_list *lacking)
{
    return difference_by(scratch, "", one, two, lacking);
}

static void programs_are_compared(void **state)
{
    struct scratch *scratch = *state;
    struct text_list lacking;
    assert_null(difference(scratch, "mfab", "famb", &lacking));
    assert_string_equal(difference(scratch, "mf", "m", &lacking), "'f'");
    assert_int_equal(lacking.count, 1);
    assert_string_equal(lacking.items[0], "f");
    assert_string_equal(difference(scratch, "mf", "mg", &lacking), "'f'");
    assert_int_equal(lacking.count, 0);
    static const char *const kinds[] = {"", "-pie -fPIE", "-no-pie -fno-pie"}; // one is the default
    for (size_t i = 0; i < 3; i += is_thorough() ? 1 : 2)
        assert_string_equal(difference_by(scratch, kinds[i], "mab", "mba", &lacking),
                            "the order of constructors");
    static const char *const loading[] = {"m -Wl,--no-as-needed -lresolv -lm",
                                          "m -Wl,--no-as-needed -lm -lresolv", "m",
                                          "m -Wl,--as-needed -Wl,-u,puts"};
    for (size_t i = 1; i < 4; i++)
        assert_string_equal(difference(scratch, loading[i - 1], loading[i], &lacking),
                            "the shared libraries, or their symbols");
    if (system(
            "echo 'int main(void) { return 0; }' | cc -m32 -x c - -o /dev/null >/dev/null 2>&1") ==
        0)
        assert_non_null(difference_by(scratch, "-m32", "m", "m", &lacking));
}

static void layouts_take_the_objects_of_gcc(void **state)
{
    struct scratch *scratch = *state;
    static const char *const linkers[] = {"bfd", "gold", "mold"};
    for (size_t i = 0; i < 3; i++) {
        struct build build = two_files(scratch, linkers[i], first_source, second_source);
        struct build_result result;
        if (!is_here(i == 2 ? "mold" : arena_printf(&scratch->arena, "ld.%s", linkers[i])))
            continue;
        text_list_add(&build.target.cflags, &scratch->arena, "-flto");
        prepare(&build);
        assert_int_equal(program_notes(build.program)->count, 0);
        assert_int_equal(program_whole_objects(build.program)->count, 0);
        i == 0 || is_thorough() ? link_two(&build) : link_unit(&build, 0, &result);
        // none is left of the names that the plugin got
        scratch_run(scratch, "test -z \"$(find shop/lto -name '*.ltrans*')\"");
        if (i && !is_thorough())
            continue;
        // the project's own link neither takes nor makes them
        double seconds;
        scratch_run(scratch, "mv shop/lto/objects shop/lto/kept");
        if (!program_time_link(build.program, &seconds, &build.error))
            fail_msg("%s", build.error.text);
        scratch_run(scratch, "test ! -e shop/lto/objects && mv shop/lto/kept shop/lto/objects");
        // a link that generated anew would not need it
        scratch_run(scratch, "rm shop/lto/objects/0.o");
        assert_false(try_link(&build, names, 42, output_path(&build, 2), &result));
    }
}

static void generated_code_is_not_aligned_by_compiling(struct build *build)
{
    struct layout *layouts = program_layouts(build->program, &build->scratch->arena);
    struct build_result result;
    layouts[0].compile_alignment = 32;
    assert_false(
        program_link(build->program, layouts, output_path(build, 0), &result, &build->error));
    assert_non_null(strstr(build->error.text, "set 'mode: link'"));
}

static void layouts_take_the_objects_of_llvm(void **state)
{
    struct scratch *scratch = *state;
    static const char *const kinds[] = {"-flto=full", "-flto=thin"};
    if (!is_here("clang") || !is_here("ld.lld"))
        return;
    for (size_t i = 0; i < (is_thorough() ? 2 : 1); i++) { // tests/toolchains has the other
        struct build build = two_files(scratch, "lld", first_source, second_source);
        struct build_result result;
        build.target.compiler = "clang";
        text_list_add(&build.target.cflags, &scratch->arena, kinds[i]);
        prepare(&build);
        assert_int_equal(program_notes(build.program)->count, 0);
        assert_int_equal(program_whole_objects(build.program)->count, 0);
        generated_code_is_not_aligned_by_compiling(&build);
        scratch_run(scratch, "rm shop/objects/*"); // the bitcode
        is_thorough() ? link_two(&build) : link_unit(&build, 0, &result);
    }
}

// GNU ld takes h() of the first archive for code that it sees only once it is generated.
static void other_programs_are_not_taken(void **state)
{
    struct scratch *scratch = *state;
    struct build build = build_of(scratch);
    char *source = scratch_file(scratch, "empty.c", "int main(void) { return 0; }\n");
    if (!is_here("clang") ||
        system(arena_printf(&scratch->arena, "clang -flto -fuse-ld=bfd -o %s.out %s 2>/dev/null",
                            source, source)) != 0) {
        printf("skipped: clang and GNU ld link no bitcode here\n");
        return;
    }
    scratch_file(scratch, "project/a.c",
                 "int f(int), g(int);\nint main(int c, char **v)\n"
                 "{ (void)v; return f(c) + g(c) == 77 ? 0 : 1; }\n");
    scratch_file(scratch, "project/b.c",
                 "int f(int), h(int);\nint g(int x) { return h(x) + f(x); }\n");
    scratch_file(scratch, "project/fa.c", "int f(int x) { return x + 1; }\n");
    scratch_file(scratch, "project/h1.c", "int h(int x) { return x * 100; }\n");
    scratch_file(scratch, "project/h2.c", "int h(int x) { return 70 + 3 * x / (x * x); }\n");
    build.target.kind = TARGET_PROJECT;
    build.target.directory = scratch_path(scratch, "project");
    build.target.build = "cc -O1 -c fa.c h1.c h2.c && clang -O1 -flto -c a.c b.c && "
                         "ar rc a.a fa.o h1.o && ar rc b.a h2.o && "
                         "clang -flto -fuse-ld=bfd a.o a.a b.o b.a -o p";
    text_list_add(&build.target.command, &scratch->arena, "./p");
    prepare(&build);
    assert_int_equal(program_notes(build.program)->count, 1);
    assert_non_null(strstr(program_notes(build.program)->items[0],
                           "'p': every layout repeats the link-time optimization"));
    scratch_run(scratch, "shop/first");
}

// lld reads the bitcode before the archive that it needs, and adds the generated objects behind
// all: the archive's constructor comes before the program's.
static void constructors_of_archives_keep_their_place(void **state)
{
    struct scratch *scratch = *state;
    struct build build = build_of(scratch);
    if (!is_here("clang") || !is_here("ld.lld"))
        return;
    scratch_file(scratch, "project/a.c",
                 "int b(int), of_archive(int);\nvolatile int x;\n"
                 "__attribute__((constructor)) static void begin_a(void) { x = b(x); }\n"
                 "int main(void) { return of_archive(x) == 8 ? 0 : 1; }\n");
    scratch_file(scratch, "project/b.c",
                 "extern volatile int x;\nint b(int y) { return 4 * y; }\n"
                 "__attribute__((constructor)) static void begin_b(void) { x += 3; }\n");
    scratch_file(scratch, "project/archive.c",
                 "extern volatile int x;\nint of_archive(int y) { return y + 1; }\n"
                 "__attribute__((constructor)) static void begin(void) { x = 1; }\n");
    build.target.kind = TARGET_PROJECT;
    build.target.directory = scratch_path(scratch, "project");
    build.target.build = "cc -O1 -c archive.c && ar rc archive.a archive.o && "
                         "clang -O1 -flto=thin -c a.c b.c && "
                         "clang -flto=thin -fuse-ld=lld a.o b.o archive.a -o p";
    text_list_add(&build.target.command, &scratch->arena, "./p");
    prepare(&build);
    assert_int_equal(program_notes(build.program)->count, 0);
    scratch_run(scratch, "shop/first");
}

// lld 17 and newer take the bitcode of such objects, of whose native code others make programs.
static void fat_objects_are_generated_in_every_link(void **state)
{
    struct scratch *scratch = *state;
    struct capture capture = {.linker = &lld_linker};
    const struct relink relink = {.capture = &capture};
    const struct lto_place place = {.folder = scratch->folder};
    struct error error = {0};
    const char *note;
    text_list_add(&capture.record.arguments, &scratch->arena, "-pie");
    text_list_add(&capture.record.arguments, &scratch->arena, "--fat-lto-objects");
    assert_true(lto_generate(&scratch->arena, &relink, &place, &capture, &note, &error));
    assert_non_null(note);
    assert_non_null(strstr(note, "every layout repeats"));
    assert_non_null(capture.base_refusal);
}

int tests_of_lto(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(programs_are_compared),
        scratch_test(layouts_take_the_objects_of_gcc),
        scratch_test(layouts_take_the_objects_of_llvm),
        scratch_test(other_programs_are_not_taken),
        scratch_test(constructors_of_archives_keep_their_place),
        scratch_test(fat_objects_are_generated_in_every_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
