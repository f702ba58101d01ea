// The search for addresses that go with the times of builds, on made addresses.
#include "testing.h"

#include "analysis/symbols/search.h"
#include "base/stream.h"

#include <math.h>

enum { BUILDS = 60, FUNCTIONS = 12 };

struct made {
    uint64_t addresses[FUNCTIONS][BUILDS];
    struct searched_function functions[FUNCTIONS];
    double times[BUILDS]; // logarithms
};

static double normal(struct stream *stream)
{
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += (double)stream_below(stream, 1000001) / 1000000;
    return sum - 6;
}

// Every function on a page of its own, at a multiple of 16; times scatter by 1 %.
static void make(struct made *made, uint64_t seed, uint64_t size)
{
    static const char *const names[FUNCTIONS] = {"a", "b", "c", "d", "e", "f",
                                                 "g", "h", "i", "j", "k", "l"};
    struct stream stream = stream_from(seed);
    for (size_t f = 0; f < FUNCTIONS; f++) {
        for (size_t b = 0; b < BUILDS; b++)
            made->addresses[f][b] = 0x10000 * (f + 1) + 16 * stream_below(&stream, 256);
        made->functions[f] = (struct searched_function){names[f], size, made->addresses[f]};
    }
    for (size_t b = 0; b < BUILDS; b++)
        made->times[b] = 0.01 * normal(&stream);
}

static struct symbol_search search(struct arena *arena, const struct made *made, size_t paired)
{
    return symbol_search_of(arena, made->functions, FUNCTIONS, paired, made->times, BUILDS);
}

static void finds_address(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct made made;
    make(&made, 1, 48);
    for (size_t b = 0; b < BUILDS; b++)
        made.times[b] += made.addresses[3][b] % 64 == 48 ? 0.05 : 0;
    struct symbol_search found = search(&arena, &made, 0);
    assert_int_equal(found.count, 5 * FUNCTIONS);
    assert_true(found.suspect_count >= 1);
    assert_string_equal(hypothesis_wording(&arena, &found, found.suspects[0]), "d at 48 modulo 64");
    assert_true(fabs(found.suspects[0]->difference - 0.05) < 0.02);
    arena_release(&arena);
}

static void finds_page(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct made made;
    make(&made, 2, 800);
    for (size_t b = 0; b < BUILDS; b++)
        made.times[b] += made.addresses[7][b] % 4096 > 4096 - 800 ? 0.05 : 0;
    struct symbol_search found = search(&arena, &made, 0);
    assert_int_equal(found.count, 6 * FUNCTIONS);
    assert_true(found.suspect_count >= 1);
    assert_string_equal(hypothesis_wording(&arena, &found, found.suspects[0]),
                        "h across a multiple of 4096");
    arena_release(&arena);
}

// Lines of 64 bytes: sizes of 500 take 8 or 9 of the 64 sets.
static bool share(uint64_t one, uint64_t other, uint64_t size)
{
    for (uint64_t a = one / 64; a <= (one + size - 1) / 64; a++)
        for (uint64_t b = other / 64; b <= (other + size - 1) / 64; b++)
            if (a % 64 == b % 64)
                return true;
    return false;
}

static void finds_pair(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct made made;
    size_t sharing = 0;
    make(&made, 3, 500);
    for (size_t b = 0; b < BUILDS; b++) {
        bool shared = share(made.addresses[1][b], made.addresses[4][b], 500);
        made.times[b] += shared ? 0.06 : 0;
        sharing += shared;
    }
    struct symbol_search found = search(&arena, &made, 6);
    assert_int_equal(found.count, 6 * FUNCTIONS + 15);
    assert_true(found.suspect_count >= 1);
    assert_string_equal(hypothesis_wording(&arena, &found, found.suspects[0]),
                        "b and e in common cache sets");
    assert_int_equal(found.suspects[0]->builds, sharing);
    arena_release(&arena);
}

static void suspects_differ(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct made made;
    make(&made, 4, 48);
    for (size_t b = 0; b < BUILDS; b++)
        made.times[b] += (made.addresses[0][b] % 64 == 0 ? 0.08 : 0) +
                         (made.addresses[9][b] % 32 == 16 ? 0.05 : 0);
    struct symbol_search found = search(&arena, &made, 0);
    assert_true(found.suspect_count >= 2);
    for (size_t i = 0; i < found.suspect_count; i++)
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(found.suspects[i]->function, found.suspects[j]->function);
    for (size_t i = 0; i < 2; i++)
        assert_true(found.suspects[i]->function == 0 || found.suspects[i]->function == 9);
    arena_release(&arena);
}

// Nothing depends on an address: at a false discovery rate of 10 % at most one search in ten
// suspects something; 25 of 200 are 1.2 standard errors more.
static void suspects_seldom(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct arena arena = {0};
        struct made made;
        make(&made, 100 + seed, 500);
        wrong += search(&arena, &made, 6).suspect_count > 0;
        arena_release(&arena);
    }
    assert_true(wrong <= 25);
}

// A class that fewer than 3 builds have, or lack, is no hypothesis.
static void needs_both(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct made made;
    make(&made, 5, 48);
    for (size_t f = 0; f < FUNCTIONS; f++)
        for (size_t b = 0; b < BUILDS; b++)
            made.addresses[f][b] = 0x10000 * (f + 1) + (b < 2 ? 16 : 0);
    assert_int_equal(search(&arena, &made, 0).count, 0);
    for (size_t b = 0; b < 3; b++)
        made.addresses[2][b] = 0x30010;
    struct symbol_search found = search(&arena, &made, 0);
    assert_int_equal(found.count, 3); // at 0 and 16 modulo 64, at 16 modulo 32
    for (size_t i = 0; i < found.count; i++)
        assert_int_equal(found.hypotheses[i].function, 2);
    arena_release(&arena);
}

int tests_of_symbol_search(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_address),   cmocka_unit_test(finds_page),
        cmocka_unit_test(finds_pair),      cmocka_unit_test(suspects_differ),
        cmocka_unit_test(suspects_seldom), cmocka_unit_test(needs_both)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
