// Tests of significance between two sets of independent values, for `eswexp ministat`, which always
// prints the effect and its interval beside them. docs/method.md, "Tests of significance".
#pragma once

#include <stdbool.h>
#include <stddef.h>

// The input of the t tests.
struct sample_moments {
    size_t count;
    double mean, deviation; // with n - 1; 0 of fewer than two values
};

// The moments of values of any magnitude up to 1e300.
struct sample_moments sample_moments_of(const double *values, size_t count);

// new - old, two-sided. Not known with too few values, or if no value differs.
struct student {
    bool known;
    double difference, error; // the standard error of the difference
    double freedom, p;
};

// Student's t test, with one variance for both sides; R's t.test(new, old, var.equal = TRUE).
struct student student_pooled(const struct sample_moments *old, const struct sample_moments *new);
// The pooled s: √(((n - 1)s² + (n' - 1)s'²) / (n + n' - 2)); 0 if the divisor is 0.
double pooled_deviation(const struct sample_moments *old, const struct sample_moments *new);

// Welch's t test, with a variance for each side; R's t.test(new, old).
struct student student_welch(const struct sample_moments *old, const struct sample_moments *new);

// The sign test: how often new[i] is below and above old[i]. Equal pairs do not count;
// R's binom.test(lower, lower + higher).
struct sign_test {
    size_t lower, higher, equal;
    double p; // 1 without pairs that differ
};
struct sign_test sign_test(const double *old, const double *new, size_t pairs);

enum { RANK_EXACT_BELOW = 50 };

// Wilcoxon's rank-sum test, or Mann and Whitney's [Wilcoxon 1945; Mann, Whitney 1947]; R's
// wilcox.test(new, old). Exact if both sides have fewer than RANK_EXACT_BELOW values and no ties;
// else the normal approximation, corrected for ties and continuity.
struct rank_test {
    bool exact;
    double W;     // pairs of a new and an old value in which the new is larger; ties count half
    double lower; // share of the pairs in which the new is smaller; ties count half
    double p;     // 1 where a side is empty or all values are equal
};
// Both sides in ascending order.
struct rank_test rank_test(const double *old, size_t old_count, const double *new,
                           size_t new_count);
