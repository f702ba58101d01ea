// Picks the link to repeat among the recorded links of a build.
#pragma once

#include "build/capture/record.h"
#include "model/toolchain_facts.h"

struct capture {
    struct link_record record; // arguments without output, maps and stripping
    enum linker_kind kind;
    const char *output;     // absolute
    const char *own_script; // of -T, or NULL
    bool static_pie;        // position-independent without a dynamic linker
};

// Reads all records in the folder `records` and picks the link that made the program of `command`
// (a path from `folder`); if none did, the last link.
NODISCARD bool capture_pick(struct arena *arena, const char *records, const char *folder,
                            const char *command, struct capture *capture, struct error *error);

// Absolute paths of the programs that the recorded links made and that are still there, each once.
NODISCARD bool capture_outputs(struct arena *arena, const char *records, struct text_list *outputs,
                               struct error *error);

// The linker's argv for `output`. `objects` precede the recorded arguments, because libraries that
// resolve their symbols must follow. `options` come last: GNU ld opens the files that a script
// names at the script's position, and constructors run in the order of opening. `fixed` removes
// -pie, but not from the code that lld generates.
struct text_list capture_arguments(struct arena *arena, const struct capture *capture,
                                   const char *output, bool fixed, const struct text_list *objects,
                                   const struct text_list *options);
