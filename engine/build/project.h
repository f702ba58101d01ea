// Copies a project's folder.
#pragma once

#include "base/error.h"

// Copies the folder as program_prepare() does: without its repository, and without folders of
// campaigns.
NODISCARD bool project_copy(const char *folder, const char *tree, struct error *error);
