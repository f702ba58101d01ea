// A synthetic world: programs whose true means and variances are known.
// docs/simulate.md, "The world".
#pragma once

#include "base/stream.h"
#include "model/level.h"

#include <stdbool.h>
#include <stddef.h>

// Iterations, executions and builds, from the bottom; index 0 is the iteration.
enum { WORLD_LEVELS = 3, WORLD_SIDES = 2 };

// Distributions of what a level adds, each scaled to mean 0 and standard deviation 1.
enum shape {
    SHAPE_NORMAL,
    SHAPE_LOG_NORMAL,  // of log sd ½: skewness 1.75
    SHAPE_TWO_MODES,   // 10 % lie three standard deviations above the others
    SHAPE_HEAVY_TAILS, // Student's t with 3 degrees of freedom
    SHAPE_SPIKES,      // 2 % lie seven standard deviations above the others
    SHAPES,
};
extern const char *const shape_names[SHAPES + 1]; // NULL-terminated

// All sizes are relative to the mean of the old side, which is 1.
struct world {
    double sd[WORLD_SIDES][WORLD_LEVELS];
    enum shape shape[WORLD_LEVELS];
    double effect;                  // the new side's mean is 1 + effect
    double rare_share[WORLD_SIDES]; // of layouts that are slower than the others
    double rare_slowdown;           // by this
    double coupled; // share of blocks in which what the layout does is the same on both sides
    double shared_sd, shared_rho;    // what consecutive blocks share: an AR(1) process
    double states_stay, states_size; // two states, slower and faster by half of the size; a block
                                     // has that of the block before with this probability
    double sensitivity[WORLD_SIDES]; // by which a side feels what blocks share
    bool shared_by_side;             // each side has its own, else both sides have the same
    double drift;                    // each block is slower by this than the one before
    size_t warmup;                   // first iterations of an execution that are slower
    double warmup_slowdown;          // by this
};

// What a program measures in a campaign: the same coordinates give the same numbers.
struct place {
    uint64_t seed; // of the trial
    size_t side, benchmark, point;
    size_t probe; // from 1: an execution before the campaign, with values of its own
};

// A source of standard normal numbers.
struct normal_source {
    struct stream stream;
    double spare;
    bool has_spare;
};

double normal_next(struct normal_source *source);

// The next deviation of a shape.
double shape_next(enum shape shape, struct normal_source *source);

// Whether blocks share anything with their neighbours.
bool world_shares(const struct world *world);

// What consecutive blocks of a side share, block by block from 0. Start with walk_of().
struct walk {
    struct normal_source source;
    struct stream states;
    double value, sensitivity;
    bool slow;
    size_t block;
};

struct walk walk_of(const struct world *world, const struct place *place);

// The values of one build: `executions` times `iterations`, execution by execution. Walks on to
// the block. Points of a benchmark share the layouts of a block.
void world_build(const struct world *world, const struct place *place, struct walk *walk,
                 size_t block, size_t executions, size_t iterations, double *values);

// The true mean of a side, once warm, over the blocks first … first + count - 1, at any hour; and
// with what the blocks of this campaign share.
double world_mean(const struct world *world, size_t side, size_t first, size_t count);
double world_mean_here(const struct world *world, const struct place *place, size_t first,
                       size_t count);

// The true T² of each level on a side, relative to its squared mean, without drift. What blocks
// share counts in the build.
void world_T2(const struct world *world, size_t side, double T2[WORLD_LEVELS]);
