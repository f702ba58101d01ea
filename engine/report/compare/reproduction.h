// A reproduction as text and as JSON.
#pragma once

#include "analysis/reproduce/reproduction.h"
#include "report/model/document.h"

#include <stdio.h>

// The facts that a reader needs beside the numbers.
struct reproduction_frame {
    const struct findings *old, *new;
    const char *folder;                    // of the reproduction
    const struct text_list *changed;       // sources that differ from the bundled ones, a line each
    const struct text_list *comparability; // machine, tools and programs that differ, a line each
};

// The verdict, then each quantity.
struct document *reproduction_document(struct arena *arena, const struct reproduction *reproduction,
                                       const struct reproduction_frame *frame);

NODISCARD bool reproduction_json(const struct reproduction *reproduction,
                                 const struct reproduction_frame *frame, FILE *out,
                                 struct error *error);
