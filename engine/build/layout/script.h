// Writes a layout in the language of each linker. docs/layouts.md, "Linkers".
#pragma once

#include "base/text.h"
#include "model/layout.h"
#include "model/toolchain_facts.h"

// What a layout adds to a link.
struct rendering {
    struct text_list arguments; // for the linker
    struct layout layout;       // as far as this linker supports it: what is verified
    const char *pads;           // assembler source of pad objects to link, or NULL
};

// Writes the files that the arguments name beside `output` ("OUTPUT.script").
NODISCARD bool layout_render(struct arena *arena, const struct layout *layout,
                             enum linker_kind kind, const char *output, struct rendering *rendering,
                             struct error *error);

// Source of an object whose constructor moves the heap by the symbol `eswexp_heap_offset`.
extern const char heap_source[];

// Writes a file for the next tool, without waiting for the disk, which would take longer than the
// link.
NODISCARD bool scratch_write(const char *path, const char *text, struct error *error);
