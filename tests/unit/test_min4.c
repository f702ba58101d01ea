// min4: every pass computes what the definition says, on arrays from empty to some hundreds.
#include "testing.h"

#include "kernels/min4/min4.h"
#include "kernels/parts/random.h"

#include <string.h>

enum { MOST = 300 };

// The definition, quarter by quarter; `expected` begins as the input.
static void define(int *expected, size_t n)
{
    size_t q = n / 4;
    for (size_t i = 0; i < q; i++) {
        size_t least = i;
        for (size_t place = i; place < 4 * q; place += q)
            least = expected[place] < expected[least] ? place : least;
        int value = expected[i];
        expected[i] = expected[least];
        expected[least] = value;
    }
}

static void check_all(const int *input, size_t n)
{
    int expected[MOST + 1], output[MOST + 1];
    memcpy(expected, input, sizeof(expected));
    define(expected, n);
    for (const struct min4_pass *pass = min4_passes; pass->name; pass++) {
        memcpy(output, input, sizeof(output));
        pass->run(output, n);
        bool idle = strcmp(pass->name, "copy") == 0;
        if (memcmp(output, idle ? input : expected, sizeof(output)) != 0)
            fail_msg("pass %s is wrong for n = %zu", pass->name, n);
    }
}

static void test_passes_agree(void **state)
{
    (void)state;
    static const char *const kinds[] = {"organ-pipe", "random", "random01", "sorted", "real"};
    uint64_t random = 7;
    for (int round = 0; round < 20000; round++) {
        int input[MOST + 1] = {0};
        size_t n = (size_t)random_below(&random, round % 10 == 0 ? MOST : 13);
        assert_true(min4_fill(kinds[round % 5], &random, input, n));
        check_all(input, n);
    }
}

// All orders with ties of four elements.
static void test_every_order_of_four(void **state)
{
    (void)state;
    for (int i = 0; i < 256; i++) {
        int input[MOST + 1] = {i & 3, i >> 2 & 3, i >> 4 & 3, i >> 6, -1};
        check_all(input, 4);
    }
}

static void test_extremes(void **state)
{
    (void)state;
    static const int extremes[] = {INT32_MIN, -1, 0, INT32_MAX};
    for (int i = 0; i < 256; i++) {
        int input[MOST + 1] = {extremes[i & 3], extremes[i >> 2 & 3], extremes[i >> 4 & 3],
                               extremes[i >> 6]};
        check_all(input, 4);
    }
}

static void test_data(void **state)
{
    (void)state;
    static const int up_and_down[] = {0, 1, 2, 3, 3, 2, 1};
    int pipe[7], sorted[100], one[1];
    uint64_t random = 1;
    assert_true(min4_fill("organ-pipe", &random, pipe, 7));
    for (int i = 0; i < 7; i++)
        assert_int_equal(pipe[i] - pipe[0], up_and_down[i]);
    assert_true(min4_fill("sorted", &random, sorted, 100));
    for (int i = 1; i < 100; i++)
        assert_true(sorted[i - 1] <= sorted[i]);
    assert_false(min4_fill("unsorted", &random, one, 1));
}

int tests_of_min4(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passes_agree),
        cmocka_unit_test(test_every_order_of_four),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
