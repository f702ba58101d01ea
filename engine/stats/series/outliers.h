// Outliers: values far from the others of their group are counted, and never dropped.
// docs/method.md, "Outliers".
#pragma once

#include <stddef.h>

enum { OUTLIERS_LEAST = 10, OUTLIERS_DISTANCE = 8 };

// How many of at least OUTLIERS_LEAST values lie farther from their median than OUTLIERS_DISTANCE
// robust standard deviations [Iglewicz, Hoaglin 1993, with another factor]. That deviation is
// 1.4826·MAD, the median of the absolute deviations (R's mad()); where more than half of the values
// are equal, and the MAD is 0, it is 1.2533 times their mean. In simulation 7 in 10,000 values lie
// that far in sets of ten normal values, 1 in 100,000 in sets of 25. Reorders the values.
size_t outliers_of(double *values, size_t count);
