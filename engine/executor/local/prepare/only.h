// Preparing some of the variants of an experiment, to replay a build of one.
#pragma once

#include "executor/local/prepare/prepare.h"

// Gives up the variants that are not asked for, nor build alike one that is: what is relinked of a
// program depends on all variants that have it. `only`: by cell and variant.
void variants_leave_others(struct prepared_variants *variants, const bool *only);
