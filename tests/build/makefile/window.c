// How far bytes repeat those at a distance before them.
#include "tiny.h"

size_t tiny_match(const uint8_t *bytes, size_t length, size_t distance)
{
    size_t longest = 0, run = 0;
    for (size_t i = distance; i < length; i++) {
        run = bytes[i] == bytes[i - distance] ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}
