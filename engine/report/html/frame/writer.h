// The one way into the page: markup is literals of the program, everything else is escaped.
#pragma once

#include "base/text.h"

#include <stdio.h>

struct html;

// Writes to `out`, which is the caller's; lives in the arena.
struct html *html_on(struct arena *arena, FILE *out);

// Markup, in which each %s is replaced by an argument as text that means itself: in elements and in
// quoted attributes. What is not UTF-8, and control characters, are shown as such. A format that is
// no literal does not compile; %s and %% are all it may have.
#define html_add(html, ...) html_add_literal(html, "" __VA_ARGS__)
void html_add_literal(struct html *html, const char *format, ...) PRINTF_LIKE(2, 3);

// A picture as it is; nothing, if picture_flaw() finds one.
void html_add_picture(struct html *html, const struct text *svg);
