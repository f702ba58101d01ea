// Functions of builds that do not split them.
#include "two_units.h"

#include "build/capture/link_arguments.h"
#include "build/probe.h"

// Of the build, and that a layout of it can be linked.
static size_t whole_objects_of(struct scratch *scratch, const char *line, bool linked)
{
    struct build build = build_of(scratch);
    scratch_file(scratch, "project/1.c", first_source);
    scratch_file(scratch, "project/2.c", second_source);
    scratch_file(scratch, "project/empty.s", "");
    scratch_file(scratch, "project/own.cfg", "-DOWN\n");
    build.target.kind = TARGET_PROJECT;
    build.target.directory = scratch_path(scratch, "project");
    build.target.build = line;
    text_list_add(&build.target.command, &scratch->arena, "./p");
    struct build_result result;
    prepare(&build);
    if (linked)
        link_unit(&build, 0, &result);
    return program_whole_objects(build.program)->count;
}

static size_t whole_objects(struct scratch *scratch, const char *line)
{
    return whole_objects_of(scratch, line, is_thorough());
}

static void functions_are_split_without_flags(void **state)
{
    struct scratch *scratch = *state;
    static const char *const lines[] = {
        "gcc -O1 -flto 1.c 2.c -o p", "gcc -O1 -E 1.c -o 1.i && gcc -O1 1.i 2.c -o p",
        "gcc -O1 -Werror -c -x assembler empty.s -o 0.o && gcc -O1 0.o -x c -std=c11 1.c 2.c -o p"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (whole_objects_of(scratch, lines[i],
                             i == 1 || is_thorough())) // test_lto.c links the first
            fail_msg("'%s' leaves objects whole", lines[i]);
    assert_int_equal(whole_objects(scratch, "gcc -O1 -fno-function-sections 1.c 2.c -o p"), 1);
}

static void functions_of_fortran_are_split(void **state)
{
    struct scratch *scratch = *state;
    if (!is_here("gfortran"))
        return;
    scratch_file(scratch, "project/f.f90",
                 "integer function one(x) bind(c)\n"
                 "  use iso_c_binding\n  integer(c_int), value :: x\n  one = x + 1\n"
                 "end function\n"
                 "integer function two(x) bind(c)\n"
                 "  use iso_c_binding\n  integer(c_int), value :: x\n  two = x * 7\n"
                 "end function\n");
    scratch_file(scratch, "project/3.c",
                 "#include <stdio.h>\nint one(int), two(int);\n"
                 "int main(void) { printf(\"%d\\n\", one(1) + two(6)); return 0; }\n");
    assert_int_equal(
        whole_objects_of(scratch, "gfortran -O1 -c f.f90 && gcc -O1 3.c f.o -o p", true), 0);
}

static void scripts_that_place_text_alone_are_told(void **state)
{
    (void)state;
    assert_true(script_has_text_alone(".text : { *(.text.*_unlikely .text.hot.*) *(.text) }"));
    assert_false(script_has_text_alone(".text : { *(.text .text.*) }"));
    assert_false(script_has_text_alone(".text:{KEEP(*(SORT(.text*)))}"));
    assert_false(script_has_text_alone("*(.text2) *(.data)"));
}

// The functions of a program that has a script of its own, and of which nothing is moved.
static void scripts_of_the_project_are_noted(void **state)
{
    struct scratch *scratch = *state;
    static const char *const options[] = {"", "-fno-function-sections "};
    if (!is_here("ld.bfd"))
        return;
    scratch_file(scratch, "project/1.c", first_source);
    scratch_file(scratch, "project/2.c", second_source);
    for (size_t i = 0; i < 2; i++) {
        struct build build = build_of(scratch);
        build.target.kind = TARGET_PROJECT;
        build.target.directory = scratch_path(scratch, "project");
        build.target.build =
            arena_printf(&scratch->arena,
                         "ld.bfd --verbose | sed -n \"/^====/,/^====/{/^====/!p}\" | "
                         "sed \"s/\\.text \\.stub \\.text\\.\\*/.text .stub/\" >own.ld && "
                         "gcc -O1 -fuse-ld=bfd -no-pie %s1.c 2.c -Wl,-T,own.ld -o p",
                         options[i]);
        text_list_add(&build.target.command, &scratch->arena, "./p");
        prepare(&build);
        assert_int_equal(program_notes(build.program)->count, !i);
        if (!i)
            assert_non_null(strstr(program_notes(build.program)->items[0],
                                   "'p': its linker script 'own.ld' places .text alone"));
    }
}

// Those of gold do not count as units: its layouts cannot tell them from start files.
static void only_whole_objects_are_to_be_split(void **state)
{
    struct scratch *scratch = *state;
    static const char *const options[] = {"", "-fno-function-sections ",
                                          "-fno-function-sections -fuse-ld=gold "};
    scratch_file(scratch, "project/main.c", "int main(void) { return 0; }\n");
    for (size_t i = 0; i < 2 + (size_t)is_here("ld.gold"); i++) {
        struct build build = build_of(scratch);
        struct randomizer_use use = randomizer_use_default(randomizer_find("link_order"));
        build.target.kind = TARGET_PROJECT;
        build.target.directory = scratch_path(scratch, "project");
        build.target.build = arena_printf(&scratch->arena, "gcc -O0 %smain.c -o p", options[i]);
        text_list_add(&build.target.command, &scratch->arena, "./p");
        prepare(&build);
        assert_false(program_probe(build.program, &use, &build.error));
        assert_int_equal(!i, !strstr(build.error.text, "with -ffunction-sections"));
    }
}

static void clang_splits_functions_without_flags(void **state)
{
    struct scratch *scratch = *state;
    static const char *const lines[] = {
        "clang -O1 -Werror --config ./own.cfg 1.c 2.c -o p",
        "clang -Werror -c -x assembler empty.s -o 0.o && clang -O1 0.o -x c 1.c 2.c -o p"};
    if (!is_here("clang"))
        return;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (whole_objects_of(scratch, lines[i], i == 0 || is_thorough()))
            fail_msg("'%s' leaves objects whole", lines[i]);
    assert_int_equal(whole_objects(scratch, "clang -O1 -fno-function-sections 1.c 2.c -o p"), 1);
}

// An object of a plain compilation must not come out of the cache.
static void ccache_tells_split_objects_from_others(void **state)
{
    struct scratch *scratch = *state;
    static const char *const compilers[] = {"gcc", "clang"};
    if (!is_here("ccache"))
        return;
    setenv("CCACHE_DIR", scratch_path(scratch, "ccache"), 1);
    for (size_t i = 0; i < 2; i++) {
        if (!is_here(compilers[i]) || (i && !is_thorough()))
            continue;
        const char *line =
            arena_printf(&scratch->arena,
                         "ccache %s -O1 -c 1.c && ccache %s -O1 -c 2.c && %s 1.o 2.o "
                         "-o p",
                         compilers[i], compilers[i], compilers[i]);
        scratch_file(scratch, "plain/1.c", first_source);
        scratch_file(scratch, "plain/2.c", second_source);
        scratch_run(scratch,
                    arena_printf(&scratch->arena,
                                 "rm -rf shop && cd plain && export SOURCE_DATE_EPOCH=315532800 "
                                 "LC_ALL=C && %s",
                                 line));
        assert_int_equal(whole_objects(scratch, line), 0);
        assert_int_equal(whole_objects_of(scratch, line, true), 0); // now of the cache
    }
    unsetenv("CCACHE_DIR");
}

int tests_of_split_functions(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(functions_are_split_without_flags),
        scratch_test(functions_of_fortran_are_split),
        cmocka_unit_test(scripts_that_place_text_alone_are_told),
        scratch_test(scripts_of_the_project_are_noted),
        scratch_test(only_whole_objects_are_to_be_split),
        scratch_test(clang_splits_functions_without_flags),
        scratch_test(ccache_tells_split_objects_from_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
