// Calls in a build description, "name(argument …)", as CMake and Meson both write them.
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct call {
    const char *name, *arguments; // into the text; `arguments` behind the parenthesis
    size_t name_length;
};

// The next call at or behind *cursor, which moves into its arguments.
bool call_next(const char **cursor, struct call *call);

// CMake does not tell upper case from lower.
bool call_is(const struct call *call, const char *name);

// The n-th argument (from 0) without its quotes, or NULL. *quoted may be NULL.
char *call_argument(struct arena *arena, const struct call *call, size_t n, bool *quoted);

// Argument `value` of the first call of `name` whose argument 0 is `key` (NULL: any), or NULL.
char *call_find(struct arena *arena, const char *text, const char *name, const char *key,
                size_t value);
