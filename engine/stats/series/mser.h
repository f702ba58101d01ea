// The end of the warm-up by MSER over batches [White 1997; White, Cobb, Spratt 2000].
// docs/method.md, "Warm-up detection".
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { MSER_BATCH = 5 };

struct mser {
    bool seen;     // there is a steady state; else the cut is at its limit, half of the samples
    size_t warmup; // first samples to drop, a multiple of the batch
};

// Cuts after d* = argmin over d <= m/2 of Σ_{j>d}(z_j - z̄_d)²/(m - d)², z the m means of whole
// batches, count in order of time. With fewer than four batches, no steady state is found.
struct mser mser_cut(const double *values, size_t count, size_t batch);
