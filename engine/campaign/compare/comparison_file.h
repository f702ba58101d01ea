// The experiment file of a comparison: from one revision, for all sides.
#pragma once

#include "base/log.h"
#include "campaign/compare/sides.h"
#include "spec/overrides.h"
#include "spec/spec.h"

struct comparison_request {
    const char *file;            // --spec, or NULL: eswexp.yaml in the repository's folder
    const char *from;            // --spec-from: the revision whose file counts; NULL: the last side
    const char *bench_from;      // --bench-from: the revision of the benchmark's files, or NULL
    const char *submodules;      // --submodules: the key's value, or NULL
    const char *rebuilt;         // name of a second build of the baseline, or NULL
    struct spec_overrides given; // of the command line
};

// Reads the file with the sides as its variants. Mistakes in it go to `report`; notes for the
// reader of the comparison (another revision's file, a harness that differs) to `notes`.
NODISCARD struct spec *comparison_spec(struct arena *arena, struct repository *repository,
                                       const struct sides *sides,
                                       const struct comparison_request *request,
                                       struct text_list *notes, struct text *report,
                                       struct error *error);
