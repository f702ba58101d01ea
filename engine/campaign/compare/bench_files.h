// The benchmarks' own files in the sides of a comparison: scripts and inputs that commands name.
#pragma once

#include "campaign/compare/sides.h"
#include "spec/spec.h"

// EXIT_USAGE if a side lacks a file of a benchmark that another side has; notes the files that
// differ. Files that come from `from` (NULL: none do) are the same on all sides.
NODISCARD bool bench_files_check(struct arena *arena, struct repository *repository,
                                 const struct sides *sides, const struct spec *spec,
                                 const struct revision *from, struct text_list *notes,
                                 struct error *error);
