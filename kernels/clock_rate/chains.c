// The chains, the same ones on every architecture that there is assembly for.
#include "chains.h"
#include "texts.h"

#ifdef TEXT_ADD
// Each chain, and in C what a step of it computes.
#define CHAIN(name, text, result)                                                                  \
    static uint64_t run_##name(uint64_t x, uint64_t y, uint64_t turns)                             \
    {                                                                                              \
        uint64_t other = 0;                                                                        \
        for (; turns > 0; turns--)                                                                 \
            __asm__ volatile(".rept 100\n\t" text "\n\t.endr"                                      \
                             : "+r"(x), "+r"(other)                                                \
                             : "r"(y)                                                              \
                             : "cc", "memory");                                                    \
        return x;                                                                                  \
    }                                                                                              \
    static uint64_t step_##name(uint64_t x, uint64_t y)                                            \
    {                                                                                              \
        (void)y;                                                                                   \
        return result;                                                                             \
    }

// CRC-32C (Castagnoli), bit by bit.
static uint64_t crc(uint64_t rest)
{
    for (int bit = 0; bit < 64; bit++)
        rest = rest >> 1 ^ (rest & 1 ? 0x82F63B78u : 0);
    return rest;
}

CHAIN(rotate, TEXT_ROTATE, x << 7 | x >> 57)
CHAIN(add_xor, TEXT_ADD_XOR, (x + y) ^ y)
CHAIN(multiply, TEXT_MULTIPLY, x *y)
CHAIN(multiply_xor, TEXT_MULTIPLY_XOR, x *y ^ y)
CHAIN(multiply_add_xor, TEXT_MULTIPLY_ADD_XOR, (x * y + y) ^ y)
CHAIN(crc_multiply, TEXT_CRC_MULTIPLY, crc((x & UINT32_MAX) ^ y) * y)
CHAIN(load, TEXT_LOAD, *(uint64_t *)x)
CHAIN(nop, TEXT_NOP, x)
CHAIN(move, TEXT_MOVE, x)
CHAIN(add_one, TEXT_ADD_ONE, x + 1)
CHAIN(add_three, TEXT_ADD_THREE, x + 8 * y + ADD_THREE_CONSTANT)
CHAIN(add, TEXT_ADD, x + y)

// clang-format off
#define ENTRY(name, fitted, cycles) {#name, fitted, cycles, run_##name, step_##name}
// clang-format on

static const struct chain all[] = {
    ENTRY(rotate, true, 1),
    ENTRY(add_xor, true, 2),
    ENTRY(multiply, true, 3),
    ENTRY(multiply_xor, true, 4),
    ENTRY(multiply_add_xor, true, 5),
    ENTRY(crc_multiply, true, 6),
    ENTRY(load, true, 4),
    ENTRY(nop, false, 1),
    ENTRY(move, false, 2),
    ENTRY(add_one, false, 1),
    ENTRY(add_three, false, 1),
    ENTRY(add, false, 1),
};

static bool is_here(const struct chain *chain)
{
    return chain->run != run_crc_multiply || has_crc();
}

size_t chains_list(const struct chain *list[CHAINS_MOST])
{
    size_t count = 0;
    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
        if (is_here(&all[i]))
            list[count++] = &all[i];
    return count;
}
#else
size_t chains_list(const struct chain *list[CHAINS_MOST])
{
    (void)list;
    return 0;
}
#endif

bool chain_is_right(const struct chain *chain, uint64_t x, uint64_t y)
{
    uint64_t expected = x;
    for (int i = 0; i < 2 * CHAIN_STEPS; i++)
        expected = chain->step(expected, y);
    return chain->run(x, y, 2) == expected;
}
