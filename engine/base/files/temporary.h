// Folders for files that the program needs only while it runs.
#pragma once

#include "base/arena.h"
#include "base/error.h"

// Makes a new folder below $TMPDIR, else /tmp, that only this user may enter. The caller removes
// it.
NODISCARD bool temporary_make(struct arena *arena, char **path, struct error *error);
