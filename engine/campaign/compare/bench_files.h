// The benchmarks' own files in the sides of a comparison: scripts and inputs that commands name.
#pragma once

#include "campaign/compare/sides.h"
#include "spec/spec.h"

// Sentences for the reader of a comparison.
struct comparison_notes {
    struct text_list notes; // another revision's file, keys of the file that are ignored
    struct text_list files; // scripts of the benchmarks that differ between sides: these may bias
    struct text_list inputs,
        places; // the same of their inputs; "CELL.VARIANT" of each (FACT_INPUT)
};

// EXIT_USAGE if a side lacks a file of a benchmark that the first has, or the first one that it
// has; notes the files that differ from the first side's. Files that come from `from` (NULL: none
// do) are the same on all sides.
NODISCARD bool bench_files_check(struct arena *arena, struct repository *repository,
                                 const struct sides *sides, const struct spec *spec,
                                 const struct revision *from, struct comparison_notes *notes,
                                 struct error *error);
