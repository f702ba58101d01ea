// ${name} in the values of an experiment file.
#pragma once

#include "spec/yaml/grammar.h"

// The scalar's text with each ${name} replaced; `late`: ${seed}, ${block} and ${execution} stay.
// NULL if a name is unknown or the text grows too large (a mistake is noted), or its value is not
// known yet.
const char *resolve(struct reading *reading, const struct node *scalar, bool late);

// Counts a copy of a text. False, with a mistake, where all combinations together take too much.
bool expansion_fits(struct reading *reading, struct place place, const char *text);
