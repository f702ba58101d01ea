// A methods section out of a store: what was done, its citations, the commands to repeat it.
#include "campaigned.h"
#include "golden.h"

#include "report/paper/methods.h"
#include "report/paper/reproducing.h"
#include "report/wording/lines.h"
#include "store/results/dimensions.h"

static const char sorting[] = "experiment: sorting\n"
                              "benchmarks:\n"
                              "  heap: {sources: [heap.c]}\n"
                              "  quick: {sources: [quick.c]}\n"
                              "variants: {O2: {cflags: -O2}, O3: {cflags: -O3}}\n"
                              "sweep: {n: [10, 20]}\n"
                              "repeat: {warmup: 3}\n";
static const struct stored_truth truth = {{1, 2}, 0.01, 0.001, 0.001, 0};

// The paragraph and its citations, in lines of words that a person can compare.
static void assert_methods(struct imported *imported, const char *golden)
{
    struct error error = {0};
    const char *paragraph = NULL;
    struct text_list citations;
    assert_done(methods_wording(&imported->arena, imported->store, &imported->findings, &paragraph,
                                &citations, &error),
                error);
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    wrap(out, 100, "", paragraph);
    for (size_t i = 0; i < citations.count; i++)
        fprintf(out, "[%zu] %s\n", i + 1, citations.items[i]);
    fclose(out);
    assert_golden(golden, bytes);
}

static void campaign(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct spec *spec = campaigned_spec(&arena, sorting, NULL);
    struct imported imported = stored_campaign(spec, (struct repetitions){6, 3, 10, 0, 0}, &truth);
    campaigned_facts(&imported, (const char *[]){"version",
                                                 "3.2.1",
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
                                                 "coupled.heap.O2",
                                                 "link_order",
                                                 "coupled.quick.O2",
                                                 "link_order",
                                                 "fixed.heap.O2",
                                                 "environment_size",
                                                 "fixed.quick.O2",
                                                 "",
                                                 "process.standing",
                                                 "O2: executed on CPU 1",
                                                 "node.a.placement.standing",
                                                 "O2: executed on CPU 1",
                                                 "node.b.placement.standing",
                                                 "O2: executed on CPU 7",
                                                 NULL});
    assert_methods(&imported, "methods-campaign.txt");
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
    assert_methods(&imported, "methods-failures.txt");
    imported_free(&imported);
    arena_release(&arena);
}

static void pilot_alone(void **state)
{
    (void)state;
    struct imported imported =
        imported_from("block,value,phase\n1,5,pilot\n2,6,pilot\n3,7,pilot\n");
    assert_methods(&imported, "methods-other-means.txt");
    campaigned_facts(&imported, (const char *[]){"version", "3.2.1", NULL});
    assert_methods(&imported, "methods-pilot.txt");
    imported_free(&imported);
}

static void one_iteration(void **state)
{
    (void)state;
    struct imported imported = imported_from(KJ_EXAMPLE);
    imported.findings.iteration = 2;
    assert_methods(&imported, "methods-one-iteration.txt");
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
    assert_methods(&imported, "methods-warm-up.txt");
    imported_free(&imported);
    arena_release(&arena);
}

static const char one_built[] = "experiment: sorting\n"
                                "benchmarks:\n"
                                "  built: {sources: [heap.c]}\n"
                                "  ready: {command: ./quick}\n"
                                "sweep: {n: [10, 20]}\n"
                                "repeat: {warmup: 3}\n";

// Of the second cell.
static const struct dimension_row rows[] = {
    {1, {.metric = "wall_time", .level = LEVEL_ITERATION, .used = 10}},
    {1, {.metric = "wall_time", .level = LEVEL_EXECUTION, .used = 3}},
    {1, {.metric = "wall_time", .level = LEVEL_BUILD, .used = 40}}};

static void choose(struct findings *findings, size_t count)
{
    findings->dimensions = (struct dimension_row *)rows;
    findings->dimension_count = count;
    findings->cells[1].dimensions = rows;
    findings->cells[1].dimension_count = count;
}

// As if it had one iteration an execution.
static void lose_iterations(struct estimate *estimate)
{
    estimate->components.levels--;
    for (int k = 0; k < estimate->components.levels; k++) {
        estimate->level[k] = estimate->level[k + 1];
        estimate->fewest[k] = estimate->fewest[k + 1];
        estimate->most[k] = estimate->most[k + 1];
    }
}

// The stored experiment has one point of each benchmark, the campaign two: its second cell is
// another point of the first benchmark, and alone has all its levels.
static void pilot_of_a_later_point(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct spec *spec = campaigned_spec(&arena, one_built, NULL);
    struct imported imported = stored_campaign(spec, (struct repetitions){6, 3, 10, 0, 0}, &truth);
    campaigned_facts(&imported, (const char *[]){"version", "3.2.1", NULL});
    struct findings *findings = &imported.findings;
    assert_string_equal(findings->catalogue.cells[1].benchmark, "built");
    choose(findings, 3);
    for (size_t i = 0; i < findings->estimate_count; i++)
        if (findings->estimates[i].cell != 1)
            lose_iterations(&findings->estimates[i]);
    assert_methods(&imported, "methods-later-point.txt");
    imported_free(&imported);
    arena_release(&arena);
}

// Counts that the file fixes, all or some, a deadline, a budget, looks: each is told.
static void how_counts_came_about(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct spec *spec = campaigned_spec(&arena, one_built, NULL);
    struct imported imported = stored_campaign(spec, (struct repetitions){6, 3, 10, 0, 0}, &truth);
    struct findings *findings = &imported.findings;
    campaigned_facts(&imported, (const char *[]){"version", "3.2.1", "pilot_blocks", "7",
                                                 "pilot_executions", "1", NULL});
    choose(findings, 2); // the counts of executions and iterations
    findings->fixed[LEVEL_EXECUTION] = findings->fixed[LEVEL_ITERATION] = true;
    assert_methods(&imported, "methods-fixed.txt");
    choose(findings, 3);
    campaigned_facts(&imported, (const char *[]){"budget_s", "25", NULL});
    assert_methods(&imported, "methods-budget.txt");
    findings->completeness = (struct completeness){.blocks = 6, .planned = 40, .at_deadline = true};
    assert_methods(&imported, "methods-deadline.txt");
    imported_free(&imported);
    arena_release(&arena);
}

static void looks_are_told(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct spec *spec = campaigned_spec(&arena, sorting, NULL);
    struct imported imported = stored_campaign(spec, (struct repetitions){6, 3, 10, 0, 0}, &truth);
    campaigned_facts(&imported, (const char *[]){"version", "3.2.1", NULL});
    choose(&imported.findings, 3);
    imported.findings.looks = &(struct looks){.count = 2, .current = 1};
    for (size_t i = 0; i < imported.findings.variant_ratio_count; i++)
        imported.findings.variant_ratios[i].confidence = 0.9822;
    assert_methods(&imported, "methods-looks.txt");
    imported_free(&imported);
    arena_release(&arena);
}

// Programs that are built have builds, ready commands have executions alone.
static void levels_of_benchmarks_differ(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct spec *spec = campaigned_spec(&arena, one_built, NULL);
    struct imported imported = stored_campaign(spec, (struct repetitions){6, 3, 10, 0, 0}, &truth);
    struct findings *findings = &imported.findings;
    campaigned_facts(&imported, (const char *[]){"version", "3.2.1", NULL});
    for (size_t i = 0; i < findings->estimate_count; i++)
        if (text_equal(findings->catalogue.cells[findings->estimates[i].cell].benchmark, "ready"))
            findings->estimates[i].components.levels--;
    assert_methods(&imported, "methods-ready.txt");
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
                     (const char *[]){"version", "3.2.1", "path", "/lab/sorting.yaml", "revision",
                                      "0123456789abcdef0123456789abcdef01234567 (modified)", NULL});
    struct text_list lines = repeating(&imported);
    assert_int_equal(lines.count, 4);
    assert_string_equal(lines.items[0], "eswexp --version # 3.2.1");
    assert_string_equal(lines.items[1], "git checkout 0123456789abcdef0123456789abcdef01234567 # "
                                        "and changes that were not committed");
    assert_string_equal(lines.items[2], "eswexp check sorting.yaml --set 'question=Is it "
                                        "Bob'\\''s?' --seed 42");
    assert_string_equal(lines.items[3], "eswexp run sorting.yaml --set 'question=Is it "
                                        "Bob'\\''s?' --seed 42");

    campaigned_facts(&imported,
                     (const char *[]){"revision",
                                      "0123456789abcdef0123456789abcdef01234567 (without the "
                                      "experiment file)",
                                      NULL});
    assert_string_equal(repeating(&imported).items[1],
                        "git checkout 0123456789abcdef0123456789abcdef01234567 # and the "
                        "experiment file, which was not committed");
    imported_free(&imported);

    imported = imported_from(KJ_EXAMPLE); // measured by other means: nothing to repeat it with
    assert_int_equal(repeating(&imported).count, 0);
    imported_free(&imported);
    arena_release(&arena);
}

int tests_of_methods(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(campaign),
        cmocka_unit_test(failures_and_quick),
        cmocka_unit_test(pilot_alone),
        cmocka_unit_test(one_iteration),
        cmocka_unit_test(commands),
        cmocka_unit_test(warmup),
        cmocka_unit_test(pilot_of_a_later_point),
        cmocka_unit_test(how_counts_came_about),
        cmocka_unit_test(looks_are_told),
        cmocka_unit_test(levels_of_benchmarks_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
