// Bytes with runs in them.
#include "codec.h"

void codec_fill(uint8_t *bytes, size_t length, uint32_t seed)
{
    for (size_t i = 0; i < length; i++) {
        if (i % 7 == 0)
            seed = seed * 1664525 + 1013904223;
        bytes[i] = (uint8_t)(seed >> 24);
    }
}
