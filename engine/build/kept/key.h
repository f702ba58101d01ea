// The key of a kept build: everything that decides its bytes.
#pragma once

#include "build/toolchain/toolchain.h"
#include "spec/spec.h"

struct kept_inputs {
    const struct target *target;
    const struct toolchain *toolchain;
    const char *folder;  // of the variant: programs may hold its path
    const char *sources; // the checkout, before anything was built in it
    const char *shim;    // which records the links
};

// Writes a line for each input, with its length: two builds of the same text make the same
// program, as far as the machine can tell. Fails if the sources have files of other kinds.
NODISCARD bool kept_key(const struct kept_inputs *inputs, struct text *key, struct error *error);
