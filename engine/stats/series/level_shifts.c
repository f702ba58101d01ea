// Levels of durations: replace single outliers, find change points, join similar levels.
#include "stats/series/level_shifts.h"

#include "stats/quantile.h"
#include "stats/series/change_points.h"

#include <math.h>
#include <stdlib.h>

enum { WINDOW = 2 * LEVEL_NEIGHBOURS + 1 };

static const double LEAST_NOISE = 0.001; // relative: smaller differences are ignored
// The penalty of a change, times ln n. Together with ERRORS_APART it raises a false alarm in less
// than one of a hundred quiet campaigns, even if neighbours are correlated by 0.25. In more than
// nine of ten campaigns with a noise of 1.5 % it finds 8 of 30 durations that are 7 % longer
// (tests/unit/test_level_shifts.c).
static const double PENALTY = 6;
static const double DEVIATIONS_APART = 6, ERRORS_APART = 5;

// The median around a place; windows at the ends are moved inwards.
static double median_around(const double *values, size_t count, size_t place)
{
    double window[WINDOW];
    size_t first = place < LEVEL_NEIGHBOURS ? 0 : place - LEVEL_NEIGHBOURS;
    if (first + WINDOW > count)
        first = count - WINDOW;
    for (size_t i = 0; i < WINDOW; i++)
        window[i] = values[first + i];
    return median_of(window, WINDOW);
}

// The standard deviation of one value, from the differences of neighbours, which levels do not
// increase.
static double noise_of(struct arena *scratch, const double *values, size_t count)
{
    double *steps = arena_new_array(scratch, double, count), before = values[0];
    size_t found = 0;
    for (size_t i = 1; i < count; i++) {
        steps[found++] = fabs(values[i] - before);
        before = values[i];
    }
    return fmax(1.4826 * median_of(steps, found) / M_SQRT2, LEAST_NOISE);
}

static void draw_in(struct arena *scratch, const double *values, size_t count,
                    struct level_shifts *found, double *drawn)
{
    double most = fmax(log1p(LEVEL_STEP), DEVIATIONS_APART * noise_of(scratch, values, count));
    for (size_t i = 0; i < count; i++) {
        double middle = median_around(values, count, i);
        found->apart[i] = values[i] - middle > most;
        drawn[i] = found->apart[i] ? middle : values[i];
        if (!found->apart[i])
            continue;
        found->apart_count++;
        found->apart_most = fmax(found->apart_most, expm1(values[i] - middle));
    }
}

// A level during the search.
struct piece {
    size_t first, count;
    double mean, variance; // of logarithms
};

// A few values may be similar by chance, so no variance is below that of the noise.
static void weigh(const double *drawn, double noise, struct piece *piece)
{
    double sum = 0, squares = 0;
    for (size_t i = piece->first; i < piece->first + piece->count; i++)
        sum += drawn[i];
    piece->mean = sum / (double)piece->count;
    for (size_t i = piece->first; i < piece->first + piece->count; i++)
        squares += (drawn[i] - piece->mean) * (drawn[i] - piece->mean);
    piece->variance = fmax(squares / (double)(piece->count - 1), noise * noise);
}

static bool alike(const struct piece *a, const struct piece *b)
{
    double error = sqrt(a->variance / (double)a->count + b->variance / (double)b->count);
    return fabs(b->mean - a->mean) < fmax(log1p(LEVEL_STEP), ERRORS_APART * error);
}

// The growth of the sum of squares if the two levels are joined.
static double growth(const struct piece *a, const struct piece *b)
{
    double distance = b->mean - a->mean, both = (double)(a->count + b->count);
    return (double)a->count * (double)b->count / both * distance * distance;
}

// The first of the two similar neighbours whose join costs least; `count` if there are none.
static size_t next_to_join(const struct piece *pieces, size_t count)
{
    size_t best = count;
    for (size_t i = 0; i + 1 < count; i++)
        if (alike(&pieces[i], &pieces[i + 1]) &&
            (best == count ||
             growth(&pieces[i], &pieces[i + 1]) < growth(&pieces[best], &pieces[best + 1])))
            best = i;
    return best;
}

static size_t join(const double *drawn, double noise, struct piece *pieces, size_t count)
{
    for (size_t at; (at = next_to_join(pieces, count)) < count;) {
        pieces[at].count += pieces[at + 1].count;
        weigh(drawn, noise, &pieces[at]);
        count--;
        for (size_t i = at + 1; i < count; i++)
            pieces[i] = pieces[i + 1];
    }
    return count;
}

static size_t cut(struct arena *scratch, const double *drawn, size_t count, struct piece **pieces)
{
    struct change_rules rules = {PENALTY * log((double)count), LEVEL_LEAST,
                                 LEAST_NOISE * LEAST_NOISE};
    double noise = noise_of(scratch, drawn, count);
    size_t *changes = arena_new_array(scratch, size_t, count / LEVEL_LEAST);
    size_t found = change_points(drawn, count, &rules, changes) + 1;
    *pieces = arena_new_array(scratch, struct piece, found);
    for (size_t i = 0; i < found; i++) {
        struct piece *piece = &(*pieces)[i];
        piece->first = i ? changes[i - 1] : 0;
        piece->count = (i + 1 < found ? changes[i] : count) - piece->first;
        weigh(drawn, noise, piece);
    }
    return join(drawn, noise, *pieces, found);
}

// Overwrites `distances`, as many as there are values.
static double spread_around(double *distances, const double *drawn, const struct piece *pieces,
                            size_t count, const struct level_shifts *found)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = pieces[i].first; k < pieces[i].first + pieces[i].count; k++)
            if (!found->apart[k])
                distances[kept++] = fabs(drawn[k] - pieces[i].mean);
    return expm1(select_kth(distances, kept, kept * 9 / 10));
}

struct level_shifts level_shifts_find(struct arena *arena, const double *seconds, size_t count)
{
    struct arena scratch = {0};
    struct level_shifts found = {.apart = arena_new_array(arena, bool, count)};
    double *values = arena_new_array(&scratch, double, count);
    double *drawn = arena_new_array(&scratch, double, count);
    struct piece *pieces;
    for (size_t i = 0; i < count; i++)
        values[i] = log(seconds[i]);
    draw_in(&scratch, values, count, &found, drawn);
    found.count = cut(&scratch, drawn, count, &pieces);
    found.items = arena_new_array(arena, struct stable_level, found.count);
    for (size_t i = 0; i < found.count; i++)
        found.items[i] =
            (struct stable_level){pieces[i].first, pieces[i].count, exp(pieces[i].mean)};
    found.spread = spread_around(values, drawn, pieces, found.count, &found);
    arena_release(&scratch);
    return found;
}
