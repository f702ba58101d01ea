// A variant compiled once, and linked anew for every layout.
#pragma once

#include "base/arena.h"
#include "build/size.h"
#include "model/build_result.h"
#include "randomizers/randomizer.h"
#include "spec/spec.h"

#include <signal.h>

// A compiled variant: its captured link and the sections that link placed.
struct program;

// Where and how long building may work.
struct workshop {
    const char *folder;      // of this variant: a constant path, emptied and filled by preparing
    const char *log;         // file that receives the tools' output
    const char *linker_shim; // the shim's executable
    const char *headers;     // folder of eswexp.h
    double timeout_s;        // of setup, of build, of a link
    const volatile sig_atomic_t *stop; // set: a build under way is ended; or NULL
};

// What the randomizers' probes need to know, found without building anything: resolves compiler and
// linker (missing ones are errors with the remedy).
NODISCARD bool toolchain_find(const struct target *target, struct toolchain_facts *facts,
                              struct text *description, struct error *error);

// Compiles (sources) or copies, sets up and builds (project), captures the last link, lists its
// sections. A failure carries the compiler's own words and is EXIT_FAILED.
NODISCARD struct program *program_prepare(struct arena *arena, const struct target *target,
                                          const struct workshop *workshop, struct error *error);

// Can this use randomize this very program? Tried by one draw and one link; the error names the
// factor and the remedy. For each use after preparing: one with allow_missing is then left out and
// recorded as not randomized.
NODISCARD bool program_probe(struct program *program, const struct randomizer_use *use,
                             struct error *error);

// SHA-256 of the program as it was first linked: what all its layouts are made from.
const char *program_sha256(const struct program *program);

// Of the program as its own build made it: no layout, stripped if that does it. Zeros where that
// build has moved it since.
struct size program_size(const struct program *program);

// What a reader of the results should know of this program's layouts ("functions of 3 objects move
// together …").
const struct text_list *program_notes(const struct program *program);

// The layout as first linked: a fresh copy of the sections in `arena`, for randomizers to edit.
struct layout program_layout(const struct program *program, struct arena *arena);

// Where the built program belongs (its copy is executed from there) and where it runs.
const char *program_path(const struct program *program);
const char *program_folder(const struct program *program);

// Links `output` with this layout, verifies order and padding in the result, identifies it.
// Safe to call from several threads at once with different outputs; the first one with a new
// compile_alignment compiles all sources.
NODISCARD bool program_link(struct program *program, const struct layout *layout,
                            const char *output, struct build_result *result, struct error *error);

// Builds it once more as it was built first, but in a folder of its own that goes afterwards,
// without caches of compilers: the seconds from its sources (compiling and linking), or of a
// project's setup and build. While nothing else runs.
NODISCARD bool program_time_build(const struct program *program, double *seconds,
                                  struct error *error);

// Repeats its own link without any layout: the seconds of the linker. While nothing else runs.
NODISCARD bool program_time_link(const struct program *program, double *seconds,
                                 struct error *error);
