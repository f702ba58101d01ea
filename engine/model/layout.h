// The layout of one build: randomizers edit it, build/ links by it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum section_kind { SECTION_CODE, SECTION_CONSTANTS, SECTION_DATA, SECTION_BSS };

// The section of one function or variable, or of those of one object. The order of the array is the
// order in memory, within a kind.
struct section {
    const char *file; // as the linker names it: "path/a.o" or "path/lib.a:member.o"
    const char *name; // ".text.f"
    uint64_t size;    // bytes
    uint64_t symbol;  // a hash of its stable name, the same in every variant
    uint64_t unit;    // likewise of its object's
    uint64_t key;     // of its order, if that is drawn: the lowest comes first
    uint64_t gap;     // bytes left free before it, a multiple of the modulus
    uint32_t ordinal; // its index in the first link
    uint32_t object;  // ordinal of the file: sections of one object share it
    uint32_t modulus; // bytes, a power of two; 0: placed as compiled
    uint32_t offset;  // bytes beyond a multiple of the modulus
    enum section_kind kind;
    bool exact; // its offset is asked for, not only drawn
};

// Where a function begins, or must not begin, whatever was drawn: bytes beyond a multiple.
struct function_address {
    const char *function;
    uint32_t offset, modulus; // modulus: a power of two
    bool avoided;
};

// Starts as the first link placed the program.
struct layout {
    struct section *sections; // of code
    size_t section_count;
    struct section *data; // of constants, data and bss
    size_t data_count;
    bool reordered, padded; // a randomizer chose the order, the offsets
    bool data_arranged;     // both, of the data
    uint64_t order_seed;    // of the order, for a linker that shuffles by itself
    uint64_t offset_seed;   // of the offsets
    uint64_t image_base;    // 0: the linker's default; else a multiple of the page, not PIE
    uint64_t heap_offset;   // bytes, a multiple of 16, by which a constructor moves the heap
    bool heap_is_fixed;     // no constructor can move it
    uint64_t library_seed;  // of the order of shared libraries, if that is drawn
    bool libraries_drawn;
    bool libraries_differ;      // the order must differ from the link's, for a probe
    uint32_t compile_alignment; // bytes, for -falign-functions; 0: as the flags say
};
