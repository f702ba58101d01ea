// The readers of build systems, and how they choose among programs.
#pragma once

#include "commands/init/project/guess.h"

// Each guesses for one build system; false if the folder has no such project.
bool guess_cargo(struct arena *arena, const char *folder, struct guess *guess);
bool guess_cmake(struct arena *arena, const char *folder, struct guess *guess);
bool guess_meson(struct arena *arena, const char *folder, struct guess *guess);
bool guess_autotools(struct arena *arena, const char *folder, struct guess *guess);
bool guess_makefile(struct arena *arena, const char *folder, struct guess *guess);
bool guess_go(struct arena *arena, const char *folder, struct guess *guess);
bool guess_sources(struct arena *arena, const char *folder, struct guess *guess);

// A script to be timed, such as bench.py, with its interpreter; nothing is built.
bool guess_script(struct arena *arena, const char *folder, struct guess *guess);

// Is one of the words part of the text, in letters of any case?
bool contains_any(const char *text, const char *const *words);

// Removes objects that the copy has; a revision may lack the rule.
#define CLEAN "(make clean || true)"

// A program that might be timed.
struct candidate {
    const char *name, *path; // path as run from the project's folder, without "./"
    const char *goal;        // what the build is asked for
    const char *command;     // how the project runs it; NULL: the path alone
    const char *purpose;     // the target that runs it, or NULL
    const char *option;      // that must be on for it, or NULL
};

struct choice {
    struct text_list names; // of the project
    struct candidate best;
    int rank; // of the best; 0: none yet
};

// Prefers how the project runs its benchmark, then the program with a name of the project, then
// benchmarks, other programs, tests and examples; the first of equals stays. Ignores names that a
// shell or YAML would split.
void choice_consider(struct choice *choice, struct candidate candidate);

// Considers the programs that the rules of a makefile link; false without such a file.
bool makefile_consider(struct arena *arena, const char *folder, const char *name,
                       struct choice *choice);

// The whole file `name` of the folder, or NULL; uncommented: without comments that '#' begins.
char *project_read(struct arena *arena, const char *folder, const char *name);
char *project_read_uncommented(struct arena *arena, const char *folder, const char *name);
