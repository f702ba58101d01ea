// Lists the files that a benchmark's own sources include.
#pragma once

#include "spec/spec.h"

// Adds the absolute paths of all sources of the target and of the files they include, without
// system headers (the compiler's -MM). `headers` is the folder of eswexp.h.
NODISCARD bool sources_dependencies(struct arena *arena, const struct target *target,
                                    const char *headers, struct text_list *files,
                                    struct error *error);

// Adds the files of a rule of make, "target: one two \", as absolute paths from `folder`.
void dependencies_read(struct arena *arena, const char *rule, const char *folder,
                       struct text_list *files);
