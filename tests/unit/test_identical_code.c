// Whether two built programs are the same: digests of what they load, and their trees.
#include "scratch.h"

#include "base/text.h"
#include "build/code/tree_difference.h"
#include "build/elf/image.h"

#include <stdio.h>

static const char source[] = "static const char path[] = __FILE__;\n"
                             "int one(int x) { return x + 1; }\n"
                             "int two(int x) { return x * 5; }\n"
                             "const char *where(void) { return path; }\n"
                             "int main(void) { return one(two(3)) + *where() - '/'; }\n";

// Compiles source text in the folder NAME of the scratch folder; returns the program's path.
static char *built(struct scratch *scratch, const char *name, const char *text, const char *flags)
{
    char *file = scratch_file(scratch, arena_printf(&scratch->arena, "%s/main.c", name), text);
    char *program = scratch_path(scratch, arena_printf(&scratch->arena, "%s/main", name));
    char *line = arena_printf(&scratch->arena, "cc -O1 %s %s -o %s", flags, file, program);
    if (system(line) != 0)
        fail_msg("%s", line);
    return program;
}

static struct image_digest digest_of(struct scratch *scratch, const char *program, const char *name)
{
    IMAGE_CLEANUP struct image image = {0};
    struct image_digest digest;
    assert_true(image_map(program, scratch_path(scratch, name), &image));
    assert_true(image_digest(&image, &digest));
    return digest;
}

static struct image_digest digest_of_text(struct scratch *scratch, const char *name,
                                          const char *text, const char *flags)
{
    return digest_of(scratch, built(scratch, name, text, flags), name);
}

// The source with `old` replaced by `new`.
static char *edited(struct scratch *scratch, const char *old, const char *new)
{
    const char *at = strstr(source, old);
    assert_non_null(at);
    return arena_printf(&scratch->arena, "%.*s%s%s", (int)(at - source), source, new,
                        at + strlen(old));
}

static void the_place_of_a_tree_makes_no_difference(void **state)
{
    struct scratch *scratch = *state;
    char *one = built(scratch, "v000", source, ""), *other = built(scratch, "v001", source, "");
    struct image_digest a = digest_of(scratch, one, "v000"), b = digest_of(scratch, other, "v001");
    assert_string_equal(a.loaded, b.loaded);
    b = digest_of(scratch, other, "elsewhere"); // its own path stays
    assert_string_not_equal(a.loaded, b.loaded);
    assert_string_equal(a.code, b.code);
}

static void comments_debugging_and_build_ids_make_no_difference(void **state)
{
    struct scratch *scratch = *state;
    struct image_digest a = digest_of_text(scratch, "v000", source, "-Wl,--build-id=0xabcd");
    struct image_digest b =
        digest_of_text(scratch, "v001", edited(scratch, "int one", "// Adds.\n\nint one"),
                       "-g -Wl,--build-id=0xdcba");
    assert_string_equal(a.loaded, b.loaded);
    assert_string_equal(a.code, b.code);
}

static void code_makes_a_difference(void **state)
{
    struct scratch *scratch = *state;
    struct image_digest a = digest_of_text(scratch, "v000", source, "");
    struct image_digest constant =
        digest_of_text(scratch, "v001", edited(scratch, "x + 1", "x + 2"), "");
    struct image_digest order = digest_of_text(
        scratch, "v002",
        edited(scratch, "int one(int x) { return x + 1; }\nint two(int x) { return x * 5; }",
               "int two(int x) { return x * 5; }\nint one(int x) { return x + 1; }"),
        "");
    struct image_digest flags = digest_of_text(scratch, "v003", source, "-O0");
    assert_string_not_equal(a.code, constant.code);
    assert_string_not_equal(a.loaded, constant.loaded);
    assert_string_not_equal(a.loaded, order.loaded);
    assert_string_not_equal(a.loaded, flags.loaded);
}

static void data_make_a_difference_of_their_own(void **state)
{
    struct scratch *scratch = *state;
    struct image_digest a =
        digest_of_text(scratch, "v000", edited(scratch, "__FILE__", "\"1.0\""), "");
    struct image_digest b =
        digest_of_text(scratch, "v001", edited(scratch, "__FILE__", "\"1.1\""), "");
    assert_string_equal(a.code, b.code);
    assert_string_not_equal(a.loaded, b.loaded);
}

static void how_it_is_loaded_makes_a_difference(void **state)
{
    struct scratch *scratch = *state;
    struct image_digest a = digest_of_text(scratch, "v000", source, "");
    struct image_digest b = digest_of_text(scratch, "v001", source, "-Wl,-z,execstack");
    assert_string_not_equal(a.loaded, b.loaded);
    assert_string_equal(a.bound, b.bound);
    static const char *const others[] = {"-Wl,-e,one", "-Wl,--no-as-needed -lm",
                                         "-Wl,-rpath,/none"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_string_not_equal(a.bound, digest_of_text(scratch, "v001", source, others[i]).bound);
}

static void objects_and_texts_have_no_digest(void **state)
{
    struct scratch *scratch = *state;
    IMAGE_CLEANUP struct image object = {0}, text = {0}, absent = {0};
    struct image_digest digest;
    assert_true(image_map(built(scratch, "v000", source, "-c"), "/nowhere", &object));
    assert_false(image_digest(&object, &digest));
    assert_true(image_map(scratch_file(scratch, "text", "no program"), "/nowhere", &text));
    assert_false(image_digest(&text, &digest));
    assert_false(image_map(scratch_path(scratch, "absent"), "/nowhere", &absent));
}

static void compilers_are_named(void **state)
{
    struct scratch *scratch = *state;
    IMAGE_CLEANUP struct image image = {0}, text = {0};
    assert_true(image_map(built(scratch, "v000", source, ""), "/nowhere", &image));
    const char *compilers = image_compilers(&scratch->arena, &image);
    assert_true(strstr(compilers, "GCC: ") || strstr(compilers, "clang version"));
    assert_true(text_ends(compilers, "\n"));
    assert_true(image_map(scratch_file(scratch, "text", "GCC: "), "/nowhere", &text));
    assert_string_equal(image_compilers(&scratch->arena, &text), "");
}

// ---- Trees

static const char *difference(struct scratch *scratch, const char *named)
{
    char *a = scratch_path(scratch, "v000"), *b = scratch_path(scratch, "v001");
    struct built_tree one = {a, a}, other = {b, b};
    struct tree_readers readers = {.words = {0}};
    text_list_add(&readers.words, &scratch->arena, named);
    text_list_add(&readers.programs, &scratch->arena,
                  scratch_file(scratch, "program", "opens HISTORY.markdown"));
    struct text_list passed = {0};
    return tree_difference(&scratch->arena, &one, &other, &readers, &passed);
}

static void write_both(struct scratch *scratch, const char *name, const char *one,
                       const char *other)
{
    scratch_file(scratch, arena_printf(&scratch->arena, "v000/%s", name), one);
    scratch_file(scratch, arena_printf(&scratch->arena, "v001/%s", name), other);
}

static void sources_and_documentation_do_not_matter(void **state)
{
    struct scratch *scratch = *state;
    write_both(scratch, "README.md", "old", "new");
    write_both(scratch, "src/main.c", "old", "new");
    write_both(scratch, "src/main.o", "old", "new");
    write_both(scratch, "build/CMakeFiles/progress.marks", "1", "2");
    write_both(scratch, "build/CMakeCache.txt", "CMAKE_C_FLAGS=-O2", "CMAKE_C_FLAGS=-O3");
    write_both(scratch, "eswexp.yaml", "old", "new");
    static const char *const names[] = {
        ".gitlab-ci.yml",          ".travis.yml",  "NOTES.markdown",
        ".github/x/ci.yml",        "LICENSE.txt",  "man/wren.1",
        "docs/a/guide.html",       "CHANGES",      ".circleci/config.yml",
        ".pre-commit-config.yaml", "doc/style.css"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        write_both(scratch, names[i], "old", "new");
    scratch_file(scratch, "v001/guide/more.rst", "only here");
    assert_null(difference(scratch, "./main"));
}

static void other_files_matter(void **state)
{
    struct scratch *scratch = *state;
    write_both(scratch, "bench/fib.lua", "return 1", "return 1");
    write_both(scratch, "run.sh", "./main", "./main");
    assert_null(difference(scratch, "./main"));
    write_both(scratch, "bench/fib.lua", "return 1", "return 2");
    assert_string_equal(difference(scratch, "./main"), "bench/fib.lua");
    write_both(scratch, "bench/fib.lua", "return 1", "return 1");
    scratch_file(scratch, "v001/words.txt", "only here");
    assert_string_equal(difference(scratch, "./main"), "words.txt");
}

static void a_named_file_matters_whatever_it_is(void **state)
{
    struct scratch *scratch = *state;
    write_both(scratch, "README.md", "old", "new");
    assert_string_equal(difference(scratch, "--input=README.md"), "README.md");
}

static void a_folder_a_pattern_and_a_program_name_files(void **state)
{
    struct scratch *scratch = *state;
    write_both(scratch, "notes/a.markdown", "old", "new");
    write_both(scratch, "src/main.c", "old", "new");
    assert_null(difference(scratch, "./main"));
    assert_string_equal(difference(scratch, "./notes/"), "notes/a.markdown");
    assert_string_equal(difference(scratch, "--in=src"), "src/main.c");
    assert_string_equal(difference(scratch, "notes/*.markdown"), "notes/a.markdown");
    assert_string_equal(difference(scratch, "$PWD/notes"), "notes/a.markdown");
    assert_string_equal(difference(scratch, "."), "notes/a.markdown");
    write_both(scratch, "HISTORY.markdown", "old", "new"); // which the program opens
    assert_string_equal(difference(scratch, "./main"), "HISTORY.markdown");
}

static void a_tree_may_name_its_own_place(void **state)
{
    struct scratch *scratch = *state;
    write_both(scratch, "paths", arena_printf(&scratch->arena, "%s/v000/x", scratch->folder),
               arena_printf(&scratch->arena, "%s/v001/x", scratch->folder));
    assert_null(difference(scratch, "./main"));
}

static void programs_and_links_are_compared_by_what_they_are(void **state)
{
    struct scratch *scratch = *state;
    built(scratch, "v000", source, "-g"), built(scratch, "v001", source, "");
    assert_null(difference(scratch, "./x"));
    built(scratch, "v001", source, "-O0");
    assert_string_equal(difference(scratch, "./x"), "main");
    built(scratch, "v001", source, "");
    assert_int_equal(symlink("main", scratch_path(scratch, "v000/link")), 0);
    assert_int_equal(symlink("main.c", scratch_path(scratch, "v001/link")), 0);
    assert_string_equal(difference(scratch, "./x"), "link");
}

static void an_absent_tree_differs(void **state)
{
    assert_string_equal(difference(*state, "./main"), "");
}

int tests_of_identical_code(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(the_place_of_a_tree_makes_no_difference),
        scratch_test(comments_debugging_and_build_ids_make_no_difference),
        scratch_test(code_makes_a_difference),
        scratch_test(data_make_a_difference_of_their_own),
        scratch_test(how_it_is_loaded_makes_a_difference),
        scratch_test(objects_and_texts_have_no_digest),
        scratch_test(compilers_are_named),
        scratch_test(sources_and_documentation_do_not_matter),
        scratch_test(other_files_matter),
        scratch_test(a_named_file_matters_whatever_it_is),
        scratch_test(a_folder_a_pattern_and_a_program_name_files),
        scratch_test(a_tree_may_name_its_own_place),
        scratch_test(programs_and_links_are_compared_by_what_they_are),
        scratch_test(an_absent_tree_differs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
