// Lines of text on a terminal.
#pragma once

#include "base/arena.h"
#include "base/text.h"

#include <stddef.h>
#include <stdio.h>

// The width of a text in columns: its number of code points.
size_t columns_of(const char *text);

// Control characters become '?', so that a name cannot steer a terminal.
const char *plain_name(struct arena *arena, const char *name);

// Prints words wrapped at `columns`. The first line follows `lead`, the others are indented to its
// width; a longer word stays whole.
void wrap(FILE *out, size_t columns, const char *lead, const char *words);

// The same where the line has `at` columns already, up to an indent of `indent`.
void wrap_after(FILE *out, size_t columns, size_t indent, size_t at, const char *words);

// The name cut in the middle to `width` columns, "a long…name".
const char *cut_name(struct arena *arena, const char *name, size_t width);

// The names cut to `width` columns: first of what all of them begin with, "…alpha" and "…beta",
// as far as needed, then in the middle.
struct text_list cut_names(struct arena *arena, const struct text_list *names, size_t width);

// "a, b and c", "a, b, c and 12 more": names on one line.
const char *names_wording(struct arena *arena, const struct text_list *names);

// Whether two texts differ only in numbers: "±1.5 %" and "±12 %" do, names like "O2" and "O3" do
// not.
bool of_a_kind(const char *a, const char *b);
