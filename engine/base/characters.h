// Characters of UTF-8, and those that must not be shown as they are.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The length in bytes of the character at `text`; 0 if it is invalid (overlong, a surrogate, beyond
// U+10FFFF, cut off).
size_t character_at(const char *text, uint32_t *code);

// Whether a text is UTF-8.
bool characters_are_valid(const char *text);

// Whether a character steers a terminal or the order of the text around it: control characters of
// ASCII and C1, line separators, those of Unicode's property Bidi_Control, and noncharacters, which
// XML does not allow.
bool character_steers(uint32_t code);
