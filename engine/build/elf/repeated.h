// Compares what a repeated link makes with the file that the build has of it.
#pragma once

#include "base/text.h"

// How the file at `repeated` differs from that at `own`, as words behind "it has"; NULL: in nothing
// that identifies a program, or `own` is no linked file. `code`: compare machine code, too, and not
// only names.
const char *repeated_difference(struct arena *arena, const char *own, const char *repeated,
                                bool code);
