// Exact order statistics, of an array or of a stream larger than memory.
#include "stats/quantile.h"

#include <math.h>
#include <stdint.h>

// Any seed gives the exact result; a fixed seed gives the same run time each time.
static const uint64_t SEED = 0x9e3779b97f4a7c15;

// Marsaglia's xorshift: a number below `end`.
static size_t draw_below(uint64_t *state, size_t end)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (size_t)((double)(*state >> 11) * 0x1p-53 * (double)end);
}

double select_kth(double *values, size_t count, size_t k)
{
    uint64_t random = SEED;
    ptrdiff_t first = 0, last = (ptrdiff_t)count - 1, target = (ptrdiff_t)k;
    while (first < last) { // Hoare's FIND; a random pivot, so that no order of samples is slow
        double pivot = values[first + (ptrdiff_t)draw_below(&random, (size_t)(last - first + 1))];
        ptrdiff_t i = first, j = last;
        while (i <= j) {
            while (values[i] < pivot)
                i++;
            while (values[j] > pivot)
                j--;
            if (i <= j) {
                double swapped = values[i];
                values[i++] = values[j];
                values[j--] = swapped;
            }
        }
        if (target <= j)
            last = j;
        else if (target >= i)
            first = i;
        else
            break;
    }
    return values[k];
}

static double midpoint(double low, double high)
{
    return 0.5 * low + 0.5 * high; // their sum may overflow
}

double median_of(double *values, size_t count)
{
    double low = select_kth(values, count, (count - 1) / 2);
    double high = select_kth(values, count, count / 2);
    return midpoint(low, high);
}

double spread_of(double *distances, size_t count)
{
    return select_kth(distances, count, count * 3 / 4) / 1.1503493803760079; // Φ⁻¹(7/8)
}

// One pass over the source counts the numbers below, inside and above a bracket. `room` holds the
// numbers inside, or a random sample if they do not fit.
struct pass {
    double low, high; // the bracket, both ends inside
    double *room;
    size_t capacity;
    uint64_t random;
    size_t below, inside;
    double below_max, inside_min, inside_max, above_min;
};

static void pass_number(struct pass *pass, double value)
{
    if (value < pass->low) {
        pass->below++;
        pass->below_max = value > pass->below_max ? value : pass->below_max;
    } else if (value > pass->high) {
        pass->above_min = value < pass->above_min ? value : pass->above_min;
    } else {
        pass->inside++;
        pass->inside_min = value < pass->inside_min ? value : pass->inside_min;
        pass->inside_max = value > pass->inside_max ? value : pass->inside_max;
        size_t place = pass->inside <= pass->capacity ? pass->inside - 1
                                                      : draw_below(&pass->random, pass->inside);
        if (place < pass->capacity)
            pass->room[place] = value;
    }
}

static bool pass_source(struct pass *pass, const struct sample_source *source)
{
    pass->below = pass->inside = 0;
    pass->below_max = pass->inside_max = -INFINITY;
    pass->above_min = pass->inside_min = INFINITY;
    const double *values = NULL;
    size_t count = 0;
    if (!source->rewind(source->context))
        return false;
    do {
        if (!source->next(source->context, &values, &count))
            return false;
        for (size_t i = 0; i < count; i++)
            pass_number(pass, values[i]);
    } while (count > 0);
    return true;
}

// Whether this pass has found the number of that rank.
static bool pass_finds(struct pass *pass, size_t rank, double *value)
{
    size_t end = pass->below + pass->inside;
    if (rank + 1 < pass->below || rank > end)
        return false;
    if (rank + 1 == pass->below)
        *value = pass->below_max;
    else if (rank == end)
        *value = pass->above_min;
    else if (rank == pass->below)
        *value = pass->inside_min;
    else if (rank + 1 == end || pass->inside_min == pass->inside_max)
        *value = pass->inside_max;
    else if (pass->inside <= pass->capacity)
        *value = select_kth(pass->room, pass->inside, rank - pass->below);
    else
        return false;
    return true;
}

// The next bracket: around the rank if it was inside, else the whole side that has it. Each bracket
// excludes at least one candidate, so the passes come to an end.
static void pass_narrow(struct pass *pass, size_t rank, double *floor, double *ceiling)
{
    if (rank < pass->below || rank >= pass->below + pass->inside) {
        bool left = rank < pass->below;
        *ceiling = left ? pass->below_max : *ceiling;
        *floor = left ? *floor : pass->above_min;
        pass->low = *floor;
        pass->high = *ceiling;
        return;
    }
    *floor = pass->inside_min;
    *ceiling = pass->inside_max;
    size_t last = pass->capacity - 1;
    double part = (double)(rank - pass->below) / (double)pass->inside;
    size_t middle = (size_t)(part * (double)last);
    size_t margin = (size_t)(3 * sqrt((double)pass->capacity)); // six standard errors of a rank
    pass->low = select_kth(pass->room, pass->capacity, middle > margin ? middle - margin : 0);
    pass->high =
        select_kth(pass->room, pass->capacity, last - middle > margin ? middle + margin : last);
    if (pass->low <= *floor && pass->high >= *ceiling)
        pass->low = pass->high = select_kth(pass->room, pass->capacity, middle);
}

bool stream_order(const struct sample_source *source, double *room, size_t capacity,
                  struct order_statistics *result)
{
    double floor = -INFINITY, ceiling = INFINITY;
    struct pass pass = {
        .low = floor, .high = ceiling, .room = room, .capacity = capacity, .random = SEED};
    if (!pass_source(&pass, source))
        return false;
    *result = (struct order_statistics){.count = pass.inside};
    if (result->count == 0)
        return true;
    result->minimum = pass.inside_min;

    double low = 0, high = 0;
    size_t rank = (result->count - 1) / 2;
    while (!pass_finds(&pass, rank, &low) || !pass_finds(&pass, result->count / 2, &high)) {
        pass_narrow(&pass, rank, &floor, &ceiling);
        if (!pass_source(&pass, source))
            return false;
    }
    result->median = midpoint(low, high);
    return true;
}
