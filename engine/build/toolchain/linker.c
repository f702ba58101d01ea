// Identifies linkers by their --version.
#include "build/toolchain/linker.h"

#include "build/toolchain/tool.h"

#include <string.h>

const char *const linker_names[] = {"ld", "ld.bfd", "ld.gold", "ld.lld", "ld.mold", NULL};

bool linker_identify(struct arena *arena, const char *path, enum linker_kind *kind,
                     const char **version, struct error *error)
{
    static const struct {
        const char *words;
        enum linker_kind kind;
    } known[] = {{"mold", LINKER_MOLD}, // first: its version mentions GNU ld, too
                 {"LLD", LINKER_LLD},
                 {"GNU gold", LINKER_GOLD},
                 {"GNU ld", LINKER_BFD}};
    char *line;
    if (!tool_first_line(arena, path, "--version", &line, error))
        return false;
    *version = line;
    *kind = LINKER_UNKNOWN;
    for (size_t i = 0; i < sizeof known / sizeof known[0] && *kind == LINKER_UNKNOWN; i++)
        if (strstr(line, known[i].words))
            *kind = known[i].kind;
    return true;
}
