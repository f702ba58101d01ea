// Boundaries look by look: the density of the score among campaigns that no look has ended.
#include "stats/group_sequential.h"

#include "base/arena.h"

#include <float.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_roots.h>
#include <math.h>

enum { NODES_LEAST = 16, NODES_MOST = 400, STEPS = 100 };

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

// Where a falling function is 0; the end of the bracket if it is not.
static double root_of(double (*function)(double, void *), void *parameters, double low, double high)
{
    gsl_function falling = {function, parameters};
    if (function(low, parameters) <= 0)
        return low;
    if (function(high, parameters) >= 0)
        return high;
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    int code = gsl_root_fsolver_set(solver, &falling, low, high);
    for (int i = 0; !code && i < STEPS; i++) {
        if (gsl_root_test_interval(low, high, DBL_EPSILON, PRECISION) == GSL_SUCCESS)
            break;
        code = gsl_root_fsolver_iterate(solver);
        low = gsl_root_fsolver_x_lower(solver);
        high = gsl_root_fsolver_x_upper(solver);
    }
    double root = gsl_root_fsolver_root(solver);
    gsl_root_fsolver_free(solver);
    return root;
}

struct spending {
    const struct walk *walk;
    double blocks, probability;
};

static double overspent(double boundary, void *parameters)
{
    const struct spending *spending = parameters;
    return log(fmax(beyond(spending->walk, spending->blocks, boundary), DBL_MIN) /
               fmax(spending->probability, DBL_MIN));
}

static double boundary_spending(const struct walk *walk, double blocks, double probability)
{
    struct spending spending = {walk, blocks, probability};
    return root_of(overspent, &spending, 0, BOUNDARY_MOST);
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

struct inversion {
    const double *blocks, *spent;
    size_t looks;
    double level;
};

static double lacking(double factor, void *parameters)
{
    const struct inversion *inversion = parameters;
    return inversion->level -
           level_of(inversion->blocks, inversion->spent, inversion->looks, factor);
}

double spending_factor(const double *blocks, const double *spent, size_t looks, double level)
{
    struct inversion inversion = {blocks, spent, looks, level};
    double most = 1 / spent[looks - 1];
    return looks == 1 ? level * most : root_of(lacking, &inversion, 0, most);
}
