// Reading one file, or one folder of criterion, that a benchmark harness wrote.
#pragma once

#include "run/harness/harness.h"

struct harness_file {
    const char *variant, *path;
    const struct harness_reader *reader;
    struct harness_output output;
    size_t executions; // of its processes, at least 1
};

// Did a harness write it? A folder must hold samples of criterion, and be no campaign.
bool harness_file_is_one(const char *path);

// Reads `file->path`. A mistake in it is EXIT_USAGE.
NODISCARD bool harness_file_read(struct arena *arena, struct harness_file *file,
                                 struct error *error);

// "new/run.json" is "run".
const char *harness_file_stem(struct arena *arena, const char *path);
