// The script of a layout, which GNU ld and lld follow.
#pragma once

#include "build/linkers/rendering.h"

// Adds the script "OUTPUT.script", as "-T".
NODISCARD bool render_script(struct arena *arena, const struct layout *layout, const char *output,
                             struct rendering *rendering, struct error *error);
