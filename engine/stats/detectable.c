// The distance that Student's test detects with a given power, as a ratio.
#include "stats/detectable.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

static const double POWER = 0.9;

// With noncentrality d, P(T > t) is nearly that of a normal above t(1 - 1/(4·df)) - d with the
// variance 1 + t²/(2·df) [Abramowitz, Stegun 1972, 26.7.10].
double detectable_change(double standard_error, double df, double alpha)
{
    if (!(df >= 1))
        return INFINITY;
    double t = gsl_cdf_tdist_Qinv(alpha / 2, df);
    double spread = sqrt(1 + t * t / (2 * df));
    double distance = t * (1 - 1 / (4 * df)) + gsl_cdf_ugaussian_Pinv(POWER) * spread;
    return expm1(distance * standard_error);
}
