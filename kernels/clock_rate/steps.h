// What a step of a chain computes, in C, to compare the assembly with.
#pragma once

#include <stdint.h>

static inline uint64_t step_add(uint64_t x, uint64_t y)
{
    return x + y;
}

static inline uint64_t step_add_immediate(uint64_t x, uint64_t y)
{
    (void)y;
    return x + 1;
}

static inline uint64_t step_add_xor(uint64_t x, uint64_t y)
{
    return (x + y) ^ y;
}

static inline uint64_t step_multiply(uint64_t x, uint64_t y)
{
    return x * y;
}

static inline uint64_t step_multiply_xor(uint64_t x, uint64_t y)
{
    return (x * y) ^ y;
}

static inline uint64_t step_multiply_add_xor(uint64_t x, uint64_t y)
{
    return (x * y + y) ^ y;
}

// CRC-32C (Castagnoli), bit by bit.
static inline uint64_t step_crc_multiply(uint64_t x, uint64_t y)
{
    uint64_t rest = (x & UINT32_MAX) ^ y;
    for (int bit = 0; bit < 64; bit++)
        rest = rest >> 1 ^ (rest & 1 ? 0x82F63B78u : 0);
    return rest * y;
}
