// Overrides of the command line: --set, --seed, --quick, and how spec->text records them.
#pragma once

#include "spec/spec.h"

// What an experiment file begins with that stands for commands of the command line: a comment with
// the options and commands that follow `eswexp run`.
#define COMMAND_LINES_BEFORE "# commands: eswexp run"

// What the command line overrides.
struct spec_overrides {
    struct text_list settings; // "dotted.key=value" of --set
    const char *seed;          // of --seed, or NULL
    bool quick;                // smaller pilot, few repetitions; reports mark such a run
    bool elsewhere;            // files, programs and CPUs need not exist here: for reports
    bool one_point;            // only the first cell of each benchmark: for what its cells share
    bool accepted; // the text is of a file that was accepted: what it declares without effect stays
};

// The overrides, with the seed, that the end of spec->text records: spec_parse() of the text with
// them returns the same experiment.
struct spec_overrides spec_overrides_of(struct arena *arena, const char *text);

// spec->text without that record: the file as it was read.
const char *spec_text_alone(struct arena *arena, const char *text);

// Sets the seed from --seed, if it is given. EXIT_USAGE: it is not a number of 64 bits.
NODISCARD bool overrides_seed(const struct spec_overrides *overrides, struct spec *spec,
                              struct error *error);

// The file's text with the comments that spec_overrides_of() reads.
const char *overrides_note(struct arena *arena, const char *text, size_t length,
                           const struct spec_overrides *overrides, uint64_t seed);
