// An agreement as people and programs read it.
#pragma once

#include "analysis/agreement.h"

#include <stdio.h>

// What the reader must know beside the numbers.
struct agreement_frame {
    const struct findings *old, *new;
    const char *folder;              // of the repetition
    const struct text_list *changed; // sources that are not those that were bundled, a line each
    const struct text_list *kinship; // machine, tools and programs that differ, a line each
    bool finished;                   // the repetition is whole
};

// One line for each quantity, then the verdict.
void agreement_text(const struct agreement *agreement, const struct agreement_frame *frame,
                    FILE *out, size_t columns, bool colour);

NODISCARD bool agreement_json(const struct agreement *agreement,
                              const struct agreement_frame *frame, FILE *out, struct error *error);
