// Packs archives (.tar.gz): equal trees give equal bytes.
#pragma once

#include "base/error.h"

// Packs a tree as one folder `top`, its entries sorted, without times and owners. The archive is
// synced to the disk; on failure there is none. A file that exists already is EXIT_USAGE and kept.
NODISCARD bool archive_pack(const char *folder, const char *top, const char *path,
                            struct error *error);
