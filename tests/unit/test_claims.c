// Claims judged by the intervals: supported, refuted, inconclusive, and why.
#include "imported.h"

#include "analysis/claims/claims.h"
#include "analysis/estimate/top_units.h"
#include "model/level.h"
#include "store/facts.h"

#include <string.h>

static const struct judged_claim *judged(struct imported *imported, const char *text)
{
    struct error error = {0};
    struct estimates estimates = analysis_estimates(&imported->findings);
    struct judged_claims claims;
    if (!store_set(imported->store, "claim.1", text, &error) ||
        !claims_judge(&imported->arena, imported->store, &estimates, false, &claims, &error))
        fail_msg("%s", error.text);
    assert_int_equal(claims.count, 1);
    return claims.items;
}

static void assert_judged(struct imported *imported, const char *text, enum claim_outcome outcome,
                          const char *reason)
{
    const struct judged_claim *claim = judged(imported, text);
    if (claim->outcome != outcome || !strstr(claim->reason, reason))
        fail_msg("%s: %d, %s", text, claim->outcome, claim->reason);
    assert_string_equal(claim->text, text);
}

static void test_ratios(void **state)
{
    (void)state;
    struct imported pair = imported_pair(10, 1, 9, 0.9); // new/old [0.7808, 1.0373]
    assert_judged(&pair, "ratio(new, old) < 1.04", CLAIM_SUPPORTED,
                  "ratio of new to old is 0.90 [0.78, 1.04] (95 % interval over 4 builds)");
    assert_judged(&pair, "ratio(new, old) < 1.03", CLAIM_INCONCLUSIVE, "");
    assert_judged(&pair, "ratio(new, old) >= 1.04", CLAIM_REFUTED, "");
    assert_judged(&pair, "speedup(new, old) > 0.96", CLAIM_SUPPORTED, "speedup of new over old");
    assert_judged(&pair, "speedup(new, old) > 0.97", CLAIM_INCONCLUSIVE, "");
    assert_judged(&pair, "speedup(new, old) >= 1.29", CLAIM_REFUTED, "1.11 [0.96, 1.28]");
    assert_judged(&pair, "ratio(old, new) > 0.96", CLAIM_SUPPORTED, "ratio of old to new");
    assert_judged(&pair, "equivalent(new, old, 19%)", CLAIM_SUPPORTED, "");
    assert_judged(&pair, "equivalent(new, old, 18.9%)", CLAIM_INCONCLUSIVE, "");
    imported_free(&pair);
    pair = imported_pair(10, 0.1, 9, 0.1); // [0.8866, 0.9135]
    assert_judged(&pair, "equivalent(new, old, 9%)", CLAIM_INCONCLUSIVE, "");
    assert_judged(&pair, "equivalent(new, old, 8%)", CLAIM_REFUTED, "");
    assert_judged(&pair, "equivalent(old, new, 9%)", CLAIM_REFUTED, "");
    imported_free(&pair);
}

static void test_unbounded_ratios(void **state)
{
    (void)state;
    struct imported pair = imported_pair(10, 12, 30, 5); // at least 1.3288
    assert_judged(&pair, "ratio(new, old) > 1.32", CLAIM_SUPPORTED,
                  "3.000, at least 1.329, with no upper bound");
    assert_judged(&pair, "ratio(new, old) > 1.34", CLAIM_INCONCLUSIVE, "");
    assert_judged(&pair, "ratio(new, old) < 1e9", CLAIM_INCONCLUSIVE, "");
    assert_judged(&pair, "speedup(new, old) < 0.76", CLAIM_SUPPORTED, "");
    assert_judged(&pair, "speedup(new, old) > 0.76", CLAIM_REFUTED, "");
    imported_free(&pair);
    pair = imported_pair(10, 12, 9, 10);
    assert_judged(&pair, "ratio(new, old) < 1e9", CLAIM_INCONCLUSIVE, "with any value possible");
    assert_judged(&pair, "speedup(new, old) > 1e-9", CLAIM_INCONCLUSIVE, "with any value possible");
    imported_free(&pair);
    pair = imported_from("variant,block,value\nold,1,10\nold,2,12\nnew,1,-9\nnew,2,-8\n");
    assert_judged(&pair, "ratio(new, old) < 2", CLAIM_INCONCLUSIVE, "a mean is not above 0");
    imported_free(&pair);
}

static void test_means(void **state)
{
    (void)state;
    struct imported pair = imported_pair(10, 1, 9, 0.9);
    assert_judged(&pair, "mean(old) < 11.01 s", CLAIM_SUPPORTED,
                  "mean of old is 10.00 [9.00, 11.00] s");
    assert_judged(&pair, "mean(old) < 10.99 s", CLAIM_INCONCLUSIVE, "");
    assert_judged(&pair, "mean(old) > 11.01 s", CLAIM_REFUTED, "");
    assert_judged(&pair, "mean(old) < 11.01 MB", CLAIM_INCONCLUSIVE, "is in 's', not in 'MB'");
    assert_judged(&pair, "mean() < 11.01 s", CLAIM_SUPPORTED, "mean of old"); // the closer one
    imported_free(&pair);
    // An interval of one point: its limits are on both sides of none.
    struct imported fixed = imported_from("block,metric,unit,value\n1,t,s,2\n2,t,s,2\n");
    assert_judged(&fixed, "mean() < 2 s", CLAIM_REFUTED, "");
    assert_judged(&fixed, "mean() <= 2 s", CLAIM_SUPPORTED, "2.000 [2.000, 2.000] s");
    assert_judged(&fixed, "mean() > 2000 ms", CLAIM_REFUTED, "");
    assert_judged(&fixed, "mean() >= 2000 ms", CLAIM_SUPPORTED, "2000 [2000, 2000] ms");
    imported_free(&fixed);
}

static void test_what_was_not_measured(void **state)
{
    (void)state;
    struct imported pair = imported_pair(10, 1, 9, 0.9);
    assert_judged(&pair, "mean(x) < 1", CLAIM_INCONCLUSIVE, "there is no variant 'x'");
    assert_judged(&pair, "ratio(new, x) < 1", CLAIM_INCONCLUSIVE, "there is no variant 'x'");
    assert_judged(&pair, "sort: mean(new) < 1", CLAIM_INCONCLUSIVE, "no cell in its scope");
    assert_judged(&pair, "mean(new) in cpu_time < 1", CLAIM_INCONCLUSIVE, "new was not measured");
    assert_judged(&pair, "share(execution) < 1", CLAIM_INCONCLUSIVE, "was not repeated");
    assert_judged(&pair, "nonsense", CLAIM_INCONCLUSIVE, "the claim cannot be parsed");
    imported_free(&pair);
    struct imported alone = imported_from("variant,block,value\nold,1,10\nnew,1,9\n");
    assert_judged(&alone, "mean(old) < 1", CLAIM_INCONCLUSIVE,
                  "no interval over 1 build: more builds");
    assert_judged(&alone, "ratio(new, old) < 1", CLAIM_INCONCLUSIVE, "no interval over 1 build");
    imported_free(&alone);
    struct imported pilot = imported_from("phase,block,value\npilot,1,2\npilot,2,2\n");
    assert_judged(&pilot, "mean() < 3", CLAIM_INCONCLUSIVE, "measured in the pilot only");
    imported_free(&pilot);
}

// 20 benchmarks of 10 ± 1, the last of 30 ± 1.
static struct imported twenty(void)
{
    char csv[4096] = "benchmark,block,value\n";
    for (int i = 1; i <= 20; i++)
        for (int block = 1; block <= 2; block++)
            snprintf(csv + strlen(csv), sizeof csv - strlen(csv), "b%d,%d,%.17g\n", i, block,
                     (i == 20 ? 30 : 10) + (2 * block - 3) / 12.706204736432095);
    return imported_from(csv);
}

// Nine benchmarks, of which `new` is much slower in six, by four standard errors in two, and not in
// the last: the interval of its own excludes 1 for eight, the simultaneous one for six.
static struct imported nine(void)
{
    static const int noise[] = {-1, 2, 0, -2, 1};
    char csv[8192] = "benchmark,variant,block,metric,unit,value\n";
    for (int i = 1; i <= 9; i++)
        for (int block = 0; block < 5; block++) {
            double slower = i <= 6 ? 1.5 : i <= 8 ? 1.03 : 1;
            snprintf(csv + strlen(csv), sizeof csv - strlen(csv),
                     "b%d,old,%d,wall_time,s,10\nb%d,new,%d,wall_time,s,%.17g\n", i, block, i,
                     block, 10 * (slower + noise[block] * 0.01));
        }
    return imported_from(csv);
}

// The claim says how many cases the verdicts of the ratios leave inconclusive, since these are
// simultaneous.
static void test_both_counts(void **state)
{
    (void)state;
    struct imported imported = nine();
    size_t inconclusive = 0;
    for (size_t i = 0; i < imported.findings.variant_ratio_count; i++)
        inconclusive += imported.findings.variant_ratios[i].verdict == VERDICT_INCONCLUSIVE;
    assert_int_equal(inconclusive, 3);
    assert_judged(&imported, "ratio(new, old) > 1", CLAIM_INCONCLUSIVE,
                  "; 1 of 9 cases is inconclusive, 3 by the simultaneous intervals of the ratios");
    assert_judged(&imported, "speedup(new, old) < 1", CLAIM_INCONCLUSIVE,
                  "; 1 of 9 cases is inconclusive, 3 by the simultaneous intervals of the ratios");
    assert_judged(&imported, "speedup(old, new) > 1", CLAIM_INCONCLUSIVE,
                  "; 1 of 9 cases is inconclusive, 3 by the simultaneous intervals of the ratios");
    assert_judged(&imported, "any: ratio(new, old) > 1.6", CLAIM_REFUTED, "the closest of 9 cases");
    assert_judged(&imported, "b7: ratio(new, old) > 1", CLAIM_SUPPORTED, "over 5 builds)");
    imported_free(&imported);
}

// What one case is enough for is judged at 99.75 %: with one degree of freedom, 20 times as wide.
static void test_several_cases(void **state)
{
    (void)state;
    struct imported imported = twenty();
    assert_judged(&imported, "mean() < 31.1", CLAIM_SUPPORTED,
                  "in b20 (95 % interval over 2 builds); the closest of 20 cases");
    assert_judged(&imported, "mean() < 28.9", CLAIM_INCONCLUSIVE, "99.75 % interval");
    assert_judged(&imported, "b20: mean() < 28.9", CLAIM_REFUTED, "95 % interval");
    assert_judged(&imported, "mean() < 9.9", CLAIM_REFUTED,
                  "in b20 (99.75 % interval over 2 builds); 1 of 20 cases refutes it");
    assert_judged(&imported, "mean() > 8.9", CLAIM_SUPPORTED, "in b1 (95 %");
    assert_judged(&imported, "any: mean() > 28.9", CLAIM_INCONCLUSIVE, "in b20 (99.75 %");
    assert_judged(&imported, "any b20: mean() > 28.9", CLAIM_SUPPORTED, "in b20 (95 %");
    assert_judged(&imported, "any: mean() > 9.9", CLAIM_SUPPORTED,
                  "in b20 (99.75 % interval over 2 builds); 1 of 20 cases supports it");
    assert_judged(&imported, "any: mean() > 31.1", CLAIM_REFUTED, "in b20 (95 %");
    imported_free(&imported);
}

static void test_shares(void **state)
{
    (void)state;
    struct error error = {0};
    struct imported imported = imported_from(KJ_EXAMPLE);
    struct top_units units;
    const struct components *components = &imported.findings.estimates[0].components;
    if (!top_units_load(&imported.arena, imported.store, &imported.findings.catalogue,
                        imported.findings.estimates, &units, &error))
        fail_msg("%s", error.text);
    for (int level = 0; level < 2; level++) { // the parts are those of the whole
        double squares = 0, freedom = 0;
        for (size_t u = 0; u < 3; u++) {
            squares += units.items[u].squares[level];
            freedom += (double)units.items[u].freedom[level];
        }
        assert_close(squares / freedom, components->S2[level], 1e-12);
    }
    assert_close(units.items[0].mean, (9 + 5 + 8 + 3) / 4.0, 1e-15);
    assert_close(units.items[2].mean, (1 + 12 + 2 + 4) / 4.0, 1e-15);
    assert_judged(&imported, "share(iteration) <= 100%", CLAIM_SUPPORTED,
                  "iteration's share of the variance of all is 88 [1, 100] %");
    assert_judged(&imported, "share(build) < 50%", CLAIM_INCONCLUSIVE, "over 3 builds");
    assert_judged(&imported, "share(machine) < 50%", CLAIM_INCONCLUSIVE,
                  "the level machine was not repeated");
    imported_free(&imported);
}

int tests_of_claims(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ratios),        cmocka_unit_test(test_unbounded_ratios),
        cmocka_unit_test(test_means),         cmocka_unit_test(test_what_was_not_measured),
        cmocka_unit_test(test_several_cases), cmocka_unit_test(test_shares),
        cmocka_unit_test(test_both_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
