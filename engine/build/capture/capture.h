// The recorded links of a build, and those of them that are repeated.
#pragma once

#include "build/capture/record.h"
#include "build/linkers/linker.h"

struct recorded_link {
    struct link_record record;
    const char *output; // absolute
};

struct recorded_links {
    struct recorded_link *items; // in order of time
    size_t count;
};

struct capture {
    struct link_record record; // arguments without output, maps and stripping
    const struct linker *linker;
    const char *output;     // absolute: from here the program is executed
    const char *own_script; // of -T, or NULL
    bool static_pie;        // position-independent without a dynamic linker
};

// Reads all records in the folder `records`.
NODISCARD bool links_read(struct arena *arena, const char *records, struct recorded_links *links,
                          struct error *error);

// The link that made the file `path` (absolute), or the program that libtool's wrapper script of
// that name runs; else NULL.
const struct recorded_link *links_find(struct arena *arena, const struct recorded_links *links,
                                       const char *path);

// The link of which the file `path` is a copy, such as an installed one; NULL: none. `unchanged`:
// it has the same bytes, so it is not stripped.
const struct recorded_link *links_find_copied(const struct recorded_links *links, const char *path,
                                              bool unchanged);

// The last link of a program with the name of `path`; if there is none, the last link.
const struct recorded_link *links_last(const struct recorded_links *links, const char *path);

// Prepares the link for repetition. `output` is borrowed.
NODISCARD bool capture_link(struct arena *arena, const struct recorded_link *link,
                            const char *output, struct capture *capture, struct error *error);

// The linker's argv for `output`. `objects` precede the recorded arguments, because libraries that
// resolve their symbols must follow. `options` come last: GNU ld opens the files that a script
// names at the script's position, and constructors run in the order of opening. `fixed` removes
// -pie, but not from the code that lld generates.
struct text_list capture_arguments(struct arena *arena, const struct capture *capture,
                                   const char *output, bool fixed, const struct text_list *objects,
                                   const struct text_list *options);
