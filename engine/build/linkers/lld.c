// lld, the linker of LLVM.
#include "build/linkers/linker.h"
#include "build/linkers/script.h"

static bool read_row(struct arena *arena, char *line, char **pending, struct map_row *row)
{
    (void)arena;
    (void)pending;
    return map_row_of_llvm(line, true, 16, row);
}

const struct linker lld_linker = {.name = "lld",
                                  .version = "LLD",
                                  .read_row = read_row,
                                  .render = render_script,
                                  .image_base = "--image-base=",
                                  .generated_objects = "--lto-obj-path=",
                                  .appends_generated = true};
