// The trial of a guess: what its files share.
#pragma once

#include "build/program.h"
#include "commands/init/project/guess.h"
#include "commands/init/tries.h"
#include "commands/shared/command.h"
#include "executor/local/prepare/work_folder.h"

struct trial {
    const struct invocation *invocation;
    struct arena *arena;
    const char *folder, *name;
    struct work_folder work;
    struct workshop workshop;
    double seconds; // of the last build
    int64_t end_ns; // no build begins later

    struct program *program; // of the last build that linked one
    struct text_list outputs;
};

// A path in the work folder.
const char *trial_place(const struct trial *trial, const char *name);

bool trial_has_time(const struct trial *trial);

// Builds by the lines of the guess; false if that fails or links no program.
NODISCARD bool trial_build(struct trial *trial, const struct guess *guess, struct error *error);

// The same by those that build all programs, which then are the lines of the guess.
NODISCARD bool trial_build_all(struct trial *trial, struct guess *guess, struct error *error);

// Copies the tree, with what the build made in folders for caches, for the tries; a program of own
// sources runs in the project's folder itself, so gets two copies.
NODISCARD bool trial_prepare_tries(const struct trial *trial, const struct guess *guess,
                                   struct trying *trying, struct error *error);

// Builds the suites of the guess, and keeps those that run; false: none.
bool trial_suites(struct trial *trial, struct guess *guess);

// Makes those programs of the last build that are named as benchmarks, and succeed, those of the
// guess; false: there is none.
bool trial_named_benchmarks(const struct trial *trial, const struct trying *trying,
                            struct guess *guess);

// Makes the suites among the programs of the last build those of the guess; false: there is none.
bool trial_linked_suites(const struct trial *trial, const struct trying *trying,
                         struct guess *guess);
