// PELT: the best segmentation of a series, with candidates pruned that cannot be part of it.
#include "stats/series/change_points.h"

#include "base/arena.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

// Candidates for the last change are examined one by one only if the bound of their block allows
// it.
enum { BLOCK = 128 };

// A place between two values. The sums of the values before it have a high and a low part: a
// difference of two has all of a double's digits.
struct place {
    double x, x_low, squares, squares_low;
    double best; // F: least cost of the values before, with a penalty for each segment
    size_t last; // where its last segment begins
};

// Consecutive candidates for the begin of the last segment. Splitting never costs more, so that
// F(s) + cost(s, t) >= least + cost(end, t) for each of them at every t >= end.
struct block {
    size_t begin, end;
    double least;   // of F(s) + cost(s, end)
    size_t retired; // no candidate after this t
};

struct pelt {
    const struct change_rules *rules;
    struct place *places;
    struct block *blocks;
    size_t block_count;
    size_t open;   // first candidate that is in no block yet
    size_t latest; // the candidate that became the best last
};

static void sum_add(double *high, double *low, double value)
{
    double sum = *high + value, part = sum - *high; // Knuth's two-sum
    *low += (*high - (sum - part)) + (value - part);
    *high = sum;
}

// -2 log likelihood of one normal segment [begin, end).
static double cost(const struct pelt *pelt, size_t begin, size_t end)
{
    const struct place *from = &pelt->places[begin], *to = &pelt->places[end];
    double n = (double)(end - begin);
    double x = (to->x - from->x) + (to->x_low - from->x_low);
    double squares = (to->squares - from->squares) + (to->squares_low - from->squares_low);
    double variance = (squares - x * x / n) / n;
    double floor = pelt->rules->variance_floor;
    if (variance < floor)
        return n * (log(2 * M_PI * floor) + fmax(variance, 0) / floor);
    return n * (log(2 * M_PI * variance) + 1);
}

static void consider(struct pelt *pelt, size_t begin, size_t end)
{
    double total = pelt->places[begin].best + cost(pelt, begin, end) + pelt->rules->penalty;
    if (total < pelt->places[end].best) {
        pelt->places[end].best = total;
        pelt->places[end].last = pelt->latest = begin;
    }
}

// The least cost of the first `end` values.
static void extend(struct pelt *pelt, size_t end)
{
    pelt->places[end].best = INFINITY;
    if (end < pelt->rules->least)
        return;
    consider(pelt, pelt->latest, end); // often still the best: then no block is examined
    for (size_t i = 0; i < pelt->block_count; i++) {
        const struct block *block = &pelt->blocks[i];
        double bound = block->least + cost(pelt, block->end, end) + pelt->rules->penalty;
        for (size_t s = block->begin; s < block->end && bound < pelt->places[end].best; s++)
            consider(pelt, s, end);
    }
    for (size_t s = pelt->open; s + pelt->rules->least <= end; s++)
        consider(pelt, s, end);
}

// PELT's pruning rule, for blocks: a candidate that costs more than the best up to `end` even
// without a penalty is not the last change of any longer series, once a segment has room after
// `end`.
static void prune(struct pelt *pelt, size_t end)
{
    size_t kept = 0;
    for (size_t i = 0; i < pelt->block_count; i++) {
        struct block *block = &pelt->blocks[i];
        if (block->retired == SIZE_MAX &&
            block->least + cost(pelt, block->end, end) > pelt->places[end].best)
            block->retired = end + pelt->rules->least;
        if (block->retired > end)
            pelt->blocks[kept++] = *block;
    }
    pelt->block_count = kept;
}

static void close_block(struct pelt *pelt)
{
    struct block block = {pelt->open, pelt->open + BLOCK, INFINITY, SIZE_MAX};
    for (size_t s = block.begin; s < block.end; s++)
        block.least = fmin(block.least, pelt->places[s].best + cost(pelt, s, block.end));
    pelt->blocks[pelt->block_count++] = block;
    pelt->open = block.end;
}

// Centres the values on the median, so that few lose digits in their squares.
static void add_up(struct pelt *pelt, struct arena *scratch, const double *values, size_t count)
{
    double *sorted = arena_new_array(scratch, double, count);
    memcpy(sorted, values, count * sizeof *values);
    double middle = median_of(sorted, count);
    for (size_t i = 0; i < count; i++) {
        struct place *next = &pelt->places[i + 1];
        double value = values[i] - middle;
        *next = pelt->places[i];
        sum_add(&next->x, &next->x_low, value);
        sum_add(&next->squares, &next->squares_low, value * value);
    }
}

static size_t trace_back(const struct pelt *pelt, size_t count, size_t *changes)
{
    size_t found = 0;
    for (size_t begin = pelt->places[count].last; begin > 0; begin = pelt->places[begin].last)
        changes[found++] = begin;
    for (size_t i = 0; i < found / 2; i++) {
        size_t swapped = changes[i];
        changes[i] = changes[found - 1 - i];
        changes[found - 1 - i] = swapped;
    }
    return found;
}

size_t change_points(const double *values, size_t count, const struct change_rules *rules,
                     size_t *changes)
{
    if (count == 0)
        return 0;
    struct arena scratch = {0};
    struct pelt pelt = {
        .rules = rules,
        .places = arena_new_array(&scratch, struct place, count + 1),
        .blocks = arena_new_array(&scratch, struct block, count / BLOCK),
    };
    add_up(&pelt, &scratch, values, count);
    for (size_t end = 1; end <= count; end++) {
        extend(&pelt, end);
        prune(&pelt, end);
        if (end >= pelt.open + BLOCK + rules->least)
            close_block(&pelt);
    }
    size_t found = trace_back(&pelt, count, changes);
    arena_release(&scratch);
    return found;
}
