// A layout in the words of each linker.
#pragma once

#include "base/text.h"
#include "randomizers/randomizer.h"

// What a layout adds to a link.
struct rendering {
    struct text_list arguments; // the linker's
    struct layout layout;       // as this linker can carry it out: what is to be verified
    const char *pads;           // assembler source of pad objects to be linked as well, or NULL
};

// Writes the files that the arguments name beside `output` ("OUTPUT.script").
NODISCARD bool layout_render(struct arena *arena, const struct layout *layout,
                             enum linker_kind kind, const char *output, struct rendering *rendering,
                             struct error *error);

// Source of an object whose constructor moves the heap by the symbol `eswexp_heap_offset`.
extern const char heap_source[];

// Writes a file that only the next tool reads: no sync, which would cost more than the link.
NODISCARD bool scratch_write(const char *path, const char *text, struct error *error);
