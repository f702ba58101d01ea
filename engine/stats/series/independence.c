// Correlations of the values of rows, against those of shuffled copies.
#include "stats/series/independence.h"

#include "base/arena.h"
#include "base/stream.h"
#include "stats/moments.h"
#include "stats/quantile.h"

#include <math.h>
#include <string.h>

static const double SPIKE = 4; // standard deviations from the row's median
static const double CORRELATION_LEAST = 0.1, PROBABILITY_MOST = 0.01;

// All rows that are long enough, each about its own mean.
struct rows {
    struct row *row;
    size_t count;
    double squares;
    double expected[INDEPENDENCE_LAGS]; // of r over all orders of the rows' values: below 0
    double pairs[INDEPENDENCE_LAGS];
};

// Sets r, and Ljung and Box's Q of its deviation from the expectation.
struct correlations {
    double r[INDEPENDENCE_LAGS], beyond[INDEPENDENCE_LAGS];
    double Q;
};

// A few far values would hide the dependence of all others.
static double *without_spikes(struct arena *scratch, const struct row *row)
{
    size_t count = row->count;
    double *values = arena_new_array(scratch, double, count);
    memcpy(values, row->values, count * sizeof *values);
    double middle = median_of(values, count);
    for (size_t t = 0; t < count; t++)
        values[t] = fabs(row->values[t] - middle);
    double most = SPIKE * spread_of(values, count);
    for (size_t t = 0; t < count; t++) {
        double apart = row->values[t] - middle;
        values[t] =
            most > 0 && fabs(apart) > most ? middle + copysign(most, apart) : row->values[t];
    }
    return values;
}

static void add_row(struct rows *rows, struct arena *scratch, const struct row *row)
{
    double *centred = without_spikes(scratch, row);
    struct moments all = {0};
    moments_add(&all, centred, row->count);
    for (size_t t = 0; t < row->count; t++)
        centred[t] = centred[t] - all.origin - all.offset;
    rows->row[rows->count++] = (struct row){centred, row->count};
    rows->squares += all.squares;
    double n = (double)row->count;
    for (size_t k = 0; k < INDEPENDENCE_LAGS; k++) {
        double pairs = n - 1 - (double)k;
        rows->pairs[k] += pairs;
        rows->expected[k] -= all.squares * pairs / n / (n - 1);
    }
}

static struct correlations correlations_of(const struct rows *rows)
{
    struct correlations found = {0};
    if (!(rows->squares > 0))
        return found;
    for (size_t i = 0; i < rows->count; i++) {
        const double *x = rows->row[i].values;
        for (size_t k = 0; k < INDEPENDENCE_LAGS; k++)
            for (size_t t = k + 1; t < rows->row[i].count; t++)
                found.r[k] += x[t] * x[t - k - 1];
    }
    for (size_t k = 0; k < INDEPENDENCE_LAGS; k++) {
        found.r[k] /= rows->squares;
        found.beyond[k] = fabs(found.r[k] - rows->expected[k] / rows->squares);
        found.Q += found.beyond[k] * found.beyond[k] / rows->pairs[k];
    }
    return found;
}

// Most of the work: without stream_below()'s divisions, whose bias of 2^-50 does not matter here.
static void shuffle(struct stream *stream, double *values, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t at = (size_t)(((unsigned __int128)stream_next(stream) * i) >> 64);
        double swap = values[i - 1];
        values[i - 1] = values[at];
        values[at] = swap;
    }
}

// Values that are equal except for rounding count as at least as large, because copies of few
// different values tie.
static bool reaches(double copy, double original)
{
    return copy >= original * (1 - 1e-9);
}

static void compare_copies(const struct rows *rows, size_t shuffles, uint64_t seed,
                           const struct correlations *original, struct arena *scratch,
                           struct independence *result)
{
    struct stream stream = stream_from(seed);
    size_t reached[INDEPENDENCE_LAGS] = {0}, reached_Q = 0;
    double *r = arena_new_array(scratch, double, shuffles *INDEPENDENCE_LAGS);
    for (size_t i = 0; i < shuffles; i++) {
        for (size_t j = 0; j < rows->count; j++)
            shuffle(&stream, (double *)rows->row[j].values, rows->row[j].count);
        struct correlations copy = correlations_of(rows);
        reached_Q += reaches(copy.Q, original->Q);
        for (size_t k = 0; k < INDEPENDENCE_LAGS; k++) {
            r[k * shuffles + i] = copy.r[k];
            reached[k] += reaches(copy.beyond[k], original->beyond[k]);
        }
    }
    double copies = 1 + (double)shuffles;
    result->p = (1 + (double)reached_Q) / copies;
    for (size_t k = 0; k < INDEPENDENCE_LAGS; k++) {
        result->p_lag[k] = (1 + (double)reached[k]) / copies;
        if (shuffles == 0)
            continue;
        double *of_lag = r + k * shuffles;
        size_t outside = shuffles / 40; // on each side
        result->shuffled_low[k] = select_kth(of_lag, shuffles, outside);
        result->shuffled_high[k] = select_kth(of_lag, shuffles, shuffles - 1 - outside);
    }
}

struct independence independence_of(const struct row *rows, size_t count, size_t shuffles,
                                    uint64_t seed)
{
    struct independence result = {.p = 1, .independent = true};
    struct arena scratch = {0};
    struct rows long_enough = {.row = arena_new_array(&scratch, struct row, count)};
    for (size_t i = 0; i < count; i++)
        if (rows[i].count >= INDEPENDENCE_LEAST)
            add_row(&long_enough, &scratch, &rows[i]);
    result.known = long_enough.count > 0;
    struct correlations original = correlations_of(&long_enough);
    if (result.known)
        compare_copies(&long_enough, shuffles, seed, &original, &scratch, &result);
    bool large = false;
    for (size_t k = 0; k < INDEPENDENCE_LAGS; k++) {
        result.r[k] = original.r[k];
        large |= original.beyond[k] >= CORRELATION_LEAST;
    }
    result.independent = !(large && result.p <= PROBABILITY_MOST);
    arena_release(&scratch);
    return result;
}
