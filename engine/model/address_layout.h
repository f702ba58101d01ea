// The address layout of one execution: randomizers draw it, the launcher applies it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum aslr { ASLR_KERNEL, ASLR_FIXED }; // FIXED: personality(ADDR_NO_RANDOMIZE)

struct address_layout {
    uint64_t environment_bytes; // of all strings of the environment with their NULs; 0: not drawn
    uint64_t stack_offset; // bytes, a multiple of 16, by which the path given to execve() is longer
    uint64_t stack_limit;  // RLIMIT_STACK at exec, which moves the mmap base; 0: unchanged
    uint64_t heap_bytes;   // a multiple of 16 by which the heap starts later, if it is moved
    uint64_t heap_seed;    // of the sizes of the blocks
    uint32_t heap_blocks;  // allocated before the program starts, if the heap is moved
    bool moves_heap;
    enum aslr aslr;
    bool record_addresses; // record the start of image, stack and heap
};
