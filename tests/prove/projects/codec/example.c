// example [ROUNDS]: packs and unpacks, and says whether it came back.
#include "codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH = 1 << 16 };

int main(int argc, char **argv)
{
    static uint8_t bytes[LENGTH], packed[2 * LENGTH], again[LENGTH];
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 1;
    for (long round = 0; round < rounds; round++) {
        codec_fill(bytes, LENGTH, (uint32_t)round);
        size_t length = codec_pack(bytes, LENGTH, packed);
        if (codec_unpack(packed, length, again) != LENGTH || memcmp(bytes, again, LENGTH) != 0)
            return 1;
        printf("%08x\n", (unsigned)codec_adler(packed, length));
    }
    return 0;
}
