// Places built files where they are executed.
#pragma once

#include "base/arena.h"
#include "base/error.h"

#include <sys/stat.h>
#include <time.h>

// A built file, and the constant path at which it lies during an execution.
struct built_file {
    const char *binary, *copy_to;
    struct timespec modified; // of the copy, as for utimensat(2)
    // A file whose pages in memory the copy takes: executions that name the same one differ by no
    // accident of where pages lie. NULL: the copy has pages of its own.
    const char *pages;
};

NODISCARD bool built_files_place(const struct built_file *built, size_t count, struct error *error);

// What lies where the built files were placed; zeros: nothing.
struct stat *built_files_look(struct arena *arena, const struct built_file *built, size_t count);

// The path of a file that is no longer what built_files_look() found, or NULL.
const char *built_files_replaced(struct arena *arena, const struct built_file *built, size_t count,
                                 const struct stat *placed);
