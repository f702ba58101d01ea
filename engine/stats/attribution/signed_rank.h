// Wilcoxon's signed-rank test, one-sided [Wilcoxon 1945].
#pragma once

#include <stddef.h>

// With more differences that are not 0 the normal approximation takes over.
enum { SIGNED_RANK_EXACT_MOST = 100 };

// The probability of a sum of positive ranks at least as large if every difference were as likely
// with the other sign. Small: the differences tend to be positive. Zeros are left out, ties take
// their mean rank; with them, too, the distribution is that of the ranks at hand. 1 if all are 0.
double signed_rank_above(const double *differences, size_t count);
