// The change that an experiment would have detected, from its precision and never from its result.
// docs/method.md, "Detectable change".
#pragma once

// The relative change (0.012 for 1.2 %) that 9 of 10 campaigns with this standard error of the
// logarithm of a ratio detect: their interval at confidence 1 - alpha excludes 1. `df` are the
// degrees of freedom of the standard error; infinite with less than one.
double detectable_change(double standard_error, double df, double alpha);
