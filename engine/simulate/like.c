// Reading variances, counts and costs of a campaign.
#include "simulate/like.h"

#include "analysis/analysis.h"
#include "analysis/estimate/pairing.h"
#include "model/phase.h"

#include <math.h>

static const double COST_LEAST_S = 1e-9;

struct likeness {
    struct arena *arena;
    struct store *store;
    const struct findings *findings;
    const struct cell_findings *cell;
    const struct estimate *sides[WORLD_SIDES]; // of the real experiment
    struct simulation *simulation;
};

// The first estimates of a variant and of the next one in the same metric; of one variant, twice.
static bool find_sides(struct likeness *likeness)
{
    const struct findings *findings = likeness->findings;
    for (size_t i = 0; i < findings->catalogue.cell_count; i++) {
        const struct cell_findings *cell = &findings->cells[i];
        if (cell->phase != PHASE_REAL || cell->estimate_count == 0)
            continue;
        bool pair =
            cell->estimate_count > 1 && cell->estimates[1].metric == cell->estimates[0].metric;
        likeness->cell = cell;
        likeness->sides[0] = &cell->estimates[0];
        likeness->sides[1] = &cell->estimates[pair];
        return true;
    }
    return false;
}

// The top level is the world's build.
static int world_level(const enum level *levels, const struct components *components, int level)
{
    bool top = level == components->levels - 1;
    return top ? WORLD_LEVELS - 1 : (int)levels[level] - LEVEL_ITERATION;
}

static void set_sd(const struct likeness *likeness, size_t side)
{
    double *sd = likeness->simulation->world.sd[side];
    const struct decomposition *decomposition = &likeness->sides[side]->decomposition;
    const struct components *components = &decomposition->components;
    for (int i = 0; i < WORLD_LEVELS; i++)
        sd[i] = 0;
    for (int i = 0; i < components->levels; i++)
        sd[world_level(decomposition->level, components, i)] =
            sqrt(fmax(components->T2[i], 0)) / fabs(components->mean);
}

// The covariance of both sides' blocks, relative to their means.
static double covariance_of(const struct likeness *likeness)
{
    const struct estimate *old = likeness->sides[0], *new = likeness->sides[1];
    struct block_pairs pairs = block_pairs_of(likeness->arena, &old->blocks, &new->blocks);
    double old_mean = old->components.mean, new_mean = new->components.mean, sum = 0;
    for (size_t i = 0; i < pairs.count; i++)
        sum += (pairs.old[i] / old_mean - 1) * (pairs.new[i] / new_mean - 1);
    return pairs.count < 2 || old == new ? 0 : sum / (double)(pairs.count - 1);
}

static void set_shared(const struct likeness *likeness)
{
    struct world *world = &likeness->simulation->world;
    double *old = &world->sd[0][WORLD_LEVELS - 1], *new = &world->sd[1][WORLD_LEVELS - 1];
    double least = fmin(*old, *new);
    double shared = fmin(fmax(covariance_of(likeness), 0), least * least);
    world->shared_sd = sqrt(shared);
    *old = sqrt(*old * *old - shared);
    *new = sqrt(*new **new - shared);
}

static void set_counts(const struct likeness *likeness)
{
    const struct estimate *estimate = likeness->sides[0];
    size_t *counts = likeness->simulation->counts;
    for (int i = 0; i < WORLD_LEVELS; i++)
        counts[i] = 1;
    for (int i = 0; i < estimate->components.levels; i++)
        counts[world_level(estimate->level, &estimate->components, i)] =
            (size_t)fmax(1, round(estimate->components.repetitions[i]));
}

// Of the pilot, or of the real experiment where that had none.
static bool read_costs(const struct likeness *likeness, const struct estimate *side,
                       struct level_costs *costs, struct error *error)
{
    const struct stored_cell *cell = &likeness->findings->catalogue.cells[side->cell];
    struct store *store = likeness->store;
    return store_costs(store, cell->stored, side->variant, PHASE_PILOT, costs, error) &&
           (costs->executions > 0 ||
            store_costs(store, cell->stored, side->variant, PHASE_REAL, costs, error));
}

// The average of both sides.
static bool set_costs(const struct likeness *likeness, struct error *error)
{
    const struct estimate *estimate = likeness->sides[0];
    const struct stored_cell *cell = &likeness->findings->catalogue.cells[estimate->cell];
    bool builds = estimate->level[estimate->components.levels - 1] >= LEVEL_BUILD;
    double *cost_s = likeness->simulation->cost_s;
    for (int i = 0; i < WORLD_LEVELS; i++)
        cost_s[i] = COST_LEAST_S;
    for (size_t side = 0; side < WORLD_SIDES; side++) {
        struct level_costs costs;
        if (!read_costs(likeness, likeness->sides[side], &costs, error))
            return false;
        if (costs.seconds <= 0)
            likeness->simulation->costs_unknown = true;
        double execution_s = cell->paced
                                 ? costs.execution_s + (double)cell->warmup * costs.iteration_s
                                 : costs.seconds;
        cost_s[0] += cell->paced ? costs.iteration_s / WORLD_SIDES : 0;
        cost_s[builds ? 1 : 2] += execution_s / WORLD_SIDES;
        cost_s[2] += builds ? costs.build_s / WORLD_SIDES : 0;
    }
    return true;
}

static bool take(struct likeness *likeness, struct error *error)
{
    if (!find_sides(likeness))
        return failed(error, EXIT_USAGE, "the campaign has no real experiment yet");
    if (likeness->sides[0]->components.top_units < 2)
        return failed(error, EXIT_USAGE, "the campaign has fewer than two blocks");
    if (likeness->sides[0]->level[likeness->sides[0]->components.levels - 1] == LEVEL_MACHINE)
        return failed(error, EXIT_USAGE, "the campaign ran on several machines");
    for (size_t side = 0; side < WORLD_SIDES; side++)
        set_sd(likeness, side);
    set_shared(likeness);
    set_counts(likeness);
    return set_costs(likeness, error);
}

bool simulation_like(struct simulation *simulation, struct store *store, struct error *error)
{
    struct arena arena = {0};
    struct findings findings = {0};
    struct likeness likeness = {
        .arena = &arena, .store = store, .findings = &findings, .simulation = simulation};
    bool done = analysis_load(&arena, store, &findings, error) && take(&likeness, error);
    arena_release(&arena);
    return done;
}
