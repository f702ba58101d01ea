// Pairs of a count and a byte, undone.
#include "codec.h"

size_t codec_unpack(const uint8_t *from, size_t length, uint8_t *to)
{
    size_t written = 0;
    for (size_t i = 0; i + 1 < length; i += 2)
        for (unsigned run = from[i]; run > 0; run--)
            to[written++] = from[i + 1];
    return written;
}
