// Sets single functions' addresses in a layout that was drawn.
#include "build/layout/function_address.h"

#include "base/arena.h"
#include "base/stream.h"
#include "base/text.h"
#include "build/layout/stable_name.h"

#include <string.h>

enum { STEP = 16 }; // bytes between the addresses that are drawn in place of one to avoid

static bool is_of(const struct section *section, const char *function)
{
    struct arena scratch = {0};
    const char *name = stable_name(&scratch, section->name);
    bool same = text_starts(name, ".text.") &&
                text_equal(name + strlen(".text."), stable_name(&scratch, function));
    arena_release(&scratch);
    return same;
}

// Draws among the other multiples of 16, so that what is avoided has no certain replacement.
static void avoid(struct section *section, const struct function_address *address, uint64_t seed)
{
    uint32_t choices = section->modulus / STEP;
    struct stream stream = stream_from(seed_from_number(seed, section->symbol));
    while (choices > 1 && section->offset % address->modulus == address->offset)
        section->offset = (uint32_t)stream_below(&stream, choices) * STEP;
}

static void place(struct section *section, const struct function_address *address, uint64_t seed)
{
    section->exact = true;
    if (section->modulus < address->modulus) {
        section->offset = address->avoided ? address->offset : 0;
        section->modulus = address->modulus;
    }
    if (address->avoided)
        avoid(section, address, seed);
    else
        section->offset += address->offset - section->offset % address->modulus;
}

void layout_set_addresses(struct layout *layout, const struct function_address *addresses,
                          size_t count)
{
    for (size_t p = 0; p < count; p++)
        for (size_t i = 0; i < layout->section_count; i++)
            if (is_of(&layout->sections[i], addresses[p].function)) {
                place(&layout->sections[i], &addresses[p], layout->offset_seed);
                layout->padded = true;
            }
}

bool layout_has(const struct layout *layout, const struct function_address *address)
{
    for (size_t i = 0; i < layout->section_count; i++)
        if (is_of(&layout->sections[i], address->function))
            return true;
    return false;
}
