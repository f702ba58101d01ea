// Installs the linker shim, which records every link of a build.
#pragma once

#include "build/toolchain/toolchain.h"

// Makes `folder` with a link to the shim under every linker's name, and the folder `records`. Adds
// to `settings` the environment variables by which compilers find the shim and the shim finds the
// real linkers. A project's build may call other compilers than the toolchain's.
NODISCARD bool shim_install(struct arena *arena, const struct toolchain *toolchain, bool is_project,
                            const char *shim, const char *folder, const char *records,
                            struct text_list *settings, struct error *error);
