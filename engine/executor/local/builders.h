// Builds of the next blocks, linked in parallel while nothing is measured.
#pragma once

#include "build/program.h"
#include "plan/plan.h"

struct local_executor;

// One planned build, carried out.
struct built {
    const char *binary;  // of the first program; NULL: nothing was built, or it failed
    size_t binary_count; // that lie at program_output()
    struct address_layout address_layout;
    struct draws draws;
    struct build_result result;
    struct figures figures; // of the build, for all its executions
    bool wanted;            // some execution of it is still to be run
    bool failed;
    struct error error; // EXIT_FINE where the variant was given up before
};

struct prepared_variant;

// Draws the factors of a build: its address layout and `layouts`, of program_layouts() or NULL
// without a program; recorded in `built`.
void build_draw(const struct local_executor *executor, const struct planned_block *block,
                const struct prepared_variant *prepared, struct layout *layouts,
                struct built *built);

// Layouts that are linked at the same time: timed builds run alone.
size_t builders_most(const struct local_executor *executor);

// Draws and links the wanted builds of plan->builds[first .. first + count) into `built`, on all
// allowed CPUs. The paths of binaries live in `memory`.
void build_all(struct local_executor *executor, struct arena *memory, const struct plan *plan,
               size_t first, size_t count, struct built *built);
