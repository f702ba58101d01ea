// Identifies linkers.
#pragma once

#include "base/error.h"
#include "base/text.h"
#include "build/linkers/linker.h"

// The names under which compilers call linkers, NULL-terminated: "ld", "ld.bfd", "ld.gold" …
extern const char *const linker_names[];

// The linker at `path`, and the first line of its --version.
NODISCARD bool linker_identify(struct arena *arena, const char *path, const struct linker **linker,
                               const char **version, struct error *error);
