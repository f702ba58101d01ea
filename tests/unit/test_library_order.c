// The order of shared libraries: drawn, written, and never one that changes what a symbol is.
#include "linking.h"

#include "build/layout/needed.h"
#include "build/probe.h"

static const char main_source[] = "#include <stdio.h>\n"
                                  "int first(void), second(void), third(void), same(void);\n"
                                  "int main(void) { printf(\"%d %d %d %d\\n\", first(), second(), "
                                  "third(), same()); return 0; }\n";
static const char filler[] = "int filler(int x) { return x; }\n";
static const char *const library_names[] = {"first", "second", "third"};
static const char *const randomizers_used[] = {"library_order", NULL};

// A library with a function of its own, and further code.
static void make_library(struct scratch *scratch, const char *name, size_t number, const char *more)
{
    const char *source = scratch_file(
        scratch, "library.c",
        arena_printf(&scratch->arena, "int %s(void) { return %zu; }\n%s", name, number, more));
    const char *line = arena_printf(&scratch->arena, "cc -shared -fPIC -o %s/lib%s.so %s",
                                    scratch->folder, name, source);
    assert_int_equal(system(line), 0);
}

// `also`: index of a library that defines same(), too, behind the first; 0: none does. `found`: the
// loader finds the libraries.
static struct build with_libraries(struct scratch *scratch, size_t also, bool found)
{
    struct build build = two_files(scratch, NULL, main_source, filler);
    struct arena *arena = &scratch->arena;
    for (size_t i = 0; i < 3; i++) {
        make_library(scratch, library_names[i], i + 1,
                     !i          ? "int same(void) { return 7; }\n"
                     : i == also ? "int same(void) { return 8; }\n"
                                 : "");
        text_list_add(&build.target.libs, arena, arena_printf(arena, "-l%s", library_names[i]));
    }
    text_list_add(&build.target.ldflags, arena, arena_printf(arena, "-L%s", scratch->folder));
    if (found)
        text_list_add(&build.target.ldflags, arena,
                      arena_printf(arena, "-Wl,-rpath,%s", scratch->folder));
    prepare(&build);
    return build;
}

static size_t place_of(const char *program, const char *library)
{
    NEEDED_CLEANUP struct needed needed;
    struct error error;
    size_t place = 0;
    assert_true(needed_open(program, &needed, &error));
    assert_int_equal(needed.count, 4); // with the C library
    while (place < needed.count && !strstr(needed.names[place], library))
        place++;
    assert_true(place < needed.count);
    return place;
}

// Enough, of the seeds from 0 on, for each place of each library; a few of them are linked again.
static size_t layout_count(void)
{
    return is_thorough() ? 24 : 10;
}

// Links layouts and counts the places of the libraries.
static void link_layouts(struct build *build, size_t count, size_t places[3][4], size_t *before)
{
    struct build_result result, again;
    size_t repeated = is_thorough() ? count : 1;
    *before = 0;
    for (uint64_t seed = 0; seed < count; seed++) {
        const char *output = output_path(build, seed);
        if (!try_link(build, randomizers_used, seed, output, &result) ||
            (seed < repeated &&
             !try_link(build, randomizers_used, seed, output_path(build, 99), &again)))
            fail_msg("%s", build->error.text);
        if (seed < repeated) {
            assert_string_equal(result.binary_sha256, again.binary_sha256);
            assert_string_equal(result.layout_id, again.layout_id);
        }
        assert_prints(build, output, "1 2 3 7\n");
        for (size_t i = 0; i < 3; i++)
            places[i][place_of(output, library_names[i])]++;
        *before += place_of(output, "first") < place_of(output, "second");
    }
}

static void all_orders_are_drawn(void **state)
{
    struct build build = with_libraries(*state, 0, true);
    size_t places[3][4] = {0}, before;
    struct randomizer_use use = randomizer_use_default(randomizer_find("library_order"));
    assert_true(program_probe(build.program, &use, &build.error));
    link_layouts(&build, layout_count(), places, &before);
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 4; j++)
            assert_true(places[i][j] > 0);
    assert_true(before > 0 && before < layout_count());
}

static void a_symbol_comes_from_the_same_library(void **state)
{
    struct build build = with_libraries(*state, 1, true); // `second` defines same(), too
    size_t places[3][4] = {0}, before, count = is_thorough() ? layout_count() : 6;
    link_layouts(&build, count, places, &before);
    assert_int_equal(before, count);
    assert_true(places[2][0] > 0 && places[2][3] > 0); // the third moves
}

static void few_libraries_have_no_order(void **state)
{
    struct build build = two_files(*state, NULL, "int main(void) { return 0; }\n", filler);
    struct randomizer_use use = randomizer_use_default(randomizer_find("library_order"));
    prepare(&build);
    assert_false(program_probe(build.program, &use, &build.error));
    assert_string_equal(build.error.text, "library_order: the program names 1 shared library, too "
                                          "few to order: set it to 'off'");
    text_list_add(&build.target.ldflags, &build.scratch->arena, "-static");
    text_list_add(&build.target.ldflags, &build.scratch->arena, "-nostdlib");
    text_list_add(&build.target.ldflags, &build.scratch->arena, "-Wl,-e,main");
    prepare(&build);
    assert_false(program_probe(build.program, &use, &build.error));
    assert_non_null(strstr(build.error.text, "names 0 shared libraries"));
}

static void libraries_that_are_not_found_are_named(void **state)
{
    struct build build = with_libraries(*state, 0, false);
    struct randomizer_use use = randomizer_use_default(randomizer_find("library_order"));
    assert_false(program_probe(build.program, &use, &build.error));
    assert_string_equal(build.error.text,
                        "library_order: the loader does not find 'libfirst.so' from where the "
                        "program is linked: set LD_LIBRARY_PATH in machine.env, or an absolute "
                        "-rpath");
    text_list_add(&build.target.environment, &build.scratch->arena,
                  arena_printf(&build.scratch->arena, "LD_LIBRARY_PATH=%s", build.scratch->folder));
    prepare(&build);
    if (!program_probe(build.program, &use, &build.error))
        fail_msg("%s", build.error.text);
}

int tests_of_library_order(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(all_orders_are_drawn),
        scratch_test(a_symbol_comes_from_the_same_library),
        scratch_test(few_libraries_have_no_order),
        scratch_test(libraries_that_are_not_found_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
