// Generates the code of a link once, of a program with link-time optimization, so that every layout
// links generated objects. docs/toolchains.md, "Link-time optimization".
#pragma once

#include "build/layout/link.h"

struct lto_place {
    const char *folder;   // of this program, where its objects stay
    const char *stand_in; // executable that stands in for lto-wrapper
};

// Changes the capture of `relink` so that it links generated objects, which now lie in the folder,
// or do after the next link; a link that generates no code stays as it is. *note: why every layout
// generates the code again; or NULL.
NODISCARD bool lto_generate(struct arena *arena, const struct relink *relink,
                            const struct lto_place *place, struct capture *capture,
                            const char **note, struct error *error);
