// Several verdicts at once: Holm's step-down adjustment [Holm 1979].
// docs/method.md, "Several verdicts".
#pragma once

#include <stddef.h>

// Sorts the pointers by their p-values, the smallest first, and replaces each p-value by the
// adjusted one: the largest (count - k)·p of those up to it (k from 0), at most 1. Who rejects
// those of at most alpha rejects any true hypothesis with a probability of at most alpha, whatever
// their dependence.
void holm_adjust(double **p, size_t count);
