// The cheapest repetitions that keep a precision: branch and bound, r_n outermost.
#include "stats/dimensioning_search.h"

#include "stats/dimensioning.h"
#include "stats/interval.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

// The distance from the best possible half-width to accept if the precision cannot be kept.
static const double NEARLY_BEST = 1.05;

static const double TOLERANCE = 1e-12;

// The search fixes one r_n at a time: then t is fixed, and the relative variance of a top unit's
// mean has a budget B = e²·r_n/t². With N_i units of level i in a top unit: Σ u_i/N_i <= B, u_i =
// T_i²/Ȳ².
struct search {
    const struct dimension_request *request;
    double precision;
    double chain[LEVELS_MAX]; // cost of one repetition of level i, the levels below at their least
    double budget;
    double units[LEVELS_MAX]; // N_i of the levels with a chosen count
    size_t chosen[LEVELS_MAX];
    size_t best[LEVELS_MAX];
    double best_cost;
};

// Lower bounds for the levels below a chosen level.
struct forecast {
    double least; // repetitions of the level; infinite: no count keeps the precision
    double cost;  // of all levels below, per top unit: at least this
};

// u_i; a series with a mean of 0 has no relative precision and is ignored.
static double relative_T2(const struct series *series, int i)
{
    return series->mean == 0 ? 0 : fmax(series->T2[i], 0) / series->mean / series->mean;
}

// Adds the demands of one series on levels 0..i to `forecast` and `needed` (units, each level on
// its own).
static void forecast_of_series(const struct search *search, const struct series *series, int i,
                               struct forecast *forecast, double needed[LEVELS_MAX])
{
    const struct dimension_request *request = search->request;
    double slack = search->budget * (1 + TOLERANCE);
    for (int j = i + 1; j < request->levels; j++)
        slack -= relative_T2(series, j) / search->units[j];
    double rest = 0, roots = 0;
    for (int j = 0; j <= i; j++) {
        double u = relative_T2(series, j);
        rest = u + (j > 0 ? rest / (double)request->most[j - 1] : 0);
        roots += sqrt(request->cost[j] * u);
        double own = u > 0 ? u / slack : 0;
        if (own > needed[j])
            needed[j] = own;
    }
    if (slack < 0 || (slack == 0 && rest > 0)) {
        forecast->least = INFINITY;
    } else if (rest > 0) {
        forecast->least = fmax(forecast->least, rest / slack / search->units[i + 1]);
        forecast->cost = fmax(forecast->cost, roots * roots / slack); // Cauchy and Schwarz
    }
}

static struct forecast look_below(const struct search *search, int i)
{
    const struct dimension_request *request = search->request;
    struct forecast forecast = {.least = 0, .cost = 0};
    double needed[LEVELS_MAX] = {0};
    for (size_t k = 0; k < request->series_count; k++)
        forecast_of_series(search, &request->series[k], i, &forecast, needed);
    double units = search->units[i + 1], apart = 0;
    for (int j = i; j >= 0; j--) {
        units *= (double)request->least[j];
        apart += request->cost[j] * fmax(units, needed[j]);
    }
    forecast.cost = fmax(forecast.cost, apart);
    forecast.least = fmax((double)request->least[i], ceil(forecast.least * (1 - TOLERANCE)));
    return forecast;
}

// Tries all counts of levels 0..i that may be cheaper; `spent`: cost of the levels above, per top
// unit.
static void descend(struct search *search, int i, double spent)
{
    const struct dimension_request *request = search->request;
    double top = (double)search->chosen[request->levels - 1];
    if (i < 0) {
        if (top * spent < search->best_cost) {
            search->best_cost = top * spent;
            for (int j = 0; j < request->levels; j++)
                search->best[j] = search->chosen[j];
        }
        return;
    }
    struct forecast below = look_below(search, i);
    if (below.least > (double)request->most[i] || top * (spent + below.cost) >= search->best_cost)
        return;
    for (size_t r = (size_t)below.least; r <= request->most[i]; r++) {
        search->chosen[i] = r;
        search->units[i] = search->units[i + 1] * (double)r;
        if (top * (spent + search->units[i] * search->chain[i]) >= search->best_cost)
            return;
        descend(search, i - 1, spent + search->units[i] * request->cost[i]);
    }
}

// Chooses r_n and returns a lower bound of the total cost.
static double set_top(struct search *search, size_t r)
{
    const struct dimension_request *request = search->request;
    int top = request->levels - 1;
    double e_by_t = search->precision / student_t(request->confidence, (double)r - 1);
    search->budget = e_by_t * e_by_t * (double)r;
    search->chosen[top] = r;
    search->units[top] = 1;
    if (top > 0) {
        struct forecast below = look_below(search, top - 1);
        return below.least > (double)request->most[top - 1]
                   ? INFINITY
                   : (double)r * (request->cost[top] + below.cost);
    }
    for (size_t k = 0; k < request->series_count; k++)
        if (relative_T2(&request->series[k], top) > search->budget * (1 + TOLERANCE))
            return INFINITY;
    return (double)r * request->cost[top];
}

// The smallest r_n that can keep the precision: with the normal quantile, and the levels below at
// their most.
static size_t first_top(const struct search *search)
{
    const struct dimension_request *request = search->request;
    int top = request->levels - 1;
    double z_by_e = gsl_cdf_ugaussian_Qinv((1 - request->confidence) / 2) / search->precision;
    double least = fmax(2, (double)request->least[top]);
    for (size_t k = 0; k < request->series_count; k++) {
        double V = 0;
        for (int i = 0; i <= top; i++)
            V = relative_T2(&request->series[k], i) +
                (i > 0 ? V / (double)request->most[i - 1] : 0);
        least = fmax(least, floor(z_by_e * z_by_e * V));
    }
    return (size_t)fmin(least, (double)request->most[top]);
}

// Tries all allocations with this r_n that may be cheaper.
static void try_top(struct search *search, size_t r)
{
    int top = search->request->levels - 1;
    if (set_top(search, r) < search->best_cost)
        descend(search, top - 1, search->request->cost[top]);
}

static void search_all(struct search *search)
{
    int top = search->request->levels - 1;
    size_t first = first_top(search), most = search->request->most[top];
    // The most promising r_n first: its cost prunes nearly all others.
    size_t promising = first;
    double least = INFINITY;
    for (size_t r = first; r <= most && (double)r * search->chain[top] < least; r++) {
        double bound = set_top(search, r);
        promising = bound < least ? r : promising;
        least = fmin(bound, least);
    }
    try_top(search, promising);
    for (size_t r = first; r <= most && (double)r * search->chain[top] < search->best_cost; r++)
        try_top(search, r);
}

struct allocation dimension_search(const struct dimension_request *request)
{
    struct search search = {
        .request = request, .precision = request->precision, .best_cost = INFINITY};
    double possible = 0; // the best half-width within `most`
    for (size_t k = 0; k < request->series_count; k++)
        if (request->series[k].mean != 0)
            possible = fmax(possible, predicted_half_width(&request->series[k], request->levels,
                                                           request->most, request->confidence));
    if (possible > request->precision)
        search.precision = possible * NEARLY_BEST;
    double below = 0; // cost of the levels below at their least
    for (int i = 0; i < request->levels; i++) {
        search.best[i] = request->least[i];
        search.chain[i] = request->cost[i] + below;
        below = (double)request->least[i] * search.chain[i];
    }
    if (request->most[request->levels - 1] >= 2 && isfinite(search.precision))
        search_all(&search);

    struct allocation allocation = {0};
    for (int i = 0; i < request->levels; i++)
        allocation.repetitions[i] = search.best[i];
    allocation.met = keeps_precision(request, allocation.repetitions);
    return allocation;
}
