// Guessing from a folder's files how it is built and which program in it is worth timing.
#pragma once

#include "base/arena.h"
#include "base/text.h"

// A benchmark, by the keys of an experiment file.
struct guess {
    const char *found;         // "CMakeLists.txt", "bench.c"; NULL: nothing that is built
    const char *program;       // the benchmark's name; NULL: no program was found
    const char *setup, *build; // shell lines, or NULL
    const char *cflags, *libs; // or NULL
    const char *command;       // or NULL: of `sources`
    struct text_list sources;  // relative to the folder
    bool harness;              // the program includes eswexp.h
};

// `folder` is absolute. Files that cannot be read count as missing.
struct guess guess_project(struct arena *arena, const char *folder);
