// The shell script that starts a kept build without eswexp.
#pragma once

#include "model/build_result.h"
#include "run/launcher/launcher.h"

// What is started; paths are those of the kept folder.
struct start {
    const char *what;                  // for people
    const struct build_result *result; // NULL: nothing is built
    const struct launch *launch;       // as eswexp would start it
    const char *folder, *program;
    struct text_list arguments; // argv, its first word included
    const char *cpus;           // as a list; "": any
    bool prints_samples;        // it has the harness eswexp.h
};

// The script's text, and the environment that it sets. Program path and padding are chosen so that
// the strings above the stack have as many bytes as under eswexp.
char *start_script(struct arena *arena, const struct start *start, struct text_list *environment);
