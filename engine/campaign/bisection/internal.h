// The gaps between measured commits, shared by the search and its conclusion.
#pragma once

#include "campaign/bisection/search.h"

struct step_posterior search_posterior(struct arena *arena, const struct search *search);

// A gap ends with the measured commit of its index, and begins behind the one before.
size_t gap_begin(const struct step_posterior *posterior, size_t gap);
size_t gap_end(const struct step_posterior *posterior, size_t gap);

// No commit within it can be measured.
bool gap_is_resolved(const struct search *search, const struct step_posterior *posterior,
                     size_t gap);

// Gaps between found steps, from first to last.
struct region {
    size_t first, last;
    double probability; // of a step in it
};

// All regions, from the begin of the history to its end, into an array of posterior->count.
size_t search_regions(const struct search *search, const struct step_posterior *posterior,
                      struct region *regions);

// The probability that the last commit is within the threshold, by its own blocks alone.
double end_unchanged(const struct search *search, const struct step_posterior *posterior);

// It holds a step, with the probability that ends the search, and is resolved.
bool gap_is_found(const struct search *search, const struct step_posterior *posterior, size_t gap);
