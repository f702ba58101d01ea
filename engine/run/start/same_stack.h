// The bytes above the stack, when a tool or a shell starts a program in place of the launcher.
#pragma once

#include "run/launcher/launcher.h"

// Others give the path of the program as its first argument, too, so the path gets fewer leading
// slashes, and the padding of the environment the bytes that are left.
struct same_stack {
    size_t slashes; // before the program
    char **environment;
    long left; // bytes by which the stack lies lower all the same; 0: none
};

// `launch` started as `program` with these arguments (the first included).
struct same_stack same_stack(struct arena *arena, const struct launch *launch, const char *program,
                             char *const *arguments);
