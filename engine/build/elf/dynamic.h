// What a linked file asks of its loader.
#pragma once

#include "base/text.h"

#include <stdint.h>

struct dynamic {
    const char *loader;      // of a program; NULL: static, or a shared library
    const char *soname;      // of a shared library, or NULL
    const char *runpath;     // of DT_RUNPATH or DT_RPATH; NULL: none
    struct text_list needed; // libraries, by name or path
    uint64_t flags;          // of DT_FLAGS, and those of DT_FLAGS_1 in the upper half
    bool reaches; // it may start programs or open libraries that it does not name: it uses a
                  // function for that, or has no symbols to tell
};

// False for what is no linked file. The texts lie in `arena`.
bool dynamic_read(struct arena *arena, const char *path, struct dynamic *dynamic);
