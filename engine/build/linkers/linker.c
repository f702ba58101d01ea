// The linkers that eswexp knows.
#include "build/linkers/linker.h"

#include "base/arena.h"
#include "base/stream.h"
#include "model/layout.h"

#include <inttypes.h>
#include <string.h>

// ---- Gaps between functions, so that one which a variant has alone moves few others

enum {
    ROOM = 16384, // bytes, besides an eighth of the code
    SCALES = 1024,
};

static uint64_t multiple_from(uint64_t bytes, uint64_t modulus)
{
    return (bytes + modulus - 1) / modulus * modulus;
}

static uint64_t modulus_of(const struct section *section)
{
    return section->modulus ? section->modulus : 1;
}

// One eighth to eight tenths larger than the code: a multiple of a twelfth to a third of it, which
// is the same for variants whose code differs little. Where multiples and step change is drawn, so
// that no two variants always lie on two sides of such a place.
static uint64_t region_of(const struct layout *layout)
{
    struct stream stream = stream_from(seed_from(layout->order_seed, "region"));
    uint64_t bytes = ROOM, step = 1;
    for (size_t i = 0; i < layout->section_count; i++)
        bytes += multiple_from(layout->sections[i].offset + layout->sections[i].size,
                               modulus_of(&layout->sections[i]));
    uint64_t largest = (bytes + bytes * stream_below(&stream, SCALES) / SCALES) / 6;
    while (step <= largest / 2)
        step *= 2;
    return multiple_from(bytes + bytes / 8 + stream_below(&stream, step), step);
}

// Copies the sections of code of a layout whose order and offsets are drawn, with gaps. Each lies
// at its home: as far into a region as its key says, or behind the one before.
static struct section *sections_spread(struct arena *arena, const struct layout *layout)
{
    struct section *sections = arena_new_array(arena, struct section, layout->section_count);
    uint64_t region = region_of(layout), end = 0;
    for (size_t i = 0; i < layout->section_count; i++) {
        struct section *section = &sections[i];
        *section = layout->sections[i];
        uint64_t modulus = modulus_of(section);
        uint64_t home = (section->key >> 32) * region >> 32; // of a region below 4 GiB
        uint64_t begin = multiple_from(end, modulus);
        home -= home % modulus;
        section->gap = home > begin ? home - begin : 0;
        end = begin + section->gap + section->offset + section->size;
    }
    return sections;
}

// ---- The registry

// mold first: its version mentions GNU ld, too.
static const struct linker *const known_linkers[] = {
    &mold_linker, &lld_linker, &gold_linker, &bfd_linker, &go_linker, &old_go_linker, NULL};

const struct linker unknown_linker = {.name = "this linker",
                                      .cannot = {.order_functions = true,
                                                 .order_objects = true,
                                                 .order_data = true,
                                                 .set_offsets = true,
                                                 .set_image_base = true,
                                                 .place_functions = true},
                                      .instead = "use 'linker: bfd', lld, gold or mold"};

const struct linker *linker_of_version(const char *line)
{
    for (const struct linker *const *linker = known_linkers; *linker; linker++)
        if (strstr(line, (*linker)->version) && (!(*linker)->accepts || (*linker)->accepts(line)))
            return *linker;
    return &unknown_linker;
}

struct toolchain_facts linker_facts(const struct linker *linker)
{
    return (struct toolchain_facts){.linker = linker->name,
                                    .cannot = linker->cannot,
                                    .instead = linker->instead,
                                    .order_instead = linker->order_instead ? linker->order_instead
                                                                           : linker->instead};
}

bool layout_render(struct arena *arena, const struct layout *layout, const struct linker *linker,
                   const char *output, struct rendering *rendering, struct error *error)
{
    *rendering = (struct rendering){.layout = *layout};
    if (layout->image_base)
        text_list_printf(&rendering->arguments, arena, "%s0x%" PRIx64, linker->image_base,
                         layout->image_base + linker->header_bytes);
    if (layout->image_base && linker->outer_image_base)
        text_list_printf(&rendering->arguments, arena, "%s0x%" PRIx64, linker->outer_image_base,
                         layout->image_base);
    if (layout->heap_offset)
        text_list_printf(&rendering->arguments, arena, "--defsym=eswexp_heap_offset=0x%" PRIx64,
                         layout->heap_offset);
    bool code = layout->section_count && layout_arranges_code(layout);
    bool data = layout->data_count && layout->data_arranged;
    struct layout spread = *layout;
    if (layout->reordered && layout->padded && !linker->shuffles)
        spread.sections = sections_spread(arena, layout);
    return !(code || data) || linker->render(arena, &spread, output, rendering, error);
}
