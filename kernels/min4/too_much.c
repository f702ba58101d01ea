// min4 with every condition turned into arithmetic by hand: too much of a good thing.
#include "min4.h"

static inline void swap(int *a, int *b)
{
    int value = *a;
    *a = *b;
    *b = value;
}

// 1: the distance to go, times the comparison. Adding q each time would be wrong: from i, the next
// candidate may be two quarters away.
void min4_by_arithmetic(int *p, size_t n)
{
    size_t q = n / 4;
    for (size_t i = 0; i < q; i++) {
        size_t m = i;
        for (size_t j = i + q; j < i + 4 * q; j += q)
            m += (size_t)(p[j] < p[m]) * (j - m);
        swap(&p[i], &p[m]);
    }
}

// 2: a mask of the comparison, in place of the multiplication.
void min4_by_mask(int *p, size_t n)
{
    size_t q = n / 4;
    for (size_t i = 0; i < q; i++) {
        size_t m = i;
        for (size_t j = i + q; j < i + 4 * q; j += q)
            m ^= (m ^ j) & -(size_t)(p[j] < p[m]);
        swap(&p[i], &p[m]);
    }
}

// 3: the index runs through the second quarter, with a tournament in multiples of q around it; so
// the group begins at i - q.
void min4_centred(int *p, size_t n)
{
    size_t q = n / 4;
    for (size_t i = q; i < 2 * q; i++) {
        size_t m = i - q * (size_t)(p[i - q] <= p[i]);
        size_t other = i + q + q * (size_t)(p[i + 2 * q] < p[i + q]);
        m += (other - m) * (size_t)(p[other] < p[m]);
        swap(&p[i - q], &p[m]);
    }
}
