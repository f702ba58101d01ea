// From CSV to variances and ratios.
#include "imported.h"

#include "model/level.h"
#include "model/phase.h"
#include "model/verdict.h"

static void worked_example(void **state)
{
    (void)state;
    struct imported imported = imported_from(KJ_EXAMPLE);
    assert_int_equal(imported.findings.estimate_count, 1);
    const struct estimate *estimate = &imported.findings.estimates[0];
    const struct components *components = &estimate->components;
    static const enum level levels[] = {LEVEL_ITERATION, LEVEL_EXECUTION, LEVEL_BUILD};
    static const double S2[] = {16.5, 31.0 / 12, 3.5625};
    static const double T2[] = {16.5, -17.0 / 3, 2.2708333333333333};
    assert_int_equal(components->levels, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(estimate->level[i], levels[i]);
        assert_close(components->S2[i], S2[i], 1e-14);
        assert_close(components->T2[i], T2[i], 1e-14);
    }
    assert_close(components->mean, 6.5, 1e-15);
    assert_close(estimate->interval.half_width, 4.6887071, 1e-8);
    assert_int_equal(estimate->interval.df, 2);
    assert_close(estimate->order.median, 6.5, 1e-15);
    assert_close(estimate->order.minimum, 1, 1e-15);
    assert_int_equal(imported.findings.cells[0].phase, PHASE_REAL);
    imported_free(&imported);
}

// Without the column, the level is no part: what agrees in the others is repeated below.
static void merged_levels(void **state)
{
    (void)state;
    struct imported imported = imported_from(
        "block,value\n1,9\n1,5\n1,8\n1,3\n2,10\n2,6\n2,7\n2,11\n3,1\n3,12\n3,2\n3,4\n");
    const struct components *components = &imported.findings.estimates[0].components;
    assert_int_equal(components->levels, 2);
    assert_int_equal(imported.findings.estimates[0].level[1], LEVEL_BUILD);
    assert_close(components->S2[0], 12.7222222222222222, 1e-14);
    assert_close(components->T2[1], 0.38194444444444444, 1e-12);
    imported_free(&imported);
}

static void values_alone(void **state)
{
    (void)state;
    struct imported imported = imported_from("value\n1\n2\n\n4\n");
    const struct estimate *estimate = &imported.findings.estimates[0];
    assert_int_equal(estimate->components.levels, 1);
    assert_int_equal(estimate->components.top_units, 3);
    assert_int_equal(estimate->level[0], LEVEL_ITERATION);
    assert_close(estimate->components.mean, 7.0 / 3, 1e-15);
    assert_string_equal(imported.findings.experiment, "some");
    imported_free(&imported);

    imported = imported_from("block,execution,value\na,x,1\na,y,2\nb,x,3\nb,y,5\n");
    assert_int_equal(imported.findings.estimates[0].level[0], LEVEL_EXECUTION);
    assert_int_equal(imported.findings.estimates[0].components.levels, 2);
    imported_free(&imported);
}

// A campaign in which nothing is built has blocks of one execution: no builds to speak of.
static void executions_on_top(void **state)
{
    (void)state;
    struct imported imported =
        imported_from("block,execution,iteration,value\n1,1,1,1\n1,1,2,2\n2,1,1,3\n2,1,2,5\n");
    assert_int_equal(imported.findings.estimates[0].components.levels, 2);
    assert_int_equal(imported.findings.estimates[0].level[1], LEVEL_EXECUTION);
    assert_int_equal(imported.findings.estimates[0].components.top_units, 2);
    imported_free(&imported);
    imported = imported_from("block,execution,value\n1,1,1\n2,1,3\n2,2,5\n");
    assert_int_equal(imported.findings.estimates[0].level[1], LEVEL_BUILD);
    imported_free(&imported);
}

static void axes_phases_and_machines(void **state)
{
    (void)state;
    struct imported imported = imported_from(
        "value,n,machine,phase,variant,block,\"odd, \"\"name\"\"\"\r\n"
        "1,10,a,pilot,O2,1,x\r\n2,10,a,real,O2,2,x\r\n3,10,b,,O2,2,x\r\n4,20,a,pilot,O3,1,x\r\n");
    const struct findings *findings = &imported.findings;
    assert_int_equal(findings->catalogue.axis_count, 2);
    assert_string_equal(findings->catalogue.axes[1], "odd, \"name\"");
    assert_int_equal(findings->catalogue.cell_count, 2);
    assert_int_equal(findings->cells[0].phase, PHASE_REAL);
    assert_int_equal(findings->cells[1].phase, PHASE_PILOT);
    assert_int_equal(findings->estimates[0].components.top_units, 2);
    assert_int_equal(findings->estimates[0].level[1], LEVEL_MACHINE);
    assert_int_equal(findings->variant_ratio_count, 0); // O3 has no baseline in its cell
    imported_free(&imported);
}

static void nist(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double between, within, digits; // certified; what doubles hold of it
    } cases[] = {
        {"SiRstv", 1.27865654e-2, 1.0831828e-2, 1e-13},
        {"SmLs01", 0.21, 0.01, 1e-14},
        {"SmLs04", 0.21, 0.01, 1e-10},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[4096], line[256];
        snprintf(path, sizeof path, "%s/nist/%s.dat", ESWEXP_TEST_DATA, cases[i].name);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        TEXT_CLEANUP struct text csv = {0};
        text_add(&csv, "block,value\n");
        for (int number = 1; fgets(line, sizeof line, file); number++) {
            char block[32], value[32];
            if (number > 60 && sscanf(line, "%31s %31s", block, value) == 2)
                text_printf(&csv, "%s,%s\n", block, value);
        }
        fclose(file);
        struct imported imported = imported_from(csv.bytes);
        const struct components *components = &imported.findings.estimates[0].components;
        assert_close(components->S2[1] * components->repetitions[0], cases[i].between,
                     cases[i].digits);
        assert_close(components->S2[0], cases[i].within, cases[i].digits);
        imported_free(&imported);
    }
}

static void ratios(void **state)
{
    (void)state;
    struct imported imported = imported_pair(10, 1, 9, 0.9);
    const struct variant_ratio *variant_ratio = &imported.findings.variant_ratios[0];
    assert_int_equal(variant_ratio->ratio.bound, RATIO_BOUNDED);
    assert_close(variant_ratio->ratio.low, 0.78085, 1e-5);
    assert_close(variant_ratio->ratio.high, 1.03733, 1e-5);
    assert_int_equal(variant_ratio->verdict, VERDICT_INCONCLUSIVE);
    imported_free(&imported);

    imported = imported_pair(10, 12, 30, 5);
    assert_int_equal(imported.findings.variant_ratios[0].ratio.bound, RATIO_NO_UPPER);
    assert_int_equal(imported.findings.variant_ratios[0].verdict, VERDICT_SLOWER);
    imported_free(&imported);

    imported = imported_pair(10, 12, 9, 10);
    assert_int_equal(imported.findings.variant_ratios[0].ratio.bound, RATIO_UNDETERMINED);
    imported_free(&imported);

    imported = imported_from("variant,block,value\nold,1,10\nnew,1,9\n");
    assert_int_equal(imported.findings.variant_ratios[0].ratio.bound, RATIO_NONE);
    assert_false(imported.findings.estimates[0].interval.known);
    imported_free(&imported);
}

static void unbalanced(void **state)
{
    (void)state;
    struct imported imported = imported_from("block,execution,value\n1,1,1\n1,2,3\n2,1,5\n");
    const struct components *components = &imported.findings.estimates[0].components;
    assert_false(components->balanced);
    assert_close(components->mean, 3.5, 1e-15); // of the means 2 and 5
    imported_free(&imported);
}

static void mistakes(void **state)
{
    (void)state;
    static const struct {
        const char *csv, *report;
    } cases[] = {
        {"", "data/some.csv:1: error: the file is empty: it needs a header row\n"},
        {"valu\n1\n", "data/some.csv:1: error: the column 'value' is missing, and this is no "
                      "output of a harness that is known\n"},
        {"value,value\n1,2\n", "data/some.csv:1: error: the column 'value' appears twice\n"},
        {"value,\n1,2\n", "data/some.csv:1: error: column 2 has no name\n"},
        {"value\n", "data/some.csv:2: error: the file has no samples\n"},
        {"value\n1\n1e\nnan\n-inf\n1e999\n",
         "data/some.csv:3: error: '1e' is not a number\n"
         "data/some.csv:4: error: 'nan' is not a finite number\n"
         "data/some.csv:5: error: '-inf' is not a finite number\n"
         "data/some.csv:6: error: '1e999' is not a finite number\n"},
        {"block,value\n1,1\n2\n3,1,1\n,4\n",
         "data/some.csv:3: error: 1 fields where the header has 2\n"
         "data/some.csv:4: error: 3 fields where the header has 2\n"
         "data/some.csv:5: error: 'block' is empty\n"},
        {"phase,value\nreal,1\nfinal,1\n",
         "data/some.csv:3: error: phase 'final' is neither 'pilot' nor 'real'\n"},
        {"iteration,value\n1,1\n\n2,1\n1,3\n",
         "data/some.csv:5: error: this iteration has been given before\n"},
        {"unit,value\ns,1\nms,1\n",
         "data/some.csv:3: error: this metric had another unit before\n"},
        {"experiment,value\na,1\nb,1\n",
         "data/some.csv:3: error: experiment 'b' after 'a': a file holds one experiment\n"},
        {"block,value\n\"1\n2\",1\n\"x\"y,2\n\"3,1\n",
         "data/some.csv:4: error: text follows a closing quote\n"
         "data/some.csv:5: error: a quote is never closed\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct imported imported;
        struct error error = {0};
        TEXT_CLEANUP struct text report = {0};
        const char *csv = cases[i].csv[0] ? cases[i].csv : "\n";
        assert_false(imported_try(&imported, csv, &report, &error));
        assert_int_equal(error.code, EXIT_USAGE);
        if (cases[i].csv[0])
            assert_string_equal(report.bytes, cases[i].report);
        imported_free(&imported);
    }
}

int tests_of_analysis(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_example),
        cmocka_unit_test(merged_levels),
        cmocka_unit_test(values_alone),
        cmocka_unit_test(axes_phases_and_machines),
        cmocka_unit_test(nist),
        cmocka_unit_test(ratios),
        cmocka_unit_test(unbalanced),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(executions_on_top),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
