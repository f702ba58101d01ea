// Reads the sections of functions from a linker's map.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "model/layout.h"
#include "model/toolchain_facts.h"

struct placed_sections {
    struct section *items; // in the order of their addresses
    uint64_t *addresses;
    size_t count;
    size_t whole_objects; // sections named just ".text": objects built without -ffunction-sections
};

// Reads the map that a link in `folder` wrote. Leaves out code of system libraries and start files,
// and the groups that linkers keep apart (.text.unlikely, .startup, .exit, .hot).
NODISCARD bool sections_read(struct arena *arena, const char *map, const char *folder,
                             enum linker_kind kind, struct placed_sections *placed,
                             struct error *error);
