// Collecting the means of a series by block while its samples stream by.
#pragma once

#include "stats/dependence.h"
#include "stats/ratio_test/block_means.h"
#include "store/results/samples.h"

struct block_mean {
    size_t block;
    double mean;
};

// Start from zeros with arena and `machines` set.
struct block_collector {
    struct arena *arena;
    bool machines; // a machine is a block
    size_t block;  // of the last samples
    struct block_mean *items;
    size_t count, room;
};

// Tells the collector what block the samples of a piece are of; after they were added.
void blocks_follow(struct block_collector *collector, const struct sample_piece *piece);

// Adds the mean of a top unit that ended in the block of the last samples; fits struct variance.
void blocks_add(void *context, size_t label, double mean);

// Of the top units in the order in which they were added, that of time. Before blocks_collected().
struct dependence blocks_dependence(const struct block_collector *collector);

// In ascending order; none if several top units are of one block.
struct block_means blocks_collected(struct block_collector *collector);
