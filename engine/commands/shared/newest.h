// The campaign that is meant where none is named.
#pragma once

#include "commands/shared/command.h"

// The words, or in place of none the campaign below `results` that was written last, which a note
// names. EXIT_USAGE: there is none.
NODISCARD bool campaigns_named(const struct invocation *invocation, struct text_list *folders,
                               struct error *error);
