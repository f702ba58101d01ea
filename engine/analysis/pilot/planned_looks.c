// Looks at a geometric sequence, spending α with the square of the data [Kim, DeMets 1987].
#include "analysis/pilot/planned_looks.h"

#include "stats/dimensioning.h"

#include <math.h>

enum { LOOKS_MOST = 12 };

static const double LOOKS_GROWTH = 1.5, CONTINUED_LEAST = 1.25, CONTINUED_ALL = 1.25;

double continued_share(double share)
{
    return (share + (share < 1 ? 1 : CONTINUED_ALL)) / 2;
}

// The cell with the fewest blocks at the end; cells without any have no looks.
static size_t smallest_cell(const size_t *most, size_t cells)
{
    size_t smallest = 0;
    for (size_t cell = 1; cell < cells; cell++)
        if (most[cell] && (!most[smallest] || most[cell] < most[smallest]))
            smallest = cell;
    return smallest;
}

static const size_t *blocks_at(struct arena *arena, const size_t *before, const size_t *most,
                               size_t cells, double part)
{
    size_t *blocks = arena_new_array(arena, size_t, cells);
    for (size_t cell = 0; cell < cells; cell++) {
        size_t own = (size_t)ceil(part * (double)most[cell] - 1e-9);
        blocks[cell] = before && own < before[cell] ? before[cell] : own;
    }
    return blocks;
}

struct looks looks_plan(struct arena *arena, const struct looks *looks, const size_t *most,
                        size_t cells, double share)
{
    size_t earlier = looks ? looks->current : 0, smallest = smallest_cell(most, cells), more = 1;
    struct look last = earlier ? looks->items[earlier - 1] : (struct look){0, NULL};
    double all = (double)most[smallest], done = earlier ? (double)last.blocks[smallest] : 0;
    double least = earlier ? CONTINUED_LEAST * done : TOP_UNITS_LEAST;
    struct looks plan = {arena_new_array(arena, struct look, earlier + LOOKS_MOST), earlier,
                         earlier + 1};
    for (size_t i = 0; i < earlier; i++)
        plan.items[i] = looks->items[i];
    while (more < LOOKS_MOST && all / pow(LOOKS_GROWTH, (double)more) >= least)
        more++;
    for (size_t i = more; i-- > 0;) {
        double part = pow(LOOKS_GROWTH, -(double)i), new = (part * all - done) / (all - done);
        plan.items[plan.count++] =
            (struct look){last.share + (share - last.share) * (i ? new *new : 1),
                          blocks_at(arena, last.blocks, most, cells, part)};
    }
    return plan;
}
