// Sentences of a methods section on metrics and their intervals.
#pragma once

#include "report/paper/methods_text.h"

void say_intervals(struct methods *methods);
