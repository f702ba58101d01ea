// Several verdicts at once: Holm's step-down adjustment (Holm 1979, Scand. J. Statist. 6).
#pragma once

#include <stddef.h>

// Sorts the pointers by their p-values, the smallest first, and makes of each the adjusted one: the
// largest (count - k)·p of those up to it (k from 0), at most 1. Rejecting what is then at most
// alpha rejects a true hypothesis with a probability of at most alpha, whatever their dependence.
void holm_adjust(double **p, size_t count);
