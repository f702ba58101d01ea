// An open folder: writes below it follow no symbolic link.
#pragma once

#include "base/files/files.h"

// Stays the same folder even if its path is replaced. Zero-initialised is not open.
struct folder {
    char *path; // owned; for messages
    int fd;
};

void folder_close(struct folder *folder);
#define FOLDER_CLEANUP __attribute__((cleanup(folder_close)))

// Opens a folder that the user names; follows links in its path.
NODISCARD bool folder_open(struct folder *folder, const char *path, struct error *error);

// Whether this user may make and replace files in the folder `path`; not on a read-only mount.
bool folder_may_be_written(const char *path);

// Opens the folder `name` (one part of a path) in `above`, made if it is missing. A symbolic link
// is EXIT_USAGE.
NODISCARD bool folder_enter(struct folder *folder, const struct folder *above, const char *name,
                            struct error *error);

// False with EXIT_USAGE if `name` is a symbolic link; a missing file is fine.
NODISCARD bool folder_has_no_link(const struct folder *folder, const char *name,
                                  struct error *error);
// The same for the last part of `path`.
NODISCARD bool path_is_no_link(const char *path, struct error *error);

// file_begin() in an open folder. A symbolic link of that name is EXIT_USAGE.
NODISCARD bool folder_begin(struct file_writer *writer, const struct folder *folder,
                            const char *name, struct error *error);
