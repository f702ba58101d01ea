// The only way into the page: markup comes from literals of the program, everything else is
// escaped.
#pragma once

#include "base/text.h"

#include <stdio.h>

struct html;

// A page that writes to `out`. The caller owns the stream; the page lives in the arena.
struct html *html_on(struct arena *arena, FILE *out);

// Writes markup and replaces each %s by an argument, escaped for elements and quoted attributes.
// U+FFFD replaces invalid UTF-8 and control characters. The format must be a literal, or the
// program does not compile; %s and %% are the only conversions.
#define html_add(html, ...) html_add_literal(html, "" __VA_ARGS__)
void html_add_literal(struct html *html, const char *format, ...) PRINTF_LIKE(2, 3);

// Writes an SVG file as an image, in which a browser neither runs scripts nor fetches anything.
// False: it cannot be read, or is larger than 4 MB.
bool html_add_picture(struct html *html, const char *path, const char *label);
