// The programs of a project that layouts relink: as the command, 'program' or a trial says.
#include "scratch.h"
#include "testing.h"

#include "build/choice.h"
#include "build/draw.h"
#include "build/probe.h"
#include "build/toolchain/sha256.h"
#include "randomizers/options.h"

struct build {
    struct scratch *scratch;
    struct target target;
    struct workshop workshop;
    struct program *program;
    struct error error;
};

static const char build_line[] =
    "cc -ffunction-sections -fno-pie -c a.c b.c && cc -no-pie -o zero a.o b.o && "
    "cc -no-pie -o more a.o b.o && cc -O2 -ffunction-sections -o tiny a.c";

static struct build build_project(struct scratch *scratch, const char *line,
                                  const char *const *programs, const char *by)
{
    struct arena *arena = &scratch->arena;
    struct build build = {.scratch = scratch};
    build.workshop = (struct workshop){.folder = scratch_path(scratch, "shop"),
                                       .log = scratch_path(scratch, "log"),
                                       .linker_shim = ESWEXP_SHIM,
                                       .headers = "/",
                                       .timeout_s = 60};
    scratch_file(scratch, "project/a.c", "int main(void) { return 0; }\n");
    scratch_file(scratch, "project/b.c", "int f(void) { return 1; }\nint g(void) { return 2; }\n");
    scratch_file(scratch, "project/starts.c",
                 "#include <stdlib.h>\nint main(void) { return system(\"./zero\"); }\n");
    build.target = (struct target){.benchmark = "bench",
                                   .variant = "v",
                                   .kind = TARGET_PROJECT,
                                   .directory = scratch_path(scratch, "project"),
                                   .build = by};
    text_list_add(&build.target.command, arena, line);
    for (; *programs; programs++)
        text_list_add(&build.target.programs, arena, *programs);
    build.program = program_prepare(arena, &build.target, &build.workshop, &build.error);
    if (!build.program)
        fail_msg("%s", build.error.text);
    return build;
}

static struct build project(struct scratch *scratch, const char *line, const char *const *programs)
{
    return build_project(scratch, line, programs, build_line);
}
#define PROGRAMS(...) ((const char *const[]){__VA_ARGS__, NULL})

static bool observe(struct build *build, bool observed, const char *const *names)
{
    struct trial_execution trial = {.observed = observed};
    for (; *names; names++)
        text_list_add(
            &trial.executed, &build->scratch->arena,
            arena_printf(&build->scratch->arena, "%s/%s", program_folder(build->program), *names));
    return program_observe(build->program, &trial, true, &build->error);
}

// With N for the number of all functions, which the startup code of the machine adds to.
static const char *relinked(struct build *build)
{
    char *words = arena_strdup(&build->scratch->arena,
                               program_relinked(build->program, &build->scratch->arena));
    for (char *of = words; (of = strstr(of, " of ")); of += strlen(" of N")) {
        char *end;
        assert_true(strtoul(of + strlen(" of "), &end, 10) > 3);
        of[strlen(" of ")] = 'N';
        memmove(of + strlen(" of N"), end, strlen(end) + 1);
    }
    return words;
}

// One layout by link_order; the hashes of the outputs.
static void link_programs(struct build *build, const char *name, struct build_result *result,
                          char (*hashes)[65])
{
    struct arena *arena = &build->scratch->arena;
    struct layout *layouts = program_layouts(build->program, arena);
    struct randomizer_use use = randomizer_use_default(randomizer_find("link_order"));
    struct stream stream = stream_from(2); // one by which both orders differ
    struct address_layout address_layout = {0};
    struct draws draws = {0};
    program_draw(build->program, &use, &stream, layouts, &address_layout, &draws);
    assert_int_equal(draws.count, 1);
    const char *output = scratch_path(build->scratch, name);
    if (!program_link(build->program, layouts, output, result, &build->error))
        fail_msg("%s", build->error.text);
    for (size_t i = 0; i < program_count(build->program); i++)
        assert_true(sha256_file(program_output(arena, output, i), hashes[i]));
}

// It can start no other program; one that can is tried.
static void what_a_program_can_reach_is_tried(void **state)
{
    struct build build = build_project(*state, "./starts", PROGRAMS(NULL),
                                       "cc -o starts starts.c && cc -o zero a.c");
    assert_true(program_needs_trial(build.program));
    if (!observe(&build, true, PROGRAMS("starts", "zero")))
        fail_msg("%s", build.error.text);
    assert_non_null(strstr(relinked(&build), "starts ("));
    assert_non_null(strstr(relinked(&build), "), zero ("));
    build = build_project(*state, "./starts", PROGRAMS(NULL), "cc -o starts starts.c");
    assert_false(program_needs_trial(build.program));
}

// The one that the command names needs no trial.
static void draws_of_the_commands_program_are_the_same_with_others(void **state)
{
    struct build_result one = {.seconds = 0}, both = {.seconds = 0};
    char alone[1][65], together[2][65];
    struct build build = project(*state, "./zero", ((const char *const[]){NULL}));
    assert_false(program_needs_trial(build.program));
    assert_string_equal(relinked(&build), "zero (3 functions of N)");
    link_programs(&build, "alone", &one, alone);
    assert_string_equal(one.binary_sha256, alone[0]);
    build = project(*state, "./zero", PROGRAMS("more", "zero"));
    assert_true(program_needs_trial(build.program));
    link_programs(&build, "together", &both, together);
    assert_string_equal(relinked(&build), "zero (3 functions of N), more (3 functions of N)");
    assert_string_equal(together[0], alone[0]);
    assert_string_not_equal(together[1], alone[0]); // it draws an order of its own
    assert_string_not_equal(both.layout_id, one.layout_id);
    assert_string_not_equal(both.binary_sha256, one.binary_sha256);
    assert_true(both.functions_moved >= one.functions_moved);
}

static void a_trial_chooses_what_ran_by_path(void **state)
{
    struct build build = project(*state, "sh", ((const char *const[]){NULL}));
    assert_true(program_needs_trial(build.program));
    if (!observe(&build, true, PROGRAMS("zero", "../elsewhere", "more")))
        fail_msg("%s", build.error.text);
    assert_string_equal(relinked(&build), "more (3 functions of N), zero (3 functions of N)");
    build = project(*state, "sh", PROGRAMS("tiny"));
    assert_false(observe(&build, true, PROGRAMS("zero", "more")));
    assert_string_equal(build.error.text,
                        "variant 'v' of 'bench': 'program' names 'tiny', but the command runs "
                        "'zero', 'more', not 'tiny': set 'program: zero'");
}

static void without_a_trial_it_is_said(void **state)
{
    struct build build = build_project(*state, "sh", PROGRAMS(NULL),
                                       "cc -c a.c && cc -o zero a.o && cc -o tiny a.o");
    assert_true(observe(&build, false, ((const char *const[]){NULL})));
    const struct text_list *notes = program_notes(build.program);
    assert_int_equal(notes->count, 1);
    assert_string_equal(notes->items[0],
                        "ptrace is refused here: whether the command runs 'tiny', the last program "
                        "that 'build' linked, is not known (docker: --cap-add SYS_PTRACE; "
                        "'program' names another)");
}

// `tiny` has one function, in a group of its own.
static void one_of_several_may_keep_its_layout(void **state)
{
    struct build_result result = {.seconds = 0};
    char hashes[2][65];
    struct build build = project(*state, "sh", PROGRAMS("tiny", "zero"));
    struct randomizer_use use = randomizer_use_default(randomizer_find("link_order"));
    assert_false(program_probe(build.program, &use, &build.error));
    assert_true(text_starts(build.error.text, "'tiny': link_order: the program has 0 units"));
    use.allow_missing = true;
    assert_true(program_probe(build.program, &use, &build.error));
    assert_int_equal(program_notes(build.program)->count, 1);
    assert_string_equal(program_notes(build.program)->items[0],
                        "not randomized: 'tiny': link_order: the program has 0 units of code to "
                        "arrange, which is too few: inlined functions and, from -O2 on, main do "
                        "not count; set it to 'off'");
    link_programs(&build, "both", &result, hashes);
}

int tests_of_choice(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(what_a_program_can_reach_is_tried),
        scratch_test(draws_of_the_commands_program_are_the_same_with_others),
        scratch_test(a_trial_chooses_what_ran_by_path),
        scratch_test(without_a_trial_it_is_said),
        scratch_test(one_of_several_may_keep_its_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
