// Which functions of two sides differ: as a fact of the store, and in a sentence.
#pragma once

#include "analysis/estimate/doubts.h"
#include "model/function_change.h"
#include "store/results/catalogue.h"

// The value of a fact, and what it says; NULL: it is no such value.
const char *functions_text(struct arena *arena, const struct function_difference *difference);
struct function_difference *functions_of_text(struct arena *arena, const char *text);

// By cell and variant (cell * variants + variant): the variant's functions against those of the
// cell's first; NULL where they were not compared. Where the sides read other files, too, these are
// not compared.
NODISCARD bool functions_load(struct arena *arena, struct store *store,
                              const struct catalogue *catalogue, const struct doubts *doubts,
                              const struct function_difference *const **functions,
                              struct error *error);

// Whether all machine code was compared and none differs, by bytes or by what it refers to.
bool functions_are_same(const struct function_difference *difference);

// Whether no constants and initial contents differ.
bool data_is_same(const struct function_difference *difference);

// "1 function differs (work), 2 added (a, b), 41 moved only"; "no function's machine code differs:
// any difference is placement; 2 added (a, b)". Before the inputs are known, nothing is concluded:
// "no function's machine code differs; 2 added (a, b)".
const char *functions_wording(struct arena *arena, const struct function_difference *difference,
                              bool inputs_known);

// "differs", "data", "variable", "added", "removed", "renamed", "moved".
const char *function_change_name(enum function_change change);
