// mold: it shuffles sections by a seed, and finds no place for data or single functions.
#include "build/linkers/linker.h"
#include "build/linkers/pads.h"

#include <inttypes.h>

static bool read_row(struct arena *arena, char *line, char **pending, struct map_row *row)
{
    (void)arena;
    (void)pending;
    return map_row_of_llvm(line, false, 10, row);
}

static bool render(struct arena *arena, const struct layout *layout, const char *output,
                   struct rendering *rendering, struct error *error)
{
    (void)output;
    (void)error;
    if (layout->reordered)
        text_list_printf(&rendering->arguments, arena, "--shuffle-sections=%" PRIu32,
                         (uint32_t)(layout->order_seed >> 33));
    rendering->pads = layout->padded ? render_pads(arena, layout) : NULL;
    return true;
}

// Of mold 1.10.
static const char *const strips[] = {"S", "strip-debug", NULL};

const struct linker mold_linker = {
    .name = "mold",
    .version = "mold",
    .cannot = {.order_objects = true, .order_data = true, .place_functions = true},
    .instead = "use 'linker: bfd', lld or gold",
    .read_row = read_row,
    .render = render,
    .image_base = "--image-base=",
    .shuffles = true,
    .generated_objects = "-plugin-opt=obj-path=",
    .appends_generated = true,

    .strips = strips};
