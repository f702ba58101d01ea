// The programs that a build made, and which of them is worth timing.
#pragma once

#include "base/arena.h"
#include "base/text.h"

#include <stdint.h>

struct built {
    const char *path; // from the tree; absolute if it lies elsewhere
    const char *name;
    uint64_t file_bytes, text_bytes;
};

// Describes the `outputs` of a build in `tree`, the best first: the one with a name of the project,
// then by size those that are no tests or examples. A link of the same name that leads to an output
// stands for it, because folders in between may be named after compiler options.
struct built *programs_rank(struct arena *arena, const char *tree, const struct text_list *outputs,
                            const struct text_list *project_names);

// The names of the project in `folder`: of the folder, and in its build description.
struct text_list project_names(struct arena *arena, const char *folder);
bool is_named(const char *name, const struct text_list *names);

// "bench", "sum-benchmark", "benches/sum": does its name or folder say that it is a benchmark?
bool is_benchmark(const char *path);

// Why the time of a program's process is none of a benchmark, by the library that it is linked
// with: "it runs the tests of GoogleTest". NULL: nothing says so.
const char *unfit_harness_of(const char *path);
