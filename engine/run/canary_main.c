// The canary: constant work, which only the machine can slow down. docs/method.md, "Canary: level
// shifts".
#include "kernels/eswexp.h"

enum { ENTRIES = 1 << 13, STEPS = 1 << 20 }; // 64 KiB; 2 to 3 ms at 3 GHz

// Aligned to a page, so that no layout changes its position in the caches.
static uint64_t table[ENTRIES] __attribute__((aligned(4096)));

static void fill(void)
{
    uint64_t word = 1;
    for (size_t i = 0; i < ENTRIES; i++)
        table[i] = word = word * 6364136223846793005u + 1442695040888963407u;
}

// Each step depends on the one before, so clock rate, stolen time and cold caches all show.
static uint64_t walk(void)
{
    uint64_t place = 1;
    for (size_t step = 0; step < STEPS; step++)
        place = place * 6364136223846793005u + table[place >> 51];
    return place;
}

_Static_assert(ENTRIES == 1 << (64 - 51), "the upper bits of a place are an entry");

int main(int count, char **arguments)
{
    struct esw_run run;
    fill();
    esw_begin(&run, count, arguments);
    while (esw_next(&run))
        ESW_USE(walk());
    return esw_end(&run);
}
