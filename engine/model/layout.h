// The layout of one build: randomizers edit it, build/ links by it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The section of one function. The order of the array is the order in memory.
struct section {
    const char *file;   // as the linker names it: "path/a.o" or "path/lib.a:member.o"
    const char *name;   // ".text.f"
    uint64_t size;      // bytes
    uint32_t ordinal;   // its index in the first link
    uint32_t object;    // ordinal of the file: sections of one object share it
    uint32_t pad;       // bytes before it, a multiple of 16
    uint32_t alignment; // bytes; 0: as compiled
};

// Starts as the first link placed the program.
struct layout {
    struct section *sections;
    size_t section_count;
    bool reordered, padded;     // a randomizer chose the order, the pads
    uint64_t image_base;        // 0: the linker's default; else a multiple of the page, not PIE
    uint64_t heap_offset;       // bytes, a multiple of 16, by which a constructor moves the heap
    uint32_t compile_alignment; // bytes, for -falign-functions; 0: as the flags say
};
