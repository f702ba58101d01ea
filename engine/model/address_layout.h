// The address layout of one execution: randomizers draw it, the launcher applies it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// The mmap base follows RLIMIT_STACK only from 127 MiB on, the least gap of the kernel.
#define STACK_LIMIT_LEAST (UINT64_C(127) << 20)
#define STACK_LIMIT_MOST (UINT64_C(143) << 20)

enum aslr { ASLR_KERNEL, ASLR_FIXED }; // FIXED: personality(ADDR_NO_RANDOMIZE)

// Its fields, each with the part of a process' start that holds it (run/launcher/starting.h):
// environment_bytes  of all strings of the environment with their NULs; 0: not drawn
// stack_offset       bytes, a multiple of 16, by which the path given to execve() is longer
// stack_limit        RLIMIT_STACK at exec, which moves the mmap base; 0: unchanged
// heap_bytes         a multiple of 16 by which the heap starts later, if it is moved
// heap_seed          of the sizes of the blocks
// heap_blocks        allocated before the program starts, if the heap is moved
// hash_seed          of the hash functions of interpreters, if it is set
// frees_children     the kernel randomizes what the program starts, if the heap is moved
// record_addresses   record the start of image, stack and heap
#define ADDRESS_LAYOUT_FIELDS(FIELD)                                                               \
    FIELD(uint64_t, environment_bytes, START_STRINGS)                                              \
    FIELD(uint64_t, stack_offset, START_STRINGS)                                                   \
    FIELD(uint64_t, stack_limit, START_STACK_LIMIT)                                                \
    FIELD(uint64_t, heap_bytes, START_STRINGS)                                                     \
    FIELD(uint64_t, heap_seed, START_STRINGS)                                                      \
    FIELD(uint32_t, heap_blocks, START_STRINGS)                                                    \
    FIELD(uint32_t, hash_seed, START_STRINGS)                                                      \
    FIELD(bool, moves_heap, START_STRINGS)                                                         \
    FIELD(bool, seeds_hashes, START_STRINGS)                                                       \
    FIELD(bool, frees_children, START_STRINGS)                                                     \
    FIELD(enum aslr, aslr, START_PERSONALITY)                                                      \
    FIELD(bool, record_addresses, START_RECORDED)

#define ADDRESS_LAYOUT_FIELD(type, name, part) type name;
struct address_layout {
    ADDRESS_LAYOUT_FIELDS(ADDRESS_LAYOUT_FIELD)
};
#undef ADDRESS_LAYOUT_FIELD
