// What the command line changes of an experiment, and how its text records it.
#pragma once

#include "spec/spec.h"

// What the command line changes.
struct spec_overrides {
    struct text_list settings; // "dotted.key=value" of --set
    const char *seed;          // of --seed, or NULL
    bool quick;                // smaller pilot, few repetitions; plainly marked
    bool elsewhere;            // the machine is not asked for files, programs and CPUs: for reports
    bool one_point; // of a sweep, only the first cell of each benchmark: for what its cells share
};

// What spec->text says at its end of the overrides it was read with, the seed among them, so that
// spec_parse() of the text with them gives the same experiment again.
struct spec_overrides spec_overrides_of(struct arena *arena, const char *text);

// spec->text without that: the file as it was read.
const char *spec_text_alone(struct arena *arena, const char *text);

// The seed of the command line, if there is one.
NODISCARD bool overrides_seed(const struct spec_overrides *overrides, struct spec *spec,
                              struct error *error);

// The file's text with comments that spec_overrides_of() understands.
const char *overrides_note(struct arena *arena, const char *text, size_t length,
                           const struct spec_overrides *overrides, uint64_t seed);
