// The link that a layout does anew: picked among the records of a build, made fit for repeating.
#pragma once

#include "build/record.h"
#include "randomizers/randomizer.h"

struct capture {
    struct link_record record; // arguments without output, maps and stripping
    enum linker_kind kind;
    const char *output;     // absolute
    const char *own_script; // of -T, or NULL
    bool static_pie;        // position-independent without a dynamic linker
};

// Reads all records in `records` and picks the link of the program that `command` names, looked up
// from `folder`; if it names none of them, the last one.
NODISCARD bool capture_pick(struct arena *arena, const char *records, const char *folder,
                            const char *command, struct capture *capture, struct error *error);

// The linker's argv for `output`: `objects` stand before the recorded words (libraries that answer
// to them must follow), `options` behind (GNU ld opens the files that a script names where the
// script stands, and constructors run in the order of opening); without -pie where `fixed`.
struct text_list capture_arguments(struct arena *arena, const struct capture *capture,
                                   const char *output, bool fixed, const struct text_list *objects,
                                   const struct text_list *options);
