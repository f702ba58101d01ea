// Several verdicts at once: Holm's step-down adjustment (Holm 1979, Scand. J. Statist. 6).
#include "stats/multiplicity/holm.h"

#include <math.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
    double one = **(double *const *)a, other = **(double *const *)b;
    return (one > other) - (one < other);
}

void holm_adjust(double **p, size_t count)
{
    if (count == 0)
        return;
    qsort((void *)p, count, sizeof *p, by_value);
    double largest = 0;
    for (size_t k = 0; k < count; k++) {
        largest = fmax(largest, (double)(count - k) * *p[k]);
        *p[k] = fmin(largest, 1);
    }
}
