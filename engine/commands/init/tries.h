// Running a program with arguments that the project itself uses, and choosing among them.
#pragma once

#include "base/arena.h"
#include "commands/init/project/guess.h"
#include "git/revision.h"

#include <signal.h>
#include <stdint.h>

// Where programs are tried. What they write stays in these folders.
struct trying {
    struct arena *arena;
    const char *rough;               // a copy of the built tree, in which everything is tried
    const char *clean;               // the built tree, in which only the chosen command runs
    const char *tree;                // `clean`, or the checkout around it
    struct repository *repository;   // of which it is a checkout; NULL: of none
    const struct revision *revision; // with `repository`
    const volatile sig_atomic_t *stop;
    struct text_list *refused; // "'tool -x', as in README: it fails", for each that is not taken
};

struct tried {
    bool has_succeeded; // exit status 0, in time
    bool has_ended;     // in time, in whatever way
    double seconds;
    double cpu_s; // of it and its children
};

// Whether CPU time varies by less than a third of what wall time does, and that by 1 % or more, of
// a program that neither waits nor has several threads; not by a few repetitions, nor by a clock of
// CPU time that counts whole milliseconds.
struct time_spread spread_of_times(const struct tried *tried, size_t count);

// Runs a program in `folder` once, without input. `path` is from the folder, absolute, or looked up
// in PATH. `output` becomes what it prints, in the arena; NULL: that is discarded.
struct tried try_once(const struct trying *trying, const char *folder, const char *path,
                      const struct text_list *arguments, double limit_s, const char **output);

// Words as one line that a shell, and text_split_words(), take apart again.
const char *quoted_words(struct arena *arena, const struct text_list *words);

// Adds a line to those that are not taken. `source`: the file that has the command, or NULL.
void try_refuse(const struct trying *trying, const char *command, const char *source,
                const char *why);

// Why commits may change what a benchmark of the project reads; NULL: no recent one did. Sets what
// the guess says of it.
struct opened_files;
const char *try_inputs(const struct trying *trying, const struct opened_files *inputs,
                       struct guess *guess);

// Finds arguments, among those that the project itself uses, with which the program at `path` works
// for long enough on nothing that commits change, and sets what the guess says of its command.
// `is_benchmark`: none may be right, too, and it may read data that no recent commit has changed.
// False: there are none; the reasons are in trying->refused.
bool try_arguments(const struct trying *trying, const char *path, bool is_benchmark,
                   struct guess *guess);

// The same for the command of the guess, with its own arguments, which the project declares as its
// benchmark.
bool try_command(const struct trying *trying, struct guess *guess);
