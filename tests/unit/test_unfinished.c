// A campaign that has not ended is not judged, in no form; one that its deadline ended is.
#include "reported.h"

#include "report/page/page.h"

#include "analysis/compare/comparison.h"
#include "analysis/reproduce/reproduction.h"
#include "report/compare/comparison_junit.h"
#include "report/compare/comparison_trackers.h"
#include "report/paper/latex.h"
#include "shown.h"
#include "store/facts.h"

#include <jansson.h>

enum { BLOCKS = 20, DONE = 8 };

static const struct stored_truth twice = {.mean = {1e-3, 2e-3}, .build = 1e-5, .iteration = 1e-6};

static void set_facts(struct store *store, const char *const (*facts)[2])
{
    struct error error = {0};
    for (; (*facts)[0]; facts++)
        assert_done(store_set(store, (*facts)[0], (*facts)[1], &error), error);
}

// Two variants at one point, with a claim and a derived quantity; `blocks` of 20 are done.
static struct imported campaign(size_t blocks, const char *ended_by)
{
    struct arena arena = {0};
    struct error error = {0};
    struct imported imported = {.store = store_temporary(&error)};
    const struct spec *spec = stored_spec(&arena, 2, 1);
    struct repetitions repetitions = {BLOCKS, 2, 3, 0, 1};
    assert_done(store_spec(imported.store, spec, &error), error);
    set_facts(imported.store, (const char *const[][2]){{"claim.1", "ratio(O3, O2) > 1.5"},
                                                       {"derive.1.name", "cost"},
                                                       {"derive.1.formula", "O3 / O2"},
                                                       {"derive.1.unit", ""},
                                                       {"derive.1.against", ""},
                                                       {ended_by ? FACT_ENDED_BY : NULL, ended_by},
                                                       {NULL, NULL}});
    stored_blocks(imported.store, spec, PHASE_REAL, &repetitions, &twice, blocks);
    assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error), error);
    arena_release(&arena);
    return imported;
}

static const char *words_of(struct imported *imported)
{
    return completeness_wording(&imported->arena, &imported->findings.completeness);
}

static struct comparison_set compared(struct imported *imported)
{
    struct estimates estimates = analysis_estimates(&imported->findings);
    struct comparison_rules rules = {.threshold = 0.02};
    return compare_campaign(&imported->arena, &estimates, &rules);
}

static void assert_judged(struct imported *imported, const char *words)
{
    const struct findings *findings = &imported->findings;
    struct comparison_set set = compared(imported);
    assert_false(findings->completeness.unfinished);
    words ? assert_string_equal(words_of(imported), words) : assert_null(words_of(imported));
    assert_true(findings->variant_ratio_count > 0);
    assert_int_equal(findings->variant_ratios[0].verdict, VERDICT_SLOWER);
    assert_int_equal(findings->claims[0].outcome, CLAIM_SUPPORTED);
    assert_non_null(findings->derived);
    assert_int_equal(set.comparisons[0].outcome, OUTCOME_SLOWER);
    assert_null(set.comparisons[0].withheld);
    imported_free(imported);
}

static void assert_not_judged(struct imported *imported, const char *words)
{
    const struct findings *findings = &imported->findings;
    struct comparison_set set = compared(imported);
    assert_true(findings->completeness.unfinished);
    assert_string_equal(words_of(imported), words);
    assert_true(findings->estimate_count > 0);
    assert_int_equal(findings->variant_ratio_count, 0);
    assert_int_equal(findings->claims[0].outcome, CLAIM_INCONCLUSIVE);
    assert_string_equal(findings->claims[0].reason, words);
    assert_null(findings->derived);
    assert_true(set.comparison_count > 0);
    for (size_t i = 0; i < set.comparison_count; i++) {
        assert_int_equal(set.comparisons[i].outcome, OUTCOME_INCONCLUSIVE);
        assert_false(set.comparisons[i].ratio.defined);
        assert_string_equal(set.comparisons[i].withheld, words);
    }
    imported_free(imported);
}

static void only_the_end_is_judged(void **state)
{
    (void)state;
    struct imported whole = campaign(BLOCKS, NULL), part = campaign(DONE, NULL),
                    deadline = campaign(DONE, ENDED_BY_DEADLINE),
                    resumed = campaign(DONE, ENDED_BY_RESUMED),
                    afterwards = campaign(BLOCKS, ENDED_BY_RESUMED);
    assert_judged(&whole, NULL);
    assert_not_judged(&part, "unfinished: 8 of 20 blocks");
    assert_judged(&deadline, "ended by its deadline after 8 of 20 blocks");
    assert_not_judged(&resumed, "unfinished: 8 of 20 blocks");
    assert_judged(&afterwards, NULL);
}

static void pilots_are_unfinished(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    const struct spec *spec = stored_spec(&arena, 2, 1);
    struct repetitions pilot = {5, 2, 3, 0, 1};
    struct imported imported = {.store = store_temporary(&error)};
    assert_done(store_spec(imported.store, spec, &error), error);
    set_facts(imported.store, (const char *const[][2]){{"claim.1", "ratio(O3, O2) > 1.5"},
                                                       {FACT_ENDED_BY, ENDED_BY_DEADLINE},
                                                       {NULL, NULL}});
    stored_phase(imported.store, spec, PHASE_PILOT, &pilot, &twice);
    assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error), error);
    assert_not_judged(&imported, "unfinished: the real experiment has not begun");
    arena_release(&arena);
}

static void given_up_is_finished(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct stored_truth one = {.mean = {1e-3, 0}, .build = 1e-5};
    struct imported imported =
        stored_campaign(stored_spec(&arena, 2, 1), (struct repetitions){BLOCKS, 2, 3, 0, 1}, &one);
    assert_true(imported.findings.failure_count > 0);
    assert_null(words_of(&imported));
    imported_free(&imported);
    arena_release(&arena);
}

static void imported_samples_are_finished(void **state)
{
    (void)state;
    struct imported imported = imported_from("variant,phase,block,value\nold,pilot,1,1\n"
                                             "old,pilot,2,2\nnew,pilot,1,3\nnew,pilot,2,4\n");
    assert_null(words_of(&imported));
    assert_int_equal(imported.findings.variant_ratio_count, 1);
    imported_free(&imported);
}

// ---- Forms

enum form { TEXT, MARKDOWN, LATEX, HTML, JSON, FORMS };

static char *as_form(struct imported *imported, enum form form)
{
    char *bytes = NULL;
    size_t size = 0;
    struct error error = {0};
    const struct findings *findings = &imported->findings;
    FILE *out = open_memstream(&bytes, &size);
    if (form == TEXT)
        report_text(findings, out, 100, true);
    else if (form == MARKDOWN)
        report_markdown(findings, out);
    else if (form == LATEX)
        report_latex(findings, out);
    else if (form == HTML)
        assert_done(report_html(imported->store, findings, NULL, NULL, out, &error), error);
    else
        assert_done(report_json(findings, out, &error), error);
    fclose(out);
    return bytes;
}

static void reports_withhold(void **state)
{
    (void)state;
    static const char *const says[FORMS] = {
        [TEXT] = "  UNFINISHED    8 of 20 blocks are measured; ratios and verdicts follow when",
        [MARKDOWN] = "**UNFINISHED** 8 of 20 blocks are measured; ratios and verdicts follow when",
        [LATEX] = "\\caption{Unfinished: 8 of 20 blocks, not to be published. ",
        [HTML] = "<b>UNFINISHED</b> 8 of 20 blocks are measured; ratios and verdicts follow",
        [JSON] = "\"unfinished\": {\n    \"blocks\": 8,\n    \"planned\": 20\n  }",
    };
    // What each says of the same campaign when it has ended.
    static const char *const verdicts[FORMS] = {
        [TEXT] = "2.00× slower",
        [MARKDOWN] = "**SLOWER**",
        [LATEX] = "\\textbf{2.0",
        [HTML] = "<li class=\"decided\">",
        [JSON] = "\"verdict\": \"slower\"",
    };
    for (enum form form = 0; form < FORMS; form++) {
        struct imported part = campaign(DONE, NULL), whole = campaign(BLOCKS, NULL);
        char *unfinished = as_form(&part, form), *finished = as_form(&whole, form);
        if (!strstr(unfinished, says[form]))
            fail_msg("no \"%s\" in:\n%s", says[form], unfinished);
        assert_null(strstr(unfinished, verdicts[form]));
        assert_non_null(strstr(finished, verdicts[form]));
        assert_null(strstr(finished, "8 of 20"));
        free(unfinished);
        free(finished);
        imported_free(&part);
        imported_free(&whole);
    }
}

static void deadline_is_told(void **state)
{
    (void)state;
    for (enum form form = 0; form < FORMS; form++) {
        struct imported imported = campaign(DONE, ENDED_BY_DEADLINE);
        char *report = as_form(&imported, form);
        if (form != LATEX)
            assert_non_null(strstr(report, form == JSON
                                               ? "\"deadline\": {\n    \"blocks\": 8"
                                               : "ended by its deadline after 8 of 20 blocks"));
        free(report);
        imported_free(&imported);
    }
}

enum output { COMPARED_TEXT, COMPARED_MARKDOWN, JUNIT, COMPARED_JSON, BMF, GITHUB, OUTPUTS };

static char *as_output(const struct comparison_set *set, enum output output)
{
    char *bytes = NULL;
    size_t size = 0;
    struct error error = {0};
    struct comparison_frame frame = {.title = "O3 against O2"};
    FILE *out = open_memstream(&bytes, &size);
    if (output == COMPARED_TEXT)
        comparison_text(set, &frame, out, 100, false);
    else if (output == COMPARED_MARKDOWN)
        comparison_markdown(set, &frame, out);
    else if (output == JUNIT)
        comparison_junit(set, &frame, out);
    else if (output == COMPARED_JSON)
        assert_done(comparison_json(set, &frame, out, &error), error);
    else if (output == BMF)
        assert_done(comparison_bmf(set, out, &error), error);
    else
        assert_done(comparison_github(set, BETTER_LESS, out, &error), error);
    fclose(out);
    return bytes;
}

static void comparisons_withhold(void **state)
{
    (void)state;
    struct imported imported = campaign(DONE, NULL);
    struct comparison_set set = compared(&imported);
    static const char *const exactly[OUTPUTS] = {
        [COMPARED_TEXT] =
            "O3 against O2: unfinished: 8 of 20 blocks; ratios and verdicts follow when "
            "it has ended\n",
        [COMPARED_MARKDOWN] = "### unfinished: 8 of 20 blocks; ratios and verdicts follow when it "
                              "has ended\n\nO3 against O2\n\n<details><summary>How it was "
                              "measured</summary>\n\n</details>\n",
        [BMF] = "{}\n",
        [GITHUB] = "[]\n",
    };
    for (enum output output = 0; output < OUTPUTS; output++) {
        char *text = as_output(&set, output);
        if (exactly[output])
            assert_string_equal(text, exactly[output]);
        free(text);
    }
    char *junit = as_output(&set, JUNIT);
    assert_non_null(strstr(junit, "tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\""));
    assert_non_null(strstr(junit, "<skipped message=\"unfinished: 8 of 20 blocks\"/>"));
    free(junit);
    imported_free(&imported);
}

static void comparison_json_withholds(void **state)
{
    (void)state;
    struct imported imported = campaign(DONE, NULL);
    struct comparison_set set = compared(&imported);
    char *text = as_output(&set, COMPARED_JSON);
    json_t *root = json_loads(text, 0, NULL), *item;
    size_t i;
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(root, "unfinished"), "blocks")), DONE);
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(root, "unfinished"), "planned")),
        BLOCKS);
    json_array_foreach(json_object_get(root, "comparisons"), i, item)
    {
        assert_string_equal(json_string_value(json_object_get(item, "outcome")), "inconclusive");
        assert_true(json_is_null(json_object_get(item, "time_ratio")));
        assert_true(json_is_null(json_object_get(item, "low")));
    }
    assert_true(i > 0);
    json_decref(root);
    free(text);
    imported_free(&imported);
}

static void two_campaigns_withhold(void **state)
{
    (void)state;
    struct imported part = campaign(DONE, NULL), whole = campaign(BLOCKS, NULL);
    struct estimates unfinished = analysis_estimates(&part.findings),
                     finished = analysis_estimates(&whole.findings);
    struct comparison_rules rules = {0};
    struct comparison_set set;
    struct error error = {0};
    const struct estimates *const sides[][2] = {{&unfinished, &finished}, {&finished, &unfinished}};
    for (size_t i = 0; i < 2; i++) {
        assert_done(compare_campaigns(&part.arena, sides[i][0], sides[i][1], &rules, &set, &error),
                    error);
        assert_true(set.completeness.unfinished);
        assert_string_equal(set.comparisons[0].withheld, "unfinished: 8 of 20 blocks");
    }
    imported_free(&part);
    imported_free(&whole);
}

static struct reproduction_side side_of(const struct imported *imported)
{
    return (struct reproduction_side){analysis_estimates(&imported->findings),
                                      {imported->findings.claims, imported->findings.claim_count}};
}

static void reproductions_withhold(void **state)
{
    (void)state;
    struct imported part = campaign(DONE, NULL), whole = campaign(BLOCKS, NULL);
    struct reproduction_side sides[] = {side_of(&whole), side_of(&part)};
    struct reproduction_rules rules = reproduction_defaults;
    rules.judge_means = true;
    struct reproduction same = reproduction_of(&part.arena, &sides[0], &sides[0], &rules);
    assert_int_equal(same.agreeing, same.count);
    for (size_t i = 0; i < 3; i++) { // whole and part, part and whole, part and part
        struct reproduction found =
            reproduction_of(&part.arena, &sides[i > 0], &sides[i != 1], &rules);
        assert_int_equal(found.agreeing + found.disagreeing, 0);
        assert_true(found.inconclusive > 0);
        assert_string_equal(found.items[0].gap, "unfinished: 8 of 20 blocks");
    }
    imported_free(&part);
    imported_free(&whole);
}

// An error that ended it is no interruption.
static void failures_are_told_from_interruptions(void **state)
{
    (void)state;
    struct imported interrupted = campaign(DONE, NULL), ended = campaign(DONE, ENDED_BY_FAILURE);
    assert_true(interrupted.findings.completeness.unfinished);
    assert_false(interrupted.findings.completeness.failed);
    assert_true(ended.findings.completeness.unfinished);
    assert_true(ended.findings.completeness.failed);
    imported_free(&interrupted);
    imported_free(&ended);
}

int tests_of_unfinished(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_end_is_judged),
        cmocka_unit_test(pilots_are_unfinished),
        cmocka_unit_test(given_up_is_finished),
        cmocka_unit_test(imported_samples_are_finished),
        cmocka_unit_test(reports_withhold),
        cmocka_unit_test(deadline_is_told),
        cmocka_unit_test(comparisons_withhold),
        cmocka_unit_test(comparison_json_withholds),
        cmocka_unit_test(two_campaigns_withhold),
        cmocka_unit_test(reproductions_withhold),
        cmocka_unit_test(failures_are_told_from_interruptions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
