// Turns, counts and hashes a text, and says how long that took.
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t one_round(char *text)
{
    words_reverse(text);
    return words_hash(text) + words_count(text);
}

int main(int argc, char **argv)
{
    char text[] = "the quick brown fox jumps over the lazy dog, and nobody has asked it why";
    int rounds = argc > 1 ? atoi(argv[1]) : 1000;
    uint64_t sum = 0;
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int i = 0; i < rounds; i++)
        sum += one_round(text);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("sum %016llx\ntook %.6f ms\n", (unsigned long long)sum,
           (double)(end.tv_sec - start.tv_sec) * 1e3 + (double)(end.tv_nsec - start.tv_nsec) / 1e6);
    return 0;
}
