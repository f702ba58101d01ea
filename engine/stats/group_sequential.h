// The level of one of several planned looks at growing data, such that all looks together keep
// theirs: error spending [Lan, DeMets 1983].
// docs/method.md, "Looks".
#pragma once

#include <stddef.h>

// `blocks`: the data of each look, ascending. `spent`: the error probability that the looks up to
// each one may spend together, ascending. Returns the two-sided nominal level of the last look: it
// rejects where |Z| exceeds the normal quantile of this level. By the recursion of [Armitage,
// McPherson, Rowe 1969]. With one look it is what this look spends.
double nominal_level(const double *blocks, const double *spent, size_t looks);

// The inverse, for p-values: the factor of `spent` with which the nominal level of the last look is
// `level`; at most 1 / spent[looks - 1].
double spending_factor(const double *blocks, const double *spent, size_t looks, double level);
