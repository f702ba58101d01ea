// The canary: always the same work, so that only the machine can make it slower.
#include "kernels/eswexp.h"

enum { ENTRIES = 1 << 13, STEPS = 1 << 20 }; // 64 KiB; 2 to 3 ms at 3 GHz

// On pages of its own, so that no layout moves it within the caches.
static uint64_t table[ENTRIES] __attribute__((aligned(4096)));

static void fill(void)
{
    uint64_t word = 1;
    for (size_t i = 0; i < ENTRIES; i++)
        table[i] = word = word * 6364136223846793005u + 1442695040888963407u;
}

// Each step waits for the one before: clock rate, stolen time and lost caches all show.
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
