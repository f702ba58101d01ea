// The sentences of a methods section about layout, warm-up, machine and tools.
#pragma once

#include "report/paper/methods_text.h"

NODISCARD bool say_layouts(struct methods *methods, struct error *error);
void say_warmup(struct methods *methods);
NODISCARD bool say_machine(struct methods *methods, struct error *error);
