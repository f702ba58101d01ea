// The linkers that eswexp knows.
#include "build/linkers/linker.h"

#include "build/linkers/spread.h"

#include <inttypes.h>
#include <string.h>

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
