// The address layout of one execution: randomizers draw it, the launcher applies it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// The mmap base follows RLIMIT_STACK only from 127 MiB on, the least gap of the kernel.
#define STACK_LIMIT_LEAST (UINT64_C(127) << 20)
#define STACK_LIMIT_MOST (UINT64_C(143) << 20)

enum aslr { ASLR_KERNEL, ASLR_FIXED }; // FIXED: personality(ADDR_NO_RANDOMIZE)

struct address_layout {
    uint64_t environment_bytes; // of all strings of the environment with their NULs; 0: not drawn
    uint64_t stack_offset; // bytes, a multiple of 16, by which the path given to execve() is longer
    uint64_t stack_limit;  // RLIMIT_STACK at exec, which moves the mmap base; 0: unchanged
    uint64_t heap_bytes;   // a multiple of 16 by which the heap starts later, if it is moved
    uint64_t heap_seed;    // of the sizes of the blocks
    uint32_t heap_blocks;  // allocated before the program starts, if the heap is moved
    uint32_t hash_seed;    // of the hash functions of interpreters, if it is set
    bool moves_heap, seeds_hashes;
    bool frees_children; // the kernel randomizes what the program starts, if the heap is moved
    enum aslr aslr;
    bool record_addresses; // record the start of image, stack and heap
};
