// The change that an experiment would have detected, from its precision and never from its result.
// docs/method.md, "Detectable change".
#pragma once

// The relative change (0.012 for 1.2 %) that 9 of 10 campaigns of the same size would detect, as
// far as this one's standard error of the logarithm of a ratio tells: their interval at confidence
// 1 - alpha excludes 1. `df` are the degrees of freedom of the standard error; infinite with so few
// that it says next to nothing.
double detectable_change(double standard_error, double df, double alpha);
