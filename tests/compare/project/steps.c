// The steps of the machine.
#include "chain.h"

uint32_t step_add(uint32_t state, uint32_t word)
{
    return state + (word | 1);
}

uint32_t step_rotate(uint32_t state, uint32_t word)
{
    unsigned by = word & 15;
    return state << by | state >> (31 - by);
}

uint32_t step_multiply(uint32_t state, uint32_t word)
{
    return state * (word | 3);
}

uint32_t step_fold(uint32_t state, uint32_t word)
{
    while (word > 0xffff)
        word = (word >> 16) ^ (word & 0xffff);
    return state ^ word;
}
