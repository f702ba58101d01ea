// Unpacks archives (.tar.gz) from untrusted sources.
#pragma once

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

// The largest archive that is unpacked.
struct archive_limits {
    uint64_t bytes; // of all its files, unpacked
    size_t entries;
    uint64_t times, spare; // with `times`: at most `times` the archive's size, and `spare` bytes
};
extern const struct archive_limits archive_limits;

// The name of the one folder that holds all entries; an archive without such a folder is
// EXIT_USAGE.
NODISCARD bool archive_top(const char *path, char top[static 256], struct error *error);

// Unpacks the contents of that folder into `folder`, which it makes; `folder` must not exist.
// Accepts files, folders and links that stay inside; anything else is EXIT_USAGE. On failure
// `folder` is removed.
NODISCARD bool archive_unpack(const char *path, const char *folder,
                              const struct archive_limits *limits, struct error *error);
