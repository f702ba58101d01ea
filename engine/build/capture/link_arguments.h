// Reads a linker's command line.
#pragma once

#include "base/error.h"
#include "base/text.h"

// A copy of `words` in which every @file (relative to the working folder) is replaced by the words
// in that file.
NODISCARD bool link_expand(struct arena *arena, char *const *words, struct text_list *expanded,
                           struct error *error);

// The output file; "a.out" by default.
const char *link_output(const struct text_list *arguments);

enum link_kind { LINK_PROGRAM, LINK_LIBRARY, LINK_OTHER };

// What it makes: a program for users, a shared library, or something else, such as relocatable
// objects and what configure scripts, CMake and Meson link for their tests.
enum link_kind link_kind(const struct text_list *arguments, const char *folder);

// The linker script given by -T, or NULL.
const char *link_own_script(const struct text_list *arguments);

// Does the text of a linker script place ".text" and not the sections of single functions?
bool script_has_text_alone(const char *script);

// Is there this option, with one or two dashes before it?
bool link_has(const struct text_list *arguments, const char *option);

// The value of the option (with one or two dashes) at *index: after "=", or the next word, to which
// *index is then moved. NULL if the word is not this option.
const char *link_value(const struct text_list *arguments, size_t *index, const char *option);
