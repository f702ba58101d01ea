// A stored campaign that is measured again: what its own copy of the experiment says.
#pragma once

#include "commands/shared/command.h"
#include "spec/spec.h"

// clang-format off
#define RECALL_TRUST(options)                                                                      \
    {                                                                                              \
        "trust", 0, NULL, "run what another user's campaign names", OPTION_FIELD(options, trust)   \
    }
// clang-format on

// The specification of the campaign in this folder, after its mistakes are printed; NULL:
// EXIT_USAGE, also for somebody else's campaign unless `trust` is given.
struct spec *recall_spec(const struct invocation *invocation, const char *folder, bool trust,
                         struct error *error);
