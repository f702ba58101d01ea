// Randomizers edit descriptions: their options, levels, probes and draws, without a compiler.
#include "testing.h"

#include "base/text.h"
#include "model/layout.h"
#include "model/toolchain_facts.h"
#include "randomizers/options.h"
#include "randomizers/randomizer.h"

#include <stdlib.h>
#include <string.h>

static struct randomizer_use use_of(const char *name)
{
    const struct randomizer *kind = randomizer_find(name);
    assert_non_null(kind);
    return randomizer_use_default(kind);
}

static size_t option_index(const struct randomizer *kind, const char *name)
{
    size_t index = 0;
    while (index < kind->option_count && !text_equal(kind->options[index].name, name))
        index++;
    assert_true(index < kind->option_count);
    return index;
}

static void set(struct randomizer_use *use, const char *option, const char *word)
{
    struct error error = {0};
    if (!randomizer_set(use, option_index(use->kind, option), &word, 1, &error))
        fail_msg("%s", error.text);
}

static const char *refusal(struct randomizer_use *use, const char *option, const char *word)
{
    static struct error error;
    assert_false(randomizer_set(use, option_index(use->kind, option), &word, 1, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    return error.text;
}

// Six sections of three objects.
static struct layout six_sections(struct section *sections)
{
    static const struct section linked[] = {
        {.name = ".text.a", .file = "1.o", .symbol = 97, .unit = 1, .ordinal = 0, .object = 0},
        {.name = ".text.b", .file = "1.o", .symbol = 98, .unit = 1, .ordinal = 1, .object = 0},
        {.name = ".text.c", .file = "2.o", .symbol = 99, .unit = 2, .ordinal = 2, .object = 1},
        {.name = ".text.d", .file = "3.o", .symbol = 100, .unit = 3, .ordinal = 3, .object = 2},
        {.name = ".text.e", .file = "3.o", .symbol = 101, .unit = 3, .ordinal = 4, .object = 2},
        {.name = ".text.f", .file = "3.o", .symbol = 102, .unit = 3, .ordinal = 5, .object = 2},
    };
    memcpy(sections, linked, sizeof linked);
    return (struct layout){.sections = sections, .section_count = 6};
}

static struct draws draw_build(const struct randomizer_use *use, uint64_t seed,
                               struct layout *layout, struct address_layout *address_layout)
{
    struct draws draws = {0};
    struct stream stream = stream_from(seed);
    use->kind->draw_build(use, &stream, layout, address_layout, &draws);
    return draws;
}

static bool is_known(const char *name, const char *const *names)
{
    while (*names && !text_equal(*names, name))
        names++;
    return *names;
}

static void every_randomizer_is_complete(void **state)
{
    (void)state;
    for (const struct randomizer *const *kind = randomizers; *kind; kind++) {
        struct randomizer_use use = randomizer_use_default(*kind);
        struct error error;
        struct section sections[6];
        struct layout layout = six_sections(sections);
        struct address_layout address_layout = {0};
        assert_true(randomizer_check(&use, &error));
        assert_ptr_equal(randomizer_find((*kind)->name), *kind);
        assert_true((*kind)->option_count <= OPTIONS_MAX);
        assert_true(!(*kind)->option_count || (*kind)->shorthand < (*kind)->option_count);
        struct draws draws = draw_build(&use, 1, &layout, &address_layout);
        assert_true(draws.count > 0);
        for (size_t i = 0; i < draws.count; i++)
            assert_true(is_known(draws.items[i].name, (*kind)->build_draws));
    }
    assert_null(randomizer_find("nothing"));
}

static void options_are_checked(void **state)
{
    (void)state;
    struct randomizer_use use = use_of("function_alignment");
    set(&use, "modulus", "4Ki");
    assert_int_equal(use.values[option_index(use.kind, "modulus")].numbers[0], 4096);
    assert_string_equal(refusal(&use, "modulus", "5Ki"),
                        "'modulus' of 'function_alignment' must be from 16 to 4096, not 5Ki");
    assert_string_equal(refusal(&use, "modulus", "-1"),
                        "'modulus' of 'function_alignment' must be a size like 4096 or 4Ki, not "
                        "'-1'");
    assert_string_equal(refusal(&use, "mode", "lnik"),
                        "'mode' of 'function_alignment' cannot be 'lnik', did you mean 'link'?");
    assert_string_equal(refusal(&use, "mode", "sometimes"),
                        "'mode' of 'function_alignment' must be one of link, compile, not "
                        "'sometimes'");
}

static void options_are_checked_together(void **state)
{
    (void)state;
    struct error error;
    struct randomizer_use use = use_of("environment_size");
    set(&use, "min", "8192");
    assert_false(randomizer_check(&use, &error));
    assert_string_equal(error.text, "no multiple of 16 lies between 'min' 8192 and 'max' 4096 of "
                                    "'environment_size'");
    set(&use, "bytes", "1000");
    assert_true(randomizer_check(&use, &error));
    use = use_of("function_alignment");
    set(&use, "align", "24");
    assert_false(randomizer_check(&use, &error));
    assert_string_equal(error.text, "'align' of 'function_alignment' takes powers of two, not 24");
    use = use_of("function_alignment");
    set(&use, "modulus", "96");
    assert_false(randomizer_check(&use, &error));
    assert_string_equal(error.text,
                        "'modulus' of 'function_alignment' takes powers of two, not 96");
}

static void one_word_sets_a_use(void **state)
{
    (void)state;
    struct error error;
    bool off;
    struct randomizer_use use = use_of("link_order");
    assert_true(randomizer_set_short(&use, "object", &off, &error) && !off);
    assert_int_equal(use.values[0].numbers[0], 1);
    assert_true(randomizer_set_short(&use, "false", &off, &error) && off);
    assert_true(randomizer_set_short(&use, "true", &off, &error) && !off);
    assert_false(randomizer_set_short(&use, "objects", &off, &error));
    assert_string_equal(error.text, "'link_order' cannot be 'objects', did you mean 'object'?");
    assert_false(randomizer_set_short(&use, "maybe", &off, &error));
    assert_string_equal(error.text, "'link_order' must be one of function, object, true, false, "
                                    "not 'maybe'");
    use = use_of("aslr"); // for which "off" is a mode
    assert_true(randomizer_set_short(&use, "off", &off, &error) && !off);
    assert_int_equal(use.values[0].numbers[0], 2);
}

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

static void environment_is_drawn_at_its_level(void **state)
{
    (void)state;
    struct randomizer_use use = use_of("environment_size");
    struct address_layout address_layout = {0};
    struct draws draws = draw_build(&use, 1, NULL, &address_layout);
    assert_true(address_layout.environment_bytes >= 256 &&
                address_layout.environment_bytes <= 4096 &&
                address_layout.environment_bytes % 16 == 0);
    assert_int_equal(strtoull(draws.items[0].value, NULL, 10), address_layout.environment_bytes);
    assert_true(use.kind->draws_per_build(&use, false));

    set(&use, "level", "execution");
    assert_false(use.kind->draws_per_build(&use, true));
    address_layout.environment_bytes = 0;
    assert_int_equal(draw_build(&use, 1, NULL, &address_layout).count, 0);
    struct stream stream = stream_from(1);
    use.kind->draw_execution(&use, &stream, &address_layout, &draws);
    assert_true(address_layout.environment_bytes >= 256);

    set(&use, "level", "build");
    set(&use, "bytes", "777"); // fixed: nothing varies from build to build
    assert_false(use.kind->draws_per_build(&use, true));
    use.kind->draw_execution(&use, &stream, &address_layout, &draws);
    assert_int_equal(address_layout.environment_bytes, 777);
}

static void hash_seeds_are_drawn_or_fixed(void **state)
{
    (void)state;
    struct address_layout layout = {0}, again = {0};
    struct randomizer_use use = use_of("hash_seed");
    struct draws draws = draw_build(&use, 3, NULL, &layout);
    draw_build(&use, 3, NULL, &again);
    assert_true(layout.seeds_hashes && layout.hash_seed > 0);
    assert_int_equal(layout.hash_seed, again.hash_seed);
    assert_int_equal(draws.count, 1);
    assert_int_equal(strtoull(draws.items[0].value, NULL, 10), layout.hash_seed);
    draw_build(&use, 4, NULL, &again);
    assert_int_not_equal(layout.hash_seed, again.hash_seed);
    assert_true(randomizer_draws_per_build(&use, false) && !randomizer_is_fixed(&use));

    assert_string_equal(refusal(&use, "seed", "4Ki"),
                        "'seed' of 'hash_seed' must be a whole number, not '4Ki'");
    assert_string_equal(refusal(&use, "seed", "4294967296"),
                        "'seed' of 'hash_seed' must be from 0 to 4294967295, not 4294967296");
    set(&use, "seed", "0");
    struct stream stream = stream_from(3);
    struct draws fixed = {0};
    use.kind->draw_execution(&use, &stream, &layout, &fixed);
    assert_true(randomizer_is_fixed(&use) && layout.seeds_hashes && layout.hash_seed == 0);
    assert_string_equal(fixed.items[0].value, "0");
}

static const char *refused(const struct randomizer_use *use, struct toolchain_facts facts)
{
    static struct error error;
    facts.personality = true;
    return use->kind->probe(use, &facts, &error) ? NULL : error.text;
}

static void addresses_of_setuid_programs_stay(void **state)
{
    (void)state;
    struct randomizer_use use = use_of("aslr");
    assert_null(refused(&use, (struct toolchain_facts){.builds = false}));
    assert_non_null(
        strstr(refused(&use, (struct toolchain_facts){.has_more_rights = true}), "rights"));
    assert_non_null(
        strstr(refused(&use, (struct toolchain_facts){.low_stack_limit = true}), "hard limit"));
    set(&use, "mode", "kernel");
    assert_null(refused(&use, (struct toolchain_facts){.low_stack_limit = true}));
}

static void the_start_of_the_heap_is_drawn(void **state)
{
    (void)state;
    struct error error = {0};
    struct randomizer_use use = use_of("heap");
    struct address_layout layout = {0};
    assert_int_equal(draw_build(&use, 1, NULL, &layout).count, 1);
    assert_true(layout.moves_heap && layout.heap_bytes % 16 == 0 && layout.heap_bytes <= 65536);
    set(&use, "max", "32");
    set(&use, "blocks", "3");
    uint32_t seen = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        assert_int_equal(draw_build(&use, seed, NULL, &layout).count, 2);
        seen |= 1U << layout.heap_bytes / 16;
    }
    assert_int_equal(seen, 7);
    assert_int_equal(layout.heap_blocks, 3);
    set(&use, "level", "execution");
    assert_int_equal(draw_build(&use, 1, NULL, &layout).count, 0);
    struct toolchain_facts facts = {.preload_refusal = NULL};
    assert_true(use.kind->probe(&use, &facts, &error));
    facts.preload_refusal = "is linked statically";
    assert_false(use.kind->probe(&use, &facts, &error));
    assert_string_equal(error.text,
                        "heap: the program is linked statically, so it loads no library that moves "
                        "its heap: set it to 'off', or use a program that is linked dynamically");
}

static void seeded_addresses_are_drawn(void **state)
{
    (void)state;
    struct section sections[6];
    struct layout layout = six_sections(sections);
    struct address_layout address_layout = {0};
    struct randomizer_use use = use_of("aslr");
    assert_int_equal(draw_build(&use, 1, &layout, &address_layout).count, 4);
    assert_true(layout.image_base % 4096 == 0 && layout.image_base < UINT64_C(1) << 31);
    assert_true(layout.heap_offset && layout.heap_offset % 16 == 0);
    assert_true(address_layout.stack_offset % 16 == 0 && address_layout.stack_limit % 4096 == 0);
    assert_true(address_layout.stack_limit >= UINT64_C(127) << 20);
    assert_int_equal(address_layout.aslr, ASLR_FIXED);
    assert_int_equal(draw_build(&use, 1, NULL, &address_layout).count, 2); // a ready command

    assert_true(use.kind->draws_per_build(&use, false));

    set(&use, "level", "execution"); // of the stack: image and heap come with the link
    assert_true(use.kind->draws_per_build(&use, true));
    assert_false(use.kind->draws_per_build(&use, false));
    layout.image_base = 0;
    assert_int_equal(draw_build(&use, 1, &layout, &address_layout).count, 2);
    assert_true(layout.image_base);
    struct draws draws = {0};
    struct stream stream = stream_from(1);
    use.kind->draw_execution(&use, &stream, &address_layout, &draws);
    assert_int_equal(draws.count, 2);
}

static void unseeded_addresses_draw_nothing(void **state)
{
    (void)state;
    struct address_layout address_layout = {0};
    struct randomizer_use use = use_of("aslr");
    set(&use, "mode", "kernel");
    assert_int_equal(draw_build(&use, 1, NULL, &address_layout).count, 0);
    assert_true(address_layout.aslr == ASLR_KERNEL && address_layout.record_addresses);
    set(&use, "mode", "off");
    assert_int_equal(draw_build(&use, 1, NULL, &address_layout).count, 0);
    assert_true(address_layout.aslr == ASLR_FIXED && !address_layout.record_addresses);
    assert_false(use.kind->draws_per_build(&use, true));
}

static void probes_name_factor_and_remedy(void **state)
{
    (void)state;
    struct error error = {0};
    struct toolchain_facts facts = {
        .linker = "mold", .instead = "use 'linker: bfd', lld or gold", .builds = true};
    struct randomizer_use use = use_of("aslr");
    assert_false(use.kind->probe(&use, &facts, &error));
    assert_true(text_starts(error.text, "aslr: personality") && strstr(error.text, "aslr: kernel"));
    facts.cannot.order_objects = true;
    use = use_of("link_order");
    assert_true(use.kind->probe(&use, &facts, &error));
    set(&use, "mode", "object");
    assert_false(use.kind->probe(&use, &facts, &error));
    assert_true(text_starts(error.text, "link_order: mold") && strstr(error.text, "linker: bfd"));
    facts.builds = false;
    use = use_of("function_alignment");
    assert_false(use.kind->probe(&use, &facts, &error));
    assert_true(text_starts(error.text, "function_alignment: ") && strstr(error.text, "'sources'"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_randomizer_is_complete),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(options_are_checked_together),
        cmocka_unit_test(one_word_sets_a_use),
        cmocka_unit_test(functions_are_permuted),
        cmocka_unit_test(objects_keep_their_inner_order),
        cmocka_unit_test(offsets_stay_below_the_modulus),
        cmocka_unit_test(draws_belong_to_symbols),
        cmocka_unit_test(data_is_permuted_within_its_kind),
        cmocka_unit_test(data_keeps_its_density_without_a_modulus),
        cmocka_unit_test(orders_are_uniform),
        cmocka_unit_test(compile_mode_draws_one_alignment),
        cmocka_unit_test(environment_is_drawn_at_its_level),
        cmocka_unit_test(the_start_of_the_heap_is_drawn),
        cmocka_unit_test(hash_seeds_are_drawn_or_fixed),
        cmocka_unit_test(addresses_of_setuid_programs_stay),
        cmocka_unit_test(seeded_addresses_are_drawn),
        cmocka_unit_test(unseeded_addresses_draw_nothing),
        cmocka_unit_test(probes_name_factor_and_remedy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
