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

// Of the products in all orders.
struct orders {
    int count, reached; // that reach `least`
    double least, sum, squares;
};

static void count_orders(double *values, size_t n, size_t fixed, struct orders *orders)
{
    if (fixed == n) {
        double sum = products(values, n);
        orders->reached += sum >= orders->least - 1e-9;
        orders->sum += sum;
        orders->squares += sum * sum;
        orders->count++;
        return;
    }
    for (size_t i = fixed; i < n; i++) {
        double swap = values[fixed];
        values[fixed] = values[i], values[i] = swap;
        count_orders(values, n, fixed + 1, orders);
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
        struct stream stream = stream_from(seed);
        draw(&stream, 0.6, values, 7);
        struct dependence dependence = dependence_of(values, 7);
        struct orders orders = {.least = products(values, 7)};
        count_orders(values, 7, 0, &orders);
        assert_int_equal(orders.count, 5040);
        assert_true(fabs(dependence.p - (double)orders.reached / orders.count) < 0.1);
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

// About the mean, a lag apart, over the sum of squares, less its expectation over all orders.
static double correlation(const double *values, size_t n, size_t lag)
{
    double mean = 0, sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        mean += values[i] / (double)n;
    for (size_t i = 0; i < n; i++) {
        squares += (values[i] - mean) * (values[i] - mean);
        sum += i >= lag ? (values[i] - mean) * (values[i - lag] - mean) : 0;
    }
    return sum / squares + (double)(n - lag) / (double)n / (double)(n - 1);
}

// By the correlations and the mean and deviation of the products in all orders.
static double effective(double *values, size_t n)
{
    struct orders orders = {0};
    double seen = products(values, n), r = correlation(values, n, 1), decay = r;
    double second = correlation(values, n, 2), third = correlation(values, n, 3);
    count_orders(values, n, 0, &orders);
    double mean = orders.sum / orders.count;
    double score = (seen - mean) / sqrt(orders.squares / orders.count - mean * mean);
    if (r <= 0 || score <= 1.6)
        return (double)n;
    if (n >= 8)
        decay = fmax((second + third) / (r + fmax(second, 0)), r);
    double inflation = fmin(1 + 2 * r / (1 - fmin(decay, 0.95)), (double)n / 2);
    return (double)n / pow(inflation, fmin((score - 1.6) / 1.2, 1));
}

static void test_effective(void **state)
{
    (void)state;
    struct stream stream = stream_from(5);
    int told = 0, decaying = 0;
    for (int k = 0; k < 60; k++) {
        double values[8];
        size_t n = k < 40 ? 5 + (size_t)k % 3 : 8;
        draw(&stream, k % 2 ? 0.99 : 0, values, n);
        double seen = effective_blocks(values, n);
        told += seen < (double)n;
        decaying += n == 8 && seen > 4 && seen < 8;
        assert_close(seen, effective(values, n), 1e-9);
    }
    assert_true(told > 10 && told < 40 && decaying > 2);
}

// Of an autoregression r under as much noise: 1 + 2 r/2 / (1 - r) times the variance.
static void test_effective_of_long_series(void **state)
{
    (void)state;
    enum { LONG = 20000 };
    static double values[LONG];
    struct stream stream = stream_from(9);
    draw(&stream, 0.8, values, LONG);
    assert_true(fabs(LONG / effective_blocks(values, LONG) - 9) < 1);
    for (int i = 0; i < LONG; i++)
        values[i] += normal(&stream);
    assert_true(fabs(LONG / effective_blocks(values, LONG) - 5) < 0.6);
    draw(&stream, 0.999, values, LONG);
    assert_true(effective_blocks(values, LONG) > LONG / 42);
    draw(&stream, 0, values, LONG);
    assert_true(effective_blocks(values, LONG) > 0.98 * LONG);
}

// However often a chance correlation seems to be there, it costs little.
static void test_effective_of_independent_blocks(void **state)
{
    (void)state;
    static const size_t blocks[] = {5, 8, 10, 20, 40};
    for (size_t k = 0; k < 5; k++) {
        struct stream stream = stream_from(k + 1);
        double values[BLOCKS_MOST];
        int less = 0;
        for (int i = 0; i < 2000; i++) {
            draw(&stream, 0, values, blocks[k]);
            less += effective_blocks(values, blocks[k]) < 0.6 * (double)blocks[k];
        }
        if (less > 100)
            fail_msg("%zu independent blocks: fewer than six tenths in %d of 2000", blocks[k],
                     less);
    }
}

// Every order reaches the least correlation of two values, none that of a rising row, in whatever
// unit. Of long rows there are fewer orders: two million values in all.
static void test_p_by_hand(void **state)
{
    (void)state;
    enum { LONG = 8000 };
    static double values[LONG];
    for (double unit = 1e-6; unit < 1e7; unit *= 1e3) {
        for (int i = 0; i < 10; i++)
            values[i] = unit * (i % 2 ? 0.7 : 0.1);
        assert_true(dependence_of(values, 6).p == 1 && dependence_of(values, 10).p == 1);
        for (int i = 0; i < LONG; i++)
            values[i] = unit * i;
        assert_close(dependence_of(values, 40).p, 1.0 / 400, 1e-15);
    }
    assert_close(dependence_of(values, LONG).p, 1.0 / 251, 1e-15);
}

static void test_nothing_to_tell(void **state)
{
    (void)state;
    const double few[] = {1, 2, 3, 4}, equal[] = {7, 7, 7, 7, 7, 7, 7, 7};
    struct dependence one = dependence_of(few, 4), other = dependence_of(equal, 8);
    assert_true(!one.found && one.p == 1 && one.correlation == 0 && one.blocks == 4);
    assert_true(!other.found && other.p == 1 && other.correlation == 0);
    assert_true(one.effective == 4 && other.effective == 8);
    assert_true(dependence_of(NULL, 0).blocks == 0 && dependence_of(NULL, 0).effective == 0);
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
        cmocka_unit_test(test_against_all_orders),
        cmocka_unit_test(test_shares_found),
        cmocka_unit_test(test_correlation),
        cmocka_unit_test(test_effective),
        cmocka_unit_test(test_p_by_hand),
        cmocka_unit_test(test_nothing_to_tell),
        cmocka_unit_test(test_of_two),
        cmocka_unit_test(test_effective_of_long_series),
        cmocka_unit_test(test_effective_of_independent_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
