#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "count.h"

enum { LENGTH = 1 << 16 };

int main(int argc, char **argv)
{
    static char text[LENGTH];
    unsigned state = 1;
    for (long i = 0; i < LENGTH; i++) {
        state = state * 1103515245 + 12345;
        text[i] = (state >> 16) % 6 ? 'a' + (state >> 20) % 26 : ' ';
    }
    int hash = argc > 1 && !strcmp(argv[1], "hash");
    long passes = argc > 2 ? atol(argv[2]) : 100;
    unsigned long sum = 0;
    for (long pass = 0; pass < passes; pass++) {
        text[pass % LENGTH] ^= 1;
        sum += hash ? hash_words(text, LENGTH) : (unsigned long)count_words(text, LENGTH);
    }
    printf("%lu\n", sum);
    return 0;
}
