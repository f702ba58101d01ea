// Where the warm-up ends: MSER over batches (METHOD, Steady state; White 1997).
#include "stats/steady.h"
#include "stats/summary.h"

#include <math.h>

struct steady steady_cut(const double *values, size_t count, size_t batch)
{
    size_t batches = count / batch;
    if (batches < 4)
        return (struct steady){.seen = false, .warmup = 0};

    struct summary kept = {0}; // batch means from the last one down to d
    size_t cut = 0;
    double least = INFINITY;
    for (size_t d = batches; d-- > 0;) {
        struct summary one = {0};
        summary_add(&one, values + d * batch, batch);
        summary_add_mean(&kept, &one);
        double error = kept.squares / (double)kept.count / (double)kept.count;
        if (d <= batches / 2 && error <= least) {
            least = error;
            cut = d;
        }
    }
    return (struct steady){.seen = cut < batches / 2, .warmup = cut * batch};
}
