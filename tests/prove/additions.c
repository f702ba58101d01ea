// Times additions of which each needs the one before: prints ns of one, a line for each piece.
#include "eswexp.h"

enum { TURNS = 5000, ADDITIONS = 100 }; // in a piece, and in a turn

static void add(uint64_t turns)
{
    uint64_t sum = 0, one = 1;
    for (; turns > 0; turns--)
#if defined(__x86_64__)
        __asm__ volatile(".rept 100\n\tadd %1, %0\n\t.endr" : "+r"(sum) : "r"(one) : "cc");
#elif defined(__aarch64__)
        __asm__ volatile(".rept 100\n\tadd %0, %0, %1\n\t.endr" : "+r"(sum) : "r"(one));
#else
        for (int i = 0; i < ADDITIONS; i++) {
            sum += one;
            ESW_USE(sum);
        }
#endif
    ESW_USE(sum);
}

int main(int argc, char **argv)
{
    int pieces = argc > 1 ? atoi(argv[1]) : 1;
    for (int i = 0; i < pieces; i++) {
        uint64_t start = esw_clock_ns(CLOCK_MONOTONIC_RAW);
        add(TURNS);
        uint64_t end = esw_clock_ns(CLOCK_MONOTONIC_RAW);
        printf("%.6f\n", (double)(end - start) / (TURNS * ADDITIONS));
    }
    return 0;
}
