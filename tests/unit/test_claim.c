// Claims as text: what they are taken apart into. Their mistakes are in commands/claims_bad.case.
#include "testing.h"

#include "base/text.h"
#include "model/level.h"
#include "spec/expression/claim.h"
#include "spec/expression/claim_scope.h"

#include <string.h>

static struct claim parsed(struct arena *arena, const char *text)
{
    struct claim claim;
    struct word_mistake mistake;
    if (!claim_parse(arena, text, &claim, &mistake))
        fail_msg("%s: %s (%zu)", text, mistake.words, mistake.at);
    return claim;
}

static void test_functions(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct claim claim = parsed(&arena, "speedup(O3, O2) > 1.05");
    assert_int_equal(claim.function, CLAIM_SPEEDUP);
    assert_int_equal(claim.relation, CLAIM_ABOVE);
    assert_string_equal(claim.new.text, "O3");
    assert_string_equal(claim.old.text, "O2");
    assert_true(claim.bound == 1.05 && !claim.any && !claim.benchmark.text && !claim.metric.text);
    assert_int_equal(claim.old.at, 12);

    claim = parsed(&arena, "mean('a, b')in cpu_time<=3.5e-1us ");
    assert_int_equal(claim.function, CLAIM_MEAN);
    assert_int_equal(claim.relation, CLAIM_AT_MOST);
    assert_string_equal(claim.new.text, "a, b");
    assert_string_equal(claim.metric.text, "cpu_time");
    assert_string_equal(claim.unit, "us");
    assert_true(claim.bound == 0.35);

    claim = parsed(&arena, "equivalent(\"it's\", origin/main-1.2, 1%)");
    assert_int_equal(claim.relation, CLAIM_WITHIN);
    assert_string_equal(claim.new.text, "it's");
    assert_string_equal(claim.old.text, "origin/main-1.2");
    assert_true(claim.bound == 0.01);
    claim = parsed(&arena, "equivalent(a, b, 2 %)");
    assert_true(claim.bound == 0.02);

    claim = parsed(&arena, "share(build) >= 50 %");
    assert_string_equal(claim.level.text, "build");
    assert_true(claim.bound == 0.5 && !claim.new.text && !claim.old.text);
    assert_int_equal(claim.relation, CLAIM_AT_LEAST);
    claim = parsed(&arena, "share(build, µ) < 0.5");
    assert_string_equal(claim.new.text, "µ");
    assert_int_equal(claim.bound_at.at, 18); // characters, not bytes
    arena_release(&arena);
}

static void test_scopes(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct claim claim = parsed(&arena, "all: mean() < 1 s");
    assert_true(!claim.any && !claim.benchmark.text && !claim.new.text);
    claim = parsed(&arena, "any:mean()<1s");
    assert_true(claim.any && !claim.benchmark.text);
    claim = parsed(&arena, "any sort[n=1Ki, 'a b'=x]: mean() < 1 s");
    assert_true(claim.any);
    assert_string_equal(claim.benchmark.text, "sort");
    assert_int_equal(claim.point_count, 2);
    assert_string_equal(claim.point[1].axis.text, "a b");
    assert_string_equal(claim.point[1].value.text, "x");
    claim = parsed(&arena, "[n=1]: mean() < 1 s");
    assert_true(!claim.benchmark.text && claim.point_count == 1);
    claim = parsed(&arena, "any[n=1]: mean() < 1 s");
    assert_true(claim.any && claim.point_count == 1);
    claim = parsed(&arena, "anything: mean() < 1 s");
    assert_string_equal(claim.benchmark.text, "anything");
    claim = parsed(&arena, "'any': mean('a: (b') < 1 s");
    assert_string_equal(claim.benchmark.text, "any");
    assert_string_equal(claim.new.text, "a: (b");
    arena_release(&arena);
}

static void test_cells(void **state)
{
    (void)state;
    struct arena arena = {0};
    static const char *const axes[] = {"n", "kind"}, *const point[] = {"1024", "1.0"};
    struct claim claim = parsed(&arena, "sort[n=1Ki, kind=1]: mean() < 1 s");
    assert_true(claim_covers(&claim, "sort", axes, point, 2));
    assert_false(claim_covers(&claim, "zip", axes, point, 2));
    claim = parsed(&arena, "[n=1Ki, kind=x]: mean() < 1 s");
    assert_false(claim_covers(&claim, "sort", axes, point, 2));
    assert_true(claim_means("x", "x"));
    assert_false(claim_means("1x", "1"));
    arena_release(&arena);
}

static void test_units(void **state)
{
    (void)state;
    struct arena arena = {0};
    double scale = 0;
    struct claim claim = parsed(&arena, "mean(a) < 3 ms");
    assert_true(claim_scale(&claim, "s", &scale));
    assert_close(scale, 1000, 1e-15);
    assert_true(claim_scale(&claim, "ms", &scale) && scale == 1);
    assert_false(claim_scale(&claim, "MB/s", &scale));
    claim = parsed(&arena, "mean(a) < 3 MB/s");
    assert_true(claim_scale(&claim, "MB/s", &scale) && scale == 1);
    claim = parsed(&arena, "mean(a) < 3");
    assert_true(claim_scale(&claim, "", &scale));
    assert_false(claim_scale(&claim, "s", &scale));
    arena_release(&arena);
}

int tests_of_claim(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_scopes),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
