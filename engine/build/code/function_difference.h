// Which functions of two linked programs differ, and which only moved (docs/compare.md, "Code or
// placement").
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "model/function_change.h"

// A program that was linked with --emit-relocs, and the path to disregard in it (image_map()).
struct linked_code {
    const char *path, *folder;
};

// Compares function by function: bytes without relocated fields, then what these refer to: the same
// function or object by its stable name, an identical copy of it, or nameless constants and strings
// of the same content. Functions without a counterpart of their name have the one of the same code,
// if there is any.
NODISCARD bool function_difference_find(struct arena *arena, const struct linked_code *old,
                                        const struct linked_code *new,
                                        struct function_difference *difference,
                                        struct error *error);

// Those of several programs together. The names stay where they are.
struct function_difference function_differences_join(struct arena *arena,
                                                     const struct function_difference *each,
                                                     size_t count);
