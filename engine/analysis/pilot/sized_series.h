// What reaches the precision: the mean of every variant, or its ratio to the baseline.
#pragma once

#include "analysis/pilot/variances.h"

// Sets the series of the search, from the pilots and their levels, at the assurance asked for.
void sized_series(struct pilot_variances *pilot, struct arena *arena);

// The confidence of the intervals that must reach the precision: of ratios, simultaneous over all
// comparisons in one metric, as they are reported.
double sized_confidence(const struct spec *spec, const struct catalogue *catalogue);

// Whether ratios reach the precision; one variant has none.
bool sizes_ratios(const struct spec *spec);
