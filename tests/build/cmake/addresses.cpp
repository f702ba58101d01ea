// Prints where a function, a local, a heap block and a library function are.
#include "shape.h"

#include <cstdio>

int main()
{
    volatile int local = 0;
    shape *block = make_circle(1);
    std::printf("function %p\nlocal %p\nheap %p\nlibrary %p\n",
                reinterpret_cast<void *>(check_size),
                const_cast<void *>(static_cast<volatile void *>(&local)),
                static_cast<void *>(block), reinterpret_cast<void *>(std::puts));
}
