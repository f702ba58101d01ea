// Prints where a function, a local, a heap block and a library function are.
#include "tiny.h"

#include <stdio.h>
#include <stdlib.h>

static void *volatile address;

static void *of_function(void)
{
    return (void *)tiny_crc;
}

static void *of_heap(void)
{
    address = malloc(64);
    return address;
}

int main(void)
{
    volatile int local = 0;
    printf("function %p\nlocal %p\nheap %p\nlibrary %p\n", of_function(), (void *)&local, of_heap(),
           (void *)puts);
    return local + (tiny_adler((const uint8_t *)"a", 1) == 0);
}
