// Random sets of given sizes and overlap.
#include "sets.h"

#include "../parts/random.h"

void sets_by_size(const struct set *sets, size_t k, struct set *sorted)
{
    for (size_t i = 0; i < k; i++) {
        struct set set = sets[i];
        size_t to = i;
        for (; to > 0 && sorted[to - 1].count > set.count; to--)
            sorted[to] = sorted[to - 1];
        sorted[to] = set;
    }
}

static double power(double x, uint64_t n)
{
    double product = 1;
    for (; n > 0; n--)
        product *= x;
    return product;
}

// By bisection, as libm is not always linked.
static double root(double x, uint64_t n)
{
    double low = 1, high = x;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (power(middle, n) < x)
            low = middle;
        else
            high = middle;
    }
    return high;
}

size_t sets_count(const struct set_sizes *sizes, size_t i)
{
    if (i == 0)
        return sizes->size;
    if (i + 1 == sizes->sets)
        return sizes->size * sizes->ratio;
    double factor = root((double)sizes->ratio, sizes->sets - 1);
    return (size_t)((double)sizes->size * power(factor, i) + 0.5);
}

// Minus the logarithm of a uniform number, by a series: libm is not needed for such accuracy.
static double exponential(uint64_t *random)
{
    uint64_t bits = random_next(random) | 1;
    int zeros = __builtin_clzll(bits);
    double mantissa = (double)(bits << zeros) * 0x1p-63; // from 1 to 2
    double t = (mantissa - 1) / (mantissa + 1), square = t * t;
    double logarithm = 2 * t * (1 + square * (1 / 3.0 + square * (1 / 5.0 + square / 7)));
    return 0.69314718055994531 * (zeros + 1) - logarithm;
}

// Different numbers in [0, 2^30), uniform and drawn in increasing order: the points of a Poisson
// process (Devroye 1986, chapter V). Sorting would take longer than what is measured.
struct stream {
    uint64_t random;
    size_t left, taken;
    double sum, scale;
    int next;
};

static void advance(struct stream *stream)
{
    stream->sum += exponential(&stream->random);
    stream->next = (int)(stream->sum * stream->scale) + (int)stream->taken++;
}

static struct stream begin(uint64_t seed, size_t count)
{
    struct stream stream = {.random = seed, .left = count};
    double total = 0;
    for (size_t i = 0; i <= count; i++)
        total += exponential(&seed);
    stream.scale = (double)((1 << 30) - count) / total;
    advance(&stream);
    return stream;
}

static int take(struct stream *stream)
{
    int value = stream->next;
    stream->left--;
    advance(stream);
    return value;
}

// What is common is odd, all else is even.
static void merge(struct stream common, struct stream own, int *values)
{
    while (common.left + own.left > 0) {
        bool is_common = own.left == 0 || (common.left > 0 && common.next < own.next);
        *values++ = is_common ? 2 * take(&common) + 1 : 2 * take(&own);
    }
}

struct set sets_fill(const struct set_sizes *sizes, size_t i, uint64_t common, uint64_t own,
                     int *values)
{
    size_t overlap = sizes->size * sizes->overlap / 100, count = sets_count(sizes, i);
    merge(begin(common, overlap), begin(own, count - overlap), values);
    return (struct set){values, count};
}
