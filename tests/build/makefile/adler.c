// Adler-32 (RFC 1950).
#include "tiny.h"

static uint32_t modulo(uint32_t sum)
{
    return sum % 65521;
}

uint32_t tiny_adler(const uint8_t *bytes, size_t length)
{
    uint32_t low = 1, high = 0;
    for (size_t i = 0; i < length; i++) {
        low = modulo(low + bytes[i]);
        high = modulo(high + low);
    }
    return high << 16 | low;
}
