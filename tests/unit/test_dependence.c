// The dependence of blocks: its p against all orders, how often it is found, the effective number.
#include "normal.h"
#include "testing.h"

#include "stats/dependence.h"

enum { BLOCKS_MOST = 100 };

static void draw(struct stream *stream, double correlation, double *values, size_t n)
{
    double last = normal(stream), rest = sqrt(1 - correlation * correlation);
    for (size_t i = 0; i < n; i++) {
        values[i] = 50 + last;
        last = correlation * last + rest * normal(stream);
    }
}

static double products(const double *values, size_t n)
{
    double mean = 0, sum = 0;
    for (size_t i = 0; i < n; i++)
        mean += values[i] / (double)n;
    for (size_t i = 1; i < n; i++)
        sum += (values[i] - mean) * (values[i - 1] - mean);
    return sum;
}

static void count_orders(double *values, size_t n, size_t fixed, double least, int *reached,
                         int *orders)
{
    if (fixed == n) {
        *reached += products(values, n) >= least - 1e-9;
        ++*orders;
        return;
    }
    for (size_t i = fixed; i < n; i++) {
        double swap = values[fixed];
        values[fixed] = values[i], values[i] = swap;
        count_orders(values, n, fixed + 1, least, reached, orders);
        swap = values[fixed];
        values[fixed] = values[i], values[i] = swap;
    }
}

// Of 399 shuffles: the standard error of p is at most .025.
static void test_against_all_orders(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        double values[7];
        int reached = 0, orders = 0;
        struct stream stream = stream_from(seed);
        draw(&stream, 0.6, values, 7);
        struct dependence dependence = dependence_of(values, 7);
        count_orders(values, 7, 0, products(values, 7), &reached, &orders);
        assert_int_equal(orders, 5040);
        assert_true(fabs(dependence.p - (double)reached / orders) < 0.1);
        assert_true(dependence.found == (dependence.p <= 0.04));
    }
}

static double found(double correlation, bool skewed, size_t n, int drawings)
{
    struct stream stream = stream_from(n);
    double values[BLOCKS_MOST];
    int count = 0;
    for (int k = 0; k < drawings; k++) {
        draw(&stream, correlation, values, n);
        for (size_t i = 0; skewed && i < n; i++)
            values[i] = exp(values[i] - 50);
        count += dependence_of(values, n).found;
    }
    return (double)count / drawings;
}

// The standard error of a share of .04 is .0044.
static void test_shares_found(void **state)
{
    (void)state;
    static const size_t blocks[] = {5, 10, 20, 40};
    for (size_t k = 0; k < 4; k++)
        for (int skewed = 0; skewed < 2; skewed++) {
            double share = found(0, skewed, blocks[k], 2000);
            if (share < 0.022 || share > 0.055)
                fail_msg("%zu independent blocks: found in %g", blocks[k], share);
        }
    assert_true(found(0.8, false, 20, 300) > 0.75);
    assert_true(found(0.5, false, 40, 300) > 0.75);
    assert_true(found(0.8, false, 40, 300) > 0.97);
}

static void test_correlation(void **state)
{
    (void)state;
    const double values[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5};
    double r = neighbour_correlation(values, 11);
    double mean = 44.0 / 11, squares = 0;
    for (int i = 0; i < 11; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    assert_close(r, products(values, 11) / squares + 1.0 / 11, 1e-14);
    double shifted[11];
    for (int i = 0; i < 11; i++)
        shifted[i] = 1e9 - 1e-3 * values[10 - i];
    assert_true(fabs(neighbour_correlation(shifted, 11) - r) < 1e-4);
}

static void test_effective(void **state)
{
    (void)state;
    assert_close(effective_blocks(30, 0.5), 10, 1e-15);
    assert_true(effective_blocks(30, -0.4) == 30);
    assert_true(effective_blocks(30, 0) == 30);
    assert_true(effective_blocks(30, 0.999) == 1);
    assert_true(effective_blocks(0, 0) == 0);
}

static void test_nothing_to_tell(void **state)
{
    (void)state;
    const double few[] = {1, 2, 3, 4}, equal[] = {7, 7, 7, 7, 7, 7, 7, 7};
    struct dependence one = dependence_of(few, 4), other = dependence_of(equal, 8);
    assert_true(!one.found && one.p == 1 && one.correlation == 0 && one.blocks == 4);
    assert_true(!other.found && other.p == 1 && other.correlation == 0);
    assert_true(dependence_of(NULL, 0).blocks == 0);
}

static void test_of_two(void **state)
{
    (void)state;
    struct dependence one = {.blocks = 30, .p = 0.03, .found = true},
                      other = {.blocks = 20, .p = 0.02, .found = true};
    assert_true(dependence_of_two(&one, &other).blocks == 20);
    assert_true(dependence_of_two(&other, &one).found);
    other.p = 0.3;
    assert_int_equal(dependence_of_two(&one, &other).blocks, 30);
    assert_false(dependence_of_two(&one, &other).found);
}

int tests_of_dependence(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_all_orders), cmocka_unit_test(test_shares_found),
        cmocka_unit_test(test_correlation),        cmocka_unit_test(test_effective),
        cmocka_unit_test(test_nothing_to_tell),    cmocka_unit_test(test_of_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
