// Go's own linker: from Go 1.23 on it shuffles functions by a seed. It has no inputs to arrange
// but packages, so nothing else moves, except the image as a whole.
#include "build/linkers/linker.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SHUFFLES_SINCE = 23 };

// "link version go1.23.5", "link version devel go1.24-0123abc …": of a development version without
// a number it is taken for a new one.
static bool is_new(const char *line)
{
    const char *number = strstr(line, "go1.");
    return !number || strtoul(number + strlen("go1."), NULL, 10) >= SHUFFLES_SINCE;
}

// A seed of 0 would leave the order as it is.
static bool render(struct arena *arena, const struct layout *layout, const char *output,
                   struct rendering *rendering, struct error *error)
{
    (void)output;
    (void)error;
    if (layout->reordered)
        text_list_printf(&rendering->arguments, arena, "-randlayout=%" PRIu64,
                         (layout->order_seed >> 33) + 1);
    return true;
}

// It sets the address of the code, which begins a page behind the image.
enum { HEADER_BYTES = 4096 };
// A program with C is linked by gcc.
#define GCC_IMAGE_BASE "-extldflags=-Wl,-Ttext-segment="

const struct linker go_linker = {.name = "Go's linker",
                                 .version = "link version ",
                                 .accepts = is_new,
                                 .cannot = {.order_objects = true,
                                            .order_data = true,
                                            .set_offsets = true,
                                            .place_functions = true,
                                            .move_heap = true,
                                            .keep_relocations = true},
                                 .instead = "set it to 'off'",
                                 .render = render,
                                 .image_base = "-T=",
                                 .header_bytes = HEADER_BYTES,
                                 .outer_image_base = GCC_IMAGE_BASE,
                                 .arranges_symbols = true,
                                 .shuffles = true};

const struct linker old_go_linker = {
    .name = "Go's linker",
    .version = "link version ",
    .cannot = {.order_functions = true,
               .order_objects = true,
               .order_data = true,
               .set_offsets = true,
               .place_functions = true,
               .move_heap = true,
               .keep_relocations = true},
    .instead = "set it to 'off'",
    .order_instead =
        "use Go 1.23 or newer, or set it to 'off' (the size of the environment and, by "
        "'aslr: seeded', the image base are drawn)",
    .image_base = "-T=",
    .header_bytes = HEADER_BYTES,
    .outer_image_base = GCC_IMAGE_BASE};
