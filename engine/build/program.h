// A variant that is compiled once and linked again for every layout.
#pragma once

#include "base/arena.h"
#include "base/clock.h"
#include "build/kept/kept.h"
#include "build/toolchain/size.h"
#include "model/build_result.h"
#include "model/layout.h"
#include "spec/spec.h"

#include <signal.h>
#include <stdint.h>
#include <time.h>

// A compiled variant: its programs, their captured links and the sections of those links. Of a
// project, the programs that the benchmark's command runs, as 'program' or a trial execution says.
struct program;

// Where a program is built, and its limits.
struct workshop {
    const char *folder;      // of this variant: a constant path; program_prepare() empties it
    const char *log;         // file that receives the tools' output
    const char *kept_log;    // where that of a failed build stays; NULL: nowhere
    const char *linker_shim; // the shim's executable
    const char *headers;     // folder of eswexp.h
    double timeout_s;        // of setup, of build, of a link
    struct time_limit limit; // ends setup and build, too
    struct time_limit layouts_limit; // and what links its layouts
    double *setup_s; // receives the time of the project's setup; NULL: it is not wanted
    const volatile sig_atomic_t *stop; // non-zero ends a build that runs; or NULL
    struct kept_builds builds;         // where those of revisions are kept and reused
};

// Compiles sources, or copies, sets up and builds a project; captures its links and lists the
// sections of the programs to relink, unless a trial must show them. Returns a program in `arena`,
// which must outlive it, or NULL; the error has the compiler's messages and is EXIT_FAILED.
NODISCARD struct program *program_prepare(struct arena *arena, const struct target *target,
                                          const struct workshop *workshop, struct error *error);

// The same without choosing the programs to relink.
NODISCARD struct program *program_build(struct arena *arena, const struct target *target,
                                        const struct workshop *workshop, struct error *error);

// Absolute paths of the programs that the build linked and that are still there, each once. Without
// shared libraries.
struct text_list program_outputs(const struct program *program, struct arena *arena);

// NULL if a trial showed that none runs; "src/server (4891 functions of 4899), src/cli (1020
// functions of 1028)".
const char *program_relinked(const struct program *program, struct arena *arena);

// The number of programs and shared libraries that every layout relinks.
size_t program_count(const struct program *program);

// SHA-256 of the programs as first linked, the same for all their layouts.
const char *program_sha256(const struct program *program);

// Size of the programs that the build made (without a layout; stripped if the build strips them).
// Zeros if that build has since moved them.
struct size program_size(const struct program *program);

// The version of the linker that made the index-th program.
const char *program_linker_version(const struct program *program, size_t index);

// Notes on this program's layouts for readers of results: what keeps one layout, and of what
// functions move together ("functions of 3 objects move together").
const struct text_list *program_notes(const struct program *program);
const struct text_list *program_whole_objects(const struct program *program);

// When the build was kept, in seconds since 1970; 0: it was built now.
int64_t program_kept_since(const struct program *program);
// Why a kept build was not reused, or this one is not kept; NULL: nothing to say.
const char *program_kept_note(const struct program *program);

// The layouts of the first links, by program, with a copy of the sections in `arena` for
// randomizers to edit.
struct layout *program_layouts(const struct program *program, struct arena *arena);

// The path from which a copy of a built program is executed, and the working folder.
const char *program_path(const struct program *program, size_t index);
const char *program_folder(const struct program *program);

// The folder that the build may have filled: the whole checkout of a revision, of which the working
// folder is a part, else the working folder.
const char *program_tree(const struct program *program);

// The modification time that a copy at program_path() takes, so that 'make' finds the build as it
// left it; tv_nsec may be UTIME_NOW, as for utimensat(2).
struct timespec program_modified(const struct program *program, size_t index);

// Where the build of a program lies, if that of the first is `output`.
const char *program_output(struct arena *arena, const char *output, size_t index);

// Links every program with its layout into program_output(), verifies order and padding, and fills
// `result`: identities of all, sums. Threads may call it at once with different outputs; the first
// call with a new compile_alignment compiles all sources.
NODISCARD bool program_link(struct program *program, const struct layout *layouts,
                            const char *output, struct build_result *result, struct error *error);

// Writes the linker script (gold: the order of sections) of a program's layout into the file
// `output`.script, if the layout has one, and adds the linker's arguments for the layout.
NODISCARD bool program_script(const struct program *program, size_t index,
                              const struct layout *layout, const char *output, struct arena *arena,
                              struct text_list *arguments, struct error *error);
