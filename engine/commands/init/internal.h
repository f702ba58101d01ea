// What the readers of build systems share: a guess each, and the choice among programs.
#pragma once

#include "commands/init/guess.h"

// One guess each; false where the folder has no such project.
bool guess_cmake(struct arena *arena, const char *folder, struct guess *guess);
bool guess_meson(struct arena *arena, const char *folder, struct guess *guess);
bool guess_autotools(struct arena *arena, const char *folder, struct guess *guess);
bool guess_makefile(struct arena *arena, const char *folder, struct guess *guess);
bool guess_sources(struct arena *arena, const char *folder, struct guess *guess);

// Where CMake and Meson build: a folder that nobody has, as the copy has all that a user built.
#define BUILD_FOLDER "eswexp-build"

// A program that might be timed.
struct candidate {
    const char *name, *path; // path as run from the project's folder, without "./"
    const char *goal;        // what the build is asked for
    const char *command;     // how the project runs it; NULL: the path alone
    const char *purpose;     // the target that runs it, or NULL
    const char *option;      // that must be on for it, or NULL
};

struct choice {
    struct candidate best;
    int rank; // of the best; 0: none yet
};

// Benchmarks are best, tests and examples worst; the first of equals stays. What a shell or YAML
// would take apart is left out.
void choice_consider(struct choice *choice, struct candidate candidate);

// Whether all of it is letters, digits and "_.+-/": one word to every shell, YAML and make.
bool is_plain(const char *word);

// Programs that the rules of a makefile link; true if there is such a file.
bool makefile_consider(struct arena *arena, const char *folder, const char *name,
                       struct choice *choice);

// The whole file `name` of the folder, or NULL; uncommented: without comments that '#' begins.
char *project_read(struct arena *arena, const char *folder, const char *name);
char *project_read_uncommented(struct arena *arena, const char *folder, const char *name);
