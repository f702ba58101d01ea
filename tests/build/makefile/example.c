// Packs, unpacks and checks some bytes, and says how long that took.
#include "tiny.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LENGTH = 1 << 14 };

static void fill(uint8_t *bytes)
{
    for (size_t i = 0; i < LENGTH; i++)
        bytes[i] = (uint8_t)(i / 37 * 11);
}

static uint32_t round_trip(const uint8_t *bytes)
{
    static uint8_t packed[2 * LENGTH], again[LENGTH];
    size_t length = tiny_unpack(packed, tiny_pack(bytes, LENGTH, packed), again);
    if (length != LENGTH || memcmp(bytes, again, LENGTH) != 0)
        exit(1);
    return tiny_adler(again, length) ^ tiny_crc(again, length) ^
           (uint32_t)tiny_match(again, length, 37);
}

int main(int argc, char **argv)
{
    static uint8_t bytes[LENGTH];
    int rounds = argc > 1 ? atoi(argv[1]) : 4;
    uint32_t sum = 0;
    struct timespec start, end;
    fill(bytes);
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int i = 0; i < rounds; i++)
        sum += round_trip(bytes);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("sum %08x\n", (unsigned)sum);
    printf("took %.6f ms\n",
           (double)(end.tv_sec - start.tv_sec) * 1e3 + (double)(end.tv_nsec - start.tv_nsec) / 1e6);
    return 0;
}
