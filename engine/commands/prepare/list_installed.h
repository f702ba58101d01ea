// eswexp list kernels, and experiments: what is installed, each in a sentence.
#pragma once

#include "base/arena.h"
#include "base/error.h"

NODISCARD bool list_kernels(struct arena *arena, struct error *error);
NODISCARD bool list_experiments(struct arena *arena, struct error *error);
