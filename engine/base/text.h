// Growing text, lists of strings, and comparisons.
#pragma once

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

// A growing, always NUL-terminated text. Zero-initialised is empty.
struct text {
    char *bytes;
    size_t length, capacity;
};

void text_add(struct text *text, const char *more);
void text_add_bytes(struct text *text, const char *more, size_t length);
void text_printf(struct text *text, const char *format, ...) PRINTF_LIKE(2, 3);
void text_release(struct text *text);
#define TEXT_CLEANUP __attribute__((cleanup(text_release)))

// A list of strings; the strings and the array live in an arena.
struct text_list {
    char **items; // NULL-terminated
    size_t count;
};
void text_list_add(struct text_list *list, struct arena *arena, const char *item);
#define text_list_printf(list, arena, ...)                                                         \
    text_list_add((list), (arena), arena_printf((arena), __VA_ARGS__))
bool text_list_has(const struct text_list *list, const char *item);
// Adds an item that the list lacks; returns whether it did.
bool text_list_add_once(struct text_list *list, struct arena *arena, const char *item);
bool text_lists_equal(const struct text_list *a, const struct text_list *b);

// "'a', 'b'", and after eight "and 3 more".
const char *text_quoted(struct arena *arena, const struct text_list *names);

// "1 build", "2 builds".
char *text_counted(struct arena *arena, size_t count, const char *noun);

// In capitals; letters outside of ASCII stay.
char *text_upper(struct arena *arena, const char *text);

// Replaces by '?' each byte that is not UTF-8 or belongs to a character that steers
// (character_steers()), so that foreign text cannot control a terminal or turn what stands beside
// it. `kept`: characters of ASCII that stay, such as "\n".
void text_make_plain(char *text);
void text_make_plain_but(char *text, const char *kept);

bool text_equal(const char *a, const char *b);
bool text_starts(const char *text, const char *prefix);
bool text_ends(const char *text, const char *suffix);
