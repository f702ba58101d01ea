// Where the warm-up ends: MSER over batches (METHOD, Steady state; White 1997).
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { MSER_BATCH = 5 };

struct mser {
    bool seen;     // else no steady state was seen: the cut hit its limit, half of the samples
    size_t warmup; // first samples to drop, a multiple of the batch
};

// Cuts after d* = argmin over d <= m/2 of Σ_{j>d}(z_j - z̄_d)²/(m - d)², z the m means of whole
// batches, count in order of time. With fewer than four batches nothing can be seen.
struct mser mser_cut(const double *values, size_t count, size_t batch);
