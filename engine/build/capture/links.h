// The recorded links of a build, and which of them made a file.
#pragma once

#include "build/capture/record.h"

struct recorded_link {
    struct link_record record;
    const char *output;  // of record.made, or where Go moved it
    const char *records; // folder of the record
    const char *go_id;   // of go_link_id(); NULL: not by Go's linker, or without
};

struct recorded_links {
    struct recorded_link *items; // in order of time
    size_t count;
};

// Reads all records in the folder `records`: of programs, and of shared libraries.
NODISCARD bool links_read(struct arena *arena, const char *records, struct recorded_links *programs,
                          struct recorded_links *libraries, struct error *error);

// Finds the programs that Go's linker made below `folder`, into which the go command moved them.
NODISCARD bool links_locate(struct arena *arena, struct recorded_links *links, const char *folder,
                            const char *records, struct error *error);

// The link that made the file `path` (absolute), or the program that libtool's wrapper script of
// that name runs; else NULL. The links of either kind.
const struct recorded_link *links_find(struct arena *arena, const struct recorded_links *links,
                                       const char *path);

// Where builds of that link go: the program behind libtool's script, else `path` itself.
const char *link_place(struct arena *arena, const struct recorded_link *link, const char *path);

// The link of which the file `path` is a copy, such as an installed one; NULL: none, or files of
// that name by several links, of which none is known to be the one. `unchanged`: it has the same
// bytes, so it is not stripped.
const struct recorded_link *links_find_copied(const struct recorded_links *links, const char *path,
                                              bool unchanged);

// The link of the program that a command names by `path`: links_find(), else that of a file below
// `folder` with the same bytes, as cargo copies what it links below target/release/deps. *place:
// where builds of it go.
const struct recorded_link *links_find_named(struct arena *arena,
                                             const struct recorded_links *links, const char *path,
                                             const char *folder, const char **place);

// Fails: the build of the project in `folder` recorded no link.
bool links_missing(struct arena *arena, const char *folder, struct error *error);

// The last link of a program with the name of `path`; if there is none, the last link.
const struct recorded_link *links_last(const struct recorded_links *links, const char *path);
