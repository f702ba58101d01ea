// A scanner of one line: words, quoted or not, and signs; it notes the first mistake.
#pragma once

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

// A name, without its quotes; `at` counts the characters before it. NULL: left out.
struct word {
    const char *text;
    size_t at;
};

// A mistake in a text, and how many characters stand before it.
struct word_mistake {
    const char *words;
    size_t at;
};

// A line and how far it is read.
struct scanner {
    struct arena *arena;
    const char *text, *at;
    struct word_mistake *mistake;
};

// Characters, not bytes, before the scanner's place.
size_t scanner_place(const struct scanner *line);

// Notes the mistake; returns false.
bool scanner_wrong(struct scanner *line, size_t at, const char *format, ...) PRINTF_LIKE(3, 4);

// All of these skip blanks first.
void scanner_skip(struct scanner *line);
bool scanner_take(struct scanner *line, char sign);
// Takes the keyword if it is the next word, without quotes, and ends at one of `ends` or at the end
// of the text.
bool scanner_take_keyword(struct scanner *line, const char *keyword, const char *ends);

// Takes a word in single or double quotes; the scanner is at the first quote.
NODISCARD bool scanner_take_quoted(struct scanner *line, struct word *word);
