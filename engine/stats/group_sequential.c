// Boundaries look by look: the density of the score among campaigns that no look has ended.
#include "stats/group_sequential.h"

#include "base/arena.h"

#include <float.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_randist.h>
#include <math.h>

enum { NODES_LEAST = 16, NODES_MOST = 400, STEPS = 30 };

static const double PRECISION = 1e-9;  // of a boundary, and relative of a factor
static const double BOUNDARY_MOST = 8; // standard deviations: beyond this lies 1e-15

// The score of the data so far, a random walk whose variance is the number of blocks: nodes within
// the boundary, each with the probability around it.
struct walk {
    double *at, *mass;
    size_t count;
    double blocks;
};

// The probability that the score at `blocks` lies beyond ± boundary standard deviations.
static double beyond(const struct walk *walk, double blocks, double boundary)
{
    double sd = sqrt(blocks - walk->blocks), limit = boundary * sqrt(blocks), sum = 0;
    for (size_t i = 0; i < walk->count; i++)
        sum += walk->mass[i] * (gsl_cdf_ugaussian_Q((limit - walk->at[i]) / sd) +
                                gsl_cdf_ugaussian_P((-limit - walk->at[i]) / sd));
    return sum;
}

static double density_at(const struct walk *walk, double score, double sd)
{
    double sum = 0;
    for (size_t i = 0; i < walk->count; i++)
        sum += walk->mass[i] * gsl_ran_gaussian_pdf(score - walk->at[i], sd);
    return sum;
}

// Newton's method on the logarithm of the probability, from a boundary that spends less.
static double boundary_spending(const struct walk *walk, double blocks, double probability)
{
    double boundary = fmin(gsl_cdf_ugaussian_Qinv(fmax(probability, DBL_MIN) / 2), BOUNDARY_MOST);
    double sd = sqrt(blocks - walk->blocks), unit = sqrt(blocks);
    for (int i = 0; i < STEPS && boundary < BOUNDARY_MOST; i++) {
        double spent = beyond(walk, blocks, boundary);
        double slope =
            unit * (density_at(walk, boundary * unit, sd) + density_at(walk, -boundary * unit, sd));
        double step = spent / slope * log(spent / probability);
        boundary = fmin(fmax(boundary + step, 0), BOUNDARY_MOST);
        if (fabs(step) < PRECISION)
            break;
    }
    return boundary;
}

// Enough nodes for steps of this standard deviation within ± limit.
static size_t nodes_for(double limit, double sd)
{
    double nodes = NODES_LEAST + 3 * limit / sd;
    return nodes < NODES_MOST ? (size_t)nodes : NODES_MOST;
}

// The walk at `blocks` where it has stayed within the boundary, with enough nodes for the step to
// `next_blocks`, too.
static struct walk walk_on(struct arena *arena, const struct walk *walk, double blocks,
                           double boundary, double next_blocks)
{
    double sd = sqrt(blocks - walk->blocks), limit = boundary * sqrt(blocks);
    double next_sd = sqrt(next_blocks - blocks);
    struct walk next = {.count = nodes_for(limit, fmin(sd, next_sd)), .blocks = blocks};
    gsl_integration_glfixed_table *table = gsl_integration_glfixed_table_alloc(next.count);
    next.at = arena_new_array(arena, double, next.count);
    next.mass = arena_new_array(arena, double, next.count);
    for (size_t i = 0; i < next.count; i++) {
        double weight;
        gsl_integration_glfixed_point(-limit, limit, i, &next.at[i], &weight, table);
        next.mass[i] = weight * density_at(walk, next.at[i], sd);
    }
    gsl_integration_glfixed_table_free(table);
    return next;
}

static double level_of(const double *blocks, const double *spent, size_t looks, double factor)
{
    struct arena scratch = {0};
    double origin = 0, certain = 1, boundary = BOUNDARY_MOST;
    struct walk walk = {&origin, &certain, 1, 0};
    for (size_t i = 0; i < looks; i++) {
        double more = factor * (spent[i] - (i ? spent[i - 1] : 0));
        boundary = boundary_spending(&walk, blocks[i], more);
        if (i + 1 < looks)
            walk = walk_on(&scratch, &walk, blocks[i], boundary, blocks[i + 1]);
    }
    arena_release(&scratch);
    return 2 * gsl_cdf_ugaussian_Q(boundary);
}

double nominal_level(const double *blocks, const double *spent, size_t looks)
{
    return looks == 1 ? spent[0] : level_of(blocks, spent, looks, 1);
}

// The level grows nearly in proportion to the factor, so that each step leaves a small part of the
// error.
double spending_factor(const double *blocks, const double *spent, size_t looks, double level)
{
    double most = 1 / spent[looks - 1], factor = level * most, step = 0;
    for (int i = 0; looks > 1 && i < STEPS && fabs(step - 1) > PRECISION && factor < most; i++) {
        step = level / level_of(blocks, spent, looks, factor);
        factor = fmin(factor * step, most);
    }
    return factor;
}
