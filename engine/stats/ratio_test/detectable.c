// The distance that Student's test detects with a given power, as a ratio.
#include "stats/ratio_test/detectable.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

static const double POWER = 0.9;

// The campaign that states the change and the one that is to detect it each estimate σ, by s and s'
// with mean cσ and variance (1 - c²)σ²: it is detected if Z > t·s' - k·s, where Z and both s are
// nearly normal, so that (k - t)c = z·√(1 + (k² + t²)(1 - c²)).
double detectable_change(double standard_error, double df, double alpha)
{
    if (!(df >= 1))
        return INFINITY;
    double t = gsl_cdf_tdist_Qinv(alpha / 2, df), z = gsl_cdf_ugaussian_Pinv(POWER);
    double c = 1 - 1 / (4 * df) + 1 / (32 * df * df), spread = z * z * (1 - c * c);
    double square = c * c - spread, middle = t * c * c;
    double rest = t * t * square - z * z;
    if (square <= 0)
        return INFINITY;
    double distance = (middle + sqrt(middle * middle - square * rest)) / square;
    return expm1(distance * standard_error);
}
