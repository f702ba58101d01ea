// May a picture stand in a page as it is?
#pragma once

#include <stddef.h>

// NULL, or why it may not: a picture is one whole <svg> of elements that draw. It has no script and
// no attribute that is one, and points (href, url()) to nothing but its own parts. Read as strictly
// as no browser does: what is not understood is a flaw.
const char *picture_flaw(const char *svg, size_t length);
