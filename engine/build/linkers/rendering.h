// What a layout adds to a link, in the languages of linkers.
#pragma once

#include "base/text.h"
#include "model/layout.h"

struct rendering {
    struct text_list arguments; // for the linker
    struct layout layout;       // as far as this linker supports it: what is verified
    const char *pads;           // assembler source of pad objects to link, or NULL
};

// Where the sections of a kind go: an output section, the side of it on which they stand, and the
// flags of its pad objects.
struct output_section {
    const char *name, *side, *flags;
};
extern const struct output_section output_sections[]; // by enum section_kind

// The code of a layout begins at a multiple of this many bytes: a page.
enum { CODE_BEGIN = 4096 };

// Does a layout choose the order or the offsets of code?
bool layout_arranges_code(const struct layout *layout);

// Writes a file for the next tool, without waiting for the disk, which would take longer than the
// link.
NODISCARD bool scratch_write(const char *path, const char *text, struct error *error);
