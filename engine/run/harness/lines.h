// Output that is text: its lines and words.
#pragma once

#include "run/harness/harness.h"

// A copy of the input, which the readers may cut.
struct harness_lines {
    char *next, *end;
    size_t number; // of the latest line, from 1
};

struct harness_lines harness_lines(struct arena *arena, const struct harness_input *input);

// The next line without its end; NULL: there is none.
char *harness_line(struct harness_lines *lines);

// Splits a line at blanks, into at most `most` words; returns their number.
size_t harness_words(char *line, char **words, size_t most);

// A decimal number, also "nan" and "inf", with nothing behind it.
bool harness_number(const char *word, double *number);

// A whole number from 1.
bool harness_whole(const char *word, uint64_t *number);
