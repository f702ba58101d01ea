// Mixing and checksums.
#include "chain.h"

void bits_mix(uint32_t *words, size_t count, unsigned passes)
{
    for (unsigned pass = 0; pass < passes; pass++) {
        uint32_t carry = pass + 1;
        for (size_t i = 0; i < count; i++) {
            carry ^= carry << 13;
            carry ^= carry >> 17;
            carry ^= carry << 5;
            words[i] += carry;
        }
    }
}

uint32_t bits_checksum(const uint32_t *words, size_t count)
{
    uint32_t sum = ~0u;
    for (size_t i = 0; i < count; i++) {
        sum ^= words[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum & 1 ? sum >> 1 ^ 0xedb88320u : sum >> 1;
    }
    return ~sum;
}
