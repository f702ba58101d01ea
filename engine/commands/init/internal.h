// The trial of a guess: what its files share.
#pragma once

#include "build/program.h"
#include "commands/init/project/guess.h"
#include "commands/init/trial.h"
#include "commands/init/tries.h"
#include "commands/shared/command.h"
#include "executor/local/prepare/work_folder.h"

struct trial {
    const struct invocation *invocation;
    struct arena *arena;
    const struct init_project *project;
    struct work_folder work;
    struct workshop workshop;
    double seconds;            // of the last build
    int64_t end_ns;            // no build begins later
    struct text_list refused;  // commands that are not taken, and why
    struct text_list left_out; // the last reason of each benchmark of which none is

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
// sources, and a command that nothing builds, get two copies of the project's folder.
NODISCARD bool trial_prepare_tries(struct trial *trial, const struct guess *guess,
                                   struct trying *trying, struct error *error);

// Builds the suites of the guess, and keeps those that run; false: none.
bool trial_suites(struct trial *trial, struct guess *guess);

// Makes those programs of the last build that are named as benchmarks, and work, those of the
// guess; false: there is none.
bool trial_named_benchmarks(struct trial *trial, const struct trying *trying, struct guess *guess);

// The same of the benchmarks that the build folder of Meson lists.
bool trial_meson_benchmarks(struct trial *trial, const struct trying *trying, struct guess *guess);

// Makes the suites among the programs of the last build those of the guess; false: there is none.
bool trial_linked_suites(const struct trial *trial, const struct trying *trying,
                         struct guess *guess);
