// Reading a linker's command line.
#pragma once

#include "base/error.h"
#include "base/text.h"

// A copy of `words` with every @file replaced by the words in it, relative to the working folder.
NODISCARD bool link_expand(struct arena *arena, char *const *words, struct text_list *expanded,
                           struct error *error);

// The file it writes ("a.out" unless told).
const char *link_output(const struct text_list *arguments);

// Does it make a program that somebody will run: neither a shared library nor a relocatable
// object, nor the test program of a configure script, CMake or Meson?
bool link_makes_program(const struct text_list *arguments, const char *folder);

// The linker script given by -T, or NULL.
const char *link_own_script(const struct text_list *arguments);

// Is there this option, with one or two dashes before it?
bool link_has(const struct text_list *arguments, const char *option);

// If the word at *index is the option (with one or two dashes), its value: after "=", or the next
// word, to which *index is moved. NULL if it is another word.
const char *link_value(const struct text_list *arguments, size_t *index, const char *option);
