// Pictures that an experiment asks for: what stands on their axes.
#pragma once

#include "base/text.h"

#include <stddef.h>

struct drawing {
    const char *name, *kind;       // "curve", "violin"
    const char *x, *unit;          // an axis, "variant", "benchmark" or "build"; unit "": none
    struct text_list y;            // metrics and derived names, at least one
    struct text_list marks, over;  // what is derived over x of these: names, and "size", "1/size"
    const char *by, *panels, *log; // "": one line, one panel, axes as the values want them
    const char *title;             // the question, where there is no other; may be ""
};
