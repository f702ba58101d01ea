// Identifies linkers by their --version.
#include "build/toolchain/linker.h"

#include "base/files/paths.h"
#include "build/toolchain/tool.h"

#include <string.h>

const char *const linker_names[] = {"ld", "ld.bfd", "ld.gold", "ld.lld", "ld.mold", NULL};

bool linker_identify(struct arena *arena, const char *path, const struct linker **linker,
                     const char **version, struct error *error)
{
    char *line;
    bool is_go = text_equal(path + strlen(path_folder(arena, path)), "/link");
    if (!tool_first_line(arena, path, is_go ? "-V=full" : "--version", &line, error))
        return false;
    *version = line;
    *linker = linker_of_version(line);
    return true;
}
