// Whether two built programs are the same.
#pragma once

#include "build/program.h"
#include "model/function_change.h"

enum likeness_kind {
    LIKENESS_NONE,
    LIKENESS_CODE,      // the same machine code; only data differ
    LIKENESS_PROGRAM,   // the same program, but another file that it may read differs
    LIKENESS_IDENTICAL, // nothing differs that an execution may read
};

struct likeness {
    enum likeness_kind kind;
    const char *file;        // of LIKENESS_PROGRAM: the first that differs, relative to the tree
    struct text_list passed; // files that differ and, by their names, seem not to matter
};

// Compares two programs as first linked, and the trees in which they were built.
struct likeness programs_likeness(struct arena *arena, struct program *a, struct program *b);

// Which functions of the programs' first links differ: each is linked once more, with its
// relocations.
NODISCARD bool programs_functions(struct arena *arena, const struct program *old,
                                  const struct program *new, struct function_difference *difference,
                                  struct error *error);
