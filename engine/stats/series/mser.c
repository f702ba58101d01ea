// MSER over batches.
#include "stats/series/mser.h"

#include "stats/moments.h"

#include <math.h>

struct mser mser_cut(const double *values, size_t count, size_t batch)
{
    size_t batches = count / batch;
    if (batches < 4)
        return (struct mser){.seen = false, .warmup = 0};

    struct moments kept = {0}; // batch means from the last one down to d
    size_t cut = 0;
    double least = INFINITY;
    for (size_t d = batches; d-- > 0;) {
        struct moments one = {0};
        moments_add(&one, values + d * batch, batch);
        moments_add_mean(&kept, &one);
        double error = kept.squares / (double)kept.count / (double)kept.count;
        if (d <= batches / 2 && error <= least) {
            least = error;
            cut = d;
        }
    }
    return (struct mser){.seen = cut < batches / 2, .warmup = cut * batch};
}
