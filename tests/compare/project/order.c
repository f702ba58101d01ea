// Sorting short runs and searching in them.
#include "chain.h"

enum { RUN = 12 };

static void insert_run(uint32_t *words, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint32_t word = words[i];
        size_t hole = i;
        while (hole > 0 && words[hole - 1] > word) {
            words[hole] = words[hole - 1];
            hole--;
        }
        words[hole] = word;
    }
}

void order_insert(uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i += RUN)
        insert_run(words + i, count - i < RUN ? count - i : RUN);
}

size_t order_find(const uint32_t *words, size_t count, uint32_t value)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (words[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
