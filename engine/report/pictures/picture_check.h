// Whether a picture is safe to embed in a page.
#pragma once

#include <stddef.h>

// NULL, or why it may not: a picture is one whole <svg> of elements that draw. It has no script and
// no attribute that is one, and refers (href, url()) to its own parts only. Stricter than any
// browser: what it does not know is a flaw.
const char *picture_flaw(const char *svg, size_t length);
