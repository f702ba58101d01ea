// Archives (.tar.gz): the same bytes from the same tree, and unpacking what nobody vouches for.
#pragma once

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

// Packs a tree as one folder `top`, its entries sorted, without times and owners. The archive is
// whole or not there, and on the disk; a file that is there already is EXIT_USAGE and kept.
NODISCARD bool archive_pack(const char *folder, const char *top, const char *path,
                            struct error *error);

// What an archive may be at most.
struct archive_limits {
    uint64_t bytes; // of all its files, unpacked
    size_t entries;
};
extern const struct archive_limits archive_limits;

// The one folder that everything in the archive is in; EXIT_USAGE if it is no such archive.
NODISCARD bool archive_top(const char *path, char top[static 256], struct error *error);

// Unpacks what that folder has into `folder`, which is made and must not be there. Files, folders
// and links alone, none of which leads out of it; anything else is EXIT_USAGE, and nothing is left.
NODISCARD bool archive_unpack(const char *path, const char *folder,
                              const struct archive_limits *limits, struct error *error);
