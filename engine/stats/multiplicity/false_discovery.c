// Many verdicts at once: the step-up procedure of Benjamini and Hochberg (1995, J. R. Statist. Soc.
// B 57).
#include "stats/multiplicity/false_discovery.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

size_t false_discovery(const double *p, size_t count, double rate, bool *found)
{
    if (count == 0)
        return 0;
    struct arena scratch = {0};
    double *sorted = arena_new_array(&scratch, double, count);
    memcpy(sorted, p, count * sizeof *p);
    qsort(sorted, count, sizeof *sorted, by_value);
    size_t k = count;
    while (k > 0 && sorted[k - 1] > rate * (double)k / (double)count)
        k--;
    double most = k ? sorted[k - 1] : -1;
    for (size_t i = 0; i < count; i++)
        found[i] = p[i] <= most;
    arena_release(&scratch);
    return k;
}
