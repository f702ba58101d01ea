// One fact that a machine reports about itself.
#pragma once

#include "base/arena.h"

// A value, or why it is not known.
struct machine_fact {
    const char *name;  // "cpu", "governor", …
    const char *value; // NULL: not available here
    const char *why;   // then the reason
};

// Reads the value; `root` as in machine_root(). The caller sets the name.
typedef struct machine_fact machine_reader(struct arena *arena, const char *root);

static inline struct machine_fact machine_told(const char *value, const char *why)
{
    return (struct machine_fact){.value = value, .why = value ? NULL : why};
}
