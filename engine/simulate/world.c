// Drawing the numbers of a synthetic world.
#include "simulate/world.h"

#include <math.h>

const char *const shape_names[SHAPES + 1] = {
    [SHAPE_NORMAL] = "normal",       [SHAPE_LOG_NORMAL] = "log-normal",
    [SHAPE_TWO_MODES] = "two-modes", [SHAPE_HEAVY_TAILS] = "heavy-tails",
    [SHAPE_SPIKES] = "spikes",
};

static const double LOG_SD = 0.5, MODE_SHARE = 0.1, MODE_DISTANCE = 3, SPIKE_SHARE = 0.02,
                    SPIKE_DISTANCE = 7;

// In (0, 1].
static double uniform_next(struct stream *stream)
{
    return ((double)(stream_next(stream) >> 11) + 1) * 0x1p-53;
}

static struct normal_source source_of(uint64_t seed)
{
    return (struct normal_source){.stream = stream_from(seed)};
}

double normal_next(struct normal_source *source)
{
    source->has_spare = !source->has_spare;
    if (!source->has_spare)
        return source->spare;
    double radius = sqrt(-2 * log(uniform_next(&source->stream)));
    double angle = 2 * M_PI * uniform_next(&source->stream);
    source->spare = radius * sin(angle);
    return radius * cos(angle);
}

static double log_normal_next(struct normal_source *source)
{
    double mean = exp(LOG_SD * LOG_SD / 2), sd = mean * sqrt(expm1(LOG_SD * LOG_SD));
    return (exp(LOG_SD * normal_next(source)) - mean) / sd;
}

// A share lies at a distance from the others, and all vary normally by the rest of the variance.
static double mode_next(struct normal_source *source, double share, double distance)
{
    double within = sqrt(1 - share * (1 - share) * distance * distance);
    double mode = uniform_next(&source->stream) <= share ? distance : 0;
    return mode - share * distance + within * normal_next(source);
}

static double heavy_next(struct normal_source *source)
{
    double squares = 0, numerator = normal_next(source);
    for (int i = 0; i < 3; i++) {
        double own = normal_next(source);
        squares += own * own;
    }
    return numerator / sqrt(squares); // t₃ has the variance 3
}

double shape_next(enum shape shape, struct normal_source *source)
{
    switch (shape) {
    case SHAPE_LOG_NORMAL:
        return log_normal_next(source);
    case SHAPE_TWO_MODES:
        return mode_next(source, MODE_SHARE, MODE_DISTANCE);
    case SHAPE_HEAVY_TAILS:
        return heavy_next(source);
    case SHAPE_SPIKES:
        return mode_next(source, SPIKE_SHARE, SPIKE_DISTANCE);
    case SHAPE_NORMAL:
    case SHAPES:
        break;
    }
    return normal_next(source);
}

static uint64_t seed_of(const char *name, const struct place *place)
{
    uint64_t seed = seed_from(place->seed, name);
    return seed_from_number(seed_from_number(seed, place->benchmark), place->side);
}

bool world_shares(const struct world *world)
{
    return world->shared_sd > 0 || world->states_size > 0;
}

struct walk walk_of(const struct world *world, const struct place *place)
{
    struct place both = {.seed = place->seed};
    const struct place *own = world->shared_by_side ? place : &both;
    struct walk walk = {.source = source_of(seed_of("shared", own)),
                        .states = stream_from(seed_of("states", own)),
                        .sensitivity = world->sensitivity[place->side]};
    walk.value = normal_next(&walk.source);
    walk.slow = uniform_next(&walk.states) <= 0.5;
    return walk;
}

static double walk_to(const struct world *world, struct walk *walk, size_t block)
{
    double rho = world->shared_rho;
    for (; walk->block < block; walk->block++) {
        walk->value = rho * walk->value + sqrt(1 - rho * rho) * normal_next(&walk->source);
        walk->slow ^= uniform_next(&walk->states) > world->states_stay;
    }
    double state = walk->slow ? world->states_size / 2 : -world->states_size / 2;
    return walk->sensitivity * (world->shared_sd * walk->value + state);
}

static double rare_mean(const struct world *world, size_t side)
{
    return 1 + world->rare_share[side] * world->rare_slowdown;
}

// What the layout of a block does to a program.
struct layout_effect {
    double factor; // mean 1
    double addend; // mean 0
};

// Both sides have the effects of one place in coupled blocks, so each side has them as often as
// without coupling.
static struct layout_effect layout_of(const struct world *world, const struct place *place,
                                      size_t block)
{
    struct place common = {.seed = place->seed, .benchmark = place->benchmark};
    struct stream coupling = stream_from(seed_from_number(seed_of("coupling", &common), block));
    bool coupled = world->coupled > 0 && uniform_next(&coupling) <= world->coupled;
    uint64_t seed = seed_from_number(seed_of("layout", coupled ? &common : place), block);
    struct normal_source source = source_of(seed);
    bool rare = uniform_next(&source.stream) <= world->rare_share[place->side];
    double factor = (rare ? 1 + world->rare_slowdown : 1) / rare_mean(world, place->side);
    return (struct layout_effect){factor,
                                  world->sd[place->side][2] * shape_next(world->shape[2], &source)};
}

static double side_mean(const struct world *world, size_t side)
{
    return side == 0 ? 1 : 1 + world->effect;
}

void world_build(const struct world *world, const struct place *place, struct walk *walk,
                 size_t block, size_t executions, size_t iterations, double *values)
{
    struct layout_effect layout = layout_of(world, place, block);
    uint64_t own = seed_from_number(seed_of("values", place), place->point);
    if (place->probe > 0)
        own = seed_from_number(own, place->probe);
    struct normal_source source = source_of(seed_from_number(own, block));
    const double *sd = world->sd[place->side];
    double mean = side_mean(world, place->side) * layout.factor;
    double cold = mean * (1 + world->warmup_slowdown);
    double level = 1 + layout.addend + walk_to(world, walk, block) + world->drift * (double)block;
    for (size_t e = 0; e < executions; e++) {
        double execution = level + sd[1] * shape_next(world->shape[1], &source);
        for (size_t i = 0; i < iterations; i++)
            *values++ = (i < world->warmup ? cold : mean) *
                        (execution + sd[0] * shape_next(world->shape[0], &source));
    }
}

double world_mean(const struct world *world, size_t side, size_t first, size_t count)
{
    double middle = (double)first + ((double)count - 1) / 2;
    return side_mean(world, side) * (1 + world->drift * middle);
}

double world_mean_here(const struct world *world, const struct place *place, size_t first,
                       size_t count)
{
    struct walk walk = walk_of(world, place);
    double shared = 0;
    for (size_t block = first; block < first + count; block++)
        shared += walk_to(world, &walk, block) / (double)count;
    return world_mean(world, place->side, first, count) + side_mean(world, place->side) * shared;
}

void world_T2(const struct world *world, size_t side, double T2[WORLD_LEVELS])
{
    double share = world->rare_share[side], mean = rare_mean(world, side);
    double rare = share * (1 - share) * world->rare_slowdown * world->rare_slowdown / mean / mean;
    for (int i = 0; i < WORLD_LEVELS; i++)
        T2[i] = (1 + rare) * world->sd[side][i] * world->sd[side][i];
    double shared =
        world->shared_sd * world->shared_sd + world->states_size * world->states_size / 4;
    T2[2] += rare + (1 + rare) * world->sensitivity[side] * world->sensitivity[side] * shared;
}
