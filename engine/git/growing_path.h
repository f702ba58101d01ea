// A path that grows and shrinks as a walk enters and leaves folders.
#pragma once

#include "base/text.h"

// Adds "/name" (or name alone to an empty path); returns the old length, for path_pop().
static inline size_t path_push(struct text *path, const char *name)
{
    size_t length = path->length;
    if (length > 0)
        text_add(path, "/");
    text_add(path, name);
    return length;
}

static inline void path_pop(struct text *path, size_t length)
{
    path->length = length;
    path->bytes[length] = '\0';
}
