// How a folder is built and which program in it is worth timing: a guess, from its files alone.
#pragma once

#include "base/arena.h"
#include "base/text.h"

// A benchmark, as an experiment file would say it.
struct guess {
    const char *found;         // "CMakeLists.txt", "bench.c"; NULL: nothing that is built
    const char *program;       // the benchmark's name; NULL: no program was found
    const char *setup, *build; // shell lines, or NULL
    const char *cflags, *libs; // or NULL
    const char *command;       // or NULL: of `sources`
    struct text_list sources;  // relative to the folder
    bool harness;              // the program includes eswexp.h
};

// Of an absolute folder. What cannot be read is as if it were not there.
struct guess guess_project(struct arena *arena, const char *folder);
