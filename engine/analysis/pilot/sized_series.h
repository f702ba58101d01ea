// What reaches the precision: the mean of every variant, or its ratio to the baseline.
#pragma once

#include "analysis/pilot/variances.h"

// Its T_i², or, above 0.5, their upper limits at this assurance: S_i² is the estimated part, with
// (r_i - 1)·∏ r_k (k above i) degrees of freedom. docs/method.md, "Dimensioning: search".
struct series series_at_assurance(const struct components *components, int levels,
                                  double assurance);

// Sets the series of the search, from the pilots and their levels, at the assurance asked for.
void sized_series(struct pilot_variances *pilot, struct arena *arena);

// The confidence of the intervals that must reach the precision: of ratios, simultaneous over all
// comparisons in one metric, as they are reported.
double sized_confidence(const struct spec *spec, const struct catalogue *catalogue);

// Whether ratios reach the precision; one variant has none.
bool sizes_ratios(const struct spec *spec);
