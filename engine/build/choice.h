// Chooses the programs of a build that every layout relinks: those that the benchmark's command
// runs.
#pragma once

#include "build/program.h"

// Is the benchmark's command to be observed, because it does not itself name the program?
bool program_needs_trial(const struct program *program);

// Did an execution make or change the file, and not the build?
bool program_changed_since(const struct program *program, const char *path);

// Did the build link shared libraries, of which an environment may name another?
bool program_has_libraries(const struct program *program);

// What trial executions of the command executed and mapped as code; absolute paths. Of each
// executed file that is gone a copy, else "".
struct trial_execution {
    bool observed;      // false: this machine forbids it
    const char *failed; // why there may be more, or NULL
    struct text_list executed, mapped, contents;
};

// Chooses the programs by what ran, beside those that the command itself told, or checks that those
// of 'program' ran. `required`: a trial in which no program of the build ran is an error.
NODISCARD bool program_observe(struct program *program, const struct trial_execution *trial,
                               bool required, struct error *error);
