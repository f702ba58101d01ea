// The experiment file of a comparison: from one revision, for all sides.
#pragma once

#include "base/log.h"
#include "campaign/compare/bench_files.h"
#include "campaign/compare/sides.h"
#include "spec/overrides.h"
#include "spec/spec.h"

struct comparison_request {
    const char *file;            // --spec, or NULL: eswexp.yaml in the working directory or the
                                 // nearest folder above it, up to the repository's
    const char *from;            // --spec-from: the revision whose file counts; NULL: the last side
    const char *bench_from;      // --bench-from: the revision of the benchmark's files, or NULL
    const char *submodules;      // --submodules: the key's value, or NULL
    const char *rebuilt;         // name of a second build of the baseline, or NULL
    bool explained;              // --explain: each side also as built
    struct spec_overrides given; // of the command line
};

// Reads the file with the sides as its variants. Mistakes in it go to `report`.
NODISCARD struct spec *comparison_spec(struct arena *arena, struct repository *repository,
                                       const struct sides *sides,
                                       const struct comparison_request *request,
                                       struct comparison_notes *notes, struct text *report,
                                       struct error *error);
