// Running the tools of a build: compilers, linkers, a project's own commands.
#pragma once

#include "base/files.h"

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

// What to run. Pointers are borrowed until tool_finish().
struct tool {
    char *const *arguments;            // argv; [0] without a slash is looked up in PATH
    char *const *environment;          // complete, NULL-terminated
    const char *folder;                // working directory, or NULL: ours
    double timeout_s;                  // then its whole group is ended; 0: no limit
    const volatile sig_atomic_t *stop; // set: its group is ended at once; or NULL
};

// A tool under way.
struct running_tool {
    pid_t pid;
    int output; // memfd with its stdout and stderr, or -1
    int64_t deadline_ns;
    const volatile sig_atomic_t *stop;
};

// What became of it; `output` belongs to the caller (text_release).
struct tool_end {
    bool timed_out, interrupted;
    int status; // as waitpid() has it
    struct text output;
};

// Starts it in a process group of its own, stdin empty; it dies with the thread that started it.
NODISCARD bool tool_start(const struct tool *tool, struct running_tool *running,
                          struct error *error);

// Waits for its end and reads what it wrote.
NODISCARD bool tool_finish(struct running_tool *running, struct tool_end *end, struct error *error);

// Both; what it wrote is added to the file `log` (NULL: nowhere).
NODISCARD bool tool_run(const struct tool *tool, const char *log, struct tool_end *end,
                        struct error *error);

// Adds a headline and a tool's output to the file `log`.
NODISCARD bool tool_log(const char *log, const struct tool *tool, const struct tool_end *end,
                        struct error *error);

bool tool_succeeded(const struct tool_end *end);

// failed() with EXIT_FAILED: `what`, how it ended, and the last lines it wrote; EXIT_INTERRUPTED if
// it was stopped.
bool tool_failed(const struct tool_end *end, const char *what, struct error *error);

// A copy of the engine's environment with `settings` ("NAME=value") in place of variables of the
// same name; a bare "NAME" removes it.
struct text_list environment_with(struct arena *arena, const struct text_list *settings);
