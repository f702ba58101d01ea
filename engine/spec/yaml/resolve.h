// ${name} in the values of an experiment file.
#pragma once

#include "spec/yaml/grammar.h"

// The scalar's text with each ${name} replaced; `late`: ${seed}, ${block} and ${execution} stay.
// NULL if a name is unknown (a mistake is noted) or its value is not known yet.
const char *resolve(struct reading *reading, const struct node *scalar, bool late);
