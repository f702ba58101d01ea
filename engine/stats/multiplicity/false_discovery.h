// Many verdicts at once: the false discovery rate [Benjamini, Hochberg 1995].
// docs/method.md, "Bias of one set-up".
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Sets found[i] for the k smallest p-values, k the largest number with p_(k) <= k / count · rate.
// Of what is found, a share of at most `rate` is expected to be false, if the p-values are
// independent or positively dependent [Benjamini, Yekutieli 2001]. Returns k.
size_t false_discovery(const double *p, size_t count, double rate, bool *found);
