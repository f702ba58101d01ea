// Recorded links that are repeated.
#pragma once

#include "build/capture/links.h"
#include "build/linkers/linker.h"

struct capture {
    struct link_record record; // arguments without output, maps and stripping
    const struct linker *linker;
    const char *linker_version; // its first line
    const char *output;         // absolute: from here the program is executed
    const char *own_script;     // of -T, or NULL
    const char *base_refusal;   // why its image base cannot be set, or NULL
    bool is_generated;          // links objects that LLVM generated once (LTO)
};

// Prepares the link for repetition, with what was kept of inputs that are gone or have changed.
// `output` is borrowed.
NODISCARD bool capture_link(struct arena *arena, const struct recorded_link *link,
                            const char *output, struct capture *capture, struct error *error);

// The linker's argv for `output`. `objects` precede the recorded arguments, because libraries that
// resolve their symbols must follow. `options` come last: GNU ld opens the files that a script
// names at the script's position, and constructors run in the order of opening. `fixed` removes
// -pie.
struct text_list capture_arguments(struct arena *arena, const struct capture *capture,
                                   const char *output, bool fixed, const struct text_list *objects,
                                   const struct text_list *options);
