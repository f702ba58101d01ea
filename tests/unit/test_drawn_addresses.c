// What is drawn of an address space: environment, hash seeds, heap, stack and image.
#include "drawing.h"

#include "model/toolchain_facts.h"

#include <stdlib.h>

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

int tests_of_drawn_addresses(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(environment_is_drawn_at_its_level),
        cmocka_unit_test(hash_seeds_are_drawn_or_fixed),
        cmocka_unit_test(the_start_of_the_heap_is_drawn),
        cmocka_unit_test(seeded_addresses_are_drawn),
        cmocka_unit_test(unseeded_addresses_draw_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
