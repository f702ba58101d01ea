// Several verdicts at once: Holm's step-down adjustment [Holm 1979].
// docs/method.md, "Several verdicts".
#pragma once

#include <stddef.h>

// Sorts the pointers by their p-values, the smallest first, and replaces each p-value by the
// adjusted one: the maximum of (count - k)·p over the values up to it (k from 0), at most 1.
// Rejecting all hypotheses with an adjusted p of at most alpha rejects a true one with a
// probability of at most alpha, for any dependence.
void holm_adjust(double **p, size_t count);
