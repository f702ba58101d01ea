// Data that zlib packed: streams of git's objects, and files of gzip.
#pragma once

#include "base/error.h"
#include "base/text.h"

// Is the file one whole stream, as of a loose object of git? Also true where it cannot be read.
bool packed_is_whole(const char *path);

// Replaces the bytes of a file that gzip packed by what it holds; others stay. More than `limit`
// bytes, or a damaged file, is EXIT_USAGE.
NODISCARD bool packed_gunzip(struct text *bytes, const char *path, size_t limit,
                             struct error *error);
