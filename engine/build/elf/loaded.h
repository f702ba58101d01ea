// Which shared libraries a program loads when it starts, as its loader says.
#pragma once

#include "base/text.h"

#include <signal.h>

// A program and the place from which it is started. All borrowed.
struct loading {
    const char *program, *folder;
    const char *library_path; // "LD_LIBRARY_PATH=…", or NULL
    double timeout_s;
    const volatile sig_atomic_t *stop; // or NULL
};

// LD_LIBRARY_PATH by which the loader finds, of a copy of the program that lies elsewhere, the
// libraries that its run path has beside `place`, where the program will lie ($ORIGIN). `given`:
// "LD_LIBRARY_PATH=…" of its executions, or NULL. NULL: none is needed.
const char *library_path_at(struct arena *arena, const char *program, const char *place,
                            const char *given);

// Asks the program's loader, which does not run it. False if it does not answer, or says something
// unknown; a static program loads none. Absolute paths, links resolved; the names of those that it
// does not find.
bool loaded_libraries(struct arena *arena, const struct loading *loading, struct text_list *paths,
                      struct text_list *missing);
