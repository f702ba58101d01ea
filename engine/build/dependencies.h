// What a benchmark's own sources include.
#pragma once

#include "spec/spec.h"

// Adds the absolute paths of every source of the target and of all that they include, but for what
// comes from the system's folders (the compiler's -MM). `headers` is the folder of eswexp.h.
NODISCARD bool sources_dependencies(struct arena *arena, const struct target *target,
                                    const char *headers, struct text_list *files,
                                    struct error *error);
