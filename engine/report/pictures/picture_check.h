// Whether a picture is safe to embed in a page.
#pragma once

#include <stddef.h>

// NULL, or the flaw that makes the picture unsafe. A safe picture is one complete <svg> of drawing
// elements. It has no scripts and no event attributes, and refers (href, url()) to its own parts
// only. The check is stricter than any browser: anything unknown is a flaw.
const char *picture_flaw(const char *svg, size_t length);
