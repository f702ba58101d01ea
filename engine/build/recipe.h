// How a target comes to its program, up to the first link.
#pragma once

#include "build/program.h"
#include "build/toolchain.h"

// One target's build under way. Everything is borrowed.
struct recipe {
    const struct target *target;
    const struct workshop *workshop;
    const struct toolchain *toolchain;
    struct text_list settings; // variables that lead compilers to the shim
};

// Compiles every source into `folder`, several at once; `alignment` is that of all functions, or 0.
NODISCARD bool sources_compile(struct arena *arena, const struct recipe *recipe, const char *folder,
                               uint32_t alignment, struct error *error);

// Links what is in `folder` into `output`, through the shim.
NODISCARD bool sources_link(struct arena *arena, const struct recipe *recipe, const char *folder,
                            const char *output, struct error *error);

// Fills `folder` with the target's revision and makes the target that of the files there.
NODISCARD bool target_checkout(struct arena *arena, struct target *target, const char *folder,
                               struct error *error);

// Copies the project's directory to `tree`.
NODISCARD bool project_copy(const struct target *target, const char *tree, struct error *error);

// Sets the project in `tree` up and builds it, through the shim.
NODISCARD bool project_build(struct arena *arena, const struct recipe *recipe, const char *tree,
                             struct error *error);
