// Objects that move what is linked behind them to its offset.
#include "build/linkers/pads.h"

#include <inttypes.h>

enum { NUMBER_SIZE = 4 };

// The size of the pad object before a section: it begins at a multiple of the modulus, and its end
// is the gap and the offset. A section without bytes would be dropped.
static uint64_t pad_bytes(const struct section *section)
{
    uint64_t bytes = section->gap + section->offset;
    return bytes < NUMBER_SIZE ? bytes + section->modulus : bytes;
}

// A pad of code ends in its number, since linkers may fold identical code (--icf=all).
static void add_pads(struct text *pads, const struct section *sections, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct section *section = &sections[i];
        bool code = section->kind == SECTION_CODE;
        uint64_t bytes = pad_bytes(section) - (code ? NUMBER_SIZE : 0);
        uint32_t begin = code && i == 0 ? CODE_BEGIN : section->modulus;
        if (!section->modulus)
            continue;
        text_printf(pads, "\t.section %s.eswpad.%zu,%s\n\t.balign %u\n\t.skip %" PRIu64 "%s\n",
                    output_sections[section->kind].name, i, output_sections[section->kind].flags,
                    begin, bytes, code ? ", 0xcc" : "");
        if (code)
            text_printf(pads, "\t.4byte %zu\n", i);
    }
}

const char *render_pads(struct arena *arena, const struct layout *layout)
{
    struct text pads = {0};
    text_add(&pads, "\t.file \"eswpad\"\n");
    if (layout->padded)
        add_pads(&pads, layout->sections, layout->section_count);
    if (layout->data_arranged)
        add_pads(&pads, layout->data, layout->data_count);
    text_add(&pads, "\t.section .note.GNU-stack,\"\",@progbits\n");
    const char *result = arena_strdup(arena, pads.bytes);
    text_release(&pads);
    return result;
}
