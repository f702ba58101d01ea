// Programs built and linked anew: by every linker here, from own sources and foreign projects.
#include "linking.h"

#include "build/probe.h"

#include <pthread.h>
#include <sys/wait.h>

enum { LAYOUTS_MOST = 6 };

static size_t layout_count(void)
{
    return is_thorough() ? LAYOUTS_MOST : 2;
}

// Calls across files, a constructor in each, a local function of one name in both.
static const char first_source[] =
    "#include <stdio.h>\n"
    "int square(int), cube(int);\n"
    "__attribute__((constructor)) static void begin(void) { putchar('1'); }\n"
    "__attribute__((noinline)) static int helper(int x) { return x + 1; }\n"
    "__attribute__((noinline)) int longer(int x) { return helper(x) * 2; }\n"
    "int main(int n, char **v) { (void)v; printf(\" %d %d\\n\", square(n + 2), cube(longer(n)));\n"
    "  return 0; }\n";
static const char second_source[] =
    "#include <stdio.h>\n"
    "__attribute__((constructor)) static void begin(void) { putchar('2'); }\n"
    "__attribute__((noinline)) static int helper(int x) { return x * x; }\n"
    "int square(int x) { return helper(x); }\n"
    "int cube(int x) { return x * helper(x); }\n"
    "int idle(int x) { return x; }\n";
static const char printed[] = "12 9 64\n";

static struct build two_sources(struct scratch *scratch, const char *linker)
{
    return two_files(scratch, linker, first_source, second_source);
}

static struct build project(struct scratch *scratch, const char *name, const char *setup,
                            const char *make, const char *command)
{
    struct build build = build_of(scratch);
    build.target.kind = TARGET_PROJECT;
    build.target.directory = arena_printf(&scratch->arena, ESWEXP_TEST_FOLDER "/build/%s", name);
    build.target.setup = setup;
    build.target.build = make;
    text_list_add(&build.target.command, &scratch->arena, command);
    return build;
}

static const char *const usual[] = {"link_order", "function_alignment", "aslr", NULL};

static void link_all(struct build *build, struct build_result *results)
{
    for (size_t i = 0; i < layout_count(); i++)
        if (!try_link(build, usual, i, output_path(build, i), &results[i]))
            fail_msg("%s", build->error.text);
}

static void assert_distinct(const struct build_result *results)
{
    for (size_t i = 0; i < layout_count(); i++) {
        assert_true(results[i].functions_moved > 0);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(results[i].layout_id, results[j].layout_id);
    }
}

// Two campaigns: the workshop is emptied and filled again, the layouts are the same to the byte.
static void check_repeatable(struct build *build, const char *expected)
{
    struct build_result once[LAYOUTS_MOST], again[LAYOUTS_MOST];
    prepare(build);
    link_all(build, once);
    prepare(build);
    link_all(build, again);
    assert_distinct(once);
    for (size_t i = 0; i < layout_count(); i++) {
        assert_string_equal(once[i].layout_id, again[i].layout_id);
        assert_string_equal(once[i].binary_sha256, again[i].binary_sha256);
        assert_prints(build, output_path(build, i), expected);
    }
}

static void check_relinked(struct build *build, const char *expected)
{
    struct build_result result;
    prepare(build);
    if (!try_link(build, usual, 1, output_path(build, 1), &result))
        fail_msg("%s", build->error.text);
    assert_true(result.functions_moved > 0);
    assert_prints(build, output_path(build, 1), expected);
}

// The other linkers in one campaign.
static void check_repeated_link(struct build *build, const char *expected)
{
    struct build_result once[LAYOUTS_MOST], again;
    if (!is_thorough()) { // tests/toolchains repeats one of each linker
        check_relinked(build, expected);
        return;
    }
    prepare(build);
    link_all(build, once);
    assert_distinct(once);
    assert_prints(build, output_path(build, 1), expected);
    assert_true(try_link(build, usual, 0, output_path(build, 0), &again));
    assert_string_equal(once[0].layout_id, again.layout_id);
    assert_string_equal(once[0].binary_sha256, again.binary_sha256);
    assert_prints(build, output_path(build, 0), expected);
}

static void every_linker_gives_repeatable_layouts(void **state)
{
    static const char *const linkers[] = {"bfd", "lld", "gold", "mold"};
    for (size_t i = 0; i < 4; i++) {
        struct build build = two_sources(*state, linkers[i]);
        if (!is_here(arena_printf(&build.scratch->arena, "ld.%s", linkers[i])))
            continue;
        if (i == 0 || is_thorough())
            check_repeatable(&build, printed);
        else
            check_repeated_link(&build, printed);
    }
}

static void a_makefile_project_is_relinked(void **state)
{
    struct build build =
        project(*state, "makefile", "./configure --static", "make -j2 example", "./example");
    text_list_add(&build.target.cflags, &build.scratch->arena, "-O2");
    if (!is_here("make"))
        return;
    is_thorough() ? check_repeatable(&build, "sum 79f08e74\ntook ")
                  : check_relinked(&build, "sum 79f08e74\ntook ");
    assert_true(text_ends(program_path(build.program, 0), "/shop/tree/example"));
    assert_int_equal(program_notes(build.program)->count, 0);
}

static void a_cmake_project_is_relinked(void **state)
{
    struct build build =
        project(*state, "cmake",
                "cmake -B out -G Ninja -D CMAKE_CXX_COMPILER_FORCED=1 -D CMAKE_BUILD_TYPE=Debug",
                "ninja -C out example", "out/example");
    if (is_here("cmake") && is_here("ninja") && is_here("c++"))
        check_relinked(&build, "234 refused\ntook ");
}

static void a_meson_project_is_relinked(void **state)
{
    struct build build = project(*state, "meson", "meson setup out",
                                 "meson compile -C out addresses", "out/addresses");
    if (!is_thorough() || !is_here("meson")) // tests/commands/init_meson.case relinks one, too
        return;
    check_relinked(&build, "library 0x");
    assert_true(text_ends(program_path(build.program, 0), "/shop/tree/out/addresses"));
}

static void the_image_moves_to_its_base(struct build *build)
{
    static const char *const only_base[] = {"aslr", NULL};
    struct build_result result;
    uint64_t first = address_of(program_path(build->program, 0), "cube");
    assert_true(try_link(build, only_base, 3, output_path(build, 3), &result));
    uint64_t moved = address_of(output_path(build, 3), "cube");
    assert_true(moved > first && moved >= 16 << 20);
    assert_prints(build, output_path(build, 3), printed);
}

static void functions_are_recompiled_for_their_alignment(struct build *build)
{
    struct build_result result;
    for (uint32_t alignment = is_thorough() ? 32 : 64; alignment <= 64; alignment *= 2) {
        struct layout *layouts = program_layouts(build->program, &build->scratch->arena);
        layouts->compile_alignment = alignment;
        if (!program_link(build->program, layouts, output_path(build, alignment), &result,
                          &build->error))
            fail_msg("%s", build->error.text);
        assert_int_equal(address_of(output_path(build, alignment), "cube") % alignment, 0);
    }
}

// How many layouts each of two threads links, beside the other.
static size_t count_beside(void)
{
    return is_thorough() ? LAYOUTS_MOST : 1;
}

// One of two threads that link at once.
struct worker {
    struct build build;
    struct build_result results[LAYOUTS_MOST];
    size_t offset;
    bool good;
};

static void *work(void *given)
{
    struct worker *worker = given;
    worker->good = true;
    for (size_t i = 0; i < count_beside(); i++) {
        char output[128];
        snprintf(output, sizeof output, "%s/t%zu", worker->build.scratch->folder,
                 worker->offset + i);
        worker->good =
            worker->good && try_link(&worker->build, usual, i, output, &worker->results[i]);
    }
    return NULL;
}

static void threads_link_at_once(struct build *build)
{
    struct worker workers[2] = {{.build = *build}, {.build = *build, .offset = LAYOUTS_MOST}};
    pthread_t threads[2];
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    for (size_t i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (size_t i = 0; i < count_beside(); i++)
        assert_string_equal(workers[0].results[i].binary_sha256,
                            workers[1].results[i].binary_sha256);
    assert_true(workers[0].good && workers[1].good);
}

static void several_objects_have_an_order(struct build *build)
{
    struct randomizer_use use = randomizer_use_default(randomizer_find("link_order"));
    bool off;
    assert_true(randomizer_set_short(&use, "object", &off, &build->error));
    assert_true(program_probe(build->program, &use, &build->error));
}

static void own_sources_are_arranged(void **state)
{
    struct build build = two_sources(*state, NULL);
    prepare(&build);
    the_image_moves_to_its_base(&build);
    functions_are_recompiled_for_their_alignment(&build);
    threads_link_at_once(&build);
    several_objects_have_an_order(&build);
}

static void assert_fails(struct build *build, const char *words)
{
    build->program =
        program_prepare(&build->scratch->arena, &build->target, &build->workshop, &build->error);
    assert_null(build->program);
    assert_int_equal(build->error.code, EXIT_FAILED);
    if (!text_starts(build->error.text, "variant 'O1' of 'bench': ") ||
        !strstr(build->error.text, words))
        fail_msg("'%s' is not in '%s'", words, build->error.text);
}

static void failures_carry_the_tools_words(void **state)
{
    struct build build = two_sources(*state, NULL);
    text_list_add(&build.target.sources, &build.scratch->arena,
                  scratch_file(*state, "bad.c", "int f(void) { return nothing; }\n"));
    assert_fails(&build, "compiling 'bad.c' failed with exit status 1:\n");
    assert_non_null(strstr(build.error.text, "nothing"));
    build = project(*state, "makefile", NULL, "echo words; exit 7", "./example");
    assert_fails(&build, "'build: echo words; exit 7' failed with exit status 7:\nwords");
    build = project(*state, "makefile", NULL, "sleep 100", "./example");
    build.workshop.timeout_s = 0.2;
    assert_fails(&build, "exceeded its time limit");
    build = project(*state, "makefile", NULL, "true", "./example");
    assert_fails(&build, "no link of a program was recorded");
    build = two_sources(*state, NULL);
    build.target.compiler = "no-such-compiler";
    assert_fails(&build, "there is no compiler 'no-such-compiler' on this machine: install it");
}

static void failed_links_leave_nothing(void **state)
{
    struct build build = two_sources(*state, "bfd");
    struct build_result result;
    struct error error = {0};
    const char *output = output_path(&build, 0);
    prepare(&build);
    assert_true(tree_remove(scratch_path(build.scratch, "shop/objects"), &error));
    assert_true(tree_remove(scratch_path(build.scratch, "shop/records/inputs"), &error));
    assert_false(try_link(&build, usual, 1, output, &result));
    assert_non_null(strstr(build.error.text, "linking with a layout failed"));
    assert_false(folder_exists(arena_printf(&build.scratch->arena, "%s.link", output)));
}

static void a_build_can_be_interrupted(void **state)
{
    static const volatile sig_atomic_t stop = 1;
    struct build build = project(*state, "makefile", NULL, "sleep 100", "./example");
    build.workshop.stop = &stop;
    build.program =
        program_prepare(&build.scratch->arena, &build.target, &build.workshop, &build.error);
    assert_null(build.program);
    assert_int_equal(build.error.code, EXIT_INTERRUPTED);
}

static void what_cannot_be_randomized_is_named(void **state)
{
    struct build build = build_of(*state);
    text_list_add(&build.target.sources, &build.scratch->arena,
                  scratch_file(*state, "one.c", "int main(void) { return 0; }\n"));
    text_list_add(&build.target.cflags, &build.scratch->arena, "-O0");
    prepare(&build);
    struct randomizer_use use = randomizer_use_default(randomizer_find("link_order"));
    assert_false(program_probe(build.program, &use, &build.error));
    assert_string_equal(build.error.text,
                        "link_order: the program has 1 unit of code to arrange, which is too few: "
                        "inlined functions and, from -O2 on, main do not count; set it to 'off'");
    use = randomizer_use_default(randomizer_find("function_alignment"));
    assert_true(program_probe(build.program, &use, &build.error));
    text_list_add(&build.target.cflags, &build.scratch->arena, "-O2");
    prepare(&build);
    assert_false(program_probe(build.program, &use, &build.error));
    assert_non_null(strstr(build.error.text, "has 0 units of code"));
}

static void one_object_has_no_order_of_objects(void **state)
{
    struct build build = build_of(*state);
    text_list_add(&build.target.sources, &build.scratch->arena,
                  scratch_file(*state, "2.c", second_source));
    text_list_add(&build.target.ldflags, &build.scratch->arena, "-Wl,--defsym=main=cube");
    prepare(&build);
    struct randomizer_use use = randomizer_use_default(randomizer_find("link_order"));
    assert_true(program_probe(build.program, &use, &build.error));
    bool off;
    assert_true(randomizer_set_short(&use, "object", &off, &build.error));
    assert_false(program_probe(build.program, &use, &build.error));
    assert_non_null(strstr(build.error.text, "use several object files"));
}

int tests_of_layout(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(every_linker_gives_repeatable_layouts),
        scratch_test(a_makefile_project_is_relinked),
        scratch_test(a_cmake_project_is_relinked),
        scratch_test(a_meson_project_is_relinked),
        scratch_test(own_sources_are_arranged),
        scratch_test(failures_carry_the_tools_words),
        scratch_test(failed_links_leave_nothing),
        scratch_test(a_build_can_be_interrupted),
        scratch_test(what_cannot_be_randomized_is_named),
        scratch_test(one_object_has_no_order_of_objects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
