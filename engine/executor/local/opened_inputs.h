// The files of their own projects that the variants open in the trial, held against each other.
#pragma once

#include "executor/executor.h"

struct local_executor;

// By prepared variant.
struct opened_inputs;

// For one trial; watches nothing yet.
struct opened_inputs *opened_inputs_begin(struct local_executor *executor);

// Before and after an execution whose time is not kept: what it opens is that variant's. Only where
// a variant of the cell has another tree than the first are there files to compare.
void opened_inputs_before(struct opened_inputs *inputs, size_t index);
void opened_inputs_after(struct opened_inputs *inputs, size_t index);

// Fills `inputs`, `files` and `inputs_unseen` of the trial's items.
NODISCARD bool opened_inputs_compare(struct opened_inputs *inputs, struct trial *trial,
                                     struct error *error);

// Ends the watches.
void opened_inputs_end(struct opened_inputs *inputs);
