// Where one execution stands in memory: what the randomizers draw and the launcher carries out.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum aslr { ASLR_KERNEL, ASLR_FIXED }; // FIXED: personality(ADDR_NO_RANDOMIZE)

struct address_layout {
    uint64_t environment_bytes; // total of the environment's strings with their NULs; 0: undrawn
    uint64_t stack_offset;      // bytes, a multiple of 16, by which the path handed to execve grows
    uint64_t stack_limit;       // RLIMIT_STACK at exec, moves the mmap base; 0: unchanged
    enum aslr aslr;
    bool record_addresses; // note where image, stack and heap began
};
