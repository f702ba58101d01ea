// Profilers: tools that sample the functions in which a program spends its time.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

// One sample.
struct hit {
    const char *function, *object; // in the line
};

struct profiler {
    const char *name;     // of the program, too
    const char *packages; // where to get it

    // The command line that executes `command` (its program absolute) and samples it; `folder` is
    // for its files.
    struct text_list (*wrap)(struct arena *arena, const char *tool, const char *folder,
                             const struct text_list *command);

    // What then lists the samples, a line each; NULL: its own output does.
    struct text_list (*list)(struct arena *arena, const char *tool, const char *folder);

    // Parses a line, which it changes; false: it is no sample.
    bool (*read)(char *line, struct hit *hit);
};

// perf or gdb; NULL for another name.
const struct profiler *profiler_named(const char *name);

// A profiler and the path of its program.
struct profiling {
    const struct profiler *profiler; // NULL: nothing is profiled
    const char *program;
};

// Finds perf or gdb; EXIT_USAGE, with the remedy, for another name or a missing program.
NODISCARD bool profiler_find(struct arena *arena, const char *name,
                             const struct profiler **profiler, const char **program,
                             struct error *error);
