// Guessing from a folder's files how it is built and which program in it is worth timing.
#pragma once

#include "base/arena.h"
#include "base/text.h"
#include "commands/init/project/suites.h"

// Where CMake and Meson build: the copy of a project may already have a folder `build`.
#define BUILD_FOLDER "eswexp-build"

// Of repetitions of one command: standard deviations as shares of the mean.
struct time_spread {
    bool by_cpu_time; // CPU time is far steadier than wall time, and takes nearly all of it
    double wall, cpu;
};

// A benchmark, by the keys of an experiment file.
struct guess {
    const char *found;         // "CMakeLists.txt", "bench.c"; NULL: nothing that is built
    const char *program;       // the benchmark's name; NULL: no program was found
    const char *setup, *build; // shell lines, or NULL
    const char *cflags, *libs; // or NULL
    const char *command;       // or NULL: of `sources`
    struct text_list sources;  // relative to the folder
    const char *samples;       // of a suite, the key `samples`; NULL: as the program suggests

    // Programs with a harness; they go before `program`. Their own lines build them.
    struct suites suites;

    // Further benchmarks of the same build, with commands of their own.
    const struct guess *others;
    size_t other_count;

    // What builds all programs; NULL: as above.
    const char *setup_of_all, *build_of_all;

    // Of a command that was tried.
    const char *arguments;  // quoted for a shell; or NULL
    const char *source;     // the file in which the arguments stand, or NULL
    double seconds;         // it took, or all suites; 0: not tried
    struct text_list reads; // files of the project that it opens
    struct time_spread spread;
    bool reads_unknown; // whether it opens any

    bool moves_functions;  // layouts move single functions without an option
    bool harness;          // the program includes eswexp.h
    bool is_own_benchmark; // `command` is how the project itself runs its benchmark
    bool lists_benchmarks; // its build folder does, with their commands
};

// Is it a command that runs without a build?
static inline bool guess_is_ready(const struct guess *guess)
{
    return guess->command && !guess->build && !guess->sources.count;
}

enum { GUESSES_MOST = 7 };

// A guess for each build system that the folder has, the likeliest first; returns their number.
// `folder` is absolute. Files that cannot be read count as missing. Where nothing is built it is 0,
// and the first guess is a script to be timed, if there is one.
size_t guess_project(struct arena *arena, const char *folder, struct guess guesses[GUESSES_MOST]);

// Whether it has only letters, digits and "_.+-/", so shells, YAML and make take it as one word.
bool is_plain(const char *word);

// "test_x", "fuzzer", "demo.c": is it no program for users?
bool is_test(const char *path);

// Does it have a command that the project itself means for measuring, by a name or a harness?
bool guess_is_benchmark(const struct guess *guess);
