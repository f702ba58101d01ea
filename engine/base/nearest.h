// The candidate nearest to a mistyped word, for "did you mean".
#pragma once

// Nearest by edit distance with transpositions, which may be at most a third of the word's length
// (at least 1); NULL: none is that near. `candidates` is NULL-terminated.
const char *text_nearest(const char *word, const char *const *candidates);
