// The sections of functions that a link placed, read from the linker's map.
#pragma once

#include "randomizers/randomizer.h"

struct placed_sections {
    struct section *items; // in the order of their addresses
    uint64_t *addresses;
    size_t count;
    size_t whole_objects; // sections named just ".text": objects built without -ffunction-sections
};

// Reads the map that a link in `folder` wrote. Code of the system's libraries and start files, and
// the groups that linkers keep apart (.text.unlikely, .startup, .exit, .hot) are left out.
NODISCARD bool sections_read(struct arena *arena, const char *map, const char *folder,
                             enum linker_kind kind, struct placed_sections *placed,
                             struct error *error);
