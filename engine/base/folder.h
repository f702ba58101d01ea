// One folder, opened once: what is written below it goes through no symbolic link.
#pragma once

#include "base/files.h"

// Zeroed: not open. It stays the same folder whatever its path comes to name.
struct folder {
    char *path; // owned; for messages
    int fd;
};

void folder_close(struct folder *folder);
#define FOLDER_CLEANUP __attribute__((cleanup(folder_close)))

// Opens a folder that the user names: links on the way to it are followed.
NODISCARD bool folder_open(struct folder *folder, const char *path, struct error *error);

// Opens the folder `name` (one part of a path) in `above`, made if it is missing. A symbolic link
// is EXIT_USAGE.
NODISCARD bool folder_enter(struct folder *folder, const struct folder *above, const char *name,
                            struct error *error);

// Whether `name` is no symbolic link (it may be missing); else the error is EXIT_USAGE.
NODISCARD bool folder_has_no_link(const struct folder *folder, const char *name,
                                  struct error *error);
// The same of a path's last part.
NODISCARD bool path_is_no_link(const char *path, struct error *error);

// As file_begin(), in an open folder. A symbolic link of that name is EXIT_USAGE.
NODISCARD bool folder_begin(struct file_writer *writer, const struct folder *folder,
                            const char *name, struct error *error);
