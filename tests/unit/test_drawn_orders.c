// What is drawn of a link: orders of functions and variables, and where they begin.
#include "drawing.h"

static void functions_are_permuted(void **state)
{
    (void)state;
    struct section sections[6], again[6];
    struct layout layout = six_sections(sections), same = six_sections(again);
    struct randomizer_use use = use_of("link_order");
    uint32_t seen = 0, moved = 0;
    struct draws draws = draw_build(&use, 3, &layout, NULL);
    draw_build(&use, 3, &same, NULL);
    assert_memory_equal(sections, again, sizeof sections);
    for (uint32_t i = 0; i < 6; i++) {
        seen |= 1U << sections[i].ordinal;
        moved += sections[i].ordinal != i;
    }
    assert_int_equal(seen, 63);
    assert_true(moved > 0 && layout.reordered && !layout.padded);
    assert_int_equal(strlen(draws.items[0].value), 16);
}

static void objects_keep_their_inner_order(void **state)
{
    (void)state;
    struct randomizer_use use = use_of("link_order");
    set(&use, "mode", "object");
    bool first_moved = false;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct section sections[6];
        struct layout layout = six_sections(sections);
        draw_build(&use, seed, &layout, NULL);
        for (size_t i = 1; i < 6; i++)
            if (sections[i].object == sections[i - 1].object)
                assert_int_equal(sections[i].ordinal, sections[i - 1].ordinal + 1);
            else
                assert_true(sections[i].ordinal == 0 || sections[i].ordinal == 2 ||
                            sections[i].ordinal == 3);
        first_moved = first_moved || sections[0].object != 0;
    }
    assert_true(first_moved);
}

static void offsets_stay_below_the_modulus(void **state)
{
    (void)state;
    struct randomizer_use use = use_of("function_alignment");
    uint32_t seen = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct section sections[6];
        struct layout layout = six_sections(sections);
        draw_build(&use, seed, &layout, NULL);
        assert_true(layout.padded && !layout.reordered && !layout.compile_alignment);
        for (size_t i = 0; i < 6; i++) {
            assert_int_equal(sections[i].modulus, 64);
            assert_true(sections[i].offset <= 48 && sections[i].offset % 16 == 0);
            seen |= 1U << sections[i].offset / 16;
        }
    }
    assert_int_equal(seen, 15); // each of 0, 16, 32, 48 was drawn
    set(&use, "modulus", "32");
    set(&use, "align", "128");
    struct section sections[6];
    struct layout layout = six_sections(sections);
    draw_build(&use, 1, &layout, NULL);
    assert_int_equal(sections[0].modulus, 128);
    assert_int_equal(sections[0].offset, 0);
}

// Variables of a kind keep together; a variant without two of them has the others alike.
static void data_is_permuted_within_its_kind(void **state)
{
    (void)state;
    struct randomizer_use use = use_of("data_order");
    uint32_t first = 0, offsets = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct section whole[6], part[6];
        struct layout all = {.data = whole, .data_count = six_sections(whole).section_count};
        six_sections(part);
        for (size_t i = 0; i < 6; i++)
            whole[i].kind = part[i].kind = i < 3 ? SECTION_CONSTANTS : SECTION_BSS;
        struct layout few = {.data = part + 1, .data_count = 4}; // without a and f
        draw_build(&use, seed, &all, NULL);
        draw_build(&use, seed, &few, NULL);
        assert_true(all.data_arranged && !all.reordered && !all.padded);
        for (size_t i = 0, j = 0; i < 6; i++) {
            assert_int_equal(whole[i].kind, i < 3 ? SECTION_CONSTANTS : SECTION_BSS);
            assert_int_equal(whole[i].modulus, 64);
            offsets |= 1U << whole[i].offset / 16;
            if (whole[i].ordinal == 0 || whole[i].ordinal == 5)
                continue;
            assert_int_equal(whole[i].ordinal, few.data[j].ordinal);
            assert_int_equal(whole[i].offset, few.data[j++].offset);
        }
        first |= 1U << whole[0].ordinal;
    }
    assert_int_equal(first, 7);
    assert_int_equal(offsets, 15);
}

static void data_keeps_its_density_without_a_modulus(void **state)
{
    (void)state;
    struct error error;
    struct randomizer_use use = use_of("data_order");
    struct section sections[6];
    struct layout layout = {.data = sections, .data_count = six_sections(sections).section_count};
    set(&use, "modulus", "1");
    assert_true(randomizer_check(&use, &error));
    draw_build(&use, 1, &layout, NULL);
    assert_true(layout.data_arranged && !sections[0].modulus);
    set(&use, "modulus", "8");
    assert_false(randomizer_check(&use, &error));
    assert_string_equal(error.text, "'modulus' of 'data_order' takes 1 and powers of two from 16 "
                                    "on, not 8");
}

// A variant without two of the functions has the others in the same order, at the same offsets.
static void draws_belong_to_symbols(void **state)
{
    (void)state;
    struct randomizer_use order = use_of("link_order"), offsets = use_of("function_alignment");
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct section whole[6], part[6];
        struct layout all = six_sections(whole), few = six_sections(part);
        few.sections = part + 1;
        few.section_count = 4; // without a and f
        draw_build(&order, seed, &all, NULL);
        draw_build(&offsets, seed, &all, NULL);
        draw_build(&order, seed, &few, NULL);
        draw_build(&offsets, seed, &few, NULL);
        for (size_t i = 0, j = 0; i < 6; i++) {
            if (whole[i].ordinal == 0 || whole[i].ordinal == 5)
                continue;
            assert_int_equal(whole[i].ordinal, few.sections[j].ordinal);
            assert_int_equal(whole[i].offset, few.sections[j].offset);
            j++;
        }
    }
}

// Each of 24 orders of four functions comes as often as the others: chi-square with 23 degrees of
// freedom, whose 99.99 % quantile is 58.
static void orders_are_uniform(void **state)
{
    (void)state;
    enum { DRAWS = 24 * 200 };
    struct randomizer_use use = use_of("link_order");
    size_t counts[256] = {0};
    double chi = 0;
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        struct section sections[6];
        struct layout layout = six_sections(sections);
        layout.section_count = 4;
        draw_build(&use, seed, &layout, NULL);
        counts[sections[0].ordinal * 64 + sections[1].ordinal * 16 + sections[2].ordinal * 4 +
               sections[3].ordinal]++;
    }
    for (size_t i = 0; i < 256; i++)
        if (counts[i])
            chi += ((double)counts[i] - 200) * ((double)counts[i] - 200) / 200;
    assert_true(chi > 5 && chi < 58);
}

static void compile_mode_draws_one_alignment(void **state)
{
    (void)state;
    struct section sections[6];
    struct layout layout = six_sections(sections);
    struct randomizer_use use = use_of("function_alignment");
    set(&use, "mode", "compile");
    set(&use, "align", "32");
    struct draws draws = draw_build(&use, 1, &layout, NULL);
    assert_int_equal(layout.compile_alignment, 32);
    assert_string_equal(draws.items[0].name, "function_alignment_bytes");
    assert_string_equal(draws.items[0].value, "32");
    assert_int_equal(sections[0].modulus, 0);
}

int tests_of_drawn_orders(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_permuted),
        cmocka_unit_test(objects_keep_their_inner_order),
        cmocka_unit_test(offsets_stay_below_the_modulus),
        cmocka_unit_test(data_is_permuted_within_its_kind),
        cmocka_unit_test(data_keeps_its_density_without_a_modulus),
        cmocka_unit_test(draws_belong_to_symbols),
        cmocka_unit_test(orders_are_uniform),
        cmocka_unit_test(compile_mode_draws_one_alignment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
