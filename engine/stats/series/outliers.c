// Outliers by the median of absolute deviations.
#include "stats/series/outliers.h"

#include "stats/quantile.h"

#include <math.h>

static const double OF_MEDIAN = 1.4826, OF_MEAN = 1.2533; // a normal σ over these deviations

size_t outliers_of(double *values, size_t count, double *distance)
{
    if (count < OUTLIERS_LEAST)
        return 0;
    double median = median_of(values, count), sum = 0;
    for (size_t i = 0; i < count; i++) {
        values[i] = fabs(values[i] - median);
        sum += values[i];
    }
    double middle = median_of(values, count), most = OF_MEDIAN * middle;
    if (middle == 0)
        most = OF_MEAN * sum / (double)count;
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (values[i] > OUTLIERS_DISTANCE * most) {
            found++;
            *distance += values[i];
        }
    return found;
}
