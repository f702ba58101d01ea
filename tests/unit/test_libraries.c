// Shared libraries of a project: which a program loads and opens, and that layouts move them.
#include "linking.h"

#include "build/choice.h"
#include "build/elf/dynamic.h"
#include "build/elf/loaded.h"
#include "build/elf/runpath.h"
#include "build/layout/stable_name.h"
#include "build/libraries.h"
#include "build/likeness.h"
#include "build/probe.h"
#include "build/toolchain/sha256.h"

#include "base/files/files.h"
#include "base/files/trees.h"

#define LIBRARY "cc -ffunction-sections -fPIC -shared -o "
static const char main_source[] =
    "int one(int), two(int); int f(int x) { return one(x); } int g(int x) { return two(x); }\n"
    "int main(void) { return f(1) + g(2) - 3; }\n";
static const char library_source[] = "int one(int x) { return x; }\nint two(int x) { return x; }\n"
                                     "int three(int x) { return x + 3; }\n";
#define OWN                                                                                        \
    LIBRARY "libown.so.1.2 -Wl,-soname,libown.so.1 own.o && ln -s libown.so.1.2 libown.so.1 && "   \
            "cc -ffunction-sections -o program main.c libown.so.1.2 -Wl,-rpath,$PWD:/usr/lib"
static const char own_line[] = "cc -ffunction-sections -fPIC -c own.c && " OWN;
static const char build_line[] =
    "cc -ffunction-sections -fPIC -c own.c && mkdir sub && " LIBRARY "sub/plug.so own.o && " OWN;

static struct build project_in(struct scratch *scratch, const char *folder,
                               const char *build_command, const char *command)
{
    struct build build = build_of(scratch);
    build.workshop.folder = scratch_path(scratch, folder);
    build.target = (struct target){.benchmark = "bench",
                                   .variant = "v",
                                   .kind = TARGET_PROJECT,
                                   .directory = scratch_path(scratch, "project"),
                                   .build = build_command};
    scratch_file(scratch, "project/main.c", main_source);
    scratch_file(scratch, "project/own.c", library_source);
    text_list_add(&build.target.command, &scratch->arena, command);
    prepare(&build);
    return build;
}

static struct build project_of(struct scratch *scratch, const char *build_command,
                               const char *command)
{
    return project_in(scratch, "shop", build_command, command);
}

static const char *relinked(const struct build *build)
{
    return program_relinked(build->program, &build->scratch->arena);
}

static const char *in_tree(const struct build *build, const char *name)
{
    return arena_printf(&build->scratch->arena, "%s/%s", program_folder(build->program), name);
}

static bool observe(struct build *build, const char *const *mapped, bool observed)
{
    struct trial_execution trial = {.observed = observed};
    text_list_add(&trial.executed, &build->scratch->arena, in_tree(build, "program"));
    text_list_add(&trial.contents, &build->scratch->arena, "");
    for (; *mapped; mapped++)
        text_list_add(&trial.mapped, &build->scratch->arena, in_tree(build, *mapped));
    return program_observe(build->program, &trial, true, &build->error);
}
#define FILES(...) ((const char *const[]){__VA_ARGS__, NULL})

// The program opens nothing, so its loader tells what the command loads.
static void what_a_program_needs_is_relinked(const struct build *build)
{
    assert_false(program_needs_trial(build->program));
    assert_int_equal(program_count(build->program), 2);
    assert_non_null(strstr(relinked(build), "libown.so.1.2 (3 functions"));
    assert_int_equal(program_notes(build->program)->count, 0);
    assert_string_equal(program_path(build->program, 1), in_tree(build, "libown.so.1.2"));
}

static void plug_ins_that_a_trial_shows_are_relinked(struct build *build)
{
    assert_true(program_needs_trial(build->program));
    if (!observe(build, FILES("libown.so.1.2", "sub/plug.so", "program"), true))
        fail_msg("%s", build->error.text);
    assert_int_equal(program_count(build->program), 3);
    assert_string_equal(program_path(build->program, 2), in_tree(build, "sub/plug.so"));
    assert_int_equal(program_notes(build->program)->count, 0);
}

static void without_a_trial_the_loader_tells(void **state)
{
    struct build build = project_of(*state, own_line, "sh");
    assert_true(observe(&build, FILES(NULL), false));
    assert_int_equal(program_count(build.program), 2);
    assert_int_equal(program_notes(build.program)->count, 1);
    assert_true(text_starts(program_notes(build.program)->items[0], "ptrace is refused here: "));
    // by its soname, where only a script knows the place
    build = project_of(*state,
                       LIBRARY "own.so -Wl,-soname,libown.so.1 own.c && cc -ffunction-sections "
                               "-o program main.c own.so",
                       "sh");
    assert_true(observe(&build, FILES(NULL), false));
    assert_int_equal(program_count(build.program), 2);
    assert_string_equal(program_path(build.program, 1), in_tree(&build, "own.so"));
}

// Nothing shows that the command loads it.
static void a_library_of_the_last_resort_is_put_back(void **state)
{
    static const char *const names[] = {"link_order", NULL};
    struct build build = project_of(*state, LIBRARY "libown.so own.c", "sh");
    struct trial_execution trial = {.observed = true};
    struct build_result result = {.seconds = 0};
    char own[65], restored[65];
    assert_true(program_observe(build.program, &trial, false, &build.error));
    assert_int_equal(program_count(build.program), 1);
    assert_true(sha256_file(in_tree(&build, "libown.so"), own));
    assert_true(try_link(&build, names, 1, output_path(&build, 0), &result));
    assert_true(file_copy(output_path(&build, 0), program_path(build.program, 0), &build.error));
    if (!libraries_restore(build.program, &build.error))
        fail_msg("%s", build.error.text);
    assert_true(sha256_file(in_tree(&build, "libown.so"), restored));
    assert_string_equal(restored, own);
}

static void libraries_without_a_link_keep_one_layout(void **state)
{
    struct build build =
        project_of(*state,
                   "cc -c -fPIC own.c && /usr/bin/ld -shared -o libown.so own.o && "
                   "cc -o program main.c $PWD/libown.so",
                   "./program");
    assert_int_equal(program_count(build.program), 1);
    assert_int_equal(program_notes(build.program)->count, 1);
    assert_string_equal(
        program_notes(build.program)->items[0],
        "'libown.so' is a shared library of the project itself: it has one layout in all builds, "
        "which may bias comparisons (no link through gcc or clang was recorded; or link it "
        "statically: Meson --default-library=static, CMake -DBUILD_SHARED_LIBS=OFF, configure "
        "--disable-shared)");
}

// Also while another layout lies in its place, which links must not read.
#define DRIVER(functions)                                                                          \
    "for i in $(seq " functions                                                                    \
    "); do echo \"int more$i(int x) { return x * $i; }\"; done >>own.c; " LIBRARY                  \
    "libown.so own.c && echo 'int one(int); int main(void) { return one(0); }' >driver.c && cc "   \
    "-O2 "                                                                                         \
    "-ffunction-sections -o program driver.c $PWD/libown.so"

static void probe_order(struct build *build)
{
    struct randomizer_use use = randomizer_use_default(randomizer_find("link_order"));
    if (!program_probe(build->program, &use, &build->error))
        fail_msg("%s", build->error.text);
}

// One that has more code than what moves may take the time itself.
static void a_driver_of_a_library_that_moves_is_no_gap(void **state)
{
    struct build build = project_of(*state, DRIVER("200"), "./program");
    probe_order(&build);
    assert_int_equal(program_notes(build.program)->count, 0);
    assert_int_equal(program_whole_objects(build.program)->count, 1);
    assert_string_equal(program_whole_objects(build.program)->items[0],
                        "'program' has too little code to arrange and keeps its addresses; its "
                        "libraries, which have more, move");
    build = project_in(*state, "larger", DRIVER("1"), "./program");
    probe_order(&build);
    assert_int_equal(program_notes(build.program)->count, 1);
    assert_true(text_starts(program_notes(build.program)->items[0],
                            "not randomized: 'program': link_order: the program has 0 units"));
}

static void layouts_of_libraries_are_verified_and_repeated(struct build *build)
{
    static const char *const names[] = {"link_order", "function_alignment", NULL};
    struct build_result first = {.seconds = 0}, second = {.seconds = 0}, again = {.seconds = 0};
    struct arena *arena = &build->scratch->arena;
    char one[65], other[65];
    assert_true(try_link(build, names, 1, output_path(build, 0), &first));
    assert_true(try_link(build, names, 2, output_path(build, 1), &second));
    assert_true(first.functions_moved >= 3);
    assert_string_not_equal(first.layout_id, second.layout_id);
    assert_true(sha256_file(program_output(arena, output_path(build, 0), 1), one));
    assert_true(sha256_file(program_output(arena, output_path(build, 1), 1), other));
    assert_string_not_equal(one, other);
    for (size_t i = 0; i < 2; i++)
        assert_true(file_copy(program_output(arena, output_path(build, 1), i),
                              program_path(build->program, i), &build->error));
    assert_int_equal(system(program_path(build->program, 0)), 0);
    assert_true(libraries_restore(build->program, &build->error));
    assert_true(try_link(build, names, 1, output_path(build, 2), &again));
    assert_string_equal(again.binary_sha256, first.binary_sha256);
}

// A plug-in of one variant alone, and another version of the library.
static void coupled_libraries_draw_alike(void **state)
{
    static const char *const names[] = {"link_order", "function_alignment", NULL};
    struct build_result result = {.seconds = 0};
    struct build build = project_of(*state, build_line, "sh");
    struct arena *arena = &build.scratch->arena;
    plug_ins_that_a_trial_shows_are_relinked(&build);
    assert_true(try_link(&build, names, 3, output_path(&build, 0), &result));
    const char *both = program_output(arena, output_path(&build, 0), 1);
    uint64_t address = address_of(both, "two");
    build = project_of(*state,
                       LIBRARY "libown.so.2 own.c && cc -ffunction-sections -o program main.c "
                               "$PWD/libown.so.2",
                       "./program");
    assert_int_equal(program_count(build.program), 2);
    assert_true(try_link(&build, names, 3, output_path(&build, 0), &result));
    assert_int_equal(address_of(program_output(arena, output_path(&build, 0), 1), "two") % 64,
                     address % 64);
    assert_string_equal(stable_file(arena, "a/libown.so.1.2"), "libown.so");
    assert_string_equal(stable_file(arena, "a/plug.so"), "plug.so");
}

static uint64_t drawn_address(struct scratch *scratch, const char *const *mapped, size_t index)
{
    static const char *const names[] = {"link_order", "function_alignment", NULL};
    struct build_result result = {.seconds = 0};
    struct build build = project_of(scratch, build_line, "sh");
    struct trial_execution trial = {.observed = true};
    for (; *mapped; mapped++)
        text_list_add(&trial.mapped, &scratch->arena, in_tree(&build, *mapped));
    assert_true(program_observe(build.program, &trial, true, &build.error));
    assert_int_equal(program_count(build.program), index + 1);
    assert_true(try_link(&build, names, 3, output_path(&build, 0), &result));
    return address_of(program_output(&scratch->arena, output_path(&build, 0), index), "two") % 64;
}

// No program of the project runs, so another library may come before it.
static void a_library_draws_alike_behind_another(void **state)
{
    uint64_t alone = drawn_address(*state, FILES("sub/plug.so"), 0);
    assert_int_equal(drawn_address(*state, FILES("libown.so.1.2", "sub/plug.so"), 1), alone);
}

static void an_unused_function_of_a_library_changes_no_code(void **state)
{
    struct function_difference difference;
    struct build old = project_of(*state, own_line, "./program");
    const char *longer = arena_printf(
        &old.scratch->arena, "echo 'int four(void) { return 4; }' >>own.c && %s", own_line);
    struct build new = project_in(*state, "other", longer, "./program");
    assert_int_equal(programs_likeness(&new.scratch->arena, old.program, new.program).kind,
                     LIKENESS_NONE);
    if (!programs_functions(&new.scratch->arena, old.program, new.program, &difference, &new.error))
        fail_msg("%s", new.error.text);
    assert_int_equal(difference.of[FUNCTION_DIFFERS], 0);
    assert_int_equal(difference.of[FUNCTION_ADDED], 1);
    assert_null(difference.elsewhere);
}

static void run_paths_are_read_and_changed(struct build *build)
{
    struct dynamic dynamic;
    struct error error;
    struct arena *arena = &build->scratch->arena;
    const char *program = in_tree(build, "program"), *tree = program_folder(build->program);
    assert_true(dynamic_read(arena, program, &dynamic));
    assert_non_null(dynamic.loader);
    assert_false(dynamic.reaches);
    assert_string_equal(dynamic.runpath, arena_printf(arena, "%s:/usr/lib", tree));
    assert_true(dynamic_read(arena, in_tree(build, "libown.so.1"), &dynamic));
    assert_string_equal(dynamic.soname, "libown.so.1");
    assert_true(runpath_follow(program, in_tree(build, "bin/program"), tree, &error));
    assert_true(dynamic_read(arena, program, &dynamic));
    assert_string_equal(dynamic.runpath, "$ORIGIN/..:/usr/lib");
    assert_string_equal(library_path_at(arena, program, "/a/b/program", "LD_LIBRARY_PATH=/x"),
                        "LD_LIBRARY_PATH=/x:/a/b/..:/usr/lib");
    assert_false(runpath_set(program, tree, &error));
    assert_true(runpath_set(program, NULL, &error));
    assert_true(dynamic_read(arena, program, &dynamic));
    assert_null(dynamic.runpath);
    assert_int_not_equal(system(arena_printf(arena, "%s 2>/dev/null", program)), 0);
    assert_int_equal(system(arena_printf(arena, "LD_LIBRARY_PATH=%s %s", tree, program)), 0);
    assert_false(dynamic_read(arena, in_tree(build, "main.c"), &dynamic));
}

// In this order, as the last one leaves the program without its run path.
static void a_program_and_its_library(void **state)
{
    struct build build = project_of(*state, build_line, "./program");
    what_a_program_needs_is_relinked(&build);
    layouts_of_libraries_are_verified_and_repeated(&build);
    run_paths_are_read_and_changed(&build);
}

int tests_of_libraries(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(a_program_and_its_library),
        scratch_test(without_a_trial_the_loader_tells),
        scratch_test(a_library_of_the_last_resort_is_put_back),
        scratch_test(libraries_without_a_link_keep_one_layout),
        scratch_test(a_driver_of_a_library_that_moves_is_no_gap),
        scratch_test(coupled_libraries_draw_alike),
        scratch_test(a_library_draws_alike_behind_another),
        scratch_test(an_unused_function_of_a_library_changes_no_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
