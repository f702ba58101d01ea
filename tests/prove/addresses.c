// Prints where a function, a local, a heap block and a library function are, in that order.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    volatile char local = 0;
    char *block = malloc(100);
    const uintptr_t addresses[] = {(uintptr_t)main, (uintptr_t)&local, (uintptr_t)block,
                                   (uintptr_t)qsort};
    for (int i = 0; i < 4; i++)
        printf("at %ju\n", (uintmax_t)addresses[i]);
    free(block);
    return 0;
}
