// Pictures that an experiment asks for.
#pragma once

#include "base/text.h"

#include <stddef.h>

struct drawing {
    const char *name, *kind;       // "curve", "violin"
    const char *x, *unit;          // an axis, "variant", "benchmark" or "build"; unit "": none
    struct text_list y;            // metrics and derived names, at least one
    struct text_list marks, over;  // lines and steps derived over x: their names, and what they run
                                   // over, "size" or "1/size"
    const char *by, *panels, *log; // "": one line, one panel, axes chosen by the values
    const char *title;             // the question, where there is no other; may be ""
};
