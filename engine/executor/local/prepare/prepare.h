// Variants prepared before anything is measured: probes, programs, factors that cannot be
// randomized.
#pragma once

#include "build/program.h"
#include "executor/executor.h"
#include "executor/local/prepare/work_folder.h"
#include "model/process_settings.h"
#include "model/toolchain_facts.h"
#include "run/launcher/launcher.h"

// One variant of one cell, ready to be executed.
struct prepared_variant {
    const struct target *target;
    struct program *program; // NULL: nothing is built
    const char *given_up;    // why its revision makes no program; else NULL
    const char *toolchain;   // compiler and linker with their versions, or NULL
    struct toolchain_facts facts;
    struct randomizer_use *uses; // those that can be randomized here
    size_t use_count;
    const int *cpus; // as affinity_settle() chose them; empty: not pinned
    size_t cpu_count;
    bool draws_cpu; // one for each round, of those that all variants draw from
    struct process_settings process_settings;
    double build_s;          // duration of its build; 0: it has an earlier variant's program
    size_t tried, successes; // executions
    size_t failures;         // attempts
    bool given_up_told;
    double last_s;        // duration of its last execution; 0: none yet
    bool quoted;          // the output of a failure was shown
    bool parsed, reports; // its output was searched for metrics; had one
    double shortest_ns;   // its shortest sample; 0: none yet
    bool timer_warned;    // timer overhead was warned of
};

// Failed attempts after which a variant without any success is given up: those of two executions.
// The trial does not count, so that a campaign which is resumed without one ends like any other.
enum { GIVEN_UP_AFTER = 4 };

// Whether its planned executions are skipped.
static inline bool prepared_is_given_up(const struct prepared_variant *prepared)
{
    return prepared->given_up || (!prepared->successes && prepared->failures >= GIVEN_UP_AFTER);
}

struct prepared_variants {
    const struct spec *spec;
    struct prepared_variant *items; // cell-major: cell * variant_count + variant
    size_t count;
    size_t program_count; // compiled so far
};

// A prepared variant for every variant of every cell, with the randomizer uses of the file.
struct prepared_variants prepared_variants_of(struct arena *arena, const struct spec *spec);

// Probes every randomizer and compiles every distinct program in the work folder. `executor` has
// the request's fields, and receives the gaps (factors that are left out by allow_missing,
// revisions that make no program, build inputs without an effect) and the identical variants. A
// revision without a program is given up, as long as its cell has another variant and the request
// is not for a `whole` experiment: its planned executions fail.
NODISCARD bool
prepared_variants_prepare(struct prepared_variants *variants, struct executor *executor,
                          const struct work_folder *folder, struct launcher *launcher,
                          const struct executor_request *request, struct error *error);

// "variant 'x' of 'sort', …" of those that were given up, or "".
const char *prepared_variants_given_up(const struct prepared_variants *variants,
                                       struct arena *arena);
