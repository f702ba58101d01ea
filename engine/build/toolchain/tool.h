// Runs the tools of a build: compilers, linkers, a project's own commands.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

// The command to run. Pointers are borrowed until tool_finish().
struct tool {
    char *const *arguments;            // argv; [0] without a slash is looked up in PATH
    char *const *environment;          // complete, NULL-terminated
    const char *folder;                // working directory, or NULL: ours
    bool is_mute;                      // its output is discarded
    double timeout_s;                  // after which its process group is ended; 0: no limit
    const volatile sig_atomic_t *stop; // non-zero ends its process group at once; or NULL
};

// A tool that runs.
struct running_tool {
    pid_t pid;
    int output; // memfd with its stdout and stderr, or -1
    int64_t deadline_ns;
    const volatile sig_atomic_t *stop;
};

// How a tool ended; the caller releases `output`.
struct tool_end {
    bool timed_out, interrupted;
    int status; // from waitpid()
    struct text output;
};

// Starts it in a process group of its own with an empty stdin. It dies with the thread that started
// it.
NODISCARD bool tool_start(const struct tool *tool, struct running_tool *running,
                          struct error *error);

// Waits for its end and reads its output.
NODISCARD bool tool_finish(struct running_tool *running, struct tool_end *end, struct error *error);

// tool_start(), tool_finish() and, unless `log` is NULL, tool_log().
NODISCARD bool tool_run(const struct tool *tool, const char *log, struct tool_end *end,
                        struct error *error);

// Appends the command line and the output to the file `log`.
NODISCARD bool tool_log(const char *log, const struct tool *tool, const struct tool_end *end,
                        struct error *error);

bool tool_succeeded(const struct tool_end *end);

// Sets the error to `what`, how the tool ended and what complaint_of() takes of its output:
// EXIT_INTERRUPTED if it was stopped, else EXIT_FAILED. Returns false.
bool tool_failed(const struct tool_end *end, const char *what, struct error *error);

// A copy of this process's environment in which `settings` ("NAME=value") replace variables of the
// same name; a bare "NAME" removes one.
struct text_list environment_with(struct arena *arena, const struct text_list *settings);

// The first line that `program` prints when called with `option` only, without the shim. A
// program is asked once in the life of this process.
NODISCARD bool tool_first_line(struct arena *arena, const char *program, const char *option,
                               char **line, struct error *error);
