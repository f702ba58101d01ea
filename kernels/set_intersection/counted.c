// The algorithms, counting their comparisons.
#include <stdint.h>

static uint64_t compared;

#define COMPARED() ((void)compared++)
#define SET_ALGORITHMS set_algorithms_counted
#include "algorithms.h"

uint64_t sets_compared(void)
{
    uint64_t count = compared;
    compared = 0;
    return count;
}
