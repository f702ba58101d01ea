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

// Of values up to 1e300, however large or small.
struct sample_moments sample_moments_of(const double *values, size_t count);

// new - old, two-sided. Not known with too few values, or if no value differs.
struct student {
    bool known;
    double difference, error; // the standard error of the difference
    double freedom, p;
};

// Student's, with one variance for both sides; R's t.test(new, old, var.equal = TRUE).
struct student student_pooled(const struct sample_moments *old, const struct sample_moments *new);
// Its s: √(((n - 1)s² + (n' - 1)s'²) / (n + n' - 2)); 0 if that divisor is.
double pooled_deviation(const struct sample_moments *old, const struct sample_moments *new);

// Welch's, with a variance for each side; R's t.test(new, old).
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
// wilcox.test(new, old). Exact where both sides have fewer than RANK_EXACT_BELOW values and no two
// are equal, else normal, corrected for ties and for continuity.
struct rank_test {
    bool exact;
    double W;     // pairs of one new and one old value of which the new is larger; equal: half
    double lower; // share of the pairs of which the new is smaller; equal: half
    double p;     // 1 where a side is empty or all values are equal
};
// Both sides in ascending order.
struct rank_test rank_test(const double *old, size_t old_count, const double *new,
                           size_t new_count);
