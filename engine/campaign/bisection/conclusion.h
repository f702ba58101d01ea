// What a search found.
#pragma once

#include "base/arena.h"
#include "campaign/bisection/search.h"

// The step is one of the commits first to last. If it is `found`, all but the last of these cannot
// be built.
struct found_step {
    size_t first, last;
    double probability;
    bool found;
    double change, low, high; // of the ratio, - 1
};

struct search_conclusion {
    struct found_step *steps; // found, or more likely than not
    size_t count, found;
    double unchanged;         // probability that the last commit is within the threshold
    double change, low, high; // of the last commit
    double noise;             // standard deviation of a block
};

struct search_conclusion search_conclude(struct arena *arena, const struct search *search);
