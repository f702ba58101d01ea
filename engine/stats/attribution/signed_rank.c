// Wilcoxon's signed-rank test: the exact distribution over the signs, or its normal approximation.
#include "stats/attribution/signed_rank.h"

#include "base/arena.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

// Twice the mean rank is a whole number.
struct ranks {
    size_t *doubled; // by ascending distance from 0
    size_t count;
    size_t positive; // sum of the doubled ranks of positive differences
    size_t all;      // sum of all doubled ranks
};

static int by_distance(const void *a, const void *b)
{
    double one = fabs(*(const double *)a), other = fabs(*(const double *)b);
    return (one > other) - (one < other);
}

static struct ranks rank(struct arena *arena, const double *differences, size_t count)
{
    double *sorted = arena_new_array(arena, double, count);
    struct ranks ranks = {.doubled = arena_new_array(arena, size_t, count)};
    for (size_t i = 0; i < count; i++)
        if (differences[i] != 0)
            sorted[ranks.count++] = differences[i];
    qsort(sorted, ranks.count, sizeof *sorted, by_distance);
    for (size_t i = 0; i < ranks.count;) {
        size_t end = i + 1;
        while (end < ranks.count && fabs(sorted[end]) == fabs(sorted[i]))
            end++;
        for (size_t doubled = i + 1 + end; i < end; i++) {
            ranks.doubled[i] = doubled;
            ranks.positive += sorted[i] > 0 ? doubled : 0;
            ranks.all += doubled;
        }
    }
    return ranks;
}

// chance[s]: of the sum s, adding one rank after the other with either sign.
static double exact_above(struct arena *arena, const struct ranks *ranks)
{
    double *chance = arena_new_array(arena, double, ranks->all + 1), above = 0;
    size_t most = 0;
    chance[0] = 1;
    for (size_t i = 0; i < ranks->count; i++) {
        size_t rank = ranks->doubled[i];
        most += rank;
        for (size_t sum = most + 1; sum-- > 0;)
            chance[sum] = (chance[sum] + (sum >= rank ? chance[sum - rank] : 0)) / 2;
    }
    for (size_t sum = ranks->positive; sum <= most; sum++)
        above += chance[sum];
    return fmin(above, 1);
}

static double normal_above(const struct ranks *ranks)
{
    double squares = 0;
    for (size_t i = 0; i < ranks->count; i++)
        squares += (double)ranks->doubled[i] * (double)ranks->doubled[i];
    double away = (double)ranks->positive - (double)ranks->all / 2;
    return gsl_cdf_ugaussian_Q((away - 1) / (sqrt(squares) / 2)); // 1: half of a doubled step
}

double signed_rank_above(const double *differences, size_t count)
{
    struct arena scratch = {0};
    struct ranks ranks = rank(&scratch, differences, count);
    double p = ranks.count == 0                        ? 1
               : ranks.count <= SIGNED_RANK_EXACT_MOST ? exact_above(&scratch, &ranks)
                                                       : normal_above(&ranks);
    arena_release(&scratch);
    return p;
}
