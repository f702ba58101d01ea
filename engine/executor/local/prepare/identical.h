// Variants whose programs are identical, although the file asks for different ones.
#pragma once

#include "executor/local/prepare/prepare.h"

// Compares the programs of each cell. Fills the executor's `identical`, and its gaps with build
// inputs that have no effect and programs that differ in data alone. Variants that ask for the same
// program are not mentioned.
void identical_find(const struct prepared_variants *variants, struct executor *executor);
