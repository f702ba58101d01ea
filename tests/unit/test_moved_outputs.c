// What links make is found again where a build moves it, copies it, or puts other files in its
// place.
#include "linking.h"

#include "build/choice.h"

#include "base/files/paths.h"
#include "base/shell_words.h"

#define COMPILE "cc -ffunction-sections -fPIC -c "
#define LIBRARY "cc -shared -o "

// Runs the build, and takes `mapped` for what a trial sees the command load.
static struct build project_of(struct scratch *scratch, const char *line, const char *mapped)
{
    struct build build = build_of(scratch);
    struct trial_execution trial = {.observed = true};
    struct text_list files = {0};
    build.target = (struct target){.benchmark = "bench",
                                   .variant = "v",
                                   .kind = TARGET_PROJECT,
                                   .directory = scratch_path(scratch, "project"),
                                   .build = line};
    scratch_file(scratch, "project/main.c", "int main(void) { return 0; }\n");
    scratch_file(scratch, "project/a.c", "int a(int x) { return x; }\n");
    scratch_file(scratch, "project/b.c",
                 "int b(int x) { return x; }\nint c(int x) { return 2 * x; }\n");
    text_list_add(&build.target.command, &scratch->arena, "sh");
    prepare(&build);
    assert_true(text_split_words(&scratch->arena, mapped, &files, &build.error));
    for (size_t i = 0; i < files.count; i++)
        text_list_add(i ? &trial.mapped : &trial.executed, &scratch->arena,
                      path_join(&scratch->arena, program_folder(build.program), files.items[i]));
    text_list_add(&trial.contents, &scratch->arena, "");
    (void)!program_observe(build.program, &trial, true, &build.error);
    return build;
}

static bool has_relinked(const struct build *build, const char *words)
{
    const char *relinked = program_relinked(build->program, &build->scratch->arena);
    bool has = relinked && strstr(relinked, words);
    if (!has)
        printf("'%s' is not in '%s': %s\n", words, relinked ? relinked : "", build->error.text);
    return has;
}

static const char two_libraries[] =
    COMPILE "main.c a.c b.c && mkdir -p a b out/a out/b && cc -o p main.o && " LIBRARY
            "a/impl.so a.o && " LIBRARY "b/impl.so b.o && ";

static void copies_of_one_name_are_told_apart(void **state)
{
    struct scratch *scratch = *state;
    const char *line =
        arena_printf(&scratch->arena, "%scp a/impl.so out/a; cp b/impl.so out/b", two_libraries);
    struct build build = project_of(scratch, line, "p out/a/impl.so out/b/impl.so");
    assert_true(has_relinked(&build, "out/a/impl.so (1 function"));
    assert_true(has_relinked(&build, "out/b/impl.so (2 functions"));
    assert_int_equal(program_notes(build.program)->count, 0);
}

// Which link made a stripped copy is not known where both outputs are gone.
static void copies_of_several_links_keep_one_layout(void **state)
{
    struct scratch *scratch = *state;
    const char *line = arena_printf(
        &scratch->arena, "%sstrip -o out/a/impl.so a/impl.so; strip -o out/b/impl.so b/impl.so%s",
        two_libraries, "; rm -r a b");
    struct build build = project_of(scratch, line, "p out/a/impl.so out/b/impl.so");
    assert_int_equal(program_count(build.program), 1);
    assert_int_equal(program_notes(build.program)->count, 1);
    assert_non_null(strstr(program_notes(build.program)->items[0],
                           "'out/a/impl.so', 'out/b/impl.so' are shared libraries"));
}

static void a_moved_library_is_found(void **state)
{
    struct build build = project_of(*state,
                                    COMPILE "main.c a.c && cc -o p main.o && " LIBRARY
                                            "liba.so.tmp a.o && mv liba.so.tmp liba.so",
                                    "p liba.so");
    assert_true(has_relinked(&build, "liba.so (1 function"));
}

static void a_name_that_leads_elsewhere_names_another_link(void **state)
{
    struct build build =
        project_of(*state,
                   COMPILE "main.c a.c b.c && cc -o p main.o && " LIBRARY "other.so a.o && " LIBRARY
                           "lib.so b.o && ln -sf other.so lib.so",
                   "p other.so");
    assert_true(has_relinked(&build, "other.so (1 function"));
}

static void a_program_in_the_place_of_another_is_itself(void **state)
{
    struct build build = project_of(*state,
                                    COMPILE "main.c b.c && cc -o p main.o && "
                                            "cc -o q main.o b.o && mv q p",
                                    "p");
    assert_true(has_relinked(&build, "p (3 functions"));
}

// Other bytes than those of the link, without a record of their own.
static void what_no_link_makes_keeps_one_layout(void **state)
{
#define UNRECORDED                                                                                 \
    COMPILE "main.c a.c b.c && cc -o q main.o a.o && "                                             \
            "env -u ESWEXP_LD_RECORDS cc -o q main.o b.o"
    struct build build = project_of(*state, UNRECORDED " && cc -o p main.o", "p q");
    assert_int_equal(program_count(build.program), 1);
    assert_non_null(strstr(program_notes(build.program)->items[0],
                           "'q' runs, too, and has one layout in all builds: 'q' is not what its "
                           "link makes: repeated, it has other machine code"));
    build = project_of(*state, UNRECORDED, "q");
#undef UNRECORDED
    assert_non_null(strstr(build.error.text, "'q' is not what its link makes"));
}

int tests_of_moved_outputs(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(copies_of_one_name_are_told_apart),
        scratch_test(copies_of_several_links_keep_one_layout),
        scratch_test(a_moved_library_is_found),
        scratch_test(a_name_that_leads_elsewhere_names_another_link),
        scratch_test(a_program_in_the_place_of_another_is_itself),
        scratch_test(what_no_link_makes_keeps_one_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
