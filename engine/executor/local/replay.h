// Making a build of a stored plan again, and executing it.
#pragma once

#include "executor/executor.h"
#include "run/execution.h"
#include "store/executions.h"

struct built;
struct placeables; // build/draw.h

// A build of a plan of one block, made again. Lives in the executor's arena.
struct remade {
    struct executor *executor; // the local one, after settle()
    const struct plan *plan;
    size_t build; // index
    const struct built *built;
};

// Draws and links it. The store of settle() has the campaign's FACT_HORIZON, if its cell has one.
NODISCARD bool remade_build(struct executor *executor, const struct plan *plan, size_t build,
                            struct remade *remade, struct error *error);

// The identity of what was linked; NULL: nothing is built, only executed.
const struct build_result *remade_result(const struct remade *remade);
const struct draws *remade_draws(const struct remade *remade);

// The CPUs that its executions are bound to, as a list; "": any.
const char *remade_cpus(const struct remade *remade);

// The functions that its layouts can place, and their addresses in the build. Something is
// linked. EXIT_FAILED: the linker places by itself.
NODISCARD bool remade_functions(const struct remade *remade, struct arena *arena,
                                struct placeables *functions, struct error *error);
NODISCARD bool remade_addresses(const struct remade *remade, const struct placeables *functions,
                                uint64_t *addresses, struct error *error);

// The folder in which it is built, which is removed when the executor is closed.
const char *remade_folder(const struct remade *remade);

// The folder of it that program_tree() names; the build has a program.
const char *remade_tree(const struct remade *remade);

// Writes how the linker was told the layout of a program; see program_script().
NODISCARD bool remade_script(const struct remade *remade, size_t program, const char *output,
                             struct arena *arena, struct text_list *arguments, struct error *error);

// An execution of the plan (index) as it would be launched.
struct execution_request remade_request(const struct remade *remade, struct arena *arena,
                                        size_t execution);

// The samples of one execution, by meter of the executor.
struct remade_samples {
    struct stored_series *series;
    size_t count;
    const char *failure, *output; // NULL: it succeeded
};

// Executes it once. EXIT_INTERRUPTED: *stop is set.
NODISCARD bool remade_execute(const struct remade *remade, struct arena *arena, size_t execution,
                              struct remade_samples *samples, struct error *error);
