// Predicting whether another block fits.
#include "executor/deadline.h"

#include "base/clock.h"

void deadline_begin(struct deadline *deadline, struct arena *arena, size_t cells)
{
    deadline->cells = cells;
    deadline->block_s = arena_new_array(arena, double, cells);
    deadline->blocks = arena_new_array(arena, size_t, cells);
}

void deadline_learn(struct deadline *deadline, size_t cell, double seconds)
{
    deadline->block_s[cell] += seconds;
    deadline->blocks[cell]++;
}

static double expected_s(const struct deadline *deadline, size_t cell)
{
    double sum = 0;
    size_t known = 0;
    if (deadline->blocks[cell])
        return deadline->block_s[cell] / (double)deadline->blocks[cell];
    for (size_t i = 0; i < deadline->cells; i++) {
        if (deadline->blocks[i]) {
            sum += deadline->block_s[i] / (double)deadline->blocks[i];
            known++;
        }
    }
    return known ? sum / (double)known : 0;
}

bool deadline_leaves(const struct deadline *deadline, double seconds)
{
    return !deadline->at_ns || (double)(deadline->at_ns - clock_boot_ns()) * 1e-9 >= seconds;
}

bool deadline_allows(const struct deadline *deadline, size_t cell, double before_s)
{
    return !deadline->at_ns || deadline_leaves(deadline, before_s + expected_s(deadline, cell));
}
