// The experiment of `eswexp bias`: a file's variants, swept over one factor with all else fixed.
#pragma once

#include "analysis/bias/bias.h"
#include "spec/overrides.h"
#include "spec/spec.h"
#include "store/facts.h"

struct bias_request {
    const char *path;            // of the experiment file
    const char *over;            // --over: a randomizer, or an axis of the file
    const char *values;          // --values, or NULL
    const char *repeat;          // --repeat, or NULL
    size_t environment_bytes;    // of the present environment
    struct spec_overrides given; // of the command line
};

enum { BIAS_FACTS = 4 };

struct bias_setup {
    const char *factor;
    enum bias_kind kind;
    const char *own;        // value of the present set-up, or NULL
    bool beside;            // it is no value that counts
    struct text_list notes; // sentences for the log
};

// Reads the file with the sweep laid over it. Mistakes in it go to `report`; EXIT_USAGE: what is
// asked for is no factor, or the file has nothing to compare.
NODISCARD struct spec *bias_spec(struct arena *arena, const struct bias_request *request,
                                 struct bias_setup *setup, struct text *report,
                                 struct error *error);

// Facts by which a campaign remembers it; returns how many.
size_t bias_facts(const struct bias_setup *setup, struct stored_fact facts[BIAS_FACTS]);
