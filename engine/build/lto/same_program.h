// Compares two links of the same code.
#pragma once

#include "base/error.h"
#include "base/text.h"

// Have both programs the same functions and variables, of the same sizes, the same order of
// constructors and destructors, and the same shared libraries and symbols of them? Otherwise
// `difference` says where they differ, and `lacking` gets the global names that `other` lacks, if
// that is all. Fails if a program cannot be read.
NODISCARD bool programs_compare(struct arena *arena, const char *program, const char *other,
                                const char **difference, struct text_list *lacking,
                                struct error *error);
