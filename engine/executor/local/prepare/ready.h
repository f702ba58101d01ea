// Ready commands: what a build of one is, since nothing is built.
#pragma once

#include "executor/local/prepare/prepare.h"

// Adds to the executor what each build of a ready command draws, unless the experiment attributes
// the variance to these draws by name.
void ready_note(const struct prepared_variant *prepared, struct executor *executor);
