// Verifies that a linked program has its layout. docs/layouts.md, "Verification".
#pragma once

#include "build/layout/sections.h"
#include "build/layout/symbols.h"

// The symbol by which a section is found in another link.
struct anchor {
    const char *name, *file; // name NULL: no symbol of the section has a unique name
    uint64_t offset;         // of the symbol in the section
    uint64_t alignment;      // of the section where the first link placed it, bytes
};

// The anchors of the first link, one per section.
struct anchors {
    struct anchor *code, *data;
};

// One anchor per section of the first link, in `arena`.
struct anchors anchors_find(struct arena *arena, const struct placed_sections *code,
                            const struct placed_sections *data, const struct symbols *symbols);

// Checks order and offsets, as far as the linker supports them. The error names the first section
// out of place.
NODISCARD bool layout_verify(const struct layout *layout, const struct linker *linker,
                             const struct anchors *anchors, const struct symbols *symbols,
                             struct error *error);
