// Identifies linkers.
#pragma once

#include "base/error.h"
#include "base/text.h"
#include "model/toolchain_facts.h"

// The names under which compilers call linkers, NULL-terminated: "ld", "ld.bfd", "ld.gold" …
extern const char *const linker_names[];

// The kind of the linker at `path`, and the first line of its --version.
NODISCARD bool linker_identify(struct arena *arena, const char *path, enum linker_kind *kind,
                               const char **version, struct error *error);
