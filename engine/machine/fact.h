// One thing that a machine tells of itself.
#pragma once

#include "base/arena.h"

// A value, or why there is none.
struct machine_fact {
    const char *name;  // "cpu", "governor", …
    const char *value; // NULL: not available here
    const char *why;   // then the reason
};

// Finds the value below `root` ("" for this machine, a folder for a fake one); the name is the
// caller's.
typedef struct machine_fact machine_reader(struct arena *arena, const char *root);

static inline struct machine_fact machine_told(const char *value, const char *why)
{
    return (struct machine_fact){.value = value, .why = value ? NULL : why};
}
