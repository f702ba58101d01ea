// Thin archives, which name their members and do not hold them.
#pragma once

#include "base/text.h"

// Absolute paths of the members, of which `folder` is that of the archive; none if it is not a thin
// archive.
struct text_list thin_members(struct arena *arena, const char *archive, const char *folder);
