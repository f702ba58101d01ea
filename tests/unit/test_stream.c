// Seeded streams: published vectors, uniformity, permutations, independence of names.
#include "testing.h"

#include "base/stream.h"

#include <gsl/gsl_cdf.h>
#include <stdbool.h>
#include <string.h>

// Could equal classes give these counts? The seeds are fixed, so that the answer never wavers.
static void assert_uniform(const size_t *counts, size_t classes, double expected)
{
    double sum = 0;
    for (size_t i = 0; i < classes; i++)
        sum += ((double)counts[i] - expected) * ((double)counts[i] - expected) / expected;
    assert_true(gsl_cdf_chisq_Q(sum, (double)classes - 1) > 1e-4);
}

// SplitMix64 from 1234567 as in Rosetta Code, from 0 as in Java's SplittableRandom.
static void the_state_is_splitmix64(void **state)
{
    (void)state;
    static const uint64_t rosetta[] = {6457827717110365317u, 3203168211198807973u,
                                       9817491932198370423u, 4593380528125082431u};
    static const uint64_t zero[] = {0xe220a8397b1dcdafu, 0x6e789e6aa1b965f4u, 0x06c45d188009454fu,
                                    0xf88bb8a8724c81ecu};
    assert_memory_equal(stream_from(1234567).state, rosetta, sizeof rosetta);
    assert_memory_equal(stream_from(0).state, zero, sizeof zero);
}

// The vector of Rust's rand_xoshiro, made with the authors' C program from the state 1, 2, 3, 4;
// and its seed_from_u64(0).
static void the_numbers_are_xoshiro256starstar(void **state)
{
    (void)state;
    static const uint64_t expected[] = {
        11520u,
        0u,
        1509978240u,
        1215971899390074240u,
        1216172134540287360u,
        607988272756665600u,
        16172922978634559625u,
        8476171486693032832u,
        10595114339597558777u,
        2904607092377533576u,
    };
    static const uint64_t zero[] = {0x99ec5f36cb75f2b4u, 0xbf6e1f784956452au, 0x1a5f849d4933e6e0u,
                                    0x6aa594f1262d2d2cu};
    struct stream stream = {{1, 2, 3, 4}}, from_zero = stream_from(0);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_true(stream_next(&stream) == expected[i]);
    for (size_t i = 0; i < sizeof zero / sizeof *zero; i++)
        assert_true(stream_next(&from_zero) == zero[i]);
}

// Recorded campaigns stand on these: they may never change. Computed from the header's words by a
// program of its own, with the published FNV-1a of "foobar", 85944171f73967e8.
static void seeds_are_the_same_for_ever(void **state)
{
    (void)state;
    assert_true(seed_from(42, "foobar") == 0x74246717ec4740f5u);
    assert_true(seed_from_number(42, 0x85944171f73967e8u) == 0x74246717ec4740f5u);
    assert_true(seed_from_number(0, 0) == 0xa706dd2f4d197e6fu);
}

static void names_and_their_order_matter(void **state)
{
    (void)state;
    uint64_t seeds[] = {
        seed_from(1, "a"),
        seed_from(1, "b"),
        seed_from(2, "a"),
        seed_from(1, ""),
        seed_from(1, "ab"),
        seed_from(1, "ba"),
        seed_from(seed_from(1, "a"), "b"),
        seed_from(seed_from(1, "b"), "a"),
        seed_from(seed_from(1, "ab"), ""),
        seed_from_number(1, 0),
        seed_from_number(1, 1),
        seed_from_number(0, 1),
        seed_from_number(seed_from_number(1, 1), 2),
        seed_from_number(seed_from_number(1, 2), 1),
    };
    size_t count = sizeof seeds / sizeof *seeds;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            assert_true(seeds[i] != seeds[k]);
}

static void below_is_uniform(void **state)
{
    (void)state;
    size_t counts[100] = {0};
    struct stream stream = stream_from(1);
    for (int i = 0; i < 100000; i++) {
        uint64_t number = stream_below(&stream, 100);
        assert_true(number < 100);
        counts[number]++;
    }
    assert_uniform(counts, 100, 1000);
    assert_true(stream_below(&stream, 1) == 0);
}

// With a bound of 3/4 of 2^64, a bare remainder would hit the lower third twice as often.
static void below_has_no_bias_at_large_bounds(void **state)
{
    (void)state;
    uint64_t bound = (uint64_t)3 << 62, sixth = bound / 6;
    size_t counts[6] = {0};
    struct stream stream = stream_from(2);
    for (int i = 0; i < 60000; i++) {
        uint64_t number = stream_below(&stream, bound);
        assert_true(number < bound);
        counts[number / sixth]++;
    }
    assert_uniform(counts, 6, 10000);
    for (int i = 0; i < 100; i++)
        assert_true(stream_below(&stream, UINT64_MAX) < UINT64_MAX);
}

static void multiples_fill_their_range(void **state)
{
    (void)state;
    size_t counts[7] = {0};
    struct stream stream = stream_from(3);
    for (int i = 0; i < 7000; i++) {
        uint64_t number = stream_multiple(&stream, 250, 359, 16); // 256, 272, … 352
        assert_true(number % 16 == 0 && number >= 256 && number <= 352);
        counts[(number - 256) / 16]++;
    }
    assert_uniform(counts, 7, 1000);
    assert_true(stream_multiple(&stream, 64, 64, 16) == 64);
    assert_true(stream_multiple(&stream, 65, 79, 16) == 65); // none: low
    assert_true(stream_multiple(&stream, 0, 15, 16) == 0);
}

static void every_order_occurs_equally(void **state)
{
    (void)state;
    size_t counts[256] = {0}, orders[24], found = 0;
    struct stream stream = stream_from(4);
    for (int i = 0; i < 24000; i++) {
        unsigned char cards[] = {0, 1, 2, 3};
        stream_shuffle(&stream, cards, 4, 1);
        counts[cards[0] | cards[1] << 2 | cards[2] << 4 | cards[3] << 6]++;
    }
    for (size_t i = 0; i < 256; i++) {
        if (counts[i]) {
            assert_true(found < 24);
            orders[found++] = counts[i];
        }
    }
    assert_int_equal(found, 24);
    assert_uniform(orders, 24, 1000);
}

// Elements larger than the swap's buffer keep together.
static void a_shuffle_is_a_permutation(void **state)
{
    (void)state;
    struct {
        unsigned char bytes[700];
    } elements[50];
    bool seen[50] = {false};
    size_t moved = 0;
    for (size_t i = 0; i < 50; i++)
        memset(elements[i].bytes, (int)i, sizeof elements[i].bytes);
    struct stream stream = stream_from(5);
    stream_shuffle(&stream, elements, 50, sizeof *elements);
    for (size_t i = 0; i < 50; i++) {
        size_t number = elements[i].bytes[0];
        assert_true(number < 50 && !seen[number]);
        seen[number] = true;
        moved += number != i;
        for (size_t k = 1; k < sizeof elements[i].bytes; k++)
            assert_int_equal(elements[i].bytes[k], number);
    }
    assert_true(moved > 40);
    stream_shuffle(&stream, elements, 1, sizeof *elements);
    stream_shuffle(&stream, NULL, 0, sizeof *elements);
}

static void fresh_seeds_differ_and_can_be_typed(void **state)
{
    (void)state;
    uint64_t a = seed_fresh(), b = seed_fresh(), c = seed_fresh();
    assert_true(a != b || b != c);
    assert_true(a <= UINT32_MAX && b <= UINT32_MAX);
}

int tests_of_stream(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_state_is_splitmix64),
        cmocka_unit_test(the_numbers_are_xoshiro256starstar),
        cmocka_unit_test(seeds_are_the_same_for_ever),
        cmocka_unit_test(names_and_their_order_matter),
        cmocka_unit_test(below_is_uniform),
        cmocka_unit_test(below_has_no_bias_at_large_bounds),
        cmocka_unit_test(multiples_fill_their_range),
        cmocka_unit_test(every_order_occurs_equally),
        cmocka_unit_test(a_shuffle_is_a_permutation),
        cmocka_unit_test(fresh_seeds_differ_and_can_be_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
