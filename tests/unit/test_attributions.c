// From the builds of a campaign to the shares of its factors, and their wording.
#include "imported.h"

#include "report/layouts/attribution.h"
#include "report/wording/numbers.h"
#include "store/facts.h"

enum { BLOCKS = 12 };

// The first and the second draw of link_order; nothing else matters.
static const double first[BLOCKS] = {3, 9, 1, 7, 5, 2, 8, 6, 4, 9, 1, 5};
static const double second[BLOCKS] = {8, 2, 6, 1, 9, 7, 3, 2, 9, 4, 8, 1};

struct campaign {
    size_t executions; // of each build
    size_t missing;    // a block that `aslr.stack` lacks; 0: none
    const char *drawn; // what the randomizers of the cell are; NULL: unknown
};

// Executions of a build are 1 % above and below it.
static void add(struct text *csv, const struct campaign *campaign, const char *variant,
                size_t block, double draw)
{
    for (size_t e = 0; e < campaign->executions; e++)
        text_printf(csv, "%s,%zu,%zu,%.17g,s,wall_time\n", variant, block + 1, e + 1,
                    (100 + draw) * (e % 2 ? 1.01 : 0.99));
}

static struct imported attributed(const struct campaign *campaign)
{
    TEXT_CLEANUP struct text csv = {0};
    struct error error = {0};
    text_add(&csv, "variant,block,execution,value,unit,metric\n");
    for (size_t b = 0; b < BLOCKS; b++) {
        add(&csv, campaign, "all", b, first[b]);
        add(&csv, campaign, "again", b, first[b]);
        add(&csv, campaign, "other", b, second[b]);
        add(&csv, campaign, "link_order", b, second[b]);
        if (b + 1 != campaign->missing)
            add(&csv, campaign, "aslr.stack", b, first[b]);
    }
    struct imported imported = imported_from(csv.bytes);
    const char *const facts[][2] = {{FACT_ATTRIBUTE_VARIANT, "O2"},
                                    {FACTS_ATTRIBUTE_FACTOR "001", "link_order"},
                                    {FACTS_ATTRIBUTE_FACTOR "002", "aslr.stack"},
                                    {FACTS_RANDOMIZED "some.all", campaign->drawn}};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (facts[i][1] && !store_set(imported.store, facts[i][0], facts[i][1], &error))
            fail_msg("%s", error.text);
    if (!analysis_load(&imported.arena, imported.store, &imported.findings, &error))
        fail_msg("%s", error.text);
    return imported;
}

static const struct attributed *only_one(const struct imported *imported)
{
    const struct attributions *attributions = imported->findings.attributions;
    assert_non_null(attributions);
    assert_string_equal(attributions->variant, "O2");
    assert_int_equal(attributions->factors.count, 2);
    assert_int_equal(attributions->count, 1);
    return attributions->items;
}

static void assert_sentence(struct imported *imported, const char *expected)
{
    assert_string_equal(
        attribution_sentence(&imported->arena, &imported->findings, only_one(imported)), expected);
}

static void one_factor_has_all(void **state)
{
    (void)state;
    struct imported imported = attributed(&(struct campaign){.executions = 2});
    const struct attributed *one = only_one(&imported);
    const struct attribution *attribution = &one->attribution;
    assert_int_equal(attribution->blocks, BLOCKS);
    assert_true(attribution->executions_off);
    assert_true(attribution->visible && attribution->factors[0].visible);
    assert_false(attribution->factors[1].visible || attribution->factors[1].suspected);
    // The executions of a build differ by 2 % of it: half the variance of their mean, taken off.
    double mean = 0, whole = 0;
    for (size_t b = 0; b < BLOCKS; b++) {
        double sides[] = {100 + first[b], 100 + second[b]};
        mean += (3 * sides[0] + 2 * sides[1]) / (5 * BLOCKS);
        whole += ((sides[0] - sides[1]) * (sides[0] - sides[1]) -
                  1e-4 * (sides[0] * sides[0] + sides[1] * sides[1])) /
                 2 / BLOCKS;
    }
    assert_close(attribution->deviation, sqrt(whole) / mean, 1e-9);
    double rest = 0;
    for (size_t b = 0; b < BLOCKS; b++)
        rest -= 1e-4 * (100 + first[b]) * (100 + first[b]) / BLOCKS;
    assert_close(attribution->rest.value, rest / whole, 1e-9);
    assert_true(attribution->factors[0].total.value > 0.99);
    assert_int_equal(imported.findings.variant_ratio_count, 0);
    imported_free(&imported);
}

static void executions_may_be_single(void **state)
{
    (void)state;
    struct imported imported = attributed(&(struct campaign){.executions = 1});
    const struct attribution *attribution = &only_one(&imported)->attribution;
    assert_false(attribution->executions_off || attribution->rest.known);
    assert_sentence(&imported, "link order 100 % [100, 100]; aslr stack nothing visible");
    imported_free(&imported);
}

static void a_block_that_is_not_whole_is_left_out(void **state)
{
    (void)state;
    struct imported imported = attributed(&(struct campaign){.executions = 1, .missing = 5});
    assert_int_equal(only_one(&imported)->attribution.blocks, BLOCKS - 1);
    imported_free(&imported);
}

static void a_factor_that_is_not_randomized_is_named(void **state)
{
    (void)state;
    struct imported imported =
        attributed(&(struct campaign){.executions = 1, .drawn = "environment_size, link_order"});
    const struct attributed *one = only_one(&imported);
    assert_int_equal(one->factor_count, 1);
    assert_int_equal(one->factor[0], 0);
    assert_sentence(&imported, "link order 100 % [100, 100]; aslr stack not randomized");
    imported_free(&imported);
}

static void another_campaign_has_none(void **state)
{
    (void)state;
    struct imported imported = imported_from(KJ_EXAMPLE);
    assert_null(imported.findings.attributions);
    imported_free(&imported);
}

// ---- Wording of made-up shares

static void assert_wording(struct attribution *attribution, const char *expected)
{
    static const size_t factor[] = {0, 1, 2};
    struct arena arena = {0};
    struct text_list names = {0};
    text_list_add(&names, &arena, "link_order");
    text_list_add(&names, &arena, "environment_size");
    text_list_add(&names, &arena, "aslr.heap");
    struct attributed attributed = {
        .attribution = *attribution, .factor = factor, .factor_count = 3};
    struct attributions attributions = {.factors = names, .items = &attributed, .count = 1};
    struct findings findings = {.attributions = &attributions};
    assert_string_equal(attribution_sentence(&arena, &findings, &attributed), expected);
    arena_release(&arena);
}

static void sentences(void **state)
{
    (void)state;
    struct factor_share factors[] = {{.total = {true, 0.204, 0.05, 0.4}, .visible = true},
                                     {.total = {true, 0.704, 0.4, 0.9}, .visible = true},
                                     {.total = {true, 0.1, 0.01, 0.3}, .suspected = true}};
    struct attribution attribution = {
        .visible = true, .factors = factors, .rest = {true, -0.01, 0, 0.12}};
    assert_wording(&attribution, "environment size 70 % [40, 90]; link order 20 % [5, 40]; aslr "
                                 "heap 10 % [1, 30] (by its interval alone); the rest 0 % [0, 12]");
    factors[0] = (struct factor_share){.total = {.high = 1}};
    factors[1] = (struct factor_share){.total = {.high = 1}, .visible = true};
    factors[2] = factors[0];
    attribution.rest.known = false;
    assert_wording(&attribution, "environment size visible, its share unknown; link order and aslr "
                                 "heap nothing visible");
    factors[1].visible = false;
    assert_wording(&attribution, "visible only of all factors together; link order, environment "
                                 "size and aslr heap nothing visible");
    attribution.visible = false;
    assert_wording(&attribution, "nothing visible: builds with other draws differ no more than "
                                 "builds with the same draws");
}

static void p_values(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_string_equal(p_wording(&arena, 0.00001), "p < 0.001");
    assert_string_equal(p_wording(&arena, 0.0123), "p = 0.012");
    assert_string_equal(p_wording(&arena, 1), "p = 1");
    arena_release(&arena);
}

int tests_of_attributions(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_factor_has_all),
        cmocka_unit_test(executions_may_be_single),
        cmocka_unit_test(a_block_that_is_not_whole_is_left_out),
        cmocka_unit_test(a_factor_that_is_not_randomized_is_named),
        cmocka_unit_test(another_campaign_has_none),
        cmocka_unit_test(sentences),
        cmocka_unit_test(p_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
