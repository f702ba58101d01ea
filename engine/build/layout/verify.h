// Verifies that a linked program has its layout. docs/layouts.md, "Verification".
#pragma once

#include "build/layout/sections.h"
#include "build/layout/symbols.h"

// The symbol by which a section is found in another link.
struct anchor {
    const char *name, *file; // name NULL: no function of the section has a unique name
    uint64_t offset;         // of the symbol in the section
};

// One anchor per section of the first link, in `arena`.
struct anchor *anchors_find(struct arena *arena, const struct placed_sections *placed,
                            const struct symbols *symbols);

// Checks order, padding and alignment, as far as linkers of `kind` support them. The error names
// the first function out of place.
NODISCARD bool layout_verify(const struct layout *layout, enum linker_kind kind,
                             const struct anchor *anchors, const struct symbols *symbols,
                             struct error *error);
