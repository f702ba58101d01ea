// A variant that is compiled once and linked again for every layout.
#pragma once

#include "base/arena.h"
#include "build/toolchain/size.h"
#include "model/build_result.h"
#include "model/layout.h"
#include "spec/spec.h"

#include <signal.h>

// A compiled variant: its captured link and the sections of that link.
struct program;

// Where a program is built, and its limits.
struct workshop {
    const char *folder;      // of this variant: a constant path; program_prepare() empties it
    const char *log;         // file that receives the tools' output
    const char *kept_log;    // where that of a failed build stays; NULL: nowhere
    const char *linker_shim; // the shim's executable
    const char *headers;     // folder of eswexp.h
    double timeout_s;        // of setup, of build, of a link
    const volatile sig_atomic_t *stop; // non-zero ends a build that runs; or NULL
};

// Compiles sources, or copies, sets up and builds a project; captures the last link and lists its
// sections. Returns a program in `arena`, or NULL; the error has the compiler's messages and is
// EXIT_FAILED.
NODISCARD struct program *program_prepare(struct arena *arena, const struct target *target,
                                          const struct workshop *workshop, struct error *error);

// program_prepare() in two steps: builds, then captures the link that made the program of
// `command`.
NODISCARD struct program *program_build(struct arena *arena, const struct target *target,
                                        const struct workshop *workshop, struct error *error);
NODISCARD bool program_capture(struct program *program, struct arena *arena, const char *command,
                               struct error *error);

// Absolute paths of the programs that the build linked and that are still there, each once. Without
// shared libraries.
NODISCARD bool program_outputs(const struct program *program, struct arena *arena,
                               struct text_list *outputs, struct error *error);

// SHA-256 of the program as first linked, the same for all its layouts.
const char *program_sha256(const struct program *program);

// Size of the program that its own build made (without a layout; stripped if the build strips it).
// Zeros if that build has since moved it.
struct size program_size(const struct program *program);

// Notes on this program's layouts for readers of results ("functions of 3 objects move together").
const struct text_list *program_notes(const struct program *program);

// The layout of the first link, with a copy of the sections in `arena` for randomizers to edit.
struct layout program_layout(const struct program *program, struct arena *arena);

// The path from which a copy of the built program is executed, and its working folder.
const char *program_path(const struct program *program);
const char *program_folder(const struct program *program);

// Links `output` with this layout, verifies order and padding, and fills `result`. Threads may call
// it at once with different outputs; the first call with a new compile_alignment compiles all
// sources.
NODISCARD bool program_link(struct program *program, const struct layout *layout,
                            const char *output, struct build_result *result, struct error *error);
