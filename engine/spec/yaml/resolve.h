// ${name} in the values of an experiment file.
#pragma once

#include "spec/yaml/grammar.h"

// Replaces ${name} in the text of a scalar; `late`: the execution's own names are left standing.
// NULL where a name is unknown (a mistake), or its value is not known yet.
const char *resolve(struct reading *reading, const struct node *scalar, bool late);
