// Variants whose programs are identical, although the file asks for different ones.
#pragma once

#include "executor/local/prepare/prepare.h"
#include "executor/local/prepare/trial_execution.h"

// Compares the programs of each cell. Fills the executor's `identical`, and its gaps with build
// inputs that have no effect and programs that differ in data alone. Variants that ask for the same
// program are not mentioned. Programs whose trees differ in files that seem not to matter, such as
// documentation, are identical only if an execution opens none of them.
void identical_find(const struct trial_site *site, const struct prepared_variants *variants,
                    struct executor *executor);
