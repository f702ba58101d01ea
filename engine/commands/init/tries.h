// Running a program with arguments that the project itself uses, and choosing among them.
#pragma once

#include "base/arena.h"
#include "commands/init/project/guess.h"

#include <signal.h>
#include <stdint.h>

// Where programs are tried. What they write stays in these folders.
struct trying {
    struct arena *arena;
    const char *rough; // a copy of the built tree, in which everything is tried
    const char *clean; // the built tree, in which only the chosen command runs
    const volatile sig_atomic_t *stop;
};

struct tried {
    bool has_succeeded; // exit status 0, in time
    bool has_ended;     // in time, in whatever way
    double seconds;
};

// Runs a program in `folder` once, without input. `path` is from the folder, or absolute. `output`
// becomes what it prints, in the arena; NULL: that is discarded.
struct tried try_once(const struct trying *trying, const char *folder, const char *path,
                      const struct text_list *arguments, double limit_s, const char **output);

// Sets what the guess says of its command: the arguments, where they stand, how long they take.
// Prefers what the project itself uses; `path` as for try_once().
void try_arguments(const struct trying *trying, const char *path, struct guess *guess);

// Does the command of the guess, with its own arguments, succeed, and again? Sets its seconds.
bool try_command(const struct trying *trying, struct guess *guess);
