// min4 from the plain loop to one that the compiler can turn into vector instructions.
#include "min4.h"

static inline void swap(int *a, int *b)
{
    int value = *a;
    *a = *b;
    *b = value;
}

static void baseline(int *p, size_t n)
{
    size_t q = n / 4;
    for (size_t i = 0; i < q; i++) {
        size_t m = i;
        if (p[i + q] < p[m])
            m = i + q;
        if (p[i + 2 * q] < p[m])
            m = i + 2 * q;
        if (p[i + 3 * q] < p[m])
            m = i + 3 * q;
        if (m != i)
            swap(&p[i], &p[m]);
    }
}

// Pass 1: a swap with itself costs less than a branch that is not foreseen.
static void always_swap(int *p, size_t n)
{
    size_t q = n / 4;
    for (size_t i = 0; i < q; i++) {
        size_t m = i;
        if (p[i + q] < p[m])
            m = i + q;
        if (p[i + 2 * q] < p[m])
            m = i + 2 * q;
        if (p[i + 3 * q] < p[m])
            m = i + 3 * q;
        swap(&p[i], &p[m]);
    }
}

// Pass 2: two of the three comparisons need not wait for each other.
static void tournament(int *p, size_t n)
{
    size_t q = n / 4;
    for (size_t i = 0; i < q; i++) {
        size_t m = p[i + q] < p[i] ? i + q : i;
        size_t other = p[i + 3 * q] < p[i + 2 * q] ? i + 3 * q : i + 2 * q;
        m = p[other] < p[m] ? other : m;
        swap(&p[i], &p[m]);
    }
}

// Pass 3: every element is loaded once, and the last comparison waits for no load.
static void values(int *p, size_t n)
{
    size_t q = n / 4;
    for (size_t i = 0; i < q; i++) {
        int first = p[i], a = first, b = p[i + q], c = p[i + 2 * q], d = p[i + 3 * q];
        size_t m = b < a ? i + q : i, other = d < c ? i + 3 * q : i + 2 * q;
        a = b < a ? b : a;
        c = d < c ? d : c;
        m = c < a ? other : m;
        p[i] = c < a ? c : a;
        if (m != i)
            p[m] = first;
    }
}

// Pass 4: all four are stored, at places that no comparison decides.
static void vector(int *p, size_t n)
{
    size_t q = n / 4;
    int *restrict p0 = p, *restrict p1 = p + q, *restrict p2 = p + 2 * q, *restrict p3 = p + 3 * q;
    for (size_t i = 0; i < q; i++) {
        int a = p0[i], b = p1[i], c = p2[i], d = p3[i];
        int left = b < a ? b : a, right = d < c ? d : c;
        bool is_right = right < left, is_b = b < a, is_d = d < c;
        p0[i] = is_right ? right : left;
        p1[i] = (!is_right & is_b) ? a : b;
        p2[i] = (is_right & !is_d) ? a : c;
        p3[i] = (is_right & is_d) ? a : d;
    }
}

static void copy(int *p, size_t n)
{
    (void)p;
    (void)n;
}

const struct min4_pass min4_passes[] = {
    {"baseline", baseline}, {"swap", always_swap},     {"tournament", tournament},
    {"values", values},     {"vector", vector},        {"arithmetic", min4_by_arithmetic},
    {"mask", min4_by_mask}, {"centred", min4_centred}, {"copy", copy},
    {NULL, NULL},
};
