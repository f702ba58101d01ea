// One campaign, one answer: the ratio of two variants, asked of every form that gives it.
#include "random_campaign.h"
#include "reported.h"

#include "analysis/compare/comparison.h"
#include "model/verdict.h"
#include "report/paper/latex.h"
#include "report/tables/csv_writer.h"
#include "report/tables/records/records.h"
#include "shown.h"
#include "store/facts.h"

#include <jansson.h>

enum { CAMPAIGNS = 200 };

static struct imported asked(const char *csv)
{
    struct imported imported = imported_from(csv);
    static const char *const facts[][2] = {{"claim.1", "ratio(b, a) > 1"},
                                           {"derive.1.name", "quotient"},
                                           {"derive.1.formula", "b / a"}};
    struct error error = {0};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        assert_done(store_set(imported.store, facts[i][0], facts[i][1], &error), error);
    assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error), error);
    return imported;
}

// ---- Forms

// All that was written, in the arena.
struct form {
    char *bytes;
    size_t size;
    FILE *out;
};

static FILE *form_open(struct form *form)
{
    return form->out = open_memstream(&form->bytes, &form->size);
}

// Without the marks of Markdown and LaTeX.
static char *form_text(struct form *form, struct arena *arena)
{
    static const char bold[] = "textbf";
    fclose(form->out);
    char *text = arena_strdup(arena, form->bytes), *to = text;
    free(form->bytes);
    for (const char *from = text; *from; from++) {
        if (text_starts(from, bold))
            from += sizeof bold - 2;
        else if (!strchr("\\{}*", *from))
            *to++ = *from;
    }
    *to = '\0';
    return text;
}

static json_t *form_json(struct form *form)
{
    fclose(form->out);
    json_t *root = json_loads(form->bytes, 0, NULL);
    assert_non_null(root);
    free(form->bytes);
    return root;
}

static void write_record(void *context, const struct record *record)
{
    csv_record(context, record);
}

static char *ratios_csv(struct imported *imported)
{
    struct form form;
    FILE *out = form_open(&form);
    for (size_t i = 0; i < record_table_count; i++) {
        const struct record_table *table = &record_tables[i];
        if (!text_equal(table->name, "ratios"))
            continue;
        struct record record = table_record(&imported->arena, &imported->findings, table);
        csv_header(out, &record);
        table->each(&imported->findings, &record, write_record, out);
    }
    return form_text(&form, &imported->arena);
}

static char *markdown(struct imported *imported)
{
    struct form form;
    report_markdown(&imported->findings, form_open(&form));
    return form_text(&form, &imported->arena);
}

static char *latex(struct imported *imported)
{
    struct form form;
    report_latex(&imported->findings, form_open(&form));
    return form_text(&form, &imported->arena);
}

static json_t *report(struct imported *imported)
{
    struct form form;
    struct error error = {0};
    assert_done(report_json(&imported->findings, form_open(&form), &error), error);
    return form_json(&form);
}

static const struct comparison_frame no_frame;

static struct comparison_set compared(struct imported *imported)
{
    static const struct comparison_rules any_change = {.equivalence = 1e-9};
    struct estimates estimates = analysis_estimates(&imported->findings);
    return compare_campaign(&imported->arena, &estimates, &any_change);
}

static json_t *comparison(struct imported *imported)
{
    struct form form;
    struct error error = {0};
    struct comparison_set set = compared(imported);
    assert_done(comparison_json(&set, &no_frame, form_open(&form), &error), error);
    return form_json(&form);
}

static char *step_summary(struct imported *imported)
{
    struct form form;
    struct comparison_set set = compared(imported);
    comparison_markdown(&set, &no_frame, form_open(&form));
    return form_text(&form, &imported->arena);
}

// ---- Answers

static const json_t *first_of(const json_t *root, const char *array)
{
    const json_t *found = json_array_get(json_object_get(root, array), 0);
    if (!found)
        fail_msg("no %s", array);
    return found;
}

static const char *word(const json_t *object, const char *key)
{
    const char *found = json_string_value(json_object_get(object, key));
    return found ? found : "";
}

// Both are the same number, or both are null.
static void assert_same(const json_t *one, const char *key, const json_t *other,
                        const char *other_key)
{
    const json_t *a = json_object_get(one, key), *b = json_object_get(other, other_key);
    assert_non_null(a);
    assert_non_null(b);
    if (!json_equal(a, b))
        fail_msg("%s %.17g, %s %.17g", key, json_number_value(a), other_key, json_number_value(b));
}

// The ratio that the others must repeat.
struct answer {
    double value, low, high;
    const char *bound, *verdict;
};

static struct answer answer_of(const json_t *ratio)
{
    return (struct answer){json_number_value(json_object_get(ratio, "time_ratio")),
                           json_number_value(json_object_get(ratio, "low")),
                           json_number_value(json_object_get(ratio, "high")),
                           word(ratio, "bounded"), word(ratio, "verdict")};
}

// A number is said only where it begins.
static bool says(const char *text, const char *words)
{
    static const char numeric[] = "0123456789.";
    for (const char *at = text; (at = strstr(at, words)); at++)
        if (at == text || !strchr(numeric, *words) || !strchr(numeric, at[-1]))
            return true;
    return false;
}

static void assert_word(const char *text, const char *words)
{
    if (!says(text, words))
        fail_msg("no \"%s\" in:\n%s", words, text);
}

// The value with its interval, rounded to some number of digits.
static void assert_rounded(struct arena *arena, const char *text, const struct answer *answer,
                           const char *between)
{
    for (int digits = 0; digits <= 15; digits++) {
        const char *words = arena_printf(arena, "%.*f%s[%.*f, %.*f]", digits, answer->value,
                                         between, digits, answer->low, digits, answer->high);
        if (says(text, words))
            return;
    }
    fail_msg("no %.17g [%.17g, %.17g] in:\n%s", answer->value, answer->low, answer->high, text);
}

static const char *change(struct arena *arena, double ratio, const struct answer *answer,
                          int digits)
{
    if (answer->value >= 10)
        return arena_printf(arena, "×%.*f", digits, ratio);
    return arena_printf(arena, "%s%.*f %%", ratio < 1 ? "-" : "+", digits, fabs(100 * (ratio - 1)));
}

static void assert_changes(struct arena *arena, const char *text, const struct answer *answer)
{
    for (int digits = 1; digits <= 15; digits++)
        if (says(text, arena_printf(arena, "[%s, %s]", change(arena, answer->low, answer, digits),
                                    change(arena, answer->high, answer, digits))))
            return;
    fail_msg("no change [%.17g, %.17g] in:\n%s", answer->low, answer->high, text);
}

// ---- The question

static void numbers_are_the_same(struct imported *imported, const json_t *ratio)
{
    json_t *set = comparison(imported), *root = report(imported);
    const json_t *compared = first_of(set, "comparisons"), *derived = first_of(root, "derived");
    static const char *const keys[][2] = {
        {"time_ratio", "value"}, {"low", "low"}, {"high", "high"}};
    for (size_t i = 0; i < 3; i++) {
        assert_same(ratio, keys[i][0], compared, keys[i][0]);
        assert_same(ratio, keys[i][0], derived, keys[i][1]);
    }
    assert_string_equal(word(ratio, "bounded"), word(compared, "bounded"));
    bool equal = text_equal(word(compared, "outcome"), "equivalent"); // a report has no margin
    assert_string_equal(word(ratio, "verdict"), equal ? "inconclusive" : word(compared, "outcome"));
    json_decref(set);
    json_decref(root);
}

static const char *csv_limit(struct arena *arena, const json_t *ratio, const char *key)
{
    const json_t *limit = json_object_get(ratio, key);
    return json_is_null(limit) ? "" : arena_printf(arena, "%.17g", json_number_value(limit));
}

// The row of the CSV file, to the last digit.
static void csv_is_the_same(struct imported *imported, const json_t *ratio)
{
    struct arena *arena = &imported->arena;
    const char *row = arena_printf(
        arena, "wall_time,%s,%s,%s,%s,", csv_limit(arena, ratio, "time_ratio"),
        csv_limit(arena, ratio, "low"), csv_limit(arena, ratio, "high"), word(ratio, "bounded"));
    char *csv = ratios_csv(imported);
    assert_word(csv, row);
    assert_word(csv, arena_printf(arena, ",%s,mean,", word(ratio, "verdict")));
}

static void verdicts_are_the_same(struct imported *imported, const struct answer *answer)
{
    enum claim_outcome outcome = imported->findings.claims[0].outcome;
    bool slower = text_equal(answer->verdict, "slower"),
         faster = text_equal(answer->verdict, "faster");
    bool refuted = faster || answer->high == 1; // the claim is strict, and so are verdicts
    assert_int_equal(outcome, slower    ? CLAIM_SUPPORTED
                              : refuted ? CLAIM_REFUTED
                                        : CLAIM_INCONCLUSIVE);
    assert_int_equal(slower, answer->low > 1);
    bool has_high = text_equal(answer->bound, "yes") || text_equal(answer->bound, "no_lower");
    assert_int_equal(faster, has_high && answer->high < 1);
    assert_word(markdown(imported), text_upper(&imported->arena, answer->verdict));
    bool equal = compared(imported).comparisons[0].outcome == OUTCOME_EQUIVALENT;
    assert_word(step_summary(imported), arena_printf(&imported->arena, "| %s",
                                                     slower  ? "SLOWER"
                                                     : equal ? "equal"
                                                             : answer->verdict));
}

static void bounded_text_is_the_same(struct imported *imported, const struct answer *answer)
{
    struct arena *arena = &imported->arena;
    const char *page = markdown(imported), *quotient = strstr(page, "quotient = b / a");
    assert_non_null(quotient);
    assert_rounded(arena, page, answer, " of a's time ");
    assert_rounded(arena, quotient, answer, " ");
    assert_rounded(arena, latex(imported), answer, " ");
    assert_rounded(arena, imported->findings.claims[0].reason, answer, " ");
    assert_changes(arena, step_summary(imported), answer);
}

static void half_bounded_text_is_the_same(struct imported *imported, const struct answer *answer)
{
    struct arena *arena = &imported->arena;
    const char *page = markdown(imported);
    bool up = text_equal(answer->bound, "no_lower");
    const char *side = up ? "at most" : "at least", *missing = up ? "lower" : "upper";
    const char *limit = arena_printf(arena, "%s %.2f", side, up ? answer->high : answer->low);
    const char *none = arena_printf(arena, "; no %s bound: measure more", missing);
    assert_word(page, arena_printf(arena, "of a's time, %s", limit));
    assert_word(page, none);
    assert_word(strstr(page, "quotient = b / a"), arena_printf(arena, ", %s%s", limit, none));
    assert_word(latex(imported), up ? limit : arena_printf(arena, "[%.2f", answer->low));
    assert_word(imported->findings.claims[0].reason,
                arena_printf(arena, ", with no %s bound", missing));
    assert_word(step_summary(imported), side);
}

static void unbounded_text_is_the_same(struct imported *imported, bool none)
{
    const char *page = markdown(imported), *words = none ? "no interval" : "undetermined";
    const char *sentence = none ? words : "the interval says nothing";
    assert_word(page, sentence);
    assert_word(strstr(page, "quotient = b / a"), sentence);
    assert_word(latex(imported), words);
    assert_word(step_summary(imported), words);
    assert_int_equal(imported->findings.claims[0].outcome, CLAIM_INCONCLUSIVE);
}

// What the campaigns had.
struct seen {
    size_t bounds[RATIO_UNDETERMINED + 1], paired, apart, conclusive;
};

// Asks one campaign everywhere.
static void ask(const char *csv, struct seen *seen)
{
    struct imported imported = asked(csv);
    json_t *root = report(&imported);
    const json_t *ratio = first_of(root, "ratios");
    struct answer answer = answer_of(ratio);
    numbers_are_the_same(&imported, ratio);
    csv_is_the_same(&imported, ratio);
    verdicts_are_the_same(&imported, &answer);
    const struct variant_ratio *own = &imported.findings.variant_ratios[0];
    enum ratio_bound bound = own->ratio.bound;
    assert_int_equal(compared(&imported).comparisons[0].paired, own->test.paired);
    seen->bounds[bound]++;
    seen->paired += own->test.paired;
    seen->apart += !own->test.paired;
    seen->conclusive += own->verdict != VERDICT_INCONCLUSIVE;
    if (bound == RATIO_BOUNDED)
        bounded_text_is_the_same(&imported, &answer);
    else if (bound == RATIO_NO_UPPER || bound == RATIO_NO_LOWER)
        half_bounded_text_is_the_same(&imported, &answer);
    else
        unbounded_text_is_the_same(&imported, bound == RATIO_NONE);
    json_decref(root);
    imported_free(&imported);
}

static void every_form_gives_the_same_interval(void **state)
{
    (void)state;
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(random, 16);
    struct seen seen = {0};
    for (size_t i = 0; i < CAMPAIGNS; i++) {
        struct text csv = random_campaign(random);
        ask(csv.bytes, &seen);
        text_release(&csv);
    }
    gsl_rng_free(random);
    for (size_t i = 0; i <= RATIO_UNDETERMINED; i++)
        assert_true(seen.bounds[i] > 0);
    assert_true(seen.paired > 50 && seen.apart > 20);
    assert_true(seen.conclusive > 50 && CAMPAIGNS - seen.conclusive > 50);
}

int tests_of_one_answer(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_gives_the_same_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
