// Sentences of a methods section on repetitions: how many, how they were chosen, in which order.
#pragma once

#include "report/paper/methods_text.h"

// "build", "build or execution", each with the ending: the levels that blocks repeat; NULL: nothing
// was measured.
const char *top_levels_wording(const struct methods *methods, const char *ending);

void say_repetitions(struct methods *methods);
