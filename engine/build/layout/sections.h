// Reads the sections of functions and of data from a linker's map.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "build/layout/symbols.h"
#include "build/linkers/linker.h"
#include "model/layout.h"

struct placed_sections {
    struct section *items; // in the order of their addresses
    uint64_t *addresses;
    size_t count;
    size_t
        whole_objects; // named just ".text", ".data", …: objects built without -ffunction-sections
    bool lacks_whole;  // without whole objects: a layout of this linker cannot tell them apart
};

// Does a section of this name hold all functions, or all variables of a kind, of its object?
bool section_is_whole(const char *name);

// The functions of a program of Go, each a section of its own.
void sections_of_symbols(struct arena *arena, const struct symbols *symbols,
                         struct placed_sections *code);

// Reads the map that a link in `folder` wrote. Leaves out system libraries and start files, the
// groups of code that linkers keep apart (.text.unlikely, .startup, .exit, .hot), mergeable
// constants, and data that is read-only after relocation. The linker must write maps.
NODISCARD bool sections_read(struct arena *arena, const char *map, const char *folder,
                             const struct linker *linker, struct placed_sections *code,
                             struct placed_sections *data, struct error *error);
