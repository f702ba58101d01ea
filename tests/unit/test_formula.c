// Formulas as text: what they are taken apart into and worth. Their mistakes are in
// commands/derive_bad.case.
#include "testing.h"

#include "base/text.h"
#include "spec/expression/derivation.h"
#include "spec/expression/derivation_units.h"
#include "spec/expression/formula_value.h"

#include <math.h>

static const char *const variants[] = {"ring", "over head", "read", NULL};
static const char *const derived[] = {"switch", NULL};
static const char *const axes[] = {"size", NULL};

static void count_unknown(void *context, const struct formula_node *node)
{
    (void)node;
    ++*(int *)context;
}

static struct formula parsed(struct arena *arena, const char *text)
{
    struct formula formula;
    struct word_mistake mistake;
    int unknown = 0;
    if (!formula_parse(arena, text, &formula, &mistake))
        fail_msg("%s: %s (%zu)", text, mistake.words, mistake.at);
    formula_resolve(formula.root, &(struct formula_names){variants, derived, axes}, count_unknown,
                    &unknown);
    assert_int_equal(unknown, 0);
    return formula;
}

// Of ring 6, 'over head' 2, read 3; cv(read) 0.25; switch 10; size 4096.
static double value(const char *text)
{
    static const double means[] = {6, 2, 3}, variations[] = {0, 0, 0.25}, quantities[] = {10},
                        point[] = {4096};
    struct arena arena = {0};
    struct formula formula = parsed(&arena, text);
    double number =
        formula_value(formula.root, &(struct formula_values){means, variations, quantities, point});
    arena_release(&arena);
    return number;
}

static void test_values(void **state)
{
    (void)state;
    assert_true(value("ring - 'over head'") == 4);
    assert_true(value("ring-\"over head\"-read") == 1);
    assert_true(value("ring - ('over head' - read)") == 7);
    assert_true(value("ring / 'over head' / read") == 1);
    assert_true(value("ring + read * 'over head'") == 12);
    assert_true(value("(ring + read) * 'over head'") == 18);
    assert_true(value("-ring + 2 * -read") == -12);
    assert_true(value("1 / (1/ring + 1/read)") == 2);
    assert_true(value("cv(read) * 4") == 1);
    assert_true(value("switch + 1e1 + 2.5E-1") == 20.25);
    assert_true(value("${size} / 4Ki") == 1);
    assert_close(value("2us + 1ms"), 0.001002, 1e-12);
    assert_true(isnan(value("ring / (read - 3)")));
}

static void test_over_axes(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct formula formula = parsed(&arena, "line(ring - read over 1/size) in cpu_time");
    assert_int_equal(formula.kind, FORMULA_LINE);
    assert_true(formula.reciprocal);
    assert_string_equal(formula.axis.text, "size");
    assert_string_equal(formula.metric.text, "cpu_time");
    formula = parsed(&arena, " steps( ring over 'size' ) in 'a b' ");
    assert_int_equal(formula.kind, FORMULA_STEPS);
    assert_string_equal(formula.metric.text, "a b");
    formula = parsed(&arena, "ring");
    assert_int_equal(formula.kind, FORMULA_POINTS);
    assert_null(formula.metric.text);
    arena_release(&arena);
}

static void assert_units(const char *text, const char *expected)
{
    struct arena arena = {0};
    struct formula formula = parsed(&arena, text);
    const struct units of_variants[] = {units_of(&arena, "s"), units_of(&arena, "s"),
                                        units_of(&arena, "B/s")};
    const struct units of_derived[] = {units_of(&arena, "s")};
    struct formula_units units = {&arena, of_variants, of_derived, NULL, {0}, {0}};
    struct units found = formula_units_of(&units, formula.root);
    assert_string_equal(found.known ? units_wording(&arena, &found) : "?", expected);
    arena_release(&arena);
}

static void test_units(void **state)
{
    (void)state;
    assert_units("ring - 'over head'", "s");
    assert_units("ring / 'over head'", "");
    assert_units("1 / (1/ring + 1/switch)", "s");
    assert_units("1 / ring", "1/s");
    assert_units("read * ring", "B");
    assert_units("ring * ring / read", "s^3/B");
    assert_units("cv(read) + 1", "");
    assert_units("2us * read", "B");
    assert_units("${size} / ring", "?");
    assert_units("ring + ${size}", "s");
}

int tests_of_formula(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_over_axes),
        cmocka_unit_test(test_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
