// The closed form, the cost and the predicted half-width of an allocation.
#include "stats/dimensioning.h"

#include "stats/interval.h"

#include <math.h>

// Where a tiny T_{i+1}² or c_i would ask for more than anyone can run.
static const double REPETITIONS_MOST = 1e6;

// Rounding must not make a repetition count larger than the formula's.
static const double TOLERANCE = 1e-12;

struct series series_of(const struct components *components, int levels)
{
    struct series series = {.mean = components->mean};
    for (int i = 0; i < components->levels; i++)
        series.T2[levels - components->levels + i] = components->T2[i];
    return series;
}

static size_t round_up(double repetitions)
{
    return (size_t)fmax(1, fmin(ceil(repetitions * (1 - TOLERANCE)), REPETITIONS_MOST));
}

bool closed_form(int levels, const double cost[LEVELS_MAX], const double T2[LEVELS_MAX],
                 size_t repetitions[LEVELS_MAX])
{
    bool answered = T2[levels - 1] > 0;
    double own = 0; // cost of one repetition of the level `from` with what has merged into it
    int from = -1;  // the last level with T² > 0 below i
    for (int i = 0; i < levels - 1; i++)
        repetitions[i] = answered;
    double merged = 0; // costs of levels with T² <= 0 since
    for (int i = 0; i < levels && answered; i++) {
        merged += cost[i];
        if (T2[i] <= 0)
            continue;
        if (from >= 0)
            repetitions[from] = round_up(sqrt(merged / own * T2[from] / T2[i]));
        own = merged;
        merged = 0;
        from = i;
    }
    return answered;
}

double allocation_cost(int levels, const double cost[LEVELS_MAX],
                       const size_t repetitions[LEVELS_MAX])
{
    double sum = 0;
    for (int i = 0; i < levels; i++)
        sum = (double)repetitions[i] * (cost[i] + sum);
    return sum;
}

double predicted_half_width(const struct series *series, int levels,
                            const size_t repetitions[LEVELS_MAX], double confidence)
{
    size_t top = repetitions[levels - 1];
    if (top < 2)
        return INFINITY;
    double V = 0;
    for (int i = 0; i < levels; i++)
        V = fmax(series->T2[i], 0) + (i > 0 ? V / (double)repetitions[i - 1] : 0);
    if (V <= 0)
        return 0;
    return student_t(confidence, (double)top - 1) * sqrt(V / (double)top) / fabs(series->mean);
}

bool keeps_precision(const struct dimension_request *request, const size_t repetitions[LEVELS_MAX])
{
    for (size_t k = 0; k < request->series_count; k++)
        if (predicted_half_width(&request->series[k], request->levels, repetitions,
                                 request->confidence) > request->precision * (1 + 1e-9))
            return false;
    return true;
}

bool set_top_repetitions(const struct dimension_request *request, size_t repetitions[LEVELS_MAX])
{
    int top = request->levels - 1;
    size_t low = request->least[top], high = request->most[top];
    while (low < high) { // the half-width shrinks with r_n
        repetitions[top] = low + (high - low) / 2;
        if (keeps_precision(request, repetitions))
            high = repetitions[top];
        else
            low = repetitions[top] + 1;
    }
    repetitions[top] = low;
    return keeps_precision(request, repetitions);
}

double unseen_share(size_t builds)
{
    return builds ? -expm1(log(0.05) / (double)builds) : 1;
}
