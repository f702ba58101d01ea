// Finds a target's compilers and linkers on this machine.
#pragma once

#include "base/text.h"
#include "build/linkers/linker.h"
#include "model/toolchain_facts.h"
#include "spec/spec.h"

struct toolchain {
    const char *cc, *cxx;         // names to call, or NULL; those that sources need are there
    const char *linkers[5];       // absolute paths in the order of linker_names, or NULL
    const struct linker *linker;  // the one that this target uses
    const char *compiler_version; // first line of --version
    const char *linker_version;
};

// Finds the toolchain of a target that is built. A missing compiler or linker is EXIT_FAILED with
// the remedy, but of a project that names none: its own build may need no C compiler.
NODISCARD bool toolchain_resolve(struct arena *arena, const struct target *target,
                                 struct toolchain *toolchain, struct error *error);

// The facts that randomizers need, without building anything; adds the versions of compiler and
// linker to `description`. Fails as toolchain_resolve().
NODISCARD bool toolchain_find(const struct target *target, struct toolchain_facts *facts,
                              struct text *description, struct error *error);
