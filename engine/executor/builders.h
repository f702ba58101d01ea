// Builds of the blocks ahead, linked in parallel while nothing is measured.
#pragma once

#include "executor/local_executor.h"
#include "model/build_result.h"

// One planned build, carried out.
struct built {
    const char *binary; // NULL: nothing was built, or it failed
    struct address_layout address_layout;
    struct draws draws;
    struct build_result result;
    struct figures figures; // of the build, for all its executions
    bool wanted;            // some execution of it is still to be run
    bool failed;
    struct error error; // EXIT_FINE where the variant was given up before
};

// Draws and links those of plan->builds[first .. first + count) that are wanted into `built`, on
// all CPUs allowed. The paths of binaries live in `memory`.
void build_all(struct local_executor *executor, struct arena *memory, const struct plan *plan,
               size_t first, size_t count, struct built *built);
