// The checklist of benchmarking crimes: vouched for, violated, or asked.
#include "campaigned.h"
#include "golden.h"

#include "analysis/estimate/summary_statistics.h"
#include "report/paper/checklist.h"
#include "store/plan/experiment.h"

static const struct stored_truth truth = {{1, 2}, 0.01, 0.001, 0.001, 0};
static const struct repetitions ten = {10, 3, 10, 0, 0};
#define BENCHMARKS "experiment: sorting\nbenchmarks: {heap: {sources: [heap.c]}}\n"
static const char flags[] = BENCHMARKS "variants: {O2: {cflags: -O2}, O3: {cflags: -O3}}\n";

static struct checklist checklist(struct imported *imported)
{
    struct error error = {0};
    struct checklist list;
    assert_done(checklist_of(&imported->arena, imported->store, &imported->findings, &list, &error),
                error);
    return list;
}

static const struct check *check_named(const struct checklist *list, const char *crime)
{
    for (size_t i = 0; i < list->count; i++)
        if (text_starts(list->checks[i].crime, crime))
            return &list->checks[i];
    fail_msg("no crime '%s'", crime);
    return NULL;
}

static void expect(const struct checklist *list, const char *crime, enum check_state state)
{
    const struct check *check = check_named(list, crime);
    if (check->state != state)
        fail_msg("%s: state %d, \"%s\"; expected %d", crime, check->state, check->words, state);
}

static void print(FILE *out, const struct check *check)
{
    static const char *const states[] = {
        [CHECK_VOUCHED] = "vouched for", [CHECK_VIOLATED] = "violated", [CHECK_ASK] = "to answer"};
    fprintf(out, "%s\n  %s: %s\n", check->crime, states[check->state], check->words);
}

static void assert_checklist(const struct checklist *list, const char *golden)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    for (size_t i = 0; i < list->count; i++)
        print(out, &list->checks[i]);
    fclose(out);
    assert_golden(golden, bytes);
}

static void all_are_there(void **state)
{
    (void)state;
    struct imported imported = imported_pair(10, 0.1, 9, 0.1);
    struct checklist list = checklist(&imported);
    assert_int_equal(list.count, 22); // of van der Kouwe et al.
    for (size_t i = 0; i < list.count; i++) {
        assert_true(*list.checks[i].crime && *list.checks[i].words);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(list.checks[i].crime, list.checks[k].crime);
    }
    imported_free(&imported);
}

static void good_campaign(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct spec *spec = campaigned_spec(&arena, flags, NULL);
    struct imported imported = stored_campaign(spec, ten, &truth);
    campaigned_facts(&imported, (const char *[]){"version", "3.2.1", "machine.cpu", "Some CPU",
                                                 "machine.memory", "16 GB", "machine.kernel", "6.1",
                                                 "machine.boost", "not available here: none",
                                                 "toolchain.heap.O2", "cc 12", "toolchain.heap.O3",
                                                 "cc 12", "revision",
                                                 "0123456789abcdef0123456789abcdef01234567", NULL});
    struct checklist list = checklist(&imported);
    assert_checklist(&list, "checklist-good.txt");
    expect(&list, "Not evaluating", CHECK_VOUCHED);
    expect(&list, "No indication of significance", CHECK_VOUCHED);
    expect(&list, "Creative overhead", CHECK_VOUCHED);
    expect(&list, "Same dataset", CHECK_VOUCHED);
    expect(&list, "No proper baseline", CHECK_VOUCHED);
    expect(&list, "Unfair", CHECK_ASK);
    expect(&list, "Only measure run-time", CHECK_VOUCHED);
    expect(&list, "Missing platform", CHECK_VOUCHED);
    expect(&list, "Missing software", CHECK_VOUCHED);
    expect(&list, "Sub-benchmarks", CHECK_VOUCHED);
    expect(&list, "Relative numbers", CHECK_VOUCHED);
    campaigned_facts(&imported, (const char *[]){"revision",
                                                 "0123456789abcdef0123456789abcdef01234567 "
                                                 "(without the experiment file)",
                                                 NULL});
    list = checklist(&imported);
    expect(&list, "Missing software", CHECK_VIOLATED);
    imported_free(&imported);
    arena_release(&arena);
}

static void poor_campaign(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct spec *spec = campaigned_spec(&arena,
                                        BENCHMARKS "variants: {plain: {}, O3: {cflags: -O3}}\n"
                                                   "sweep: {n: [1, 2, 3]}\n"
                                                   "exclude: [{n: 2}]\n",
                                        NULL);
    spec->quick = true;
    struct stored_truth failing = truth;
    failing.mean[1] = 0;
    struct imported imported = stored_campaign(spec, (struct repetitions){3, 1, 5, 0, 0}, &failing);
    campaigned_facts(&imported, (const char *[]){"version", "3.2.1", "revision",
                                                 "not in a git repository", NULL});
    struct checklist list = checklist(&imported);
    assert_checklist(&list, "checklist-poor.txt");
    expect(&list, "Not evaluating", CHECK_ASK);
    expect(&list, "Benchmark subsetting", CHECK_VIOLATED);
    expect(&list, "Selective data", CHECK_VOUCHED);
    expect(&list, "No indication of significance", CHECK_VIOLATED);
    expect(&list, "No proper baseline", CHECK_VIOLATED);
    expect(&list, "Missing platform", CHECK_VIOLATED);
    expect(&list, "Missing software", CHECK_VIOLATED);
    expect(&list, "Sub-benchmarks", CHECK_VIOLATED);
    imported_free(&imported);
    arena_release(&arena);
}

static void diagnostics(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct spec *spec = campaigned_spec(&arena, flags, NULL);
    struct imported imported = stored_campaign(spec, ten, &truth);
    struct series_diagnostics *seen =
        arena_new_array(&arena, struct series_diagnostics, imported.findings.estimate_count);
    imported.findings.diagnostics = seen;
    struct checklist list = checklist(&imported);
    expect(&list, "No indication of significance", CHECK_VOUCHED);
    imported.findings.estimates[0].dependence.found = true;
    seen[1].drifted = true;
    seen[2].executions = 3;
    seen[2].never = 2;
    list = checklist(&imported);
    assert_checklist(&list, "checklist-diagnostics.txt");
    expect(&list, "No indication of significance", CHECK_VIOLATED);
    imported.findings.iteration = 3; // the advice was followed
    list = checklist(&imported);
    assert_checklist(&list, "checklist-one-iteration.txt");
    expect(&list, "No indication of significance", CHECK_VIOLATED);
    imported_free(&imported);
    arena_release(&arena);
}

static void sides_differ(void **state)
{
    (void)state;
    static const struct {
        const char *variants, *crime;
        enum check_state state;
    } cases[] = {
        {"{a: {}, b: {}}", "No proper baseline", CHECK_VOUCHED},
        {"{a: {}, b: {}}", "Unfair", CHECK_VOUCHED},
        {"{a: {cflags: -O0}, b: {cflags: -O1}}", "No proper baseline", CHECK_VIOLATED},
        {"{a: {cflags: -O1}, b: {cflags: -O0}}", "No proper baseline", CHECK_VOUCHED},
        {"{a: {args: [x]}, b: {args: [y], libs: [-lm]}}", "No proper baseline", CHECK_VOUCHED},
        {"{a: {}, b: {sources: [other.c]}}", "Unfair", CHECK_ASK},
        {"{a: {}}", "No proper baseline", CHECK_VIOLATED},
        {"{a: {}, b: {}, c: {}}", "Elements", CHECK_ASK},
    };
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        const char *text = arena_printf(&arena, BENCHMARKS "variants: %s\n", cases[i].variants);
        struct imported imported = {.store = NULL};
        struct error error = {0};
        imported.store = store_temporary(&error);
        assert_done(store_spec(imported.store, campaigned_spec(&arena, text, NULL), &error), error);
        assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error),
                    error);
        struct checklist list = checklist(&imported);
        expect(&list, cases[i].crime, cases[i].state);
        fprintf(out, "variants: %s\n", cases[i].variants);
        print(out, check_named(&list, cases[i].crime));
        expect(&list, "No indication", CHECK_VIOLATED);
        imported_free(&imported);
        arena_release(&arena);
    }
    fclose(out);
    assert_golden("checklist-sides.txt", bytes);
}

static void imported_samples(void **state)
{
    (void)state;
    struct imported imported = imported_from("variant,block,value,unit,metric\na,1,10,MB/s,copy\n"
                                             "a,2,11,MB/s,copy\nb,1,10,MB/s,copy\n"
                                             "b,2,11,MB/s,copy\na,1,3,,score\n");
    struct checklist list = checklist(&imported);
    assert_checklist(&list, "checklist-imported.txt");
    expect(&list, "Throughput", CHECK_ASK);
    expect(&list, "Incorrect averaging", CHECK_VIOLATED);
    expect(&list, "Relative numbers", CHECK_ASK);
    expect(&list, "Same dataset", CHECK_ASK);
    expect(&list, "No proper baseline", CHECK_ASK);
    expect(&list, "Missing software", CHECK_VIOLATED);
    expect(&list, "No indication", CHECK_VIOLATED);
    imported_free(&imported);
}

static void other_summaries(void **state)
{
    (void)state;
    struct imported imported = imported_from("variant,block,value,unit,metric\na,1,0,MB/s,copy\n"
                                             "a,2,11,MB/s,copy\nb,1,10,MB/s,copy\n"
                                             "b,2,11,MB/s,copy\n");
    struct statistic harmonic = {.kind = STATISTIC_HARMONIC_MEAN};
    struct error error = {0};
    assert_done(
        analysis_summarise(&imported.arena, imported.store, &imported.findings, &harmonic, &error),
        error);
    struct checklist list = checklist(&imported);
    expect(&list, "Incorrect averaging", CHECK_VOUCHED);
    expect(&list, "No indication", CHECK_VIOLATED);
    imported_free(&imported);
}

int tests_of_checklist(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_there),   cmocka_unit_test(good_campaign),
        cmocka_unit_test(poor_campaign),   cmocka_unit_test(diagnostics),
        cmocka_unit_test(sides_differ),    cmocka_unit_test(imported_samples),
        cmocka_unit_test(other_summaries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
