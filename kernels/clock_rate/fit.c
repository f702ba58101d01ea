// The integer fit of the clock's rate, without any clock.
#include "fit.h"

static const double WORST_ALLOWED = 0.1; // of a unit
static const double MUCH_BETTER = 4;

static double smallest(const double *times, size_t count)
{
    double least = times[0];
    for (size_t i = 1; i < count; i++)
        least = times[i] < least ? times[i] : least;
    return least;
}

static bool are_times(const double *times, size_t count)
{
    double least = count ? smallest(times, count) : 0;
    for (size_t i = 0; i < count; i++)
        if (!(times[i] > 0) || times[i] > 1000 * least)
            return false;
    return count >= 2 && count <= FIT_CHAINS_MOST;
}

// Supposes a unit and improves it; returns the sum of squares of the residuals, in units.
static double fit_near(const double *times, size_t count, double unit, struct clock_fit *fit)
{
    double products = 0, squares = 0, sum = 0;
    for (size_t i = 0; i < count; i++) {
        fit->cycles[i] = (uint64_t)(times[i] / unit + 0.5);
        products += (double)fit->cycles[i] * times[i];
        squares += (double)(fit->cycles[i] * fit->cycles[i]);
    }
    fit->unit = products / squares;
    fit->worst_residual = 0;
    for (size_t i = 0; i < count; i++) {
        double residual = times[i] / fit->unit - (double)fit->cycles[i];
        double size = residual < 0 ? -residual : residual;
        fit->residuals[i] = residual;
        fit->worst_residual = size > fit->worst_residual ? size : fit->worst_residual;
        sum += residual * residual;
    }
    return sum;
}

bool clock_fit(const double *times, size_t count, struct clock_fit *fit)
{
    if (!are_times(times, count))
        return false;
    double least = smallest(times, count);
    double best = fit_near(times, count, least, fit);
    for (int units = 2; units <= FIT_SMALLEST_MOST; units++) {
        struct clock_fit finer;
        double sum = fit_near(times, count, least / units, &finer);
        if (sum * MUCH_BETTER < best) {
            best = sum;
            *fit = finer;
        }
    }
    return fit->worst_residual <= WORST_ALLOWED;
}
