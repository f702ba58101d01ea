// Does the linked program have the layout that was asked for?
#pragma once

#include "build/sections.h"
#include "build/symbols.h"

// By which symbol a section is found again in another link.
struct anchor {
    const char *name, *file; // name NULL: no function of the section has a name of its own
    uint64_t offset;         // of the symbol in the section
};

// One anchor per section of the first link, in `arena`.
struct anchor *anchors_find(struct arena *arena, const struct placed_sections *placed,
                            const struct symbols *symbols);

// Order, padding and alignment of `layout`, as `kind` can carry them out. The error tells the first
// function out of place.
NODISCARD bool layout_verify(const struct layout *layout, enum linker_kind kind,
                             const struct anchor *anchors, const struct symbols *symbols,
                             struct error *error);
