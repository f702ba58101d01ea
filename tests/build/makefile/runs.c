// Run lengths: (count, byte) pairs.
#include "tiny.h"

static size_t run_length(const uint8_t *bytes, size_t length)
{
    size_t run = 1;
    while (run < length && run < 255 && bytes[run] == bytes[0])
        run++;
    return run;
}

size_t tiny_pack(const uint8_t *bytes, size_t length, uint8_t *packed)
{
    size_t out = 0;
    for (size_t i = 0; i < length;) {
        size_t run = run_length(bytes + i, length - i);
        packed[out++] = (uint8_t)run;
        packed[out++] = bytes[i];
        i += run;
    }
    return out;
}

size_t tiny_unpack(const uint8_t *packed, size_t length, uint8_t *bytes)
{
    size_t out = 0;
    for (size_t i = 0; i + 1 < length; i += 2)
        for (uint8_t n = 0; n < packed[i]; n++)
            bytes[out++] = packed[i + 1];
    return out;
}
