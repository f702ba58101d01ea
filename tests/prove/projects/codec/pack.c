// Pairs of a count and a byte.
#include "codec.h"

static size_t run_length(const uint8_t *from, size_t length)
{
    size_t run = 1;
    while (run < length && run < 255 && from[run] == from[0])
        run++;
    return run;
}

size_t codec_pack(const uint8_t *from, size_t length, uint8_t *to)
{
    size_t written = 0;
    for (size_t i = 0, run; i < length; i += run) {
        run = run_length(from + i, length - i);
        to[written++] = (uint8_t)run;
        to[written++] = from[i];
    }
    return written;
}
