// Outliers: values far from the others of their group. They are counted, never dropped.
// docs/method.md, "Outliers".
#pragma once

#include <stddef.h>

enum { OUTLIERS_LEAST = 10, OUTLIERS_DISTANCE = 8 };

// The number of values (of at least OUTLIERS_LEAST) that lie more than OUTLIERS_DISTANCE robust
// standard deviations from the median [Iglewicz, Hoaglin 1993, with another factor]. The robust
// standard deviation is 1.4826·MAD, MAD the median of the absolute deviations (R's mad()). If more
// than half of the values are equal, the MAD is 0; then it is 1.2533 times the mean absolute
// deviation. In simulation 7 in 10,000 values lie that far in sets of ten normal values, 1 in
// 100,000 in sets of 25. `distance` grows by that of
// each from the median. Reorders the values.
size_t outliers_of(double *values, size_t count, double *distance);
