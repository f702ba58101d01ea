// Taking a line of text apart: words, quoted or not, signs, and what is wrong with them.
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

// What is wrong with a text, and after how many characters.
struct word_mistake {
    const char *words;
    size_t at;
};

// A line under way.
struct scanner {
    struct arena *arena;
    const char *text, *at;
    struct word_mistake *mistake;
};

// Characters, not bytes, before the place where the line is now.
size_t scanner_place(const struct scanner *line);

// Notes the mistake; returns false.
bool scanner_wrong(struct scanner *line, size_t at, const char *format, ...) PRINTF_LIKE(3, 4);

// Blanks are skipped before all of these.
void scanner_skip(struct scanner *line);
bool scanner_take(struct scanner *line, char sign);
// Whether it is the next word, without quotes; `ends` are the characters it may end at, beside the
// end of the text.
bool scanner_take_keyword(struct scanner *line, const char *keyword, const char *ends);

// A word in single or double quotes; the line is at its first.
NODISCARD bool scanner_take_quoted(struct scanner *line, struct word *word);
