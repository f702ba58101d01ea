// Reports in every format: the same findings, named the same, harmless on a terminal.
#include "golden.h"
#include "reported.h"

#include "base/files/trees.h"
#include "report/page/page.h"
#include "report/tables/csv.h"
#include "shown.h"
#include "store/events.h"
#include "store/plan/experiment.h"
#include "store/results/dimensions.h"

#include <jansson.h>
#include <sys/stat.h>

// Without the style sheet.
static char *as_html(const struct imported *imported)
{
    char *bytes = NULL;
    size_t size = 0;
    struct error error = {0};
    FILE *out = open_memstream(&bytes, &size);
    assert_done(report_html(imported->store, &imported->findings, NULL, NULL, out, &error), error);
    fclose(out);
    char *style = strstr(bytes, "<style>") + strlen("<style>"), *end = strstr(style, "</style>");
    memmove(style, end, strlen(end) + 1);
    return bytes;
}

static char *as_csv(const struct imported *imported, const char *name)
{
    struct arena arena = {0};
    struct error error = {0};
    struct text text = {0};
    char *folder = temporary_folder(&arena);
    assert_non_null(folder);
    FOLDER_CLEANUP struct folder campaign = {0};
    assert_done(folder_open(&campaign, folder, &error), error);
    assert_done(report_csv(imported->store, &imported->findings, &campaign, &error), error);
    assert_done(
        file_read(arena_printf(&arena, "%s/csv/%s.csv", folder, name), 1 << 20, &text, &error),
        error);
    assert_done(tree_remove(folder, &error), error);
    arena_release(&arena);
    return text.bytes;
}

static void worked_example(void **state)
{
    (void)state;
    struct imported imported = imported_from(KJ_EXAMPLE);
    static const char variances[] =
        "experiment,benchmark,variant,metric,level,repetitions,S2,T2,share,share_low,"
        "share_high,phase\nsome,some,all,value,iteration,2,16.5,16.5,0.87902330743618207,";
    assert_says(as_csv(&imported, "variances"), variances);
    assert_says(
        as_csv(&imported, "variances"),
        ",real\nsome,some,all,value,execution,2,2.5833333333333335,-5.6666666666666661,0,0,");
    assert_says(as_csv(&imported, "variances"),
                ",real\nsome,some,all,value,build,3,3.5625,2.270833333333333,0.12097669256381798,");
    assert_says(as_csv(&imported, "samples"),
                "experiment,benchmark,variant,phase,machine,block,execution,iteration,metric,unit,"
                "value\nsome,some,all,real,local,1,1,1,value,,9\n");
    assert_says(as_text(&imported.findings, 80, false), "6.5 ± 4.7");
    assert_says(as_markdown(&imported.findings), "| all | 6.5 ± 4.7 |");
    json_t *root = as_json(&imported.findings), *estimate = NULL;
    estimate = json_array_get(json_object_get(root, "estimates"), 0);
    assert_close(json_real_value(json_object_get(estimate, "mean")), 6.5, 1e-15);
    assert_close(json_real_value(json_object_get(estimate, "high")), 11.1887071, 1e-8);
    assert_int_equal(json_integer_value(json_object_get(estimate, "builds")), 3);
    json_decref(root);
    imported_free(&imported);
}

// What one imported pair of variants is called in all formats.
struct naming {
    double old, old_half, new, new_half;
    const char *words, *bounded, *csv;
};

static void bounds_are_named(void **state)
{
    (void)state;
    static const struct naming cases[] = {
        {10, 1, 9, 0.9, "new takes 0.90 of old's time [0.78, 1.04]\n", "yes", ",yes,"},
        {10, 12, 30, 5, "at least 1.33; no upper bound: measure more builds: 3.00× slower",
         "no_upper", ",,no_upper,"},
        {10, 1, 9, 15,
         "takes 0.90 of old's time, at most 2.42; no lower bound: measure more builds\n",
         "no_lower", ",no_lower,"},
        {10, 12, 9, 10, "the interval says nothing: measure more builds", "undetermined",
         ",,,undetermined,"},
        {10, 0.1, 9, 0.1, "takes 0.90 of old's time [0.89, 0.91]: 1.11× faster", "yes", ",faster"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct naming *naming = &cases[i];
        struct imported imported =
            imported_pair(naming->old, naming->old_half, naming->new, naming->new_half);
        assert_says(as_text(&imported.findings, 200, false), naming->words);
        char *markdown = as_markdown(&imported.findings);
        for (char *c = markdown; *c; c++) // brackets are escaped there
            if (*c == '\\')
                memmove(c, c + 1, strlen(c));
        assert_says(markdown, naming->words);
        assert_says(as_csv(&imported, "ratios"), naming->csv);
        json_t *root = as_json(&imported.findings);
        const json_t *ratio = json_array_get(json_object_get(root, "ratios"), 0);
        assert_string_equal(json_string_value(json_object_get(ratio, "bounded")), naming->bounded);
        bool low = text_equal(naming->bounded, "yes") || text_equal(naming->bounded, "no_upper");
        bool high = text_equal(naming->bounded, "yes") || text_equal(naming->bounded, "no_lower");
        assert_int_equal(json_is_null(json_object_get(ratio, "low")), !low);
        assert_int_equal(json_is_null(json_object_get(ratio, "high")), !high);
        json_decref(root);
        imported_free(&imported);
    }
}

static void one_build(void **state)
{
    (void)state;
    struct imported imported = imported_from("variant,block,value\nold,1,10\nnew,1,9\n");
    assert_says(as_text(&imported.findings, 200, false), "; no interval: measure more builds");
    assert_says(as_csv(&imported, "estimates"),
                ",10,,,0.94999999999999996,0,1,10,10,mean,10,,,no,1\n");
    assert_says(as_csv(&imported, "ratios"), ",0.90000000000000002,,,none,");
    imported_free(&imported);
}

static void names_are_harmless(void **state)
{
    (void)state;
    struct imported imported = imported_from(
        "variant,block,value,metric\n\"O\033[2J\",1,1,\"m\001\"\n\"O\033[2J\",2,2,\"m\001\"\n"
        "\"new\xc2\x9b,x\",1,1,\"m\001\"\n\"new\xc2\x9b,x\",2,2,\"m\001\"\n");
    char *text = as_text(&imported.findings, 80, false);
    for (const char *c = text; *c; c++)
        assert_true((unsigned char)*c >= 0x20 || *c == '\n');
    assert_null(strstr(text, "\xc2\x9b"));
    free(text);
    assert_says(as_csv(&imported, "estimates"), "\"new\xc2\x9b,x\"");
    imported_free(&imported);
}

static void only_times_are_fast(void **state)
{
    (void)state;
    struct imported imported = imported_from("variant,block,metric,unit,value\n"
                                             "old,1,rate,MB/s,100\nold,2,rate,MB/s,101\n"
                                             "new,3,rate,MB/s,200\nnew,4,rate,MB/s,201\n");
    assert_says(as_text(&imported.findings, 200, true),
                "\n  HIGHER  new has 2.00 of old's rate [1.93, 2.07]\n");
    assert_says(as_csv(&imported, "ratios"), ",higher,mean,0.94999999999999996,no,1,1,no,\n");
    imported_free(&imported);
}

static void one_unit_a_cell(void **state)
{
    (void)state;
    struct imported imported =
        imported_from("variant,metric,unit,value\nold,cpu,s,0.0009\nnew,cpu,s,0.0009\n"
                      "old,wall,s,0.0009\nnew,wall,s,0.0011\nold,rare,s,1e-8\n");
    char *text = as_text(&imported.findings, 80, false);
    assert_null(strstr(text, "µs"));
    assert_says(text, "0.9000 ms");
    assert_says(as_text(&imported.findings, 80, false), "10.00 ns");
    imported_free(&imported);

    imported = imported_from("value,unit\n0,s\n0,s\n");
    assert_says(as_text(&imported.findings, 80, false), "0 ± 0 s     0 s      0 s\n");
    imported_free(&imported);
}

static void failed_variant(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct stored_truth truth = {{1e-3, 0}, 2e-5, 5e-6, 1e-5, 0};
    struct imported imported =
        stored_campaign(stored_spec(&arena, 2, 1), (struct repetitions){5, 2, 4, 0, 1}, &truth);
    assert_golden("report-failed-variant.txt", as_text(&imported.findings, 80, false));
    assert_golden("report-failed-variant.md", as_markdown(&imported.findings));
    assert_golden("report-failed-variant.html", as_html(&imported));
    json_t *root = as_json(&imported.findings);
    const json_t *failure = json_array_get(json_object_get(root, "failures"), 0);
    assert_string_equal(json_string_value(json_object_get(failure, "variant")), "O3");
    assert_string_equal(json_string_value(json_object_get(failure, "n")), "1");
    assert_string_equal(json_string_value(json_object_get(failure, "reason")), "exit 9");
    assert_int_equal(json_integer_value(json_object_get(failure, "executions")), 10);
    json_decref(root);
    imported_free(&imported);
    arena_release(&arena);
}

static void missed_precision(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct spec *spec = stored_spec(&arena, 2, 1);
    const struct stored_truth truth = {{1e-3, 9e-4}, 3e-5, 5e-6, 1e-5, 0};
    struct stored_dimension row = {0, "wall_time", LEVEL_BUILD, 0.1, 1e-9, 7, 6};
    struct stored_dimensioning promise = {.half_width = 0.01, .rows = &row, .row_count = 1};
    for (size_t fixed = 0; fixed <= 6; fixed += 6) {
        spec->repeat.real[2] = fixed;
        struct imported imported =
            stored_campaign(spec, (struct repetitions){6, 3, 4, 0, 1}, &truth);
        assert_done(store_dimensioning(imported.store, &promise, &error), error);
        assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error),
                    error);
        char *text = as_text(&imported.findings, 200, false);
        assert_int_equal(strstr(text, " % instead of ±1 %: about ") != NULL, !fixed);
        free(text);
        imported_free(&imported);
    }
    arena_release(&arena);
}

// A file may fix the counts of some levels; a budget may leave fewer blocks.
static void how_counts_came_about(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct spec *spec = stored_spec(&arena, 2, 1);
    const struct stored_truth truth = {{1e-3, 9e-4}, 3e-5, 5e-6, 1e-5, 0};
    static const struct {
        size_t executions, builds, used; // that the file fixes, and blocks of the campaign
        const char *words;
    } cases[] = {
        {3, 6, 6,
         "Fixed by the file: 6 builds × 3 executions, expecting ±1 % in 61 s; closed form for ±1 "
         "%:"},
        {0, 6, 6, "for ±1 %: 6 builds (fixed by the file) × 3 executions by the cheapest-cost"},
        {0, 0, 97,
         "for ±1 %: 97 builds × 3 executions by the cheapest-cost search, expecting ±1 % "
         "in 61 s; the time budget left 6 blocks; closed form: build 7, execution 2"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct stored_dimension rows[] = {
            {0, "wall_time", LEVEL_EXECUTION, 0.1, 1e-9, 2, 3},
            {0, "wall_time", LEVEL_BUILD, 0.1, 1e-9, 7, cases[i].used}};
        struct stored_dimensioning chosen = {
            .half_width = 0.01, .cost_s = 61, .rows = rows, .row_count = 2};
        spec->repeat.real[1] = cases[i].executions;
        spec->repeat.real[2] = cases[i].builds;
        struct imported imported =
            stored_campaign(spec, (struct repetitions){6, 3, 4, 0, 1}, &truth);
        assert_done(store_dimensioning(imported.store, &chosen, &error), error);
        assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error),
                    error);
        assert_says(as_text(&imported.findings, 400, false), cases[i].words);
        imported_free(&imported);
    }
    arena_release(&arena);
}

static void campaign(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct spec *spec = stored_spec(&arena, 2, 1);
    const struct stored_truth truth = {{1e-3, 9e-4}, 2e-5, 5e-6, 1e-5, 0};
    struct imported imported = {.store = store_temporary(&error)};
    struct repetitions pilot = {5, 5, 5, 0, 1}, real = {.first_block = 6};
    spec->quick = true;
    assert_done(store_spec(imported.store, spec, &error), error);
    stored_phase(imported.store, spec, PHASE_PILOT, &pilot, &truth);
    real = (struct repetitions){6, 3, 4, 0, 6};
    stored_phase(imported.store, spec, PHASE_REAL, &real, &truth);
    assert_done(store_event(imported.store, "not randomized", "aslr: not permitted here", &error),
                error);
    struct stored_dimension row = {0, "wall_time", LEVEL_BUILD, 0.1, 1e-9, 7, 6};
    struct stored_dimensioning dimensioning = {
        .half_width = 0.02, .cost_s = 61, .rows = &row, .row_count = 1};
    assert_done(store_dimensioning(imported.store, &dimensioning, &error), error);
    assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error), error);

    static const size_t widths[] = {60, 80};
    for (size_t i = 0; i < 2; i++) {
        char *text = as_text(&imported.findings, widths[i], false);
        assert_true(longest_line(text) <= widths[i]);
        free(text);
    }
    assert_golden("report-campaign.txt", as_text(&imported.findings, 80, false));
    assert_golden("report-campaign.md", as_markdown(&imported.findings));
    assert_golden("report-campaign.html", as_html(&imported));
    assert_says(as_text(&imported.findings, 200, true), "\033[32m");
    assert_says(as_csv(&imported, "builds"),
                "experiment,benchmark,variant,n,phase,machine,block,seed,layout_id,binary_sha256,"
                "functions_moved,build_s,link_order\nexperiment,sort,O2,1,pilot,local,1,");
    assert_says(as_csv(&imported, "executions"),
                "experiment,benchmark,variant,n,phase,machine,block,execution,order,attempt,start,"
                "exit,seconds\n");
    assert_says(as_csv(&imported, "dimensioning"),
                "level,cost_s,T2,closed_form,used\nexperiment,sort,O2,1,wall_time,build,"
                "0.10000000000000001,1.0000000000000001e-09,7,6\n");

    // samples.csv, read back, says the same.
    char *csv = as_csv(&imported, "samples");
    struct imported again = imported_from(csv);
    free(csv);
    assert_int_equal(again.findings.estimate_count, imported.findings.estimate_count);
    for (size_t i = 0; i < again.findings.estimate_count; i++) {
        assert_close(again.findings.estimates[i].components.mean,
                     imported.findings.estimates[i].components.mean, 1e-15);
        assert_close(again.findings.estimates[i].components.T2[0],
                     imported.findings.estimates[i].components.T2[0], 1e-12);
    }
    imported_free(&again);
    imported_free(&imported);
    arena_release(&arena);
}

// What older versions called diagnostics.csv would be out of date beside it.
static void former_files_go(void **state)
{
    (void)state;
    struct imported imported = imported_from(KJ_EXAMPLE);
    struct error error = {0};
    char *folder = temporary_folder(&imported.arena);
    assert_non_null(folder);
    const char *csv = path_join(&imported.arena, folder, "csv");
    const char *former = path_join(&imported.arena, csv, "evidence.csv");
    assert_int_equal(mkdir(csv, 0777), 0);
    FILE *file = fopen(former, "w");
    assert_non_null(file);
    fclose(file);
    FOLDER_CLEANUP struct folder campaign = {0};
    assert_done(folder_open(&campaign, folder, &error), error);
    assert_done(report_csv(imported.store, &imported.findings, &campaign, &error), error);
    assert_false(file_exists(former));
    assert_true(file_exists(path_join(&imported.arena, csv, "diagnostics.csv")));
    assert_done(tree_remove(folder, &error), error);
    imported_free(&imported);
}

int tests_of_report(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_example),
        cmocka_unit_test(bounds_are_named),
        cmocka_unit_test(one_build),
        cmocka_unit_test(names_are_harmless),
        cmocka_unit_test(campaign),
        cmocka_unit_test(failed_variant),
        cmocka_unit_test(missed_precision),
        cmocka_unit_test(how_counts_came_about),
        cmocka_unit_test(only_times_are_fast),
        cmocka_unit_test(one_unit_a_cell),
        cmocka_unit_test(former_files_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
