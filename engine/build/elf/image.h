// What a linked program loads into memory, digested without what tells two equal builds apart.
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A file in memory. Where it holds the path of its own folder, it has a blank instead: two trees
// that differ only in their place have equal images.
struct image {
    char *bytes;
    size_t size;
};

// Maps the file; false if it cannot be read. `folder`: the path to blank, absolute.
bool image_map(const char *path, const char *folder, struct image *image);
void image_unmap(struct image *image);
#define IMAGE_CLEANUP __attribute__((cleanup(image_unmap)))

bool images_equal(const struct image *a, const struct image *b);

// SHA-256 over the loaded sections with their addresses, without the build id; debugging
// information and symbols are not loaded.
struct image_digest {
    char loaded[65];      // code, data, relocations, segments
    char code[65];        // executable sections alone
    char bound[65];       // these, and what decides where they are entered and left: the entry,
                          // exception handlers, libraries and imports
    char sizes[65];       // of these only names and sizes
    uint64_t names_bytes; // of dynamic symbols and libraries
};

// False for what is no linked program or shared library.
bool image_digest(const struct image *image, struct image_digest *digest);

// The compilers that the section .comment names, a line each; "" without one.
char *image_compilers(struct arena *arena, const struct image *image);

// Has it a section whose name begins so?
bool image_has_section(const struct image *image, const char *prefix);
