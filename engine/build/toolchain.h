// Compilers and linkers as they are on this machine.
#pragma once

#include "base/text.h"
#include "spec/spec.h"

struct toolchain {
    const char *cc, *cxx;         // as to be called; cxx may be missing where no source is C++
    const char *linkers[5];       // real ones, absolute, in the order of linker_names; or NULL
    enum linker_kind linker;      // of a link by this target
    const char *compiler_version; // first line of --version
    const char *linker_version;
};

// Resolves them for a target that is built.
NODISCARD bool toolchain_resolve(struct arena *arena, const struct target *target,
                                 struct toolchain *toolchain, struct error *error);

// The kind of a linker, and the first line of its --version.
NODISCARD bool linker_identify(struct arena *arena, const char *path, enum linker_kind *kind,
                               const char **version, struct error *error);

// A folder of links in which compilers find the shim under every linker's name, and the variables
// that make them look there: to be added to the environment of a build.
NODISCARD bool shim_install(struct arena *arena, const struct toolchain *toolchain,
                            const char *shim, const char *folder, const char *records,
                            struct text_list *settings, struct error *error);
