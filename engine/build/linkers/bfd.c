// GNU ld.
#include "build/linkers/linker.h"
#include "build/linkers/script.h"

const struct linker bfd_linker = {.name = "GNU ld",
                                  .version = "GNU ld",
                                  .read_row = map_row_of_gnu,
                                  .map_begin = "emory map\n",
                                  .expands_percent = true,
                                  .opens_named_files = true,
                                  .render = render_script,
                                  .image_base = "-Ttext-segment=",
                                  .generated_objects = "-plugin-opt=obj-path="};
