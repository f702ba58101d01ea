// A reproduction for people and for programs.
#pragma once

#include "analysis/reproduce/reproduction.h"
#include "report/model/document.h"
#include "report/model/record.h"

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

// For programs.
struct record *reproduction_record(struct arena *arena, const struct reproduction *reproduction,
                                   const struct reproduction_frame *frame);
