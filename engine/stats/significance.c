// Tests of significance between two sets of independent values.
#include "stats/significance.h"

#include "stats/moments.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

// Scaled by a power of two, which rounds nothing, so that no square overflows or vanishes.
struct sample_moments sample_moments_of(const double *values, size_t count)
{
    double largest = 0, scaled[256];
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(values[i]));
    int exponent = 0;
    frexp(largest, &exponent);
    struct moments summary = {0};
    for (size_t i = 0; i < count;) {
        size_t n = 0;
        while (n < sizeof scaled / sizeof *scaled && i < count)
            scaled[n++] = ldexp(values[i++], -exponent);
        moments_add(&summary, scaled, n);
    }
    double variance = count > 1 ? summary.squares / (double)(count - 1) : 0;
    return (struct sample_moments){.count = count,
                                   .mean = ldexp(moments_mean(&summary), exponent),
                                   .deviation = ldexp(sqrt(variance), exponent)};
}

static struct student student(double difference, double error, double freedom)
{
    struct student result = {.difference = difference, .error = error, .freedom = freedom};
    result.known = freedom > 0 && error > 0;
    result.p = result.known ? 2 * gsl_cdf_tdist_Q(fabs(difference / error), freedom) : 1;
    return result;
}

double pooled_deviation(const struct sample_moments *old, const struct sample_moments *new)
{
    double a = (double)old->count - 1, b = (double)new->count - 1;
    return a + b > 0 ? hypot(old->deviation * sqrt(a / (a + b)), new->deviation *sqrt(b / (a + b)))
                     : 0;
}

struct student student_pooled(const struct sample_moments *old, const struct sample_moments *new)
{
    if (old->count == 0 || new->count == 0)
        return (struct student){.p = 1};
    double error =
        pooled_deviation(old, new) * sqrt(1 / (double)old->count + 1 / (double)new->count);
    return student(new->mean - old->mean, error, (double)(old->count + new->count) - 2);
}

struct student student_welch(const struct sample_moments *old, const struct sample_moments *new)
{
    if (old->count < 2 || new->count < 2)
        return (struct student){.p = 1};
    double a = old->deviation / sqrt((double)old->count);
    double b = new->deviation / sqrt((double)new->count);
    double error = hypot(a, b);
    if (error == 0)
        return (struct student){.difference = new->mean - old->mean, .p = 1};
    double A = pow(a / error, 4) / (double)(old->count - 1);
    double B = pow(b / error, 4) / (double)(new->count - 1);
    return student(new->mean - old->mean, error, 1 / (A + B));
}

struct sign_test sign_test(const double *old, const double *new, size_t pairs)
{
    struct sign_test test = {.p = 1};
    for (size_t i = 0; i < pairs; i++) {
        test.lower += new[i] < old[i];
        test.higher += new[i] > old[i];
        test.equal += new[i] == old[i];
    }
    size_t least = test.lower < test.higher ? test.lower : test.higher, differ = pairs - test.equal;
    if (differ) // P(X ≤ k) of a fair coin by the incomplete beta function, for any number of pairs
        test.p = fmin(1, 2 * gsl_cdf_beta_P(0.5, (double)(differ - least), (double)least + 1));
    return test;
}

// The sums of one walk through both sorted sides.
struct ranks {
    double W;    // of the new side
    double ties; // Σ t³ - t over groups of t equal values
};

static size_t equal_from(const double *values, size_t from, size_t count, double value)
{
    size_t i = from;
    while (i < count && values[i] == value)
        i++;
    return i - from;
}

static struct ranks rank(const double *old, size_t old_count, const double *new, size_t new_count)
{
    struct ranks ranks = {0};
    for (size_t i = 0, j = 0; i < old_count || j < new_count;) {
        bool from_old = j == new_count || (i < old_count && old[i] <= new[j]);
        double value = from_old ? old[i] : new[j];
        size_t olds = equal_from(old, i, old_count, value);
        size_t news = equal_from(new, j, new_count, value);
        double t = (double)(olds + news);
        ranks.W += (double)news * ((double)i + (double)olds / 2);
        ranks.ties += (t - 1) * t * (t + 1);
        i += olds;
        j += news;
    }
    return ranks;
}

enum { SUMS = (RANK_EXACT_BELOW - 1) * (RANK_EXACT_BELOW - 1) + 1 };

// P(W ≤ w) if any `n` of the n + m ranks are as likely: ways[k][u] is the share of the choices of k
// of the ranks so far that exceed the least possible sum by u. Only sums of positive terms.
static double exact_below(size_t n, size_t m, size_t w)
{
    double ways[RANK_EXACT_BELOW][SUMS];
    memset(ways, 0, sizeof ways);
    ways[0][0] = 1;
    for (size_t total = 1; total <= n + m; total++) {
        for (size_t k = total < n ? total : n; k > 0; k--) { // the rank `total` is the k-th chosen
            size_t more = total - k;                         // its excess over the least rank
            if (more > m)
                break; // a smaller k would exceed the limit even more
            double taken = (double)k / (double)total;
            for (size_t u = k * more + 1; u-- > 0;)
                ways[k][u] =
                    ways[k][u] * (1 - taken) + (u >= more ? ways[k - 1][u - more] * taken : 0);
        }
    }
    double below = 0;
    for (size_t u = 0; u <= w; u++)
        below += ways[n][u];
    return below;
}

static double normal_p(double away, double n, double m, double ties)
{
    double total = n + m;
    double variance = n * m / 12 * (total + 1 - ties / (total * (total - 1)));
    if (variance <= 0)
        return 1;
    return fmin(1, 2 * gsl_cdf_ugaussian_Q(fmax(fabs(away) - 0.5, 0) / sqrt(variance)));
}

struct rank_test rank_test(const double *old, size_t old_count, const double *new, size_t new_count)
{
    double n = (double)new_count, m = (double)old_count;
    if (n == 0 || m == 0)
        return (struct rank_test){.p = 1, .lower = 0.5};
    struct ranks ranks = rank(old, old_count, new, new_count);
    struct rank_test test = {.W = ranks.W, .lower = 1 - ranks.W / (n * m)};
    test.exact = old_count < RANK_EXACT_BELOW && new_count < RANK_EXACT_BELOW && ranks.ties == 0;
    if (test.exact)
        test.p =
            fmin(1, 2 * exact_below(new_count, old_count, (size_t)fmin(ranks.W, n * m - ranks.W)));
    else
        test.p = normal_p(ranks.W - n * m / 2, n, m, ranks.ties);
    return test;
}
