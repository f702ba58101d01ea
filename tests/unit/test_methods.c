// A methods section out of a store: what was done, its citations, the commands to repeat it.
#include "campaigned.h"
#include "report/paper/methods.h"
#include "report/paper/reproducing.h"

static const char sorting[] = "experiment: sorting\n"
                              "benchmarks:\n"
                              "  heap: {sources: [heap.c]}\n"
                              "  quick: {sources: [quick.c]}\n"
                              "variants: {O2: {cflags: -O2}, O3: {cflags: -O3}}\n"
                              "sweep: {n: [10, 20]}\n"
                              "repeat: {warmup: 3}\n";
static const struct stored_truth truth = {{1, 2}, 0.01, 0.001, 0.001, 0};

// Owned by the findings' arena.
static const char *methods_of(struct imported *imported, struct text_list *citations)
{
    struct error error = {0};
    const char *paragraph = NULL;
    assert_done(methods_wording(&imported->arena, imported->store, &imported->findings, &paragraph,
                                citations, &error),
                error);
    return paragraph;
}

static void assert_has(const char *text, const char *words)
{
    if (!strstr(text, words))
        fail_msg("no \"%s\" in:\n%s", words, text);
}

static void campaign(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct spec *spec = campaigned_spec(&arena, sorting, NULL);
    struct imported imported = stored_campaign(spec, (struct repetitions){6, 3, 10, 0, 0}, &truth);
    campaigned_facts(&imported, (const char *[]){"version",
                                                 "0.1.0",
                                                 "machine.cpu",
                                                 "Some CPU",
                                                 "machine.kernel",
                                                 "6.1",
                                                 "machine.governor",
                                                 "not available here: none",
                                                 "machine.smt",
                                                 "notsupported",
                                                 "toolchain.heap.O2",
                                                 "cc 12",
                                                 "toolchain.heap.O3",
                                                 "cc 12",
                                                 "randomized.heap.O2",
                                                 "link_order, aslr",
                                                 "randomized.quick.O2",
                                                 "link_order, environment_size",
                                                 "fixed.heap.O2",
                                                 "environment_size",
                                                 "fixed.quick.O2",
                                                 "",
                                                 "placement.standing",
                                                 "O2: executed on CPU 1",
                                                 "node.a.placement.standing",
                                                 "O2: executed on CPU 1",
                                                 "node.b.placement.standing",
                                                 "O2: executed on CPU 7",
                                                 NULL});
    struct text_list citations;
    const char *text = methods_of(&imported, &citations);
    assert_has(text,
               "We compared O3 with the baseline O2 on heap and quick, at 4 points of n, with "
               "eswexp 0.1.0, which follows Kalibera and Jones [1]");
    assert_has(text, " measured in 6 builds, each of 3 executions of 10 iterations.");
    assert_has(text, "These counts were fixed beforehand.");
    assert_has(text, "blocks of one build of each variant with its executions interleaved, in an "
                     "order drawn at random (seed 42)");
    assert_has(text,
               "outweigh an optimization [2], was drawn anew throughout (link order, environment "
               "size of quick.O2 alone and aslr of heap.O2 alone), held fixed: environment size of "
               "heap.O2 alone: 48 builds had 48 distinct layouts.");
    assert_has(text, "We report wall_time (s) and peak_memory (B). Intervals have 95 % confidence "
                     "and rest on the means of builds alone");
    assert_has(text, "Fieller's theorem [3].");
    assert_has(text,
               "Machine: Some CPU, Linux 6.1. Placement: O2: executed on CPU 1; on another node "
               "O2: executed on CPU 7. Toolchain: cc 12.");
    assert_int_equal(citations.count, 3);
    assert_has(citations.items[0], "Kalibera");
    assert_has(citations.items[1], "Mytkowicz");
    assert_has(citations.items[2], "Fieller");
    imported_free(&imported);
    arena_release(&arena);
}

static void failures_and_quick(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct spec *spec = campaigned_spec(&arena, sorting, NULL);
    spec->quick = true;
    struct stored_truth failing = truth;
    failing.mean[1] = 0;
    struct imported imported = stored_campaign(spec, (struct repetitions){2, 1, 5, 0, 0}, &failing);
    struct text_list citations;
    const char *text = methods_of(&imported, &citations);
    assert_has(text, " 8 of 16 executions failed and are left out.");
    assert_has(text, "This was a quick run, for a first look.");
    assert_null(strstr(text, "Fieller"));
    assert_null(strstr(text, "Machine"));
    imported_free(&imported);
    arena_release(&arena);
}

static void pilot_alone(void **state)
{
    (void)state;
    struct imported imported =
        imported_from("block,value,phase\n1,5,pilot\n2,6,pilot\n3,7,pilot\n");
    struct text_list citations;
    assert_has(methods_of(&imported, &citations),
               "We measured some. The samples were measured by other means");
    campaigned_facts(&imported, (const char *[]){"version", "0.1.0", NULL});
    assert_has(methods_of(&imported, &citations), "This was the pilot:");
    imported_free(&imported);
}

static void one_iteration(void **state)
{
    (void)state;
    struct imported imported = imported_from(KJ_EXAMPLE);
    imported.findings.iteration = 2;
    struct text_list citations;
    const char *text = methods_of(&imported, &citations);
    assert_has(text, "iteration 2 alone was taken of every execution");
    assert_has(text, "measured in 3 builds, each of 2 executions of 2 iterations.");
    imported_free(&imported);
}

// Of the first cell 4 iterations were cut, of the second none ever became steady.
static void warmup(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct spec *spec = campaigned_spec(&arena, sorting, NULL);
    struct imported imported = stored_campaign(spec, (struct repetitions){2, 1, 5, 0, 0}, &truth);
    struct findings *findings = &imported.findings;
    for (size_t i = 0; i < findings->catalogue.cell_count; i++)
        findings->catalogue.cells[i].paced = i < 2;
    findings->cells[0].pilot.first = 4;
    struct stored_cell *never = &findings->catalogue.cells[1];
    never->dimensioned = true;
    never->warmup = findings->cells[1].pilot.first = 20;
    never->pilot_iterations = 1;
    campaigned_facts(&imported, (const char *[]){"warmup", "auto", NULL});
    struct text_list citations;
    const char *text = methods_of(&imported, &citations);
    assert_has(text, "The first 4 iterations of an execution are warm-up, as found in the pilot by "
                     "MSER-5 [2] and change points (PELT [3]), and left out.");
    assert_has(text, "Most executions of 1 benchmark never became steady in the pilot, judged by "
                     "MSER-5 [2] and change points (PELT [3]): of these the same iteration of "
                     "every execution was taken, number 21 at the latest.");
    assert_has(citations.items[1], "White");
    assert_has(citations.items[2], "Killick");
    imported_free(&imported);
    arena_release(&arena);
}

static struct text_list repeating(struct imported *imported)
{
    return commands_to_reproduce(&imported->arena, imported->store, &imported->findings);
}

static void commands(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct spec *spec = campaigned_spec(&arena, sorting, "question=Is it Bob's?");
    struct imported imported = stored_campaign(spec, (struct repetitions){2, 1, 5, 0, 0}, &truth);
    campaigned_facts(&imported,
                     (const char *[]){"version", "0.1.0", "path", "/lab/sorting.yaml", "revision",
                                      "0123456789abcdef0123456789abcdef01234567 (modified)", NULL});
    struct text_list lines = repeating(&imported);
    assert_int_equal(lines.count, 4);
    assert_string_equal(lines.items[0], "eswexp --version # 0.1.0");
    assert_string_equal(lines.items[1], "git checkout 0123456789abcdef0123456789abcdef01234567 # "
                                        "and changes that were not committed");
    assert_string_equal(lines.items[2], "eswexp check /lab/sorting.yaml --set 'question=Is it "
                                        "Bob'\\''s?' --seed 42");
    assert_string_equal(lines.items[3], "eswexp run /lab/sorting.yaml --set 'question=Is it "
                                        "Bob'\\''s?' --seed 42");
    imported_free(&imported);

    imported = imported_from(KJ_EXAMPLE); // measured by other means: nothing to repeat it with
    assert_int_equal(repeating(&imported).count, 0);
    imported_free(&imported);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(campaign),    cmocka_unit_test(failures_and_quick),
        cmocka_unit_test(pilot_alone), cmocka_unit_test(one_iteration),
        cmocka_unit_test(commands),    cmocka_unit_test(warmup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
